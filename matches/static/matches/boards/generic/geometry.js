// Where cells are drawn, and which is next to which in a direction. A cell is 100 units wide.

const SIZE = 100;
const ROW = { square: SIZE, hex: SIZE * Math.sqrt(0.75), graph: SIZE };
const REACH = { square: 50, hex: SIZE / Math.sqrt(3), graph: 36 };
const BELOW = { square: 0, hex: 0, graph: 18 }; // for the names of places

/** Return the middle of every cell by name, and the box that holds them all. */
export function layOut({ shape, cells }, turned) {
  const odd = shape === "hex" ? SIZE / 2 : 0;
  const middles = cells.map(({ name, at: [column, row] }) => [name, [column * SIZE + (row % 2 ? odd : 0), row * ROW[shape]]]);
  const reach = REACH[shape] + 4;
  const range = (axis) => [Math.min(...middles.map(([, at]) => at[axis])), Math.max(...middles.map(([, at]) => at[axis]))];
  const [[left, right], [top, bottom]] = [range(0), range(1)];
  const place = ([x, y]) => (turned ? [left + right - x, top + bottom - y] : [x, y]);
  return {
    middles: new Map(middles.map(([name, at]) => [name, place(at)])),
    box: [left - reach, top - reach, right - left + 2 * reach, bottom - top + 2 * reach + BELOW[shape]],
  };
}

/**
 * Return the coordinates that are written on the board: a cell's name, the text, and x and y from the cell's middle. Where
 * columns are letters and rows are numbers, they stand in the cells of two edges; otherwise every cell has its name.
 */
export function coordinates({ shape, cells }, middles) {
  const parts = cells.map(({ name }) => ({ name, texts: /^([A-Za-z]+)(\d+)$/.exec(name)?.slice(1) ?? [], at: middles.get(name) }));
  const isAxis = (axis) => {
    const sizes = [({ texts }) => texts[axis], ({ at }) => at[axis], ({ texts, at }) => `${texts[axis]} ${at[axis]}`].map((of) => new Set(parts.map(of)).size);
    return sizes.every((size) => size === sizes[2]) && parts.every(({ texts }) => texts.length);
  };
  if (shape !== "square" || !isAxis(0) || !isAxis(1)) return parts.map(({ name }) => [name, name, 0, { square: 47, hex: 49, graph: 52 }[shape]]);
  const ends = (axis, isFurther) => {
    const found = new Map();
    for (const part of parts) {
      const other = found.get(part.texts[axis]);
      if (!other || isFurther(part.at[1 - axis], other.at[1 - axis])) found.set(part.texts[axis], part);
    }
    return [...found];
  };
  const letters = ends(0, (y, other) => y > other).map(([text, { name }]) => [name, text, 37, 42]);
  return [...letters, ...ends(1, (x, other) => x < other).map(([text, { name }]) => [name, text, -37, -30])];
}

/** Return the outline of a cell around [0, 0] as points of a polygon; null for a circle. */
export function outline(shape, inset = 0) {
  const reach = REACH[shape] - inset;
  if (shape === "graph") return null;
  const corners = shape === "square" ? [45, 135, 225, 315] : [30, 90, 150, 210, 270, 330];
  const radius = shape === "square" ? reach * Math.SQRT2 : reach;
  return corners.map((angle) => [radius * Math.cos((angle * Math.PI) / 180), radius * Math.sin((angle * Math.PI) / 180)].map((n) => n.toFixed(1)).join()).join(" ");
}

/** Return the nearest cell in a direction; null if there is none. */
export function neighbour(middles, from, [dx, dy]) {
  const [x, y] = middles.get(from);
  let best = null;
  let least = Infinity;
  for (const [name, [ox, oy]] of middles) {
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (name === from || ahead < 20 || aside > 2 * ahead) continue;
    const distance = ahead + 2 * aside;
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

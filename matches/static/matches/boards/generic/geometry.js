// Where cells are drawn, and which is next to which in a direction. A cell is 100 units wide.

const SIZE = 100;
const ROW = { square: SIZE, hex: SIZE * Math.sqrt(0.75), graph: SIZE };
const REACH = { square: 50, hex: SIZE / Math.sqrt(3), graph: 36 };

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
    box: [left - reach, top - reach, right - left + 2 * reach, bottom - top + 2 * reach],
  };
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

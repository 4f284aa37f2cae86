// Positions of the 39 grids: columns A to E, slanted rows. Lengths are in units of the drawing (a hex has sides of 50).

const ROWS = { A: [1, 7], B: [1, 8], C: [1, 9], D: [2, 9], E: [3, 9] };
export const SIDE = 50;
export const HALF = (SIDE * Math.sqrt(3)) / 2; // from a hex's centre to its upper edge
export const LINE = 8; // twice the height of the Battle Line
export const CENTRE = "C5";

/** Steps of (column, twice the height), clockwise from north with White at the bottom. */
const STEPS = [[0, 2], [1, 1], [1, -1], [0, -2], [-1, -1], [-1, 1]];

/** Return the column from the left (0-4) and twice the height, also for places beyond the board. */
export const placeOf = (grid) => {
  const column = grid.charCodeAt(0) - 65;
  return [column, 2 * Number(grid.slice(1)) - column];
};

const nameAt = ([column, height]) => {
  const letter = "ABCDE"[column];
  const row = (height + column) / 2;
  return letter && row >= ROWS[letter][0] && row <= ROWS[letter][1] ? letter + row : null;
};

export const COLUMNS = Object.entries(ROWS).map(([letter, [first, last]]) =>
  Array.from({ length: last - first + 1 }, (_, i) => letter + (first + i)),
);
export const GRIDS = COLUMNS.flat();

/** Return the centre of a place in the drawing; `turned` has Grey at the bottom. */
export function middle([column, height], turned = false) {
  const [x, y] = [(column - 2) * 1.5 * SIDE, (LINE - height) * HALF];
  return turned ? [-x, -y] : [x, y];
}

export const at = (grid, turned) => middle(placeOf(grid), turned);

/** Return the corners of a hex around its centre, as polygon points. */
export function corners(radius) {
  return [0, 60, 120, 180, 240, 300]
    .map((angle) => [radius * Math.cos((angle * Math.PI) / 180), radius * Math.sin((angle * Math.PI) / 180)])
    .map((point) => point.map((value) => value.toFixed(1)).join(","))
    .join(" ");
}

const step = ([column, height], direction, times = 1) => {
  const [across, up] = STEPS[(direction + 6) % 6];
  return [column + across * times, height + up * times];
};

/** Return the direction (0-5) of a touching grid, or -1. */
export function directionOf(from, to) {
  const [[a, b], [c, d]] = [placeOf(from), placeOf(to)];
  return STEPS.findIndex(([across, up]) => across === c - a && up === d - b);
}

export const touching = (grid) => STEPS.map((_, direction) => nameAt(step(placeOf(grid), direction))).filter(Boolean);

/** Return the three axes through a grid, each as its two outermost grids. */
export function axes(grid) {
  const last = (direction) => {
    let end = grid;
    for (let n = 1, next; (next = nameAt(step(placeOf(grid), direction, n))); n++) end = next;
    return end;
  };
  return [0, 1, 2].map((direction) => [last(direction), last(direction + 3)]);
}

/** Return the grid mirrored at the Battle Line; a grid on the line is its own mirror image. */
export function mirrored(grid) {
  const [column, height] = placeOf(grid);
  return nameAt([column, 2 * LINE - height]);
}

/** Return how many steps two grids are apart, with or without tiles. */
export function stepsBetween(one, other) {
  const [across, up] = [0, 1].map((axis) => Math.abs(placeOf(one)[axis] - placeOf(other)[axis]));
  return across + Math.max(0, (up - across) / 2);
}

/** Return the owner of a grid's territory: 0 White, 1 Grey, null on the Battle Line. */
export function territory(grid) {
  const height = placeOf(grid)[1];
  return height === LINE ? null : Number(height > LINE);
}

/** Return the places on the path of a shifted unit, also beyond the board. */
function way(verb, actor, unit, turn) {
  const direction = directionOf(actor, unit);
  const many = Array.from({ length: verb === "twist" ? 5 : 9 }, (_, i) => i + 1);
  if (verb === "toss") return many.map((n) => step(placeOf(actor), direction + 3, n));
  if (verb === "twist") return many.map((n) => step(placeOf(actor), direction + (turn === "ccw" ? -n : n) + 6));
  return many.map((n) => step(placeOf(unit), direction, n));
}

/** Return the first place without a tile on the path of a shifted unit: {place, before (the previous place), grid or null}. */
export function exit(tiles, verb, actor, { unit, way: turn }) {
  const places = way(verb, actor, unit, turn);
  const i = places.findIndex((place) => !tiles[nameAt(place)]);
  if (i < 0) return null;
  const start = verb === "toss" ? placeOf(actor) : placeOf(unit);
  return { place: places[i], before: i ? places[i - 1] : start, grid: nameAt(places[i]) };
}

/** Return the grids that a twisted unit passes, in order, up to its destination; other shifts go straight. */
export function around(actor, unit, to, turn) {
  const grids = way("twist", actor, unit, turn).map(nameAt);
  return grids.slice(0, grids.indexOf(to) + 1);
}

/** Return the grid next to this one on the screen, or null at the edge. `wish` is the preferred height. */
export function neighbour(grid, dx, dy, turned, wish) {
  const sign = turned ? -1 : 1;
  const [column, height] = placeOf(grid);
  if (dy) return nameAt([column, height + 2 * dy * sign]);
  const next = COLUMNS[column + dx * sign];
  if (!next) return null;
  const far = (name) => Math.abs(placeOf(name)[1] - (wish ?? height)) - 0.1 * sign * Math.sign(placeOf(name)[1] - height);
  return next.reduce((best, name) => (far(name) < far(best) ? name : best));
}

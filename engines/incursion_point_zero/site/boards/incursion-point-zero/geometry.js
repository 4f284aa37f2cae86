// Positions of the spaces: four zones (rows) of five columns, Z1-1 to Z4-5; zone 1 at the bottom, column 1 on the left.

export const CELL = 100;
export const ROW = 124;
export const EDGE = 20; // for the numbers of zones and columns
export const WIDTH = EDGE + 5 * CELL + 2;
export const HEIGHT = 4 * ROW + EDGE + 2;

export const ROWS = [4, 3, 2, 1].map((zone) => [1, 2, 3, 4, 5].map((column) => `Z${zone}-${column}`));
export const SPACES = ROWS.flat();

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export const zoneOf = (space) => Number(space[1]);
export const columnOf = (space) => Number(space[3]);

/** Return the upper left corner of a space in the drawing; `turned` has zone 4 at the bottom. */
export function corner(space, turned) {
  const zone = zoneOf(space);
  const column = columnOf(space);
  return {
    x: EDGE + (turned ? 5 - column : column - 1) * CELL,
    y: 1 + (turned ? zone - 1 : 4 - zone) * ROW,
  };
}

/** Return the space that an arrow key leads to; null at the edge or for another key. */
export function neighbour(space, key, turned) {
  if (!(key in ARROWS)) return null;
  const sign = turned ? -1 : 1;
  const column = columnOf(space) + ARROWS[key][0] * sign;
  const zone = zoneOf(space) + ARROWS[key][1] * sign;
  return zone < 1 || zone > 4 || column < 1 || column > 5 ? null : `Z${zone}-${column}`;
}

/** Return the distance of two spaces in rows plus columns. */
export function distance(from, to) {
  return Math.abs(zoneOf(from) - zoneOf(to)) + Math.abs(columnOf(from) - columnOf(to));
}

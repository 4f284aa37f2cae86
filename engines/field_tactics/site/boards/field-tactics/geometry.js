// Positions of the 46 squares on the board and on the screen. The two middle squares of each back row are one base.

const COLUMNS = "ABCDEF";
export const BASES = ["CD1", "CD8"];

const isBackRow = (rank) => rank === 1 || rank === 8;

/** Return the square at a column (0-5) and rank (1-8), or null outside the board. */
function squareAt(column, rank) {
  if (column < 0 || column > 5 || rank < 1 || rank > 8) return null;
  if (isBackRow(rank) && (column === 2 || column === 3)) return `CD${rank}`;
  return COLUMNS[column] + rank;
}

const rankOf = (square) => Number(square.at(-1));
export const columnOf = (square) => COLUMNS.indexOf(square[0]);
export const homeOf = (square) => (rankOf(square) <= 4 ? 0 : 1);

/** All squares, in rows from rank 8 to rank 1 and columns A to F. */
export const ROWS = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [
  ...new Set([0, 1, 2, 3, 4, 5].map((column) => squareAt(column, rank))),
]);

/** Return a seat's home squares in the order of the set-up notation: own back row first, columns A to F. */
export function homeRows(seat) {
  const ranks = seat === 0 ? [1, 2, 3, 4] : [8, 7, 6, 5];
  return ranks.map((rank) => ROWS[8 - rank]);
}

/** Squares on which mines and flags are not allowed. */
export const bridgeheads = (seat) => (seat === 0 ? ["B4", "E4"] : ["B5", "E5"]);

/** Return the grid lines of a square, with Red at the bottom or, if `turned`, Blue. Row line 5 is the river. */
export function lines(square, turned) {
  const rank = rankOf(square);
  const fromTop = turned ? rank : 9 - rank;
  const first = turned ? 5 - columnOf(square) : columnOf(square);
  const wide = BASES.includes(square);
  return { row: fromTop + (fromTop > 4 ? 1 : 0), column: (wide && turned ? first - 1 : first) + 1, span: wide ? 2 : 1 };
}

/** Return the square next to this one on the screen (dx to the right, dy upwards), or null at the edge. */
export function neighbour(square, dx, dy, turned, column = columnOf(square)) {
  const sign = turned ? -1 : 1;
  let next = column;
  if (dx) {
    const wide = BASES.includes(square);
    next = wide ? (dx * sign > 0 ? 4 : 1) : column + dx * sign;
  }
  return squareAt(next, rankOf(square) + dy * sign);
}

/** Convert rows of codes as the owner sees them (left to right) to columns A to F, and back. */
export const ownToColumns = (row, seat) => (seat === 0 ? row : [...row].reverse());

// Comparison of boards, so that a game redraws only for a new position.

const isObject = (value) => typeof value === "object" && value !== null;

/** Return whether two JSON values are equal, whatever the order of their keys. */
export function equal(a, b) {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && equal(a[key], b[key]));
}

/** Return the part of a board that games draw: not clocks, presence or offers. */
const gamePart = ({ match_id, entry, status, viewer, view, legal, to_act, can }) => [match_id, entry, status, viewer, view, legal, to_act, can.submit];

/** Return whether two boards show the same position. */
export const isSamePosition = (before, board) => equal(gamePart(before), gamePart(board));

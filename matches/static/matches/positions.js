// Whether a board has anything new for the game: what is drawn anew takes along what somebody was reading or pressing.

const isObject = (value) => typeof value === "object" && value !== null;

/** Whether two values of JSON are equal, in whatever order their keys came. */
export function equal(a, b) {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && equal(a[key], b[key]));
}

/** What games draw: the rest of a board are its clocks, and who has come, gone or asked something. */
const gamePart = ({ match_id, entry, status, viewer, view, legal, to_act, can }) => [match_id, entry, status, viewer, view, legal, to_act, can.submit];

/** Whether a board shows the position again that `before` showed. */
export const isSamePosition = (before, board) => equal(gamePart(before), gamePart(board));

// Whether a board has anything new for the game: what is drawn anew takes along what somebody was reading or pressing.

const isThing = (value) => typeof value === "object" && value !== null;

/** Whether two values of JSON are equal, in whatever order their keys came. */
export function equal(a, b) {
  if (a === b) return true;
  if (!isThing(a) || !isThing(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && equal(a[key], b[key]));
}

/** What games draw: the rest of a board are its clocks, and who has come, gone or asked something. */
const drawn = ({ match_id, entry, status, viewer, view, legal, to_act, can }) => [match_id, entry, status, viewer, view, legal, to_act, can.submit];

/** Whether a board shows the position again that `before` showed. */
export const samePosition = (before, board) => equal(drawn(before), drawn(board));

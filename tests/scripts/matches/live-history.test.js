// The positions that a page has received of a running match, and what of them is there after a reload.

import { cleanup, equal, test } from "/tests/testing.js";
import { LiveHistory } from "/static/matches/live-history.js";

const line = (n, by) => ({ n, by, text: `line ${n}`, at: null });
const board = (entry, log, seat = 0) => ({ entry, log, viewer: { seat }, view: { entry }, clock: { seats: [] } });
const known = (history) => history.frames.map(({ n }) => n);

function leaveAfter(...boards) {
  sessionStorage.clear();
  cleanup(() => sessionStorage.clear());
  const history = new LiveHistory(7);
  for (const one of boards) history.add(one);
  history.store();
  return history;
}

function comeBackTo(shown) {
  const history = new LiveHistory(7);
  history.add(shown);
  return history;
}

test("A reload keeps the positions, so that the last turn can be replayed", () => {
  leaveAfter(board(1, [line(1, 0)]), board(2, [line(2, 1)]));
  equal(known(comeBackTo(board(2, [line(1, 0), line(2, 1)]))), [1, 2]);
  equal(known(comeBackTo(board(4, [line(1, 0), line(2, 1), line(3, 1), line(4, 1)]))), [1, 2, 4]);
});

test("Positions from long ago, of another seat or of a match that is over are forgotten", () => {
  leaveAfter(board(1, [line(1, 0)]), board(2, [line(2, 1)]));
  equal(known(comeBackTo(board(4, [line(2, 1), line(3, 0), line(4, 1)]))), [4], "two sides have moved since");
  equal(known(comeBackTo(board(2, [line(2, 1)], 1))), [2], "another seat");
  leaveAfter(board(1, [line(1, 0)])).close();
  equal(known(comeBackTo(board(2, [line(1, 0), line(2, 1)]))), [2], "it was over");
});

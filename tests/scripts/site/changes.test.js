// What a stream says has changed, applied to the board before it.

import { equal, test } from "/tests/testing.js";
import { applyChange } from "/static/site/changes.js";

test("Values are set, taken away and changed further down", () => {
  const board = { entry: 1, legal: ["A1-A2"], view: { turn: 1, squares: { A1: 0, B1: 1 } } };
  const next = applyChange(board, { "=entry": 2, "-legal": 0, "~view": { "=turn": 2, "~squares": { "-A1": 0, "=A2": 0 } } });
  equal(next, { entry: 2, view: { turn: 2, squares: { A2: 0, B1: 1 } } });
});

test("The board before stays as it was, and what has not changed is shared", () => {
  const board = { entry: 1, seats: [{ name: "Red" }], view: { turn: 1 } };
  const next = applyChange(board, { "~view": { "=turn": 2 } });
  equal(board.view.turn, 1);
  equal(next.seats === board.seats, true);
});

test("An element of a list is changed at its place, and the list stays one", () => {
  const next = applyChange({ seats: [{ ready: false }, { ready: false }] }, { "~seats": { "~1": { "=ready": true } } });
  equal(next.seats, [{ ready: false }, { ready: true }]);
  equal(Array.isArray(next.seats), true);
});

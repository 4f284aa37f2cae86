// The card of the last turns: which log lines it tells, whose they are, and what it says about each.

import { equal, stage, test } from "/tests/testing.js";
import { chooseTurns, divideTurns, LastTurn } from "/static/matches/last-turn.js";

const line = (n, by, text = `line ${n}`) => ({ n, by, text });
const log = (...seats) => seats.map((by, at) => line(at + 1, by));
const shown = (lines, seat, turnAt) => chooseTurns(divideTurns(lines, turnAt), seat).map(({ by, lines: steps }) => [by, steps.map(({ n }) => n)]);
const seats = [{ number: 0, name: "Red" }, { number: 1, name: "Blue" }];

test("A player reads their own last turn and all that the others did since", () => {
  equal(shown(log(0, 1, 1, 0, 1, 1, null), 0), [[0, [4]], [1, [5, 6, 7]]]);
  equal(shown(log(0, 1, 2, 3, 1), 0), [[0, [1]], [1, [2]], [2, [3]], [3, [4]], [1, [5]]]);
});

test("The opponent's last turn stays while the player is in the middle of a turn", () => {
  equal(shown(log(0, 1, 1, 0, 0), 0), [[1, [2, 3]], [0, [4, 5]]]);
});

test("A spectator reads the last turn of each side", () => {
  equal(shown(log(0, 1, 0, 1, 1), null), [[0, [3]], [1, [4, 5]]]);
});

test("An answer belongs to the turn in which it was given", () => {
  const turnAt = (n) => (n < 3 ? { id: "1 Scout", seat: 0 } : { id: "1 Gunner", seat: 1 });
  equal(shown(log(0, null, 1, 0, null, 1), 0, turnAt), [[0, [1, 2]], [1, [3, 4, 5, 6]]]);
});

test("A step is told in pictures once, and equal steps are counted", () => {
  const root = stage("<div></div>").firstElementChild;
  const illustrate = (view) => Object.assign(document.createElement("p"), { textContent: view.words });
  const frames = [{ n: 1, view: { words: "Red moves." } }, { n: 2, view: { words: "Red moves." } }];
  const card = new LastTurn(root, { illustrate, replay: () => {} });
  card.draw([line(1, 0), line(2, 0, "Red undoes it."), line(3, 1, "A card."), line(4, 1, "A card.")], { seat: 0, seats, frames });
  equal([...root.querySelectorAll("li")].map((item) => item.textContent), ["A card. × 2", "Red moves.", "Red undoes it."]);
  equal(root.querySelector("button"), null, "nothing to replay");
});

test("A turn can be replayed from the first position that is known", () => {
  const root = stage("<div></div>").firstElementChild;
  const spans = [];
  const card = new LastTurn(root, { replay: (...span) => spans.push(span) });
  card.draw(log(0, 1, 1), { seat: 0, seats, frames: [], since: 1 });
  equal(root.querySelectorAll("button").length, 1);
  root.querySelector("button").click();
  equal(spans, [[2, 3]]);
});

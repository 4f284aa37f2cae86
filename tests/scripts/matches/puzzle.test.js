// A puzzle: one move at a time is judged by the server, and the board is played on until the answer is found.

import { Puzzle } from "/static/matches/puzzle.js";
import { cleanup, equal, includes, ok, test } from "/tests/testing.js";

const PARTS = ["right", "wrong", "hinted", "score", "terms", "hint", "solution", "next"];
const board = (entry) => ({ entry, viewer: { seat: 1 }, view: {}, legal: entry === 1 ? ["A1-A2", "A1-B1"] : null, to_act: [] });
const RIGHT = { is_right: true, text: "It wins.", answer: "A1-A2", board: board(2), puzzle_rating: 1400, change: { before: 1500, after: 1540, streak: 3 }, days: 2 };
const WRONG = { is_right: false, text: "It loses a piece.", answer: null, board: null, puzzle_rating: 1410, change: { before: 1500, after: 1460, streak: 0 }, days: null };

/** Lay out the page with a server that gives these answers, and return the puzzle with what was drawn and sent. */
function begin(...answers) {
  const page = document.createElement("article");
  page.innerHTML = `<p data-part="hint"></p><i data-part="panel"></i><i data-part="report"></i><i data-part="choices"></i><div data-part="board"></div>
    <form data-puzzle="typed"><input name="move"></form>`;
  for (const name of PARTS) page.append(Object.assign(document.createElement("button"), { hidden: !["terms", "hint", "solution", "next"].includes(name) }));
  for (const [at, name] of PARTS.entries()) page.querySelectorAll("button")[at].dataset.puzzle = name;
  document.body.append(page);
  cleanup(() => page.remove());
  const [drawn, sent] = [[], []];
  const send = async (path, body) => {
    sent.push([path, body]);
    const answer = answers.shift();
    if (!answer) throw new TypeError("no connection");
    return answer;
  };
  let tools;
  const mount = (_root, given) => {
    tools = given;
    return { draw: (shown) => drawn.push(shown) };
  };
  const puzzle = new Puzzle(page, board(1), mount, send);
  const part = (name) => page.querySelector(`[data-puzzle="${name}"]`);
  return { puzzle, drawn, sent, part, say: tools.say, said: page.querySelector('[data-part="hint"]') };
}
const answered = (body, status = 200) => ({ ok: status === 200, status, body });
const soon = () => new Promise((resolve) => setTimeout(resolve));

test("a wrong move is explained, and the board can be played again", async () => {
  const { puzzle, drawn, sent, part } = begin(answered(WRONG), answered(RIGHT));
  equal((await puzzle.submit("A1-B1")).state, "refused");
  await soon();
  equal(sent, [["attempts/", { move: "A1-B1" }]]);
  includes(part("wrong").textContent, "It loses a piece.");
  includes(part("score").textContent, "1460 (−40)");
  equal(part("terms").hidden, true, "only the first attempt is rated");
  equal(drawn.at(-1).entry, 1);
  equal((await puzzle.submit("A1-A2")).state, "accepted");
  ok(part("wrong").hidden);
});

test("what the board asked for before a wrong move is forgotten after it", async () => {
  const { puzzle, say, said } = begin(answered(WRONG));
  say("Choose the square again to confirm.");
  equal(said.textContent, "Choose the square again to confirm.");
  await puzzle.submit("A1-B1");
  await soon();
  equal(said.textContent, "");
});

test("the right move is told why, with the rating and the streaks, and leads to the next puzzle", async () => {
  const { puzzle, drawn, part } = begin(answered(RIGHT));
  await puzzle.submit("A1-A2");
  includes(part("right").textContent, "It wins.");
  includes(part("score").textContent, "1540 (+40)");
  includes(part("score").textContent, "Days in a row: 2.");
  equal(drawn.at(-1).entry, 2);
  ok(part("hint").hidden && part("solution").hidden && part("typed").hidden);
  equal(document.activeElement, part("next"));
  equal((await puzzle.submit("A1-B1")).state, "refused");
});

test("a refused move says why and is no attempt", async () => {
  const { puzzle, drawn, part } = begin(answered({ code: "malformed", text: "This is no move." }, 400));
  equal((await puzzle.submit("?")).state, "refused");
  await soon();
  equal(part("wrong").textContent, "This is no move.");
  ok(part("score").hidden);
  equal(drawn.at(-1).entry, 1);
});

test("without a connection nothing is lost", async () => {
  const { puzzle, part } = begin();
  await puzzle.submit("A1-A2");
  includes(part("wrong").textContent, "cannot be reached");
  ok(!part("hint").hidden);
});

test("a hint and the solution are shown", async () => {
  const { puzzle, drawn, sent, part } = begin(answered({ text: "It begins with A1." }), answered({ ...RIGHT, is_right: false, change: null, days: null }));
  await puzzle.hint();
  equal(part("hinted").textContent, "It begins with A1.");
  await puzzle.solve();
  equal(sent.map(([path]) => path), ["hint/", "solution/"]);
  includes(part("right").textContent, "A1-A2");
  equal(drawn.at(-1).entry, 2);
});

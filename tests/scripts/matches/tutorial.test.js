// The tutorial: it waits for the right move, answers any other one, and goes on to the end.

import { Tutorial } from "/static/matches/tutorial.js";
import { namesIn } from "/static/matches/board-pointer.js";
import { cleanup, equal, includes, ok, test } from "/tests/testing.js";

const PARTS = ["done", "wrong", "count", "title", "text", "goal", "show", "again", "next"];
const board = (entry, status = "playing") => ({ entry, status, viewer: { seat: 0 }, view: {}, legal: ["A1-A2"], to_act: [0], can: { submit: true } });
const step = (number, entries) => ({
  title: `Step ${number}`, text: "Why", mark: ["A1"], do: `A${number}-A${number + 1}`, wrong: "Look again.", done: `Done ${number}`, boards: entries.map((entry) => board(entry)),
});
const LINE = { goal: "Win", board: board(1), steps: [step(1, [2]), step(2, [3])] };

/** Lay out the page, and return the tutorial with the boards that it drew. */
function begin() {
  const page = document.createElement("article");
  page.append(Object.assign(document.createElement("div"), { innerHTML: `<p data-part="hint"></p><i data-part="panel"></i><i data-part="report"></i><i data-part="choices"></i>
    <div data-part="board"><b data-square="A1">A1</b></div><progress data-tutorial="progress" max="2"></progress><form data-tutorial="typed"><input name="move"></form>` }));
  for (const name of PARTS) {
    const part = document.createElement(name === "next" ? "div" : "button");
    part.dataset.tutorial = name;
    if (name === "next") part.append(document.createElement("button"));
    page.append(part);
  }
  document.body.append(page);
  cleanup(() => page.remove());
  const drawn = [];
  let tools;
  const mount = (_root, given) => {
    tools = given;
    return { draw: (shown) => drawn.push(shown) };
  };
  const tutorial = new Tutorial(page, LINE, mount);
  tutorial.start();
  return { tutorial, drawn, say: tools.say, text: (name) => page.querySelector(`[data-tutorial="${name}"]`).textContent, page };
}

test("a wrong move is answered and changes nothing", async () => {
  const { tutorial, text } = begin();
  const verdict = await tutorial.submit("A2-A3");
  equal(verdict.state, "refused");
  includes(text("wrong"), "Look again.");
  equal(text("title"), "Step 1");
});

test("the right move in any case is told its success, and the next step follows", async () => {
  const { tutorial, drawn, text } = begin();
  equal((await tutorial.submit(" a1-a2 ")).state, "accepted");
  await new Promise((resolve) => setTimeout(resolve));
  includes(text("done"), "Done 1");
  equal(text("title"), "Step 2");
  equal(drawn.at(-1).entry, 2);
});

test("what the board asked for is forgotten after the move", async () => {
  const { tutorial, say, page } = begin();
  say("Choose the square again to confirm.");
  await tutorial.submit("A1-A2");
  await new Promise((resolve) => setTimeout(resolve));
  equal(page.querySelector("[data-part=hint]").textContent, "");
});

test("after the last move nothing more can be moved, and it can start again", async () => {
  const { tutorial, drawn, page, text } = begin();
  for (const move of ["A1-A2", "A2-A3"]) {
    await tutorial.submit(move);
    await new Promise((resolve) => setTimeout(resolve));
  }
  equal(drawn.at(-1).can, {});
  ok(!page.querySelector("[data-tutorial=next]").hidden);
  page.querySelector("[data-tutorial=again]").click();
  equal(text("title"), "Step 1");
  equal(drawn.at(-1).entry, 1);
});

test("the place of a step is ringed on the board", async () => {
  const { page } = begin();
  await new Promise((resolve) => setTimeout(resolve, 100));
  equal(page.querySelectorAll(".board-pointer span").length, 1);
});

test("the places of a move are found in its notation", () => {
  const places = (text) => namesIn(text).slice(1);
  equal(places("push C3: C4-C6"), ["push", "C3", "C4", "C6"]);
  equal(places("init 4"), ["init", "spot:4"]);
  equal(places("install Bob 0"), ["install", "Bob", "key:0", "card:0"]);
  equal(places("move Scout Z3-2 Z4-2"), ["move", "Scout", "Z3-2", "Z4-2"]);
  equal(namesIn("C1 MN G1 MN C1 / C2 PL FL F2 PL C2 / F1 G2 EN EN G3 SP / C3 TK F3 CV TK C3"), []);
});

// Conditional moves: the panel stores, lists and removes the player's lines, and tells what was played.

import { cleanup, equal, includes, stage, test, until } from "/tests/testing.js";
import { click } from "/tests/pointer.js";
import { ConditionalMoves, describeLine, listStarts } from "/static/matches/conditional-moves.js";

const HTML = `<details data-part="conditional" hidden open><summary></summary><ol data-conditional="lines"></ol>
  <form data-conditional="form"><p data-conditional="start"><select name="after"></select></p>
    <input name="theirs" list="conditional-moves"><datalist id="conditional-moves"></datalist>
    <input name="answer" list="conditional-answers"><datalist id="conditional-answers"></datalist><button type="submit">Add</button></form>
  <p data-conditional="wait"></p><p data-conditional="problem"></p><p data-conditional="told"></p></details>`;

/** A server that stores lines; `refusal` is what it says to the next ones. */
function storeOf(lines) {
  const before = window.fetch;
  cleanup(() => (window.fetch = before));
  const store = { lines, refusal: "" };
  window.fetch = async (path, { method, body } = {}) => {
    equal(path, "/api/v1/matches/7/conditional-moves/");
    const isRefused = method === "PUT" && store.refusal;
    if (method === "PUT" && !isRefused) store.lines = JSON.parse(body).lines;
    const answer = isRefused ? { text: store.refusal } : { lines: store.lines };
    return { ok: !isRefused, status: isRefused ? 400 : 200, json: async () => answer, text: async () => JSON.stringify(answer) };
  };
  return store;
}

const boardAt = (entry, toAct, turn = 1, log = []) => ({
  entry, log, status: "playing", view: {}, to_act: [toAct], seats: [{ number: 0 }, { number: 1 }],
  viewer: { seat: 1, turn }, can: { submit: toAct === 1 },
});

async function panel(store) {
  const root = stage(HTML).querySelector("details");
  const said = [];
  const moves = new ConditionalMoves(root, 7, { moves: (board, seat) => [`move of ${seat}`], say: (text) => said.push(text) });
  await moves.draw(boardAt(4, 0));
  const add = (theirs, answer) => {
    root.querySelector("[name=theirs]").value = theirs;
    root.querySelector("[name=answer]").value = answer;
    click(root.querySelector("[type=submit]"));
  };
  return { root, moves, said, add, store, list: () => [...root.querySelectorAll("li")].map((line) => line.firstChild.textContent.trim()) };
}

test("A line is told as pairs, and can go on after each answer", () => {
  const line = ["S1-W1", "S4-W4", "W1-W2", "W4-W5"];
  equal(describeLine(line), "S1-W1 → S4-W4, W1-W2 → W4-W5");
  equal(listStarts([line, ["S1-W1", "S4-W4"]]), [[], line.slice(0, 2), line]);
});

test("A line is stored, goes on after its answer, and is removed", async () => {
  const seen = await panel(storeOf([]));
  equal(seen.root.hidden, false);
  equal(seen.root.querySelector("#conditional-moves").options[0].value, "move of 0");
  seen.add("a", "b");
  await until(() => seen.list().length, "the line");
  equal(seen.list(), ["a → b"]);
  seen.root.querySelector("[name=after]").selectedIndex = 1;
  seen.add("c", "d");
  await until(() => seen.list().length === 2, "the longer line");
  equal(seen.store.lines, [["a", "b"], ["a", "b", "c", "d"]]);
  click(seen.root.querySelector("li button"));
  await until(() => seen.list().length === 1, "one line less");
  equal(seen.store.lines, [["a", "b", "c", "d"]]);
});

test("A refused line is explained, and what was typed stays", async () => {
  const seen = await panel(storeOf([]));
  seen.store.refusal = "Line 1, move 1: this chessman can't move there.";
  seen.add("x", "y");
  await until(() => seen.root.querySelector("[data-conditional=problem]").textContent, "the refusal");
  includes(seen.root.querySelector("[data-conditional=problem]").textContent, "can't move there");
  equal([seen.root.querySelector("[name=theirs]").value, seen.list()], ["x", []]);
});

test("In the own turn nothing can be prepared; a played answer is told", async () => {
  const seen = await panel(storeOf([["a", "b"]]));
  seen.store.lines = [];
  await seen.moves.draw(boardAt(6, 0, 2, [{ n: 5, by: 0, text: "Order moves a." }, { n: 6, by: 1, text: "Chaos moves b." }]));
  equal(seen.said, ["Conditional move played: Chaos moves b."]);
  await seen.moves.draw(boardAt(7, 1, 2));
  equal([seen.root.querySelector("form").hidden, seen.root.querySelector("[data-conditional=wait]").hidden], [true, false]);
});

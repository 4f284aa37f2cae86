// The generic board, in front of the sample games: what it draws from descriptions, and what it sends.

import { equal, includes, ok, stage, test } from "/tests/testing.js";
import { marked, sitDown } from "/tests/tables.js";
import { button, click, drag, key } from "/tests/pointer.js";
import { drawMini } from "/static/matches/boards/generic/mini.js";
import { Moves } from "/static/matches/boards/generic/moves.js";

const fourInARow = (options) => sitDown("connect-four", { script: "generic", ...options });
const poker = (options) => sitDown("kuhn-poker", { script: "generic", ...options });
const cell = (table, name) => table.find(`.gb-cell[data-place="${name}"]`);

/** Put a description in front of the player, with legal moves, in place of that of the match. */
function describe(table, board, legal) {
  return table.draw({ ...table.position, entry: table.position.entry + 1, legal, view: { board } });
}

const at = (element) => {
  const { left, top } = element.getBoundingClientRect();
  return [left, top];
};

test("Any cell of a column is that column: a click on it is the move", async () => {
  const table = await fourInARow();
  click(cell(table, "d4"));
  equal(await table.takes(), ["d"]);
});

test("Every legal move can be made with one click, and a full column sends nothing", async () => {
  const table = await fourInARow({ moves: [..."aaaaaa"] });
  for (const letter of "abcdefg") {
    table.draw({ ...table.position, entry: table.position.entry + 1 });
    click(cell(table, `${letter}6`));
  }
  equal(await table.takes(), [..."bcdefg"]);
  includes(table.said.join(), "No move starts there.");
});

test("Pieces have the shape of their owner, and the last one is marked", async () => {
  const table = await fourInARow({ moves: ["d", "e"] });
  equal([...table.board.querySelectorAll(".gb-piece")].map((piece) => piece.dataset.owner).sort(), ["0", "1"]);
  ok(table.find('[data-owner="0"] rect') && table.find('[data-owner="1"] circle'), "two shapes");
  equal([...table.board.querySelectorAll(".gb-last")].map((each) => each.dataset.place), ["e1"]);
});

test("Coordinates are letters and numbers at two edges, or the name of every cell", async () => {
  const table = await fourInARow();
  const written = () => [...table.board.querySelectorAll(".gb-coordinate")].map((each) => each.textContent).sort().join(" ");
  equal(written(), "1 2 3 4 5 6 a b c d e f g");
  equal([...cell(table, "a1").querySelectorAll(".gb-coordinate")].map((each) => each.textContent), ["a", "1"]);
  describe(table, { shape: "graph", cells: [{ name: "x", at: [0, 0] }, { name: "y", at: [2, 1] }] }, []);
  equal(written(), "x y");
});

test("A screen reader is told the place, the piece, and what can be done", async () => {
  const table = await fourInARow({ moves: ["d", "e"] });
  const words = (name) => cell(table, name).getAttribute("aria-label");
  equal(words("d1"), "d1, your disc, can be chosen");
  equal(words("e1"), "e1, Blue's disc, can be chosen, last move");
  equal(words("a1"), "a1, empty, can be chosen");
});

test("Arrow keys move over the cells as they are seen, and Enter chooses", async () => {
  const table = await fourInARow();
  cell(table, "a1").focus();
  for (const name of ["ArrowRight", "ArrowRight", "ArrowUp"]) key(name);
  equal(document.activeElement.dataset.place, "c2");
  key("Enter");
  equal(await table.takes(), ["c"]);
  equal(table.board.querySelectorAll('.gb-cell[tabindex="0"]').length, 1);
});

test("The second seat sees the board from the other side, unless it is fixed; the page can turn each", async () => {
  const table = await fourInARow({ seat: 1, moves: ["a"] });
  const isTurned = () => at(cell(table, "a1"))[0] > at(cell(table, "g1"))[0];
  ok(!isTurned(), "discs fall down for both");
  table.game.turn();
  ok(isTurned(), "turned by hand");
  table.game.turn();
  describe(table, { ...table.position.view.board, fixed: false }, []);
  ok(isTurned(), "the other side");
});

test("While it is not your turn, nothing can be chosen", async () => {
  const table = await fourInARow({ seat: 1 });
  click(cell(table, "d1"));
  equal([await table.takes(), marked(table, "place", "own")], [[], []]);
});

test("A piece, then a place, is a move; Escape and the same piece again put it back", async () => {
  const table = await fourInARow();
  const cells = [["a1", 0, 1], ["a2", 0, 0], ["b1", 1, 1]].map(([name, x, y]) => ({ name, at: [x, y] }));
  const pieces = [{ cell: "a1", owner: 0, label: "K", name: "king" }];
  describe(table, { shape: "square", cells, pieces }, ["a1-a2", "a1-b1"]);
  equal(marked(table, "place", "own"), ["a1"]);
  click(cell(table, "a1"));
  equal([marked(table, "place", "chosen"), marked(table, "place", "move").sort()], [["a1"], ["a2", "b1"]]);
  key("Escape", cell(table, "a1"));
  equal(marked(table, "place", "chosen"), []);
  click(cell(table, "a1"));
  click(cell(table, "a1"));
  equal(marked(table, "place", "chosen"), []);
  click(cell(table, "a1"));
  click(cell(table, "b1"));
  equal(await table.takes(), ["a1-b1"]);
});

test("A piece is dragged to its place; beside the cells, or with Escape, it stays", async () => {
  const table = await fourInARow();
  const cells = [["a1", 0, 1], ["a2", 0, 0], ["b1", 1, 1]].map(([name, x, y]) => ({ name, at: [x, y] }));
  const pieces = [{ cell: "a1", owner: 0, label: "K", name: "king" }];
  describe(table, { shape: "square", cells, pieces }, ["a1-a2", "a1-b1"]);
  const beside = document.createElement("p");
  beside.textContent = "Beside the board";
  table.board.after(beside);
  drag(cell(table, "a1"), beside);
  equal([await table.takes(), marked(table, "place", "chosen")], [[], []]);
  const release = drag(cell(table, "a1"), cell(table, "b1"), { drop: false });
  equal([document.querySelectorAll(".gb-ghost .gb-piece").length, marked(table, "place", "chosen")], [1, ["a1"]]);
  key("Escape");
  release();
  equal([await table.takes(), document.querySelector(".gb-ghost")], [[], null]);
  drag(cell(table, "a1"), cell(table, "b1"));
  equal(await table.takes(), ["a1-b1"]);
});

test("A place that is a move by itself is not dragged", async () => {
  const table = await fourInARow({ moves: ["d", "e"] });
  equal(table.board.querySelectorAll("[data-drag]").length, 0);
});

test("Moves that differ only in a word are offered as buttons once their places are chosen", async () => {
  const table = await fourInARow();
  const cells = [{ name: "a7", at: [0, 1] }, { name: "a8", at: [0, 0] }];
  describe(table, { shape: "hex", cells, words: { "a7-a8 q": "Queen" } }, ["a7-a8 q", "a7-a8 n"]);
  click(cell(table, "a7"));
  equal(table.choices.querySelectorAll("button").length, 0);
  click(cell(table, "a8"));
  equal([...table.choices.querySelectorAll("button")].map((each) => each.textContent), ["Queen", "a7-a8 n"]);
  click(button(table.choices, "Queen"));
  equal(await table.takes(), ["a7-a8 q"]);
});

test("A graph has circles joined by lines, and a hidden piece is a question mark", async () => {
  const table = await fourInARow();
  const cells = [["x", 0, 0], ["y", 2, 1], ["z", 1, 3]].map(([name, x, y]) => ({ name, at: [x, y] }));
  describe(table, { shape: "graph", cells, edges: [["x", "y"], ["y", "z"]], pieces: [{ cell: "y", owner: 1, label: "", name: "hidden piece", hidden: true }] }, []);
  equal([table.board.querySelectorAll(".gb-edge").length, table.board.querySelectorAll("circle.gb-ground").length], [2, 3]);
  equal(cell(table, "y").querySelector(".gb-label").textContent, "?");
  includes(cell(table, "y").getAttribute("aria-label"), "Blue's hidden piece");
});

test("Your own card is seen, the other's back is not a label, and moves without a place are buttons", async () => {
  const table = await poker();
  const cards = [...table.board.querySelectorAll(".gb-card")];
  equal(cards.length, 2);
  equal(cards.filter((card) => card.classList.contains("gb-back")).map((card) => [card.textContent, card.getAttribute("aria-label")]), [["", "hidden card"]]);
  equal([...table.choices.querySelectorAll("button")].map((each) => each.textContent), ["Check", "Bet 1"]);
  click(button(table.choices, "Bet 1"));
  equal(await table.takes(), ["bet"]);
});

test("A spectator sees two backs", async () => {
  const table = await poker({ seat: null });
  equal(table.board.querySelectorAll(".gb-back").length, 2);
});

test("A card that is a word of a move is a button", async () => {
  const table = await poker();
  const card = (label, word) => ({ label, name: `card ${label}`, word });
  const hands = [{ owner: 0, name: "Hand", cards: [card("7", "h7"), card("9", "h9")] }];
  describe(table, { shape: "none", hands, dice: [{ owner: 0, value: 4 }, { owner: 1, value: null }] }, ["play h9"]);
  ok(table.find('[data-word="h7"]').disabled, "it can't be played");
  equal([...table.board.querySelectorAll(".gb-die")].map((die) => die.textContent), ["4", "?"]);
  click(table.find('[data-word="h9"]'));
  equal(await table.takes(), ["play h9"]);
});

test("A refused move can be chosen again", async () => {
  const table = await fourInARow();
  table.verdict = { state: "refused" };
  click(cell(table, "d1"));
  equal(await table.takes(), ["d"]);
  click(cell(table, "d1"));
  equal(await table.takes(), ["d"]);
});

test("The counters of a seat stand in its strip, the goal is the game's", async () => {
  const table = await poker();
  equal(table.game.losses(table.position.view, 1).textContent, "Chips: 20");
  includes(table.game.goal(table.position.view, 0), "chips");
  includes(table.game.guide().map((part) => part.textContent).join(), "ring");
});

test("A thumbnail draws cells and pieces, or hands of cards, and nothing to focus", async () => {
  const [four, cards] = [await fourInARow({ moves: ["d"] }), await poker()];
  const root = stage("<div></div>").firstElementChild;
  drawMini(root, four.position.view, {});
  equal([root.querySelectorAll(".gb-cell").length, root.querySelectorAll(".gb-piece").length], [42, 1]);
  drawMini(root, cards.position.view, {});
  equal([root.querySelectorAll(".gb-mini-card").length, root.querySelectorAll("[tabindex], [role]").length], [2, 0]);
});

test("Words that are no places or cards are no part of a path", () => {
  const moves = new Moves(["drop c4", "drop c5", "pass"], { cells: [{ name: "c4" }, { name: "c5" }] });
  equal([...moves.next([])], ["c4", "c5"]);
  equal(moves.complete([]).map((move) => move.text), ["pass"]);
  equal(moves.complete(["c4"]).map((move) => move.text), ["drop c4", "pass"]);
});

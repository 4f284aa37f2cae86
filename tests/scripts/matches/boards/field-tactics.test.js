// Field Tactics: who moves first, the set-up on the board, and moves by click, key and drag.

import { boardOf, equal, includes, test } from "/tests/testing.js";
import { clicksEveryPair, marked, sitDown } from "/tests/tables.js";
import { button, click, drag, key } from "/tests/pointer.js";

const FORTRESS = "C1 EN MN C1 SP / C2 F1 FL G2 MN C2 / PL G3 F2 EN G1 PL / C3 TK C3 CV TK F3";
const SET_UP = ["first red", FORTRESS, FORTRESS];
const game = (options) => sitDown("field-tactics", options);
const settingUp = (options) => game({ moves: ["first red"], ...options });
const playing = (options) => game({ moves: SET_UP, ...options });
const square = (table, name) => table.find(`.ft-square[data-square="${name}"]`);
const pieceOn = (table, name) => square(table, name).dataset.piece;
const inTray = (table, code) => table.panel.querySelector(`.ft-tray-piece[data-code="${code}"]`);
const countOf = (table, code) => (inTray(table, code).hidden ? 0 : Number(inTray(table, code).textContent.match(/×(\d)/)?.[1] ?? 1));
const marks = (table, mark) => marked(table, "square", mark).sort();

// Who moves first

test("The side with the choice says who moves first, with two buttons", async () => {
  const table = await game();
  click(button(table.choices, "Move first"));
  equal(await table.takes(), ["first red"]);
});

test("It may leave the first move to the opponent; the buttons work once", async () => {
  const table = await game();
  click(button(table.choices, "Move second"));
  click(button(table.choices, "Move first"));
  equal(await table.takes(), ["first blue"]);
});

test("A refused choice can be made again", async () => {
  const table = await game();
  table.verdict = { state: "refused" };
  click(button(table.choices, "Move first"));
  equal(await table.takes(), ["first red"]);
  click(button(table.choices, "Move second"));
  equal(await table.takes(), ["first blue"]);
});

// Setting up

test("A ready-made set-up is sent as its owner sees it, back row first", async () => {
  const table = await settingUp();
  click(button(table.panel, "Fortress"));
  click(button(table.panel, "Submit set-up"));
  equal(await table.takes(), [FORTRESS]);
});

test("The side on the other end of the board sees the same set-up turned round", async () => {
  const table = await settingUp({ seat: 1, moves: ["first red", FORTRESS] });
  click(button(table.panel, "Fortress"));
  equal(["A8", "F8", "A5", "F5"].map((name) => pieceOn(table, name)), ["1SP", "1C1", "1F3", "1C3"]);
  click(button(table.panel, "Submit set-up"));
  equal(await table.takes(), ["SP C1 MN EN C1 / C2 MN G2 FL F1 C2 / PL G1 EN F2 G3 PL / F3 TK CV C3 TK C3"]);
});

test("Pieces are taken from the tray one by one; the next of its kind is at hand, then the next kind", async () => {
  const table = await settingUp();
  click(button(table.panel, "Clear"));
  equal(countOf(table, "TK"), 2);
  click(inTray(table, "TK"));
  click(square(table, "A4"));
  click(square(table, "C4"));
  equal([pieceOn(table, "A4"), pieceOn(table, "C4"), countOf(table, "TK")], ["0TK", "0TK", 0]);
  click(square(table, "D4"));
  equal(pieceOn(table, "D4") !== "" && pieceOn(table, "D4") !== "0TK", true);
});

test("A piece that is placed on another sends it back to the tray", async () => {
  const table = await settingUp();
  click(button(table.panel, "Clear"));
  click(inTray(table, "FL"));
  click(square(table, "A1"));
  click(inTray(table, "SP"));
  click(square(table, "A1"));
  equal([pieceOn(table, "A1"), countOf(table, "FL"), countOf(table, "SP")], ["0SP", 1, 0]);
});

test("Two clicks on pieces exchange them, and a drag does too", async () => {
  const table = await settingUp();
  click(button(table.panel, "Fortress"));
  click(square(table, "A1"));
  click(square(table, "B1"));
  equal([pieceOn(table, "A1"), pieceOn(table, "B1")], ["0EN", "0C1"]);
  drag(square(table, "A1"), square(table, "B1"));
  equal([pieceOn(table, "A1"), pieceOn(table, "B1")], ["0C1", "0EN"]);
});

test("A piece goes back to the tray when it is dragged off the half, by Delete, and by its button", async () => {
  const table = await settingUp();
  click(button(table.panel, "Fortress"));
  drag(square(table, "A1"), square(table, "A6"));
  equal([pieceOn(table, "A1"), countOf(table, "C1")], ["", 1]);
  square(table, "B1").focus();
  key("Delete");
  equal(pieceOn(table, "B1"), "");
  click(square(table, "E1"));
  click(button(table.panel, "Remove piece"));
  equal(pieceOn(table, "E1"), "");
});

test("A piece is dragged from the tray to its square", async () => {
  const table = await settingUp();
  click(button(table.panel, "Clear"));
  drag(inTray(table, "G1"), square(table, "C3"));
  equal([pieceOn(table, "C3"), countOf(table, "G1")], ["0G1", 0]);
});

test("The opponent's half takes no piece", async () => {
  const table = await settingUp();
  click(button(table.panel, "Clear"));
  click(inTray(table, "G1"));
  click(square(table, "C6"));
  equal(pieceOn(table, "C6"), "");
  includes(table.hint, "own half");
});

test("An unfinished set-up cannot be sent, nor one with the Flag or a Mine on a bridge entrance", async () => {
  const table = await settingUp();
  const submit = () => button(table.panel, "Submit set-up");
  click(button(table.panel, "Clear"));
  equal(submit().disabled, true);
  click(button(table.panel, "Fortress"));
  equal(submit().disabled, false);
  click(square(table, "C2")); // the Flag
  click(square(table, "B4"));
  equal(submit().disabled, true);
  includes(table.hint, "bridge entrance B4");
  click(submit());
  equal(await table.takes(), []);
});

test("Mirrored left to right, the base stays where it is", async () => {
  const table = await settingUp();
  click(button(table.panel, "Fortress"));
  click(button(table.panel, "Mirror"));
  click(button(table.panel, "Submit set-up"));
  equal(await table.takes(), ["SP C1 MN EN C1 / C2 MN G2 FL F1 C2 / PL G1 EN F2 G3 PL / F3 TK CV C3 TK C3"]);
});

test("A set-up that was sent stays as it is, unless it is refused", async () => {
  const table = await settingUp();
  click(button(table.panel, "Fortress"));
  click(button(table.panel, "Submit set-up"));
  click(square(table, "A1"));
  click(square(table, "B1"));
  equal([pieceOn(table, "A1"), marks(table, "chosen")], ["0C1", []]);
  const other = await settingUp();
  other.verdict = { state: "refused" };
  click(button(other.panel, "Fortress"));
  click(button(other.panel, "Submit set-up"));
  await other.takes();
  equal(button(other.panel, "Submit set-up").disabled, false);
});

test("The draft is there again after a reload", async () => {
  const before = await settingUp();
  click(button(before.panel, "Clear"));
  click(inTray(before, "FL"));
  click(square(before, "A1"));
  equal(pieceOn(await settingUp(), "A1"), "0FL");
});

// Moves

test("A piece, then a marked square, is a move; one with an enemy on it is a battle", async () => {
  const table = await playing();
  click(square(table, "A3")); // a plane
  equal([marks(table, "chosen"), marks(table, "move"), marks(table, "battle")], [["A3"], [], ["A5", "A6", "A7", "A8"]]);
  click(square(table, "A6"));
  equal(await table.takes(), ["A3-A6"]);
});

test("Every legal move can be made with two clicks, and nothing else is sent", async () => {
  const table = await playing();
  const own = Object.keys(table.position.view.squares).filter((name) => table.position.view.squares[name][0] === 0);
  const other = Object.keys(table.position.view.squares).filter((name) => !own.includes(name));
  equal(await clicksEveryPair(table, "square", [...own.slice(-12), ...other]), table.position.legal.toSorted());
});

test("A piece that cannot move says so; an empty choice sends nothing", async () => {
  const table = await playing();
  click(square(table, "A1"));
  equal([table.said.length, marks(table, "chosen")], [1, []]);
  click(square(table, "A3"));
  click(square(table, "F8"));
  includes(table.hint, "A3 can't move to F8");
  equal([await table.takes(), marks(table, "chosen")], [[], []]);
});

test("Enter and Escape choose and put back", async () => {
  const table = await playing();
  square(table, "A3").focus();
  key("Enter");
  equal(marks(table, "chosen"), ["A3"]);
  key("Escape");
  equal(marks(table, "chosen"), []);
});

test("A piece is dragged to its square; dropped elsewhere it stays", async () => {
  const table = await playing();
  drag(square(table, "A3"), square(table, "B5"));
  includes(table.hint, "can't move to B5");
  equal([await table.takes(), marks(table, "chosen")], [[], []]);
  drag(square(table, "A3"), square(table, "A8"));
  equal(await table.takes(), ["A3-A8"]);
});

test("While a move is on its way nothing else is sent; a refused one may be chosen again", async () => {
  const table = await playing();
  table.verdict = { state: "refused" };
  for (const name of ["A3", "A6", "F3", "F6"]) click(square(table, name));
  equal([marks(table, "pending"), await table.takes()], [["A3", "A6"], ["A3-A6"]]);
  equal(marks(table, "pending"), []);
});

test("The side that waits and spectators send nothing", async () => {
  for (const seat of [1, null]) {
    const table = await playing({ seat });
    for (const name of ["A3", "A6", "A5", "A4"]) click(square(table, name));
    equal([await table.takes(), marks(table, "own")], [[], []]);
  }
});

test("For a duel a piece is chosen, and sent when it is chosen again", async () => {
  const table = await playing();
  table.draw({ ...table.position, legal: ["A3", "F3"], view: { ...table.position.view, phase: "duel" } });
  click(square(table, "A1"));
  click(square(table, "A3"));
  click(square(table, "F3"));
  equal([await table.takes(), marks(table, "chosen")], [[], ["F3"]]);
  click(square(table, "F3"));
  equal(await table.takes(), ["F3"]);
});

// Guesses about hidden pieces

const guess = (table, name, code) => {
  click(square(table, name));
  click(table.find(`.ft-notes [data-code="${code}"]`));
};
const shown = (table, name) => square(table, name).dataset.guess ?? "";
const fresh = () => localStorage.removeItem("field-tactics:1:0");

test("A guess is noted on a hidden piece, is named to screen readers, and sends nothing", async () => {
  fresh();
  const table = await playing();
  guess(table, "A7", "SP");
  equal([shown(table, "A7"), await table.takes()], ["SP", []]);
  includes(square(table, "A7").getAttribute("aria-label"), "your guess: Spy");
});

test("A guess is found again after a reload, and removed by Delete", async () => {
  fresh();
  guess(await playing(), "A7", "SP");
  const table = await playing();
  equal(shown(table, "A7"), "SP");
  square(table, "A7").focus();
  key("Delete");
  equal(shown(table, "A7"), "");
  equal(shown(await playing(), "A7"), "");
});

test("The keyboard notes a guess", async () => {
  fresh();
  const table = await playing();
  square(table, "A5").focus();
  key("Enter");
  key("ArrowRight");
  click(document.activeElement);
  equal([shown(table, "A5"), document.activeElement], ["G2", square(table, "A5")]);
});

test("A guess follows its piece, and goes with one that falls; what has moved can't be a mine", async () => {
  fresh();
  const table = await playing();
  guess(table, "A5", "F3");
  guess(table, "B5", "TK");
  table.draw(await boardOf({ game: "field-tactics", moves: [...SET_UP, "B4-B5", "A5-B5"] }));
  equal([shown(table, "A5"), shown(table, "B5")], ["", "F3"]);
  click(square(table, "B5"));
  equal(table.find('.ft-notes [data-code="MN"]').classList.contains("ft-notes-faint"), true);
});

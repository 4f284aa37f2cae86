// Order & Chaos: choosing a chessman and an area by click, key and drag.

import { boardOf, equal, includes, ok, test } from "/tests/testing.js";
import { clicksEveryPair, marked, sitDown } from "/tests/tables.js";
import { button, click, drag, key } from "/tests/pointer.js";

const BOTH_KINDS = ["B1-W1", "B4-W4", "S1-B1", "B6-W6", "B1-W1", "W6-W5"]; // a small and a big chessman of Order in W1
const game = (options) => sitDown("order-and-chaos", options);
const area = (table, name) => table.find(`.oc-cell[data-area="${name}"]`);
const man = (table, name, kind) => table.find(`.oc-man[data-area="${name}"][data-man="${kind}"]`);
const marks = (table, mark) => marked(table, "area", mark).sort();

test("The areas that the side may leave are marked; a chosen one shows where it goes", async () => {
  const table = await game();
  equal(marks(table, "own"), ["B1", "B2", "B3", "S1", "S2", "S3"]);
  click(area(table, "S1"));
  equal([marks(table, "chosen"), marks(table, "move")], [["S1"], ["W1", "W2"]]);
});

test("A chessman, then an area, is a move", async () => {
  const table = await game();
  click(area(table, "S1"));
  click(area(table, "W2"));
  equal(await table.takes(), ["S1-W2"]);
});

test("Every legal move can be made with two clicks, and nothing else is sent", async () => {
  const table = await game();
  equal(await clicksEveryPair(table, "area", Object.keys(table.position.view.areas)), table.position.legal.toSorted());
});

test("Enter chooses and goes, like a click", async () => {
  const table = await game();
  area(table, "B2").focus();
  key("Enter");
  area(table, "W2").focus();
  key("Enter");
  equal(await table.takes(), ["B2-W2"]);
});

test("A second chessman takes the place of the first; the same one again is put back", async () => {
  const table = await game();
  click(area(table, "S1"));
  click(area(table, "S3"));
  equal(marks(table, "chosen"), ["S3"]);
  click(area(table, "S3"));
  equal([marks(table, "chosen"), marks(table, "own").length], [[], 6]);
});

test("Escape and a click beside the board put the chessman back", async () => {
  const table = await game();
  for (const putBack of [() => key("Escape", area(table, "S1")), () => click(table.find(".oc-board"))]) {
    click(area(table, "S1"));
    putBack();
    equal(marks(table, "chosen"), []);
  }
});

test("An area that the chessman cannot reach is told, and nothing is sent", async () => {
  const table = await game();
  click(area(table, "S1"));
  click(area(table, "W5"));
  equal([await table.takes(), marks(table, "chosen")], [[], []]);
  includes(table.hint, "S1 can't move to W5");
});

test("A click on a grave or on an opponent's chessman without a choice sends nothing", async () => {
  const table = await game();
  click(man(table, "S4", "s"));
  click(area(table, "north"));
  equal([await table.takes(), marks(table, "chosen")], [[], []]);
});

// Where both kinds stand

test("Where both kinds may leave, the area asks which one, and the notation names it", async () => {
  const table = await game({ moves: BOTH_KINDS });
  for (const kind of ["s", "b"]) {
    table.draw();
    click(area(table, "W1"));
    equal(marks(table, "chosen"), []);
    click(table.find(`.oc-chooser [data-kind="${kind}"]`));
    equal(marks(table, "chosen"), ["W1"]);
    const [to] = [...marks(table, "move"), ...marks(table, "core"), ...marks(table, "kill")];
    click(area(table, to));
    equal(await table.takes(), [`W1${kind}-${to}`]);
  }
});

test("The chessman itself, or its letter, chooses its kind without a question", async () => {
  const table = await game({ moves: BOTH_KINDS });
  const own = table.position.legal.filter((text) => text.startsWith("W1b-")).map((text) => text.slice(4)).sort();
  const targets = () => ["move", "kill", "core"].flatMap((mark) => marks(table, mark)).sort();
  click(table.find('.oc-man[data-area="W1"][data-man="b"][data-seat="0"]'));
  equal(targets(), own);
  table.draw();
  area(table, "W1").focus();
  key("b");
  equal(targets(), own);
});

test("Every legal move of both kinds can be made from their letters", async () => {
  const table = await game({ moves: BOTH_KINDS });
  for (const text of table.position.legal.filter((action) => /^W1[sb]-/.test(action))) {
    table.draw();
    key("Escape", area(table, "W1"));
    area(table, "W1").focus();
    key(text[2]);
    click(area(table, text.slice(4)));
  }
  equal(await table.takes(), table.position.legal.filter((action) => /^W1[sb]-/.test(action)));
});

test("Escape closes the question, and the area is not chosen", async () => {
  const table = await game({ moves: BOTH_KINDS });
  click(area(table, "W1"));
  key("Escape");
  equal([table.find(".oc-chooser").hidden, marks(table, "chosen")], [true, []]);
});

// By drag

test("A chessman is dragged to an area", async () => {
  const table = await game();
  drag(man(table, "B1", "b"), area(table, "W1"));
  equal(await table.takes(), ["B1-W1"]);
});

test("Dropped where it cannot go, or where it came from, it stays", async () => {
  const table = await game();
  drag(man(table, "B1", "b"), area(table, "W4"));
  includes(table.hint, "can't move to W4");
  drag(man(table, "B1", "b"), table.find(".oc-note"));
  equal([await table.takes(), marks(table, "chosen")], [[], []]);
});

test("Escape ends a drag without a move", async () => {
  const table = await game();
  const release = drag(man(table, "B1", "b"), area(table, "W1"), { drop: false });
  ok(document.querySelector(".oc-ghost"));
  key("Escape");
  release();
  equal([await table.takes(), document.querySelector(".oc-ghost")], [[], null]);
});

test("An opponent's chessman cannot be dragged", async () => {
  const table = await game();
  drag(man(table, "S4", "s"), area(table, "W4"));
  equal(await table.takes(), []);
});

// On its way, and out of turn

test("While a move is on its way nothing else is sent; once it is refused, another may be chosen", async () => {
  const table = await game();
  click(area(table, "S1"));
  click(area(table, "W1"));
  equal(marks(table, "pending"), ["S1", "W1"]);
  click(area(table, "S2"));
  click(area(table, "W2"));
  equal(await table.takes(), ["S1-W1"]);
  table.verdict = { state: "refused" };
  table.draw();
  click(area(table, "S1"));
  click(area(table, "W1"));
  await table.takes();
  equal([marks(table, "pending"), marks(table, "own").length], [[], 6]);
});

for (const [reader, seat] of [["The side that waits", 1], ["Spectator", null]]) {
  test(`${reader} sends nothing`, async () => {
    const table = await game({ seat });
    for (const name of ["S1", "W1", "S4", "W4"]) click(area(table, name));
    equal([await table.takes(), marks(table, "own")], [[], []]);
  });
}

test("The choice stays when news come that change nothing about it", async () => {
  const table = await game();
  click(area(table, "S1"));
  table.draw(structuredClone(table.position));
  equal(marks(table, "chosen"), ["S1"]);
});

test("Who has no move passes with a button", async () => {
  const table = await game();
  table.draw({ ...table.position, legal: ["pass"] });
  click(button(table.panel, "Pass"));
  equal(await table.takes(), ["pass"]);
});

// Premoves

const after = (moves) => boardOf({ game: "order-and-chaos", moves });

async function planning() {
  const table = await game({ moves: ["B1-W1"] });
  click(area(table, "S2"));
  click(area(table, "W2"));
  return table;
}

test("A move chosen while the opponent thinks is shown, and sent when the turn comes", async () => {
  const table = await planning();
  equal([await table.takes(), marks(table, "planned")], [[], ["S2", "W2"]]);
  table.draw(await after(["B1-W1", "S4-W4"]));
  equal(await table.takes(), ["S2-W2"]);
});

test("Escape, or one of its areas, cancels a premove", async () => {
  const table = await planning();
  key("Escape", area(table, "S2"));
  equal(marks(table, "planned"), []);
  click(area(table, "S2"));
  click(area(table, "W2"));
  click(area(table, "W2"));
  table.draw(await after(["B1-W1", "S4-W4"]));
  equal([await table.takes(), marks(table, "planned")], [[], []]);
});

test("A premove that a takeback has overtaken is not sent, and the player is told", async () => {
  const table = await planning();
  table.draw(await after([]));
  equal([await table.takes(), marks(table, "planned")], [[], []]);
  includes(table.hint, "was not played");
});

test("Every legal move can be a premove before the opponent's turn", async () => {
  const table = await game({ moves: ["B1-W1", "S4-W4", "S1-B1"] });
  const list = table.planned.list(table.position);
  const next = await after(["B1-W1", "S4-W4", "S1-B1", "B4-W4"]);
  equal(next.legal.filter((text) => !list.includes(text)), []);
});

// Repetitions

const SHUFFLE = ["B1-W1", "B4-W4", "W1-B1", "W4-B4"]; // the first moves lead to new positions
const BARRED = [...SHUFFLE, "B1-W1", "B4-W4", "W1-B1", "W4-B4", "B1-W1"];

test("A move that would repeat a position too often is marked, told, and not sent", async () => {
  const table = await game({ moves: BARRED, seat: 1 });
  equal([table.position.view.barred, table.position.legal.includes("B4-W4")], [["B4-W4"], false]);
  click(area(table, "B4"));
  equal(marks(table, "barred"), ["W4"]);
  ok(table.find(".oc-hint-barred"));
  includes(area(table, "W4").getAttribute("aria-label"), "repeat a position too often");
  click(area(table, "W4"));
  equal([await table.takes(), marks(table, "chosen")], [[], ["B4"]]);
  includes(table.hint, "B4-W4 is barred: the position after it has already occurred 2 times.");
  includes(table.report.textContent, "1 move is barred");
});

test("By the printed rules no move is barred, and repetitions are not counted", async () => {
  const table = await game({ moves: BARRED, seat: 1, options: { rules: "printed" } });
  const counts = () => [...document.querySelectorAll(".oc-fact:not([hidden])")].filter((row) => row.textContent.startsWith("This position"));
  equal([table.position.legal.includes("B4-W4"), counts().length], [true, 0]);
  await game({ moves: BARRED, seat: 1 });
  equal(counts().length, 1);
});

test("Where all moves are barred, the side is told and passes", async () => {
  const table = await game({ moves: BARRED, seat: 1 });
  const { view, legal } = table.position;
  table.draw({ ...table.position, view: { ...view, barred: [...legal, ...view.barred], repeats: Object.fromEntries(legal.map((text) => [text, 2])) }, legal: ["pass"] });
  includes(table.game.status(table.position), "Every move would repeat a position too often: pass.");
  click(area(table, "S4"));
  includes(table.hint, "Every move from S4 is barred");
  click(button(table.panel, "Pass"));
  equal(await table.takes(), ["pass"]);
});

test("In a classroom match, the held points decide between equal points", async () => {
  const table = await game({ options: { classroom: true } });
  const draw = (held) => table.draw({ ...table.position, view: { ...table.position.view, points: [1, 1], held } });
  draw([40, 38.5]);
  includes(table.panel.textContent, "Right now: equal points, 1. Held points: Order 40, Chaos 38½: a win for Order.");
  draw([38, 38]);
  includes(table.panel.textContent, "Held points: Order 38, Chaos 38: a draw.");
});

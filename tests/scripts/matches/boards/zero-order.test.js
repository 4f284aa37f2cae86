// Zero Order: the team, placing tokens, and the steps of a turn by click, button, key and drag.

import { equal, includes, ok, test } from "/tests/testing.js";
import { marked, sitDown } from "/tests/tables.js";
import { button, click, drag, key } from "/tests/pointer.js";
import { parse } from "/static/matches/boards/zero-order/notation.js";
import { openTiles } from "/static/matches/boards/zero-order/words.js";
import { destination } from "/static/matches/boards/zero-order/highlights.js";

const game = (options) => sitDown("zero-order", options);
const inPhase = (phase, more) => game({ until: { phase, ...more } });
const offering = (verb, seed = 1) => game({ until: { offers: `${verb} ` }, seed });
const grid = (table, name) => table.find(`.zo-cell[data-grid="${name}"]`);
const marks = (table, mark) => marked(table, "grid", mark).sort();
const buttons = (table) => [...document.querySelectorAll(".zo-dock .zo-buttons button")];
const press = (words) => click(button(document.querySelector(".zo-dock"), words));
const token = (code) => document.querySelector(`.zo-team [data-code="${code}"], .zo-hand [data-code="${code}"]`);

/** A position again, with other actions to choose from: as news of it. */
const withLegal = (table, legal) => table.draw({ ...table.position, entry: table.position.entry + 1, legal });

// The team

test("A team is six tokens, sent in the order of the rules", async () => {
  const table = await game();
  click(button(table.board, "Clear"));
  for (const code of ["SW", "TO", "PU", "DE", "TW"]) click(token(code));
  equal(button(document.querySelector(".zo-dock"), "Submit team").disabled, true);
  click(token("FR"));
  press("Submit team");
  equal(await table.takes(), ["team DE PU TO TW FR SW"]);
});

test("A seventh token is refused, and a chosen one can be taken out", async () => {
  const table = await game();
  click(button(table.board, "Basics"));
  click(token("SP"));
  includes(table.hint, "six units");
  click(token("SW"));
  click(token("SP"));
  press("Submit team");
  equal(await table.takes(), ["team DE PU TO TW FR SP"]);
});

test("A team with fewer than three Shift tokens cannot be sent", async () => {
  const table = await game();
  click(button(table.board, "Clear"));
  for (const code of ["DE", "PU", "FR", "SW", "FI", "CO"]) click(token(code));
  equal(button(document.querySelector(".zo-dock"), "Submit team").disabled, true);
  equal(await table.takes(), []);
});

test("A team above the levels of the match cannot be chosen", async () => {
  const table = await game({ options: { levels: 1 } });
  click(button(table.board, "Clear"));
  click(token("SP"));
  equal(token("SP").getAttribute("aria-pressed"), "false");
  includes(table.hint, "above the limit");
});

test("A team that was sent stays as it is; a refused one may be changed", async () => {
  const table = await game();
  click(button(table.board, "Basics"));
  press("Submit team");
  click(token("SW"));
  equal(token("SW").getAttribute("aria-pressed"), "true");
  const other = await game();
  other.verdict = { state: "refused" };
  click(button(other.board, "Basics"));
  press("Submit team");
  await other.takes();
  click(token("SW"));
  equal(token("SW").getAttribute("aria-pressed"), "false");
});

test("Filling the rest keeps the chosen units and makes a valid team", async () => {
  const table = await game({ options: { start: "kill_the_king" } });
  click(button(table.board, "Clear"));
  for (const code of ["FR", "SW"]) click(token(code));
  press("Fill the rest");
  press("Submit team");
  const [text] = await table.takes();
  for (const code of ["DE", "FR", "SW", "ER"]) includes(text, code);
  equal(text.split(" ").length, 7);
});

// Placing

test("The rest of the map and the units are placed turn by turn, until it is stopped", async () => {
  const table = await inPhase("map");
  press("Wedge");
  const [first] = await table.takes();
  ok(table.position.legal.includes(first), "a legal tile");
  withLegal(table, ["tile FR A1"]);
  equal(await table.takes(), ["tile FR A1"]);
  press("Stop");
  withLegal(table, ["tile FR B1"]);
  equal(await table.takes(), []);
});

for (const [phase, verb] of [["map", "tile"], ["deploy", "unit"], ["build", "build"]]) {
  test(`In the phase "${phase}" a token of the hand is put on a marked grid, by click or by drag`, async () => {
    const table = await inPhase(phase);
    const codes = [...new Set(table.position.legal.map((text) => text.split(" ")[1]))];
    const code = codes.at(-1);
    click(token(code));
    const grids = table.position.legal.filter((text) => text.startsWith(`${verb} ${code} `)).map((text) => text.split(" ")[2]);
    equal(marks(table, "place"), grids.toSorted());
    click(grid(table, grids[0]));
    equal(await table.takes(), [`${verb} ${code} ${grids[0]}`]);
    withLegal(table, table.position.legal);
    drag(token(code), grid(table, grids[1]));
    equal(await table.takes(), [`${verb} ${code} ${grids[1]}`]);
  });
}

test("A grid that takes no token says why, and nothing is sent", async () => {
  const table = await inPhase("map");
  const free = new Set(table.position.legal.map((text) => text.split(" ")[2]));
  for (const name of ["A5", "A6"].filter((grid) => !free.has(grid))) {
    click(grid(table, name));
    includes(table.hint, name);
  }
  equal(await table.takes(), []);
});

for (const [rules, near] of [["tuned", ["B4, C4"]], ["printed", []]]) {
  test(`By the ${rules} rules, a side is warned in deployment if it has too few tiles, or soon may`, async () => {
    const table = await game({ until: { phase: "deploy" }, options: { rules }, seat: 1 });
    const { view, legal } = table.position;
    equal(openTiles(view, 1).sort(), [...new Set(legal.map((text) => text.split(" ")[2]))].sort());
    const told = (grids) => {
      const tiles = Object.fromEntries(grids.map((grid) => [grid, [Number(grid === "C6"), "FR"]]));
      table.draw({ ...table.position, viewer: { seat: 0 }, view: { ...view, tiles, units: {}, hands: [view.teams[0], view.teams[1]], to_act: [0] } });
      return table.report.querySelector(".notice-warn")?.textContent ?? "";
    };
    const places = ["A1", "B1", "B4", "C1", "C4", "D2", "D4", "C6"]; // units on C6 can close tiles at two steps
    equal(/can close (.*),/.exec(told(places))?.slice(1) ?? [], near);
    includes(told(places.slice(2)), "You have more units to deploy (6) than free tiles (5).");
    equal(told([...places, "A2"]), "");
  });
}

// Moves

test("A unit, then a marked grid, is a move: by click, by Enter and by drag", async () => {
  const table = await inPhase("move");
  const text = table.position.legal.find((action) => /^\w+-\w+$/.test(action));
  const [from, to] = text.split("-").map((name) => grid(table, name));
  const ways = [
    () => [from, to].forEach((cell) => click(cell)),
    () => drag(from, to),
    () => [from, to].forEach((cell) => (cell.focus(), key("Enter"))),
  ];
  for (const way of ways) {
    withLegal(table, table.position.legal);
    way();
    equal(await table.takes(), [text]);
  }
});

test("A drag to a grid that the unit cannot reach sends nothing and says so", async () => {
  const table = await inPhase("move");
  const from = table.position.legal.find((action) => /^\w+-\w+$/.test(action)).split("-")[0];
  drag(grid(table, from), grid(table, from === "A1" ? "I1" : "A1"));
  ok(table.said.length);
  equal([await table.takes(), marks(table, "chosen")], [[], []]);
});

test("While an action is on its way nothing else is sent; a refused one may be chosen again", async () => {
  const table = await inPhase("move");
  table.verdict = { state: "refused" };
  const moves = table.position.legal.filter((action) => /^\w+-\w+$/.test(action));
  const [text, other] = [moves[0], moves.at(-1)];
  for (const name of [...text.split("-"), ...other.split("-")]) click(grid(table, name));
  equal(await table.takes(), [text]);
  for (const name of other.split("-")) click(grid(table, name));
  equal(await table.takes(), [other]);
});

test("The side that waits and spectators send nothing", async () => {
  const { position } = await inPhase("move");
  for (const seat of [1, null]) {
    const table = await game();
    table.draw({ ...position, viewer: { seat, turn: 0 }, legal: null, can: { ...position.can, submit: false }, view: { ...position.view, viewer: seat } });
    for (const text of position.legal) for (const name of text.split("-")) if (/^[A-I][1-9]$/.test(name)) click(grid(table, name));
    equal([await table.takes(), marks(table, "own")], [[], []]);
  }
});

// Functions

/** Make an action with clicks alone: the unit, its function, what it selects and where that goes, and at the end "Confirm". */
function make(table, text) {
  const { verb, actor, items } = parse(text);
  if (!marks(table, "chosen").includes(actor)) click(grid(table, actor));
  const named = buttons(table).find((button) => button.textContent.toLowerCase() === verb);
  if (named && named.getAttribute("aria-pressed") === "false") click(named);
  for (const item of items) {
    if (verb === "unstack") press({ DE: "Delete", PU: "Push" }[item.unit]);
    else click(grid(table, item.unit));
    const end = buttons(table).find((button) => button.textContent === destination(item));
    if (end && (verb === "unstack" || marks(table, "picked").includes(item.unit))) click(end);
  }
  press("Confirm");
}

// Matches between bots in which each comes soon; others are looked through where it does not.
const SEEDS = { freeze: 5, split: 1, switch: 1, twist: 2, toss: 1, push: 1, file: 18, group: 36, stack: 35, lock: 9, mirror: 4, import: 16, export: 18, delete: 1, hide: 5 };

for (const [verb, seed] of Object.entries(SEEDS)) {
  test(`Every legal "${verb}" can be made with clicks`, async () => {
    const table = await offering(verb, seed);
    for (const text of table.position.legal.filter((action) => action.startsWith(`${verb} `))) {
      withLegal(table, table.position.legal);
      make(table, text);
      equal(await table.takes(), [text]);
    }
  });
}

test("A unit that is put out of a Stack is chosen by name, then its grid", async () => {
  const table = await inPhase("act");
  const [actor] = Object.keys(table.position.view.units).filter((name) => table.position.view.units[name][0] === 0);
  withLegal(table, [`unstack ${actor}: DE-C5`, `unstack ${actor}: DE-D5`, `unstack ${actor}: PU-C5`, `unstack ${actor}: DE-C5 PU-D5`, "end"]);
  make(table, `unstack ${actor}: DE-D5`);
  equal(await table.takes(), [`unstack ${actor}: DE-D5`]);
});

test("Where a unit can be led both ways round to the same grid, the way is asked", async () => {
  const table = await offering("twist", 2);
  const { actor, items: [{ unit, to }] } = parse(table.position.legal.find((action) => action.startsWith("twist")));
  const ways = ["cw", "ccw"].map((way) => `twist ${actor}: ${unit}-${to} ${way}`);
  withLegal(table, [...ways, "end"]);
  click(grid(table, unit));
  click(grid(table, to));
  includes(table.hint, "Two directions are possible");
  press(`${to} anticlockwise`);
  press("Confirm");
  equal(await table.takes(), [ways[1]]);
});

test("A selection that no action holds is not offered: what was chosen first narrows what can follow", async () => {
  const table = await offering("freeze", 5);
  const { actor } = parse(table.position.legal[0]);
  withLegal(table, [`freeze ${actor}: B5 C6`, `freeze ${actor}: C6 D6`, "end"]);
  click(grid(table, "B5"));
  equal(marks(table, "picked"), ["B5"]);
  click(grid(table, "D6"));
  includes(table.hint, "You can't select D6 now");
  equal(buttons(table).some((button) => button.textContent === "Confirm"), false);
  click(grid(table, "C6"));
  press("Confirm");
  equal(await table.takes(), [`freeze ${actor}: B5 C6`]);
});

test("A selected unit is taken out again by a second click, or by Cancel", async () => {
  for (const undo of [(table) => click(grid(table, "B5")), () => press("Cancel"), (table) => key("Escape", grid(table, "B5"))]) {
    const table = await offering("freeze", 5);
    const { actor } = parse(table.position.legal[0]);
    withLegal(table, [`freeze ${actor}: B5 C6`, `freeze ${actor}: C6 D6`, "end"]);
    click(grid(table, "B5"));
    undo(table);
    equal(marks(table, "picked"), []);
    make(table, `freeze ${actor}: C6 D6`);
    equal(await table.takes(), [`freeze ${actor}: C6 D6`]);
  }
});

test("A function of one unit lets another be chosen instead", async () => {
  const table = await offering("switch");
  const texts = table.position.legal.filter((action) => action.startsWith("switch"));
  click(grid(table, parse(texts[0]).items[0].unit));
  click(grid(table, parse(texts[1]).items[0].unit));
  press("Confirm");
  equal(await table.takes(), [texts[1]]);
});

test("A hold is let go with a button", async () => {
  const table = await offering("release", 5);
  const text = table.position.legal.find((action) => action.startsWith("release"));
  click(grid(table, parse(text).actor));
  press("Release hold");
  equal(await table.takes(), [text]);
});

test("The turn is ended with a button, and so is the support before the battle", async () => {
  const acting = await inPhase("act");
  press("End turn");
  equal(await acting.takes(), ["end"]);
  const support = await inPhase("support");
  press("Done");
  equal(await support.takes(), ["end"]);
});

test("A hint is shown as a whole action that is done with one click", async () => {
  const table = await offering("push");
  const text = table.position.legal.find((action) => action.startsWith("push"));
  table.board.dispatchEvent(new CustomEvent("suggest", { detail: text }));
  press("Confirm");
  equal(await table.takes(), [text]);
});

test("What is typed is sent as it stands", async () => {
  const table = await inPhase("act");
  const form = table.panel.querySelector("form.zo-typed");
  form.elements.action.value = "  end ";
  form.requestSubmit();
  equal(await table.takes(), ["end"]);
});

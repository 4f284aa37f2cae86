// Zero Day: tiles, spots of the track, cards, keys and buttons, from what is clicked to what is sent.

import { equal, includes, ok, test } from "/tests/testing.js";
import { marked, sitDown } from "/tests/tables.js";
import { button, click, key } from "/tests/pointer.js";

const game = (seat, until, more) => sitDown("zero-day", { seat, until, ...more });
const place = (table, name) => table.find(`[data-place="${name}"]`);
const spot = (table, number) => table.find(`[data-spot="${number}"]`);
const press = (table, id) => click(table.find(`[data-id="${id}"]`));
const legal = (table, verb) => table.position.legal.filter((text) => text === verb || text.startsWith(`${verb} `));
const again = (table, texts = table.position.legal) => table.draw({ ...table.position, legal: texts });

// Naming credentials

test("Four cards are named as credentials, in the order of their numbers", async () => {
  const table = await game(0, { phase: "credentials" });
  for (const card of [7, 0, 4]) press(table, `four ${card}`);
  equal(table.find('[data-id="name"]').disabled, true);
  press(table, "four 2");
  press(table, "name");
  equal(await table.takes(), ["credentials 0 2 4 7"]);
});

test("A fifth card takes the place of the first, and a card can be put back", async () => {
  const table = await game(0, { phase: "credentials" });
  for (const card of [7, 0, 4, 2, 9]) press(table, `four ${card}`);
  press(table, "name");
  equal(await table.takes(), ["credentials 0 2 4 9"]);
  again(table);
  press(table, "four 9");
  press(table, "four 7");
  press(table, "name");
  equal(await table.takes(), ["credentials 0 2 4 7"]);
});

test("Four cards can be named at random, at once or around those that were chosen", async () => {
  const table = await game(0, { phase: "credentials" });
  press(table, "any");
  again(table);
  press(table, "four 7");
  press(table, "draw");
  press(table, "name");
  const texts = await table.takes();
  equal(texts.filter((text) => table.position.legal.includes(text)).length, 2, texts);
  ok(texts[1].includes("7"), texts[1]);
});

test("The X is named last, where it may be", async () => {
  const table = await game(0, { phase: "credentials" });
  again(table, ["credentials 2 5 9 X", "credentials 2 5 8 9"]);
  for (const card of ["X", 9, 2, 5]) press(table, `four ${card}`);
  press(table, "name");
  equal(await table.takes(), ["credentials 2 5 9 X"]);
});

// Tiles

test("The Admin scans, and a Hacker jacks in, and jumps to, a marked tile", async () => {
  for (const [seat, verb] of [[0, "scan"], [1, "jack-in"], [1, "jump"]]) {
    const table = await game(seat, { offers: `${verb} ` });
    for (const text of legal(table, verb).filter((action) => !action.includes("sybil"))) {
      again(table);
      click(place(table, text.split(" ")[1]));
      equal(await table.takes(), [text]);
    }
  }
});

test("A tile where nothing can be done says so", async () => {
  const table = await game(1, { offers: "jack-in " });
  const open = legal(table, "jack-in").map((text) => text.split(" ")[1]);
  equal(marked(table, "place", "go").sort(), open.sort());
  const other = Object.keys(table.position.view.board).find((name) => !open.includes(name));
  click(place(table, other));
  includes(table.hint, other);
  equal(await table.takes(), []);
});

test("Instead of jacking in a Hacker takes credits, instead of jumping it jacks out", async () => {
  for (const [offers, text] of [["jack-in ", "credits"], ["jump ", "jack-out"]]) {
    const table = await game(1, { offers });
    press(table, text);
    equal(await table.takes(), [text]);
  }
});

test("Each virus of the start, and the action of a tile, has a button", async () => {
  const tables = [await game(1, { offers: "virus " }), await game(1, { offers: "tile-action" }, { seed: 3 })];
  for (const [table, verb] of [[tables[0], "virus"], [tables[1], "tile-action"]]) {
    for (const text of legal(table, verb)) {
      again(table);
      press(table, text);
      equal(await table.takes(), [text]);
    }
  }
});

test("A jump that only Sybil makes possible is asked for twice", async () => {
  const table = await game(1, { offers: "jump " });
  const far = Object.keys(table.position.view.board).find((name) => !legal(table, "jump").includes(`jump ${name}`));
  again(table, [...table.position.legal, `jump ${far} sybil 4`]);
  equal(marked(table, "place", "sybil"), [far]);
  click(place(table, far));
  equal([await table.takes(), marked(table, "place", "chosen")], [[], [far]]);
  click(place(table, far));
  equal(await table.takes(), [`jump ${far} sybil 4`]);
});

test("A Sybil that was chosen with her button jumps at once, also where no Sybil is needed", async () => {
  const table = await game(1, { offers: "jump " });
  const near = legal(table, "jump")[0].split(" ")[1];
  again(table, [...table.position.legal, `jump ${near} sybil 4`, `jump ${near} sybil 7`]);
  press(table, "sybil 7");
  click(place(table, near));
  equal(await table.takes(), [`jump ${near} sybil 7`]);
});

test("The Admin's tokens are placed one after the other, the chosen one first", async () => {
  const table = await game(0, { phase: "tokens" });
  click(place(table, "R2"));
  equal(await table.takes(), [`${table.position.legal[0].split(" ").slice(0, 2).join(" ")} R2`]);
  again(table);
  press(table, "Util token");
  click(place(table, "R2"));
  equal(await table.takes(), ["token Util R2"]);
});

// The track

test("A spot that ends the turn is asked for twice, or with its button", async () => {
  const table = await game(1, { phase: "free", offers: "init " });
  const [, number] = legal(table, "init")[0].split(" ");
  click(spot(table, number));
  equal([await table.takes(), spot(table, number).dataset.mark], [[], "chosen"]);
  click(spot(table, number));
  equal(await table.takes(), [`init ${number}`]);
  again(table);
  click(spot(table, number));
  press(table, "end-turn");
  equal(await table.takes(), [`init ${number}`]);
});

test("Another spot, Escape or \"Not yet\" changes the mind", async () => {
  const table = await game(1, { phase: "free", offers: "init " });
  const [first, second] = legal(table, "init").map((text) => text.split(" ")[1]);
  click(spot(table, first));
  click(spot(table, second));
  equal(spot(table, first).dataset.mark, "go");
  click(button(table.panel, "Cancel"));
  equal(spot(table, second).dataset.mark, "go");
  click(spot(table, first));
  key("Escape", spot(table, first));
  equal([await table.takes(), spot(table, first).dataset.mark], [[], "go"]);
});

test("Where the spot is all that is left, one click sends it", async () => {
  const table = await game(1, { phase: "init" });
  const text = legal(table, "init")[0];
  click(spot(table, text.split(" ")[1]));
  equal(await table.takes(), [text]);
});

test("A spot that is not free is told", async () => {
  const table = await game(1, { phase: "init" });
  const taken = [...Array(10).keys()].find((number) => !table.position.legal.includes(`init ${number}`));
  click(spot(table, taken));
  equal([await table.takes(), table.said.length], [[], 1]);
});

test("Two free spots are swapped, whichever is chosen first; others are refused", async () => {
  const table = await game(0, { phase: "act" });
  again(table, ["swap 0 1", "swap 0 2", "swap 1 2"]);
  for (const number of [2, 0]) click(spot(table, number));
  equal(await table.takes(), ["swap 0 2"]);
  again(table);
  for (const number of [1, 5]) click(spot(table, number));
  equal([await table.takes(), table.said.length], [[], 1]);
});

test("A tile is resolved with its button, or fetched from a spot", async () => {
  const table = await game(1, { offers: "tile" });
  press(table, "tile");
  equal(await table.takes(), ["tile"]);
  again(table, ["tile 3", "tile 4"]);
  click(spot(table, 4));
  equal(await table.takes(), ["tile 4"]);
});

// Cards of the Admin

test("A card, then an operation, stacks it; so does the operation, then a card", async () => {
  const table = await game(0, { offers: "stack " });
  const [, operation, card] = legal(table, "stack")[0].split(" ");
  press(table, `card ${card}`);
  press(table, `stack ${operation}`);
  equal(await table.takes(), [`stack ${operation} ${card}`]);
  again(table);
  press(table, `stack ${operation}`);
  ok(table.said.length);
  press(table, `card ${card}`);
  equal(await table.takes(), [`stack ${operation} ${card}`]);
});

test("A card that is dropped on an operation is stacked there", async () => {
  const table = await game(0, { offers: "stack " });
  const [, operation, card] = legal(table, "stack").at(-1).split(" ");
  const dataTransfer = new DataTransfer();
  table.find(`[data-card="${card}"]`).dispatchEvent(new DragEvent("dragstart", { dataTransfer, bubbles: true }));
  const over = new DragEvent("dragover", { dataTransfer, bubbles: true, cancelable: true });
  table.find(`[data-operation="${operation}"]`).dispatchEvent(over);
  ok(over.defaultPrevented, "it may be dropped here");
  table.find(`[data-operation="${operation}"]`).dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  equal(await table.takes(), [`stack ${operation} ${card}`]);
});

test("An operation that takes no more cards refuses the card", async () => {
  const table = await game(0, { offers: "stack " });
  const [, operation, card] = legal(table, "stack")[0].split(" ");
  const other = table.position.view.unused.find((key) => key !== card);
  again(table, table.position.legal.filter((text) => text !== `stack ${operation} ${card}`));
  ok(table.position.legal.includes(`stack ${operation} ${other}`));
  press(table, `card ${card}`);
  press(table, `stack ${operation}`);
  includes(table.hint, operation);
  equal(await table.takes(), []);
});

test("An operation is resolved or denied, and a virus purged, with a button", async () => {
  for (const [seat, verb] of [[0, "resolve"], [1, "deny"]]) {
    const table = await game(seat, { offers: `${verb} ` });
    const [text] = legal(table, verb);
    press(table, text);
    equal(await table.takes(), [text]);
  }
  const table = await game(0, { phase: "act" });
  again(table, ["purge Carol", "purge Trudy"]);
  press(table, "purge Carol");
  equal(await table.takes(), ["purge Carol"]);
});

test("Each answer to a hack has its button", async () => {
  const table = await game(0, { phase: "protect" });
  for (const text of table.position.legal) {
    again(table);
    press(table, text);
    equal(await table.takes(), [text]);
  }
});

test("While an action is on its way nothing else is sent; a refused one may be made again", async () => {
  const table = await game(1, { offers: "jack-in " });
  table.verdict = { state: "refused" };
  const texts = legal(table, "jack-in");
  for (const text of texts) click(place(table, text.split(" ")[1]));
  equal(await table.takes(), [texts[0]]);
  click(place(table, texts[1].split(" ")[1]));
  equal(await table.takes(), [texts[1]]);
});

test("Spectators and those who wait send nothing", async () => {
  const { position } = await game(1, { offers: "jack-in " });
  for (const seat of [0, null]) {
    const table = await game(0, { phase: "credentials" });
    table.draw({ ...position, viewer: { seat, turn: 0 }, legal: null, can: { ...position.can, submit: false }, view: { ...position.view, viewer: seat } });
    for (const text of position.legal.slice(1)) click(place(table, text.split(" ")[1]));
    for (let number = 0; number < 10; number++) click(spot(table, number));
    equal(await table.takes(), []);
  }
});

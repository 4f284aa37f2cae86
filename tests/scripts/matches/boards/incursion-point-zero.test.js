// Incursion Point: Zero: the map, the cards, the squad and the questions, from what is clicked to what is sent.

import { equal, includes, ok, test } from "/tests/testing.js";
import { marked, sitDown } from "/tests/tables.js";
import { button, click, drag, key, tap } from "/tests/pointer.js";
import { tokenPicture } from "/static/matches/boards/incursion-point-zero/art.js";
import { brief, options } from "/static/matches/boards/incursion-point-zero/options.js";

const game = (seat, until, more) => sitDown("incursion-point-zero", { seat, until, ...more });
const offering = (offers, seat = 0) => game(seat, { offers: `${offers} ` });
const space = (table, name) => table.find(`.ip-cell[data-space="${name}"]`);
const card = (table, id) => table.find(`.ip-controls [data-card="${id}"]`);
const control = (table, text) => table.find(`.ip-controls [data-text="${text}"]`);
const again = (table, legal = table.position.legal) => table.draw({ ...table.position, legal });
const starting = (table, verb) => table.position.legal.filter((text) => text.startsWith(`${verb} `));
const menu = (table) => table.find(".ip-menu");
const read = (table) => options(table.position.legal, table.position.view);
const spaces = (table, list) => [...new Set(list.map((option) => option.space).filter(Boolean))].sort();
const markedSpaces = (table) => [...table.board.querySelectorAll(".ip-cell[data-mark]")].filter((cell) => cell.dataset.mark).map((cell) => cell.dataset.space).sort();

/** Do something on the map: its space, and where several things can be done there, its line of the menu. */
function doOnMap(table, option) {
  click(space(table, option.space));
  if (menu(table).hidden) return;
  const words = brief(option);
  click(button(menu(table), words[0].toUpperCase() + words.slice(1)));
}

// Locations and cards

test("A Location of the hand is taken up, then put on a marked space", async () => {
  const table = await game(0, { phase: "place" });
  const [text] = starting(table, "place");
  const [, id, target] = text.split(" ");
  click(card(table, id));
  equal(markedSpaces(table), starting(table, "place").filter((text) => text.split(" ")[1] === id).map((text) => text.split(" ")[2]).sort());
  click(space(table, target));
  equal(await table.takes(), [text]);
});

test("A card is dragged to its space", async () => {
  for (const [seat, phase, verb] of [[0, "place", "place"], [1, "lay", "lay"]]) {
    const table = await game(seat, { phase });
    const text = starting(table, verb).at(-1);
    const [, id, target] = text.split(" ");
    drag(card(table, id), space(table, target));
    equal(await table.takes(), [text]);
  }
});

test("A space without a card taken up sends nothing and says what to do first", async () => {
  const table = await game(0, { phase: "place" });
  click(space(table, starting(table, "place")[0].split(" ")[2]));
  equal(await table.takes(), []);
  includes(table.hint, "First choose a card");
});

test("A space that the card cannot go to is refused; the card is put back by a second click or Escape", async () => {
  const table = await game(1, { phase: "lay" });
  const id = starting(table, "lay")[0].split(" ")[1];
  const open = starting(table, "lay").filter((text) => text.split(" ")[1] === id).map((text) => text.split(" ")[2]);
  const other = [...table.board.querySelectorAll(".ip-cell")].map((cell) => cell.dataset.space).find((name) => !open.includes(name));
  click(card(table, id));
  click(space(table, other));
  equal([await table.takes(), markedSpaces(table)], [[], open.sort()]);
  click(card(table, id));
  equal(markedSpaces(table), []);
  click(card(table, id));
  key("Escape", space(table, other));
  equal([await table.takes(), markedSpaces(table)], [[], []]);
});

test("Every card can be laid on every space that it may go to, and nowhere else", async () => {
  const table = await game(1, { phase: "lay" });
  for (const id of [...new Set(starting(table, "lay").map((text) => text.split(" ")[1]))]) {
    const own = starting(table, "lay").filter((text) => text.split(" ")[1] === id);
    for (const text of [own[0], own.at(-1)]) {
      again(table);
      if (card(table, id).getAttribute("aria-pressed") !== "true") click(card(table, id));
      equal(markedSpaces(table), own.map((text) => text.split(" ")[2]).sort(), id);
      click(space(table, text.split(" ")[2]));
      equal(await table.takes(), [text]);
    }
  }
});

test("The rest is laid at random, one legal card for each board that comes, until it is stopped", async () => {
  const table = await game(1, { phase: "lay" });
  const news = () => table.draw({ ...table.position, entry: table.position.entry + 1 });
  const laid = [];
  click(button(table.panel, "Fill the rest"));
  for (let times = 0; times < 3; times++) {
    laid.push(await table.takes());
    equal(await table.takes(), [], "no second card before the first lies there");
    news();
  }
  ok(laid.every((sent) => sent.length === 1 && table.position.legal.includes(sent[0])));
  await table.takes();
  click(button(table.panel, "Stop"));
  news();
  equal(await table.takes(), []);
});

test("Before it is pressed, Fill the rest says that it also lays the missile", async () => {
  const told = async (...asked) => (await game(...asked)).panel.querySelector("#ip-filled").textContent;
  const [strike, terrorists, laying] = [await told(0, { phase: "place" }), await told(1, { phase: "place" }), await told(1, { phase: "lay" })];
  equal(strike, "Places your Locations at random.");
  equal(terrorists, "Places your Locations and lays all secret cards at random, the missile too.");
  equal(laying, "Lays all secret cards at random, the missile too.");
});

test("A random card that is refused is not sent again by itself", async () => {
  const table = await game(1, { phase: "lay" });
  table.verdict = { state: "refused" };
  click(button(table.panel, "Fill the rest"));
  equal((await table.takes()).length, 1);
  equal(await table.takes(), []);
});

test("Where no Location can be placed one is discarded; of too many cards one is dropped", async () => {
  for (const [seat, verb] of [[0, "discard"], [1, "drop"]]) {
    const table = await offering(verb, seat);
    for (const text of starting(table, verb)) {
      again(table);
      click(control(table, text));
      equal(await table.takes(), [text]);
    }
  }
});

// A Soldier's turn

test("A token bears the letters of its class", () => {
  equal(["Assault", "Guerrilla"].map((name) => tokenPicture(name).textContent), ["ASL", "GUE"]);
});

for (const [offers, seat] of [["enter", 0], ["move", 0], ["attack", 0], ["attack", 1], ["use", 0], ["skill", 0], ["skill", 1]]) {
  test(`Every action can be made where "${offers}" is possible for side ${seat}`, async () => {
    const table = await offering(offers, seat);
    for (const option of read(table)) {
      again(table);
      if (option.space) doOnMap(table, option);
      else click(control(table, option.text));
      equal(await table.takes(), [option.text]);
    }
    again(table);
    equal(markedSpaces(table), spaces(table, read(table)));
  });
}

test("An attack has a button as well, and so does the end of the activation", async () => {
  const table = await offering("attack", 1);
  for (const text of [...starting(table, "attack"), ...starting(table, "pass")]) {
    again(table);
    click(control(table, text));
    equal(await table.takes(), [text]);
  }
});

test("The Soldier to act is dragged to the space it moves to", async () => {
  const table = await offering("move");
  const [text] = starting(table, "move");
  again(table, [text, starting(table, "pass")[0]]);
  const [, , from, to] = text.split(" ");
  drag(space(table, from), space(table, to));
  equal(await table.takes(), [text]);
});

test("Another space is nothing to drag from, and dropped where it cannot go the Soldier stays", async () => {
  const table = await offering("move");
  const [, , from, to] = starting(table, "move")[0].split(" ");
  drag(space(table, to), space(table, from));
  equal(await table.takes(), []);
  const reachable = spaces(table, read(table));
  const far = [...table.board.querySelectorAll(".ip-cell")].map((cell) => cell.dataset.space).find((name) => name !== from && !reachable.includes(name));
  drag(space(table, from), space(table, far));
  equal(await table.takes(), []);
});

test("A finger is told first what a space is: the menu does what can be done there, or is closed", async () => {
  const table = await offering("enter"); // a mouse would go there at once
  const option = read(table).find(({ verb }) => verb === "enter");
  tap(space(table, option.space));
  equal([await table.takes(), menu(table).hidden], [[], false]);
  key("Escape", menu(table));
  equal(menu(table).hidden, true);
  tap(space(table, option.space));
  click(button(menu(table), brief(option)[0].toUpperCase() + brief(option).slice(1)));
  equal(await table.takes(), [option.text]);
});

test("Where a step and an attack lead to one space, the menu asks which", async () => {
  const table = await offering("attack", 1);
  const [, soldier, target] = starting(table, "attack")[0].split(" ");
  const { at } = table.position.view.soldiers[target];
  const step = `move ${soldier} ${table.position.view.soldiers[soldier].at} ${at}`;
  again(table, [step, `attack ${soldier} ${target}`, `pass ${soldier}`]);
  equal(marked(table, "space", "both"), [at]);
  for (const option of read(table).filter(({ space: target }) => target)) {
    again(table);
    doOnMap(table, option);
    equal(await table.takes(), [option.text]);
  }
});

test("A space where nothing can be done says so", async () => {
  const table = await offering("move");
  const reachable = spaces(table, read(table));
  const far = [...table.board.querySelectorAll(".ip-cell")].map((cell) => cell.dataset.space).find((name) => !reachable.includes(name));
  click(space(table, far));
  equal(await table.takes(), []);
  includes(table.hint, "You can't do anything on that space");
});

// Questions

for (const offers of ["free", "interrupt"]) {
  test(`A question (${offers}) is answered with Yes or No, or with Y and N`, async () => {
    const table = await offering(offers);
    const [yes, no] = table.position.legal;
    equal([yes, no], [`${offers} yes`, `${offers} no`]);
    for (const text of [yes, no]) {
      again(table);
      click(control(table, text));
      equal(await table.takes(), [text]);
      again(table);
      key(text.split(" ")[1][0], control(table, text));
      equal(await table.takes(), [text]);
    }
  });
}

test("A card to look at is chosen on the map, or none with a button", async () => {
  const table = await offering("reveal");
  const option = read(table).find((option) => option.space);
  click(space(table, option.space));
  equal(await table.takes(), [option.text]);
  again(table);
  click(control(table, "reveal no"));
  equal(await table.takes(), ["reveal no"]);
});

test("While an action is on its way nothing else is sent", async () => {
  const table = await offering("enter");
  const texts = starting(table, "enter");
  for (const text of texts) click(space(table, text.split(" ")[2]));
  equal(await table.takes(), texts.slice(0, 1));
});

test("Those who wait, and spectators, send nothing", async () => {
  const { position } = await offering("move");
  for (const seat of [1, null]) {
    const table = await game(0, { phase: "place" });
    table.draw({ ...position, viewer: { seat, turn: 0 }, legal: null, can: { ...position.can, submit: false }, view: { ...position.view, viewer: seat } });
    for (const cell of table.board.querySelectorAll(".ip-cell")) click(cell);
    equal([await table.takes(), markedSpaces(table)], [[], []]);
  }
});

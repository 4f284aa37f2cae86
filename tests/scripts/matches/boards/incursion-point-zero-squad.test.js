// Incursion Point: Zero: choosing a squad of four classes, in acting order, with a Gamer for each.

import { equal, includes, ok, test } from "/tests/testing.js";
import { sitDown } from "/tests/tables.js";
import { button, click } from "/tests/pointer.js";

const CLASSES = ["Assault", "Breacher", "Heavy", "Medic", "Scout", "Sniper"];
const game = (more) => sitDown("incursion-point-zero", more);
const press = (table, text) => click(table.find(`.ip-choice [data-text="${text}"]`));
const hand = (table) => click(button(table.panel, "Submit squad"));

/** The draft as it is shown: [class, Gamer]. */
function draft(table) {
  return [...table.board.querySelectorAll(".ip-slot")].map((slot) => [slot.querySelector("strong").textContent.slice(3), slot.querySelector("select")?.value ?? null]);
}

const classes = (table) => draft(table).map(([name]) => name);
const bench = (table) => [...table.board.querySelectorAll('.ip-class')].map((button) => button.dataset.text.slice(4));

test("A proposal is ready to be handed in: four classes, each led by a Gamer of its own", async () => {
  const table = await game();
  equal(new Set(classes(table)).size, 4);
  equal(new Set(draft(table).map(([, handle]) => handle)).size, 4);
  const expected = `squad ${draft(table).map((member) => member.join(":")).join(" ")}`;
  hand(table);
  equal(await table.takes(), [expected]);
});

test("Without Gamers the squad names its classes alone", async () => {
  const table = await game({ options: { gamers: false } });
  const expected = `squad ${classes(table).join(" ")}`;
  hand(table);
  equal(await table.takes(), [expected]);
});

test("A class is removed, another one takes its place at the end; a fifth is refused", async () => {
  const table = await game({ options: { gamers: false } });
  const [first, ...others] = classes(table);
  const [free] = bench(table);
  press(table, `add ${free}`);
  includes(table.hint, "Your squad is full");
  press(table, `off ${first}`);
  press(table, `add ${free}`);
  equal(classes(table), [...others, free]);
  hand(table);
  equal(await table.takes(), [`squad ${[...others, free].join(" ")}`]);
});

test("A squad of three cannot be handed in", async () => {
  const table = await game();
  press(table, `off ${classes(table)[0]}`);
  equal(button(table.panel, "Submit squad").disabled, true);
  hand(table);
  equal(await table.takes(), []);
});

test("Move A class up or later; the first cannot act earlier, nor the last later", async () => {
  const table = await game({ options: { gamers: false } });
  const [first, second, third, fourth] = classes(table);
  press(table, `down ${first}`);
  press(table, `up ${fourth}`);
  equal(classes(table), [second, first, fourth, third]);
  press(table, `up ${second}`);
  press(table, `down ${third}`);
  equal(classes(table), [second, first, fourth, third]);
});

test("A Gamer who leads another class changes places with the one who led this", async () => {
  const table = await game();
  const [[firstClass, first], [secondClass, second]] = draft(table);
  const select = table.find(`[data-text="gamer ${firstClass}"]`);
  select.value = second;
  select.dispatchEvent(new Event("change"));
  equal(draft(table).slice(0, 2), [[firstClass, second], [secondClass, first]]);
});

test("The draft is there again after a reload, for the same side of the same match", async () => {
  const before = await game({ options: { gamers: false } });
  press(before, `down ${classes(before)[0]}`);
  const savedClasses = classes(before);
  for (let times = 0; times < 5; times++) equal(classes(await game({ options: { gamers: false } })), savedClasses);
});

test("A draft that does not fit the side is not taken from the browser", async () => {
  const before = await game({ options: { gamers: false } });
  press(before, `down ${classes(before)[0]}`);
  const [store] = Object.keys(localStorage);
  localStorage.setItem(store, JSON.stringify([["Warlord", null]]));
  ok(classes(await game({ options: { gamers: false } })).every((name) => CLASSES.includes(name)));
});

test("A refused squad can be handed in again", async () => {
  const table = await game();
  table.verdict = { state: "refused" };
  hand(table);
  equal((await table.takes()).length, 1);
  hand(table);
  equal((await table.takes()).length, 1);
});

// Zero Day: a Hacker's keys, from what is chosen to a hack, an installed virus or an exchange in the Slum.

import { equal, test } from "/tests/testing.js";
import { sitDown } from "/tests/tables.js";
import { click } from "/tests/pointer.js";

const game = (offers, more) => sitDown("zero-day", { seat: 1, until: { offers }, ...more });
const press = (table, id) => click(table.find(`[data-id="${id}"]`));
const choose = (table, keys) => keys.forEach((key) => press(table, `key ${key}`));
const isOff = (table, id) => table.find(`[data-id="${id}"]`).disabled;
const legal = (table, verb) => table.position.legal.filter((text) => text.startsWith(`${verb} `));

/** The board of a Hacker with these viruses on keys, and these actions to choose from. */
function installed(table, viruses, texts) {
  const { position } = table;
  const seats = position.view.seats.map((seat, number) => (number === 1 ? { ...seat, installed: viruses, hand: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((key) => !viruses.some(([, on]) => on === key)) } : seat));
  return table.draw({ ...position, legal: texts, view: { ...position.view, seats } });
}

test("A hack names its keys by number, in whatever order they were chosen", async () => {
  const table = await game("hack ");
  const keys = legal(table, "hack").findLast((text) => !/[a-z]/.test(text.slice(5))).split(" ").slice(1);
  choose(table, keys.toReversed());
  press(table, "hack");
  equal(await table.takes(), [`hack ${keys.join(" ")}`]);
  equal(keys.map((key) => table.find(`[data-id="key ${key}"]`).getAttribute("aria-pressed")), ["false", "false", "false", "false"], "chosen anew for the next hack");
});

test("A hack with too few or too many keys cannot be sent", async () => {
  const table = await game("hack ");
  const [text] = legal(table, "hack");
  const keys = text.split(" ").slice(1);
  choose(table, keys.slice(1));
  equal(isOff(table, "hack"), true);
  choose(table, keys.slice(0, 1));
  equal(isOff(table, "hack"), false);
  const more = table.position.view.seats[1].hand.map(String).find((key) => !keys.includes(key));
  choose(table, [more]);
  equal(isOff(table, "hack"), true);
  choose(table, [more]);
  press(table, "hack");
  equal(await table.takes(), [text]);
});

test("A key that lies on a virus cannot be chosen", async () => {
  const table = await game("hack ");
  installed(table, [["Walter", 3]], ["hack 0 1 2 4"]);
  equal(isOff(table, "key 3"), true);
  choose(table, ["3", "0", "1", "2", "4"]);
  press(table, "hack");
  equal(await table.takes(), ["hack 0 1 2 4"]);
});

test("Trudy leaves for a hack with one key more, hers among them if it is wanted", async () => {
  const table = await game("hack ");
  installed(table, [["Trudy", 6]], ["hack 0 1 2 4", "hack 0 1 2 4 6 trudy 6", "hack 0 1 2 3 4 trudy 6"]);
  press(table, "trudy 6");
  choose(table, ["6", "0", "1", "2", "4"]);
  press(table, "hack");
  equal(await table.takes(), ["hack 0 1 2 4 6 trudy 6"]);
});

test("Without Trudy her key is no key of the hack any more", async () => {
  const table = await game("hack ");
  installed(table, [["Trudy", 6]], ["hack 0 1 2 4", "hack 0 1 2 4 6 trudy 6"]);
  press(table, "trudy 6");
  choose(table, ["6", "0", "1", "2", "4"]);
  press(table, "trudy 6");
  press(table, "hack");
  equal(await table.takes(), ["hack 0 1 2 4"]);
});

test("Mallory aims a hack at the unused cards", async () => {
  const table = await game("hack ");
  installed(table, [["Mallory", 9]], ["hack 0 1 2 4", "hack unused 0 1 2 4"]);
  choose(table, ["0", "1", "2", "4"]);
  press(table, "mallory");
  press(table, "hack");
  equal(await table.takes(), ["hack unused 0 1 2 4"]);
});

test("Oscar's second hack is a repeat", async () => {
  const table = await game("hack ");
  installed(table, [["Oscar", 9]], ["repeat 0 1 2"]);
  choose(table, ["2", "1", "0"]);
  press(table, "repeat");
  equal(await table.takes(), ["repeat 0 1 2"]);
});

test("The keys stay chosen when others act, as long as they are in the hand", async () => {
  const table = await game("hack ");
  installed(table, [], ["hack 0 1 2 4"]);
  choose(table, ["0", "1", "2", "4"]);
  installed(table, [["Walter", 4]], ["hack 0 1 2 3"]);
  equal(isOff(table, "hack"), true);
  choose(table, ["3"]);
  press(table, "hack");
  equal(await table.takes(), ["hack 0 1 2 3"]);
});

test("A virus is installed with the one key that is chosen; otherwise it asks for one", async () => {
  const table = await game("install ");
  const [, virus, key] = legal(table, "install").at(-1).split(" ");
  press(table, `install ${virus}`);
  equal([await table.takes(), table.said.length], [[], 1]);
  choose(table, [key]);
  press(table, `install ${virus}`);
  equal(await table.takes(), [`install ${virus} ${key}`]);
});

test("While a virus waits for its key, the tab stays open where it is installed", async () => {
  const table = await game("install ");
  const [, virus, key] = legal(table, "install").at(-1).split(" ");
  const position = { ...table.position, legal: [...table.position.legal, "hack 0 1 2 4"] };
  const open = () => table.find('.zd-tabs [aria-selected="true"]').dataset.id;
  table.draw(position);
  press(table, "section viruses");
  press(table, `install ${virus}`);
  table.draw({ ...position, legal: null });
  table.draw(position);
  choose(table, [key]);
  equal(open(), "section viruses");
  press(table, `install ${virus}`);
  equal(await table.takes(), [`install ${virus} ${key}`]);
  table.draw({ ...position, legal: null });
  table.draw(position);
  equal(open(), "section hack", "nothing waits any more");
});

test("With two keys chosen no virus is installed", async () => {
  const table = await game("install ");
  const [first, second] = legal(table, "install").map((text) => text.split(" "));
  choose(table, [first[2], second[2]]);
  press(table, `install ${first[1]}`);
  equal(await table.takes(), []);
});

test("A key is taken back from its virus with a button", async () => {
  const table = await game("uninstall ");
  const [text] = legal(table, "uninstall");
  press(table, text);
  equal(await table.takes(), [text]);
});

test("In the Slum nothing, or an exchange, comes with a gift of either kind", async () => {
  const table = await game("tile-action +credit");
  for (const text of legal(table, "tile-action")) {
    table.draw();
    const words = text.split(" ").slice(1);
    const choice = table.find('[data-id="slum"]');
    choice.value = words.slice(0, -1).join(" ");
    choice.dispatchEvent(new Event("change"));
    press(table, `gift ${words.at(-1)}`);
    equal(await table.takes(), [text]);
  }
});

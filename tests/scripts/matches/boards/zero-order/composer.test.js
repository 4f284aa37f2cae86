// An action of Zero Order in the making: every step offers what the legal list still allows.

import { equal, test } from "/tests/testing.js";
import { Composer } from "/static/matches/boards/zero-order/composer.js";
import { parse } from "/static/matches/boards/zero-order/notation.js";

const PUSH = ["push B3: B4-B5", "push B3: B4-B6", "push B3: C3-D3", "end"];
const FREEZE = ["freeze C5: B5 C6", "freeze C5: B5 D6", "freeze C5: B5 C6 D6", "end"];

test("The notation is read apart", () => {
  equal(parse("B3-B4"), { text: "B3-B4", verb: "move", actor: "B3", code: null, items: [{ key: "B4", unit: null, to: "B4", way: null }] });
  equal(parse("push B3: B4-off").items, [{ key: "B4-off", unit: "B4", to: "off", way: null }]);
  equal(parse("twist D3: C3-D4 cw").items, [{ key: "C3-D4 cw", unit: "C3", to: "D4", way: "cw" }]);
  equal(parse("unstack B3: DE-B4 PU-B5").items.map(({ unit, to }) => [unit, to]), [["DE", "B4"], ["PU", "B5"]]);
  equal([parse("tile DE A2").code, parse("tile DE A2").items[0].to], ["DE", "A2"]);
  equal([parse("release D3").actor, parse("end").actor], ["D3", null]);
});

test("The only unit and its only function are chosen from the start", () => {
  const composer = new Composer(PUSH);
  equal([composer.actor, composer.verb, composer.begun], ["B3", "push", false]);
});

test("Of two units or functions none is chosen for the player", () => {
  equal(new Composer([...PUSH, "push D3: D4-D5"]).actor, null);
  const composer = new Composer([...PUSH, "toss B3: B4-B2"]);
  equal([composer.actor, composer.verb, composer.verbs()], ["B3", null, ["push", "toss"]]);
});

test("A unit that may move as well keeps its function for later", () => {
  const composer = new Composer([...PUSH, "B3-A3"]);
  composer.choose("B3");
  equal([composer.verb, composer.moves().map(({ text }) => text)], [null, ["B3-A3"]]);
});

test("A unit with one way to go is selected at once, one with more is asked for its end", () => {
  const composer = new Composer(PUSH);
  composer.select("C3");
  equal(composer.complete().text, "push B3: C3-D3");
  composer.back();
  composer.select("B4");
  equal([composer.complete(), composer.ends().map(({ to }) => to)], [null, ["B5", "B6"]]);
  composer.add("B4-B6");
  equal(composer.complete().text, "push B3: B4-B6");
});

test("An action of several units is whole only where the list has it so", () => {
  const composer = new Composer(FREEZE);
  composer.select("C6");
  equal([composer.complete(), composer.units()], [null, ["B5", "D6"]]);
  composer.select("D6");
  equal([composer.complete(), composer.units()], [null, ["B5"]]); // C6 and D6 alone are not allowed
  composer.select("B5");
  equal([composer.complete().text, composer.more], ["freeze C5: B5 C6 D6", false]);
});

test("The order in which units are selected does not matter", () => {
  const composer = new Composer(FREEZE);
  for (const unit of ["D6", "B5"]) composer.select(unit);
  equal([composer.complete().text, composer.more], ["freeze C5: B5 D6", true]);
});

test("A unit is taken out again, and every step can be taken back to the first", () => {
  const composer = new Composer([...FREEZE, "push C5: B5-A4"]);
  composer.use("freeze");
  for (const unit of ["B5", "C6"]) composer.select(unit);
  composer.drop("B5");
  equal(composer.items().map(({ unit }) => unit), ["C6"]);
  equal([composer.back(), composer.keys, composer.back(), composer.verb, composer.back()], [true, [], true, null, false]);
});

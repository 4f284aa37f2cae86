// The legal list of Order & Chaos, read: where moves begin, of which kind, and what they would do.

import { boardOf, equal, test } from "/tests/testing.js";
import { effect, Legal, parse } from "/static/matches/boards/order-and-chaos/legal.js";

test("A move is from, to, and the kind where both stand there", () => {
  equal(parse("B1-W1"), { from: "B1", letter: "", to: "W1" });
  equal(parse("W1b-S6"), { from: "W1", letter: "b", to: "S6" });
  equal(parse("pass"), null);
});

test("A move without a letter is of the kind that stands there", async () => {
  const { legal, view } = await boardOf({ game: "order-and-chaos" });
  const read = new Legal(legal, view);
  equal([read.kinds("S1"), read.kinds("B1"), read.kinds("W1")], [["s"], ["b"], []]);
  equal([...read.targets("S1", "s")], [["W1", "S1-W1"], ["W2", "S1-W2"]]);
  equal(read.targets("S1", "b").size, 0);
});

test("Who can only pass must", () => {
  equal([new Legal(["pass"], null).mustPass, new Legal([], null).mustPass, new Legal(null, null).mustPass], [true, false, false]);
});

test("A move into an occupied triangle kills, and so does one into a full battle area", () => {
  const men = (count) => Array(count).fill([1, "s"]);
  const view = {
    seat: 0, owners: { north: 1, south: 0 },
    areas: { S4: { men: men(1) }, B4: { men: [] }, W1: { men: men(3) }, W2: { men: men(4) } },
    board: { areas: { S4: { kind: "small" }, B4: { kind: "big", core: true, territory: "north" }, W1: { kind: "battle" }, W2: { kind: "battle" } } },
  };
  equal(["S4", "W1", "W2"].map((to) => effect(view, to)), ["kill", "move", "kill"]);
});

test("A move into the other side's core turns the territories, one into the own core does not", () => {
  const view = (owner) => ({ seat: 0, owners: { north: owner }, areas: { B4: { men: [] } }, board: { areas: { B4: { kind: "big", core: true, territory: "north" } } } });
  equal([effect(view(1), "B4"), effect(view(0), "B4")], ["core", "move"]);
});

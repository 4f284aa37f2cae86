// A set-up in the making: what is left to place, what is wrong, and its notation.

import { equal, test } from "/tests/testing.js";
import { fromRows, fromText, left, lift, problems, put, swap, toText } from "/static/matches/boards/field-tactics/formation.js";
import { fillRest, flipped, PRESETS, randomRows } from "/static/matches/boards/field-tactics/presets.js";

const FORTRESS = "C1 EN MN C1 SP / C2 F1 FL G2 MN C2 / PL G3 F2 EN G1 PL / C3 TK C3 CV TK F3";

test("The notation leads to the set-up and back, for both sides", () => {
  for (const seat of [0, 1]) equal(toText(fromText(FORTRESS, seat), seat), FORTRESS);
  equal([fromText(FORTRESS, 0).A1, fromText(FORTRESS, 0).CD1, fromText(FORTRESS, 1).A8], ["C1", "MN", "C1"]);
});

test("A text may be in small letters, with commas and over several lines", () => {
  equal(fromText(FORTRESS.toLowerCase().replaceAll(" / ", "\n").replaceAll(" ", ", "), 0), fromText(FORTRESS, 0));
});

test("A text with another number of rows or pieces, or an unknown piece, is no set-up", () => {
  for (const text of ["", FORTRESS.replace(" / ", " "), `${FORTRESS} C1`, FORTRESS.replace("C1", "XX"), `${FORTRESS} / C1`]) equal(fromText(text, 0), null, text);
});

test("An empty half lacks all 23 pieces", () => {
  equal(Object.values(left({})).reduce((sum, count) => sum + count), 23);
  equal(problems({}, 0), ["Place all 23 pieces."]);
  equal(problems(lift(fromText(FORTRESS, 0), "A1"), 0), ["1 piece left to place."]);
  equal(problems(lift(lift(fromText(FORTRESS, 0), "A1"), "B1"), 0), ["2 pieces left to place."]);
});

test("One piece too many is told, and so is the Flag or a Mine on a bridge entrance", () => {
  const placed = fromText(FORTRESS, 0);
  equal(problems(put(placed, "A1", "G1"), 0).length, 1);
  for (const [from, entrance] of [["C2", "B4"], ["CD1", "E4"]]) equal(problems(swap(placed, from, entrance), 0).length, 1, entrance);
  equal(problems(swap(placed, "C2", "A4"), 0), []);
});

test("The bridge entrances of the other side are B5 and E5", () => {
  const placed = fromText(FORTRESS, 1);
  const flag = Object.keys(placed).find((square) => placed[square] === "FL");
  equal([problems(swap(placed, flag, "B5"), 1).length, problems(swap(placed, flag, "E5"), 1).length, problems(swap(placed, flag, "A5"), 1)], [1, 1, []]);
});

test("A piece changes places with an empty square, too", () => {
  const placed = lift(fromText(FORTRESS, 0), "B1");
  const next = swap(placed, "A1", "B1");
  equal([next.B1, "A1" in next, placed.A1], ["C1", false, "C1"]);
});

test("Every ready-made set-up, mirrored or not, and every random one can be sent", () => {
  const all = [...PRESETS.map(({ rows }) => rows), ...Array.from({ length: 50 }, randomRows)];
  for (const rows of all.flatMap((rows) => [rows, flipped(rows)])) for (const seat of [0, 1]) equal(problems(fromRows(rows, seat), seat), []);
});

test("Filling the rest completes a set-up and moves nothing that is placed", () => {
  for (const seat of [0, 1]) {
    const whole = fromText(FORTRESS, seat);
    const squares = Object.keys(whole);
    for (let kept = 0; kept <= squares.length; kept++) {
      const some = Object.fromEntries(squares.sort(() => Math.random() - 0.5).slice(0, kept).map((square) => [square, whole[square]]));
      const filled = fillRest(some, seat);
      equal(problems(filled, seat), []);
      equal(Object.keys(some).filter((square) => filled[square] !== some[square]), []);
    }
  }
  equal(problems(fillRest({ A1: "MN", B1: "MN", CD1: "FL" }, 0), 0), []);
});

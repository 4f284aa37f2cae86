// The drawing of a bracket: numbers of matches, sources of sides, reported results.

import { equal, includes, test } from "/tests/testing.js";
import { sentence } from "/static/league/bracket/keys.js";
import { layout } from "/static/league/bracket/layout.js";
import { Painter } from "/static/league/bracket/painter.js";

const DATA = {
  entrants: [["Anna", false], ["Ben", false], ["Cleo", false]], own: null, rounds: [[1, "Semi-finals"], [2, "Final"]],
  matches: [
    ["W1.1", 0, 1, 0, "", "", "", "", 0, "bye", null, null, false],
    ["W1.2", 0, 2, 3, "", "", "1", "0", 0, "over", 7, 1, true],
    ["W2.1", 1, 1, null, "W1.1", "W1.2", "", "", -1, "wait", null, 2, false],
  ],
};

function draw(data) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const painter = new Painter(picture);
  const plan = layout(data);
  painter.take(data, plan);
  painter.results = "/results/";
  painter.paint({ left: -1, top: -1, right: Infinity, bottom: Infinity }, 1);
  return { picture, painter, plan };
}

test("Each match has its number, and a side that is not known names the match it comes from", () => {
  const { picture } = draw(DATA);
  const texts = (key) => [...picture.querySelectorAll(`[data-key="${key}"] text`)].map((text) => text.firstChild?.data ?? "");
  equal(texts("W1.2").includes("1"), true);
  equal(texts("W2.1").includes("winner of match 1"), true);
  equal(picture.querySelector('[data-key="W1.1"]'), null);
});

test("A reported result is marked in its box and for screen readers", () => {
  const { picture, plan, painter } = draw(DATA);
  equal([...picture.querySelectorAll(".bracket-mark")].map((text) => text.closest("[data-key]").dataset.key).join(), "W1.2");
  includes(sentence(plan.byKey.get("W1.2"), (seed) => painter.name(seed)), "match 1");
  includes(sentence(plan.byKey.get("W1.2"), (seed) => painter.name(seed)), "reported");
});

test("A walkover is marked in its box and for screen readers", () => {
  const { picture, plan, painter } = draw({ ...DATA, matches: [DATA.matches[0], ["W1.2", 0, 2, 3, "", "", "1", "0", 0, "over", 7, 1, false, true], DATA.matches[2]] });
  equal(picture.querySelector(".bracket-mark").textContent, "walkover");
  includes(sentence(plan.byKey.get("W1.2"), (seed) => painter.name(seed)), ", walkover");
});

test("An open match leads those who enter results to its row", () => {
  const { painter, plan } = draw({ ...DATA, matches: [DATA.matches[0], ["W1.2", 0, 2, 3, "", "", "", "", -1, "open", 7, 1, false], DATA.matches[2]] });
  equal(painter.address(plan.byKey.get("W1.2")), "/results/?round=1#board-2");
});

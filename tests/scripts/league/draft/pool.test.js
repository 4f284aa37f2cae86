// The list of Gamers of a draft room: what its filters show, in which order, and what its buttons offer.

import { equal, stage, test } from "/tests/testing.js";
import { Pool } from "/static/league/drafts/pool.js";

const GAMERS = [
  [1, "Swan", "FPS", 9, 1, 20],
  [2, "Crow", "MOBA", 5, 2, 22],
  [3, "Kite", "FPS", 2, 3, 11],
];

function row([card, handle, genre, salary, band, points]) {
  return `<tr data-card="${card}" data-band="${band}" data-genre="${genre}" data-handle="${handle.toLowerCase()}">
    <th><span class="pool-handle">${handle}</span></th><td>${salary}</td><td>${points}</td>
    <td><span data-most></span><span data-buttons></span></td></tr>`;
}

function list() {
  const shown = stage(`
    <form id="pool-filter"><input name="text">
      <input type="radio" name="genre" value="" checked><input type="radio" name="genre" value="FPS">
      <input type="radio" name="band" value="" checked><input type="radio" name="band" value="2">
      <b data-left="1"></b><input type="checkbox" name="taken"><span id="pool-count"></span>
    </form>
    <table><thead><tr id="pool-heads">
      <th><button data-sort="handle"></button></th><th><button data-sort="salary"></button></th><th><button data-sort="points"></button></th>
    </tr></thead><tbody id="pool-rows">${GAMERS.map(row).join("")}</tbody></table>`);
  const pool = new Pool();
  const part = (css) => shown.querySelector(css);
  const names = () => [...shown.querySelectorAll("tbody tr:not([hidden]) .pool-handle")].map((name) => name.textContent);
  const labels = (card) => [...shown.querySelectorAll(`[data-card="${card}"] button`)].map((button) => button.textContent);
  return { pool, part, names, labels };
}

function choose(part, css) {
  part(css).checked = true;
  part(css).dispatchEvent(new Event("input", { bubbles: true }));
}

test("Filters by genre and salary band combine", () => {
  const { part, names } = list();
  choose(part, "[name=genre][value=FPS]");
  equal(names(), ["Swan", "Kite"]);
  choose(part, "[name=band][value='2']");
  equal(names(), []);
  equal(part("#pool-count").textContent, "No Gamers match. Remove a filter.");
});

test("A drafted Gamer leaves the list, and its band has one less", () => {
  const { pool, part, names } = list();
  equal(part("[data-left]").textContent, "1 left");
  pool.markTaken([1]);
  equal([names(), part("[data-left]").textContent], [["Crow", "Kite"], "0 left"]);
  choose(part, "[name=taken]");
  equal(names(), ["Swan", "Crow", "Kite"]);
});

test("A column sorts numbers from the highest and names from A, and turns round at the second press", () => {
  const { part, names } = list();
  part("[data-sort=points]").click();
  equal(names(), ["Crow", "Swan", "Kite"]);
  part("[data-sort=points]").click();
  equal([names(), part("[data-sort=points]").parentElement.getAttribute("aria-sort")], [["Kite", "Swan", "Crow"], "ascending"]);
  part("[data-sort=handle]").click();
  equal(names(), ["Crow", "Kite", "Swan"]);
});

test("On the clock a Gamer that fits can be picked; all others can be queued, and the queue shows", () => {
  const { pool, labels } = list();
  pool.offer({ 1: 9 }, { act: "pick", round: null, fixed: true }, [2]);
  equal([labels(1), labels(2), labels(3)], [["Pick", "+"], ["✓"], ["+"]]);
});

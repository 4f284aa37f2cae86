// The grid of results: what a typed result means, and how Enter, the arrow keys and the pad move between rows.

import { equal, test } from "/tests/testing.js";
import { openPage } from "/tests/pages.js";

const row = (home, away) => `<li><span><input data-home="${home}" data-away="${away}" data-short><output></output></span></li>`;

async function grid() {
  const page = openPage(`<form id="grid"><ul>${row("Ada", "Ben")}${row("Cy", "Di")}</ul>
    <div class="save-bar"><div class="grid-keys" hidden><button type="button" data-key="1">1</button><button type="button" data-key="=">½</button></div>
    <button class="btn-primary">Save</button></div></form>`);
  await page.load("/static/league/result-grid.js");
  const fields = [...page.document.querySelectorAll("input")];
  return {
    page, fields, meanings: () => [...page.document.querySelectorAll("output")].map((output) => output.textContent),
    active: () => page.document.activeElement,
    press: (field, key) => field.dispatchEvent(new page.win.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })),
    type(field, text) {
      field.value = text;
      field.dispatchEvent(new page.win.Event("input", { bubbles: true }));
    },
  };
}

test("A row says in words what was typed", async () => {
  const { fields, type, meanings } = await grid();
  for (const [text, meaning] of [["1", "Ada wins"], ["0", "Ben wins"], ["=", "Draw"], ["½", "Draw"], ["+", "Walkover: Ada"], ["-", "Walkover: Ben"], ["--", "Double forfeit"],
    ["2 : 1", "Ada wins"], ["1,5-2.5", "Ben wins"], ["king", ""], ["toString", ""], ["", ""]]) {
    type(fields[0], text);
    equal(meanings(), [meaning, ""]);
  }
});

test("Enter and the arrow keys move between rows, and from the last one to the button", async () => {
  const { fields, press, active, page } = await grid();
  fields[0].focus();
  press(fields[0], "Enter");
  equal(active(), fields[1]);
  press(fields[1], "ArrowUp");
  equal(active(), fields[0]);
  press(fields[0], "ArrowUp");
  equal(active(), fields[0]);
  press(fields[1], "ArrowDown");
  equal(active(), page.document.querySelector(".btn-primary"));
});

test("The pad types into the selected row and moves on", async () => {
  const { fields, active, page } = await grid();
  fields[0].focus();
  page.document.querySelector("[data-key='1']").click();
  page.document.querySelector("[data-key='=']").click();
  equal(fields.map((field) => field.value), ["1", "="]);
  equal(active(), page.document.querySelector(".btn-primary"));
});

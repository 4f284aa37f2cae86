// Lists that people order: by the arrows, by dragging the handle, and what the form then sends.

import { equal, includes, pause, test } from "/tests/testing.js";
import { openPage } from "/tests/pages.js";

const item = (name, at) => `<li style="height: 40px"><span class="order-handle">::</span><input type="hidden" name="order" value="${name}"><span class="order-main">${name}</span>
  <span class="order-moves"><button value="up:${at}">Up</button><button value="down:${at}">Down</button><button value="remove:${at}">Remove</button></span></li>`;

async function list(...names) {
  const page = openPage(`<form><ol data-order style="margin: 100px 0; padding: 0">${names.map(item).join("")}</ol><p data-order-said></p></form>`);
  Object.assign(page.win.frameElement.style, { width: "400px", height: "600px" });
  await page.load("/static/league/order.js");
  const form = page.document.querySelector("form");
  const rows = () => [...form.querySelectorAll("li")];
  const row = (name) => rows().find((row) => row.querySelector("input").value === name);
  return {
    page, row, said: () => form.querySelector("[data-order-said]").textContent,
    sent: () => new FormData(form).getAll("order"),
    press: (name, way) => row(name).querySelector(`[value^="${way}:"]`).click(),
    values: () => rows().map((item) => [...item.querySelectorAll("button")].map(({ value, disabled }) => `${value}${disabled ? " off" : ""}`)),
    pointer(type, name, y, target = page.win) {
      const event = new page.win.PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, button: 0, clientX: 5, clientY: y });
      (name ? row(name).querySelector(".order-handle") : target).dispatchEvent(event);
    },
    middle: (name) => row(name).getBoundingClientRect().top + 20,
  };
}

test("An arrow moves an item by one, and the form sends the new order", async () => {
  const { press, sent, said: announcement } = await list("Ada", "Ben", "Cy");
  press("Cy", "up");
  equal(sent(), ["Ada", "Cy", "Ben"]);
  includes(announcement(), "Cy is now number 2");
  press("Ada", "down");
  equal(sent(), ["Cy", "Ada", "Ben"]);
});

test("The first cannot go up nor the last down, and the buttons name the place where they stand", async () => {
  const { press, values, sent } = await list("Ada", "Ben");
  press("Ben", "up");
  equal(values(), [["up:0 off", "down:0", "remove:0"], ["up:1", "down:1 off", "remove:1"]]);
  press("Ben", "up");
  equal(sent(), ["Ben", "Ada"]);
});

test("An item is dragged by its handle to another place", async () => {
  const { pointer, middle, sent, said: announcement } = await list("Ada", "Ben", "Cy");
  pointer("pointerdown", "Ada", middle("Ada"));
  pointer("pointermove", null, middle("Cy") + 15);
  pointer("pointerup", null, middle("Cy") + 15);
  equal(sent(), ["Ben", "Cy", "Ada"]);
  includes(announcement(), "Ada is now number 3");
});

test("Escape puts a dragged item back", async () => {
  const { page, pointer, middle, sent } = await list("Ada", "Ben", "Cy");
  pointer("pointerdown", "Ada", middle("Ada"));
  pointer("pointermove", null, middle("Cy") + 15);
  page.win.dispatchEvent(new page.win.KeyboardEvent("keydown", { key: "Escape" }));
  await pause();
  equal(sent(), ["Ada", "Ben", "Cy"]);
});

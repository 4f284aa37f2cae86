// Lists that people order: by dragging the handle (mouse, pen, finger) or by the arrows. Every item holds its hidden input,
// so that the form sends the order as it stands. Without this script the arrows are ordinary buttons of the form.

import { translate } from "../site/words.js";

const EDGE = 70; // pixels from the edge of the window, where a drag scrolls it
const STEP = 14;

function buttons(item) {
  return [...item.querySelectorAll(".order-moves > button")].filter((button) => /^(up|down):/.test(button.value));
}

// Disable "up" on the first and "down" on the last item; button values contain the position.
function updateButtons(list) {
  const items = [...list.children];
  items.forEach((item, at) => {
    const [up, down] = buttons(item);
    up.disabled = at === 0;
    down.disabled = at === items.length - 1;
    for (const button of item.querySelectorAll(".order-moves > button")) button.value = button.value.replace(/\d+$/, at);
  });
}

function announce(list, item) {
  const place = [...list.children].indexOf(item) + 1;
  const status = list.closest("form").querySelector("[data-order-said]");
  if (status) status.textContent = translate("{name} is now number {place}. Not saved yet.", { name: item.querySelector(".order-main").firstChild.textContent.trim(), place });
}

function move(list, item, up) {
  const beside = up ? item.previousElementSibling : item.nextElementSibling;
  if (!beside) return;
  if (up) beside.before(item);
  else beside.after(item);
  updateButtons(list);
  announce(list, item);
}

function press(list, event) {
  const button = event.target.closest("button");
  const way = button?.value.match(/^(up|down):/)?.[1];
  if (!way) return;
  event.preventDefault();
  move(list, button.closest("li"), way === "up");
  (button.disabled ? buttons(button.closest("li")).find((button) => !button.disabled) : button)?.focus();
}

function drag(list, down) {
  const handle = down.target.closest(".order-handle");
  const item = handle?.closest("li");
  if (!item || down.button !== 0 || !down.isPrimary) return;
  down.preventDefault();
  const before = item.nextElementSibling;
  const controller = new AbortController();
  const { signal } = controller;
  item.classList.add("held");

  function follow(event) {
    if (event.pointerId !== down.pointerId) return;
    if (event.clientY < EDGE) scrollBy(0, -STEP);
    else if (event.clientY > innerHeight - EDGE) scrollBy(0, STEP);
    const after = [...list.children].find((other) => {
      const box = other.getBoundingClientRect();
      return other !== item && event.clientY < box.top + box.height / 2;
    });
    if (after ? item.nextElementSibling !== after : list.lastElementChild !== item) list.insertBefore(item, after ?? null);
  }

  function finish(cancelled) {
    controller.abort();
    item.classList.remove("held");
    if (cancelled) list.insertBefore(item, before);
    updateButtons(list);
    if (!cancelled) announce(list, item);
  }

  addEventListener("pointermove", follow, { signal });
  addEventListener("pointerup", (event) => event.pointerId === down.pointerId && finish(false), { signal });
  addEventListener("pointercancel", (event) => event.pointerId === down.pointerId && finish(true), { signal });
  addEventListener("keydown", (event) => event.key === "Escape" && finish(true), { signal });
}

for (const list of document.querySelectorAll("ol[data-order]")) {
  list.classList.add("order-ready");
  list.addEventListener("click", (event) => press(list, event));
  list.addEventListener("pointerdown", (event) => drag(list, event));
}

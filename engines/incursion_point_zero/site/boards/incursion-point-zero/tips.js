// Explanations on hover, focus and tap, in one floating box for the whole board.

import { make } from "../../elements.js";

const words = new WeakMap();
const box = make("div", "ip-tip");
box.setAttribute("role", "tooltip");
box.id = "ip-tip";
box.hidden = true;
let shown = null;
let waiting = 0;

/** `tell()` returns {title, lines}, or null if there is nothing to explain now. */
export function explain(element, tell) {
  words.set(element, tell);
  element.dataset.tip = "";
  return element;
}

function place(element) {
  const at = element.getBoundingClientRect();
  const own = box.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const left = Math.min(Math.max(6, at.left + at.width / 2 - own.width / 2), width - own.width - 6);
  const above = at.top - own.height - 8;
  box.style.left = `${left}px`;
  box.style.top = `${above > 4 ? above : Math.min(at.bottom + 8, innerHeight - own.height - 4)}px`;
}

function showTip(element) {
  const tip = words.get(element)?.();
  if (!tip) return hideTip();
  shown = element;
  box.replaceChildren(make("strong", "", tip.title), ...tip.lines.map((line) => make("p", "", line)));
  if (!box.isConnected) document.body.append(box);
  box.hidden = false;
  place(element);
  return undefined;
}

export function hideTip() {
  clearTimeout(waiting);
  shown = null;
  box.hidden = true;
}

const findTipped = (event) => event.target.closest?.("[data-tip]") ?? null;

/** Show the tips of the elements within `area`. A tap shows only tips of `explainOnTap`. */
export function tipsIn(area) {
  area.addEventListener("pointerover", (event) => {
    const element = findTipped(event);
    if (event.pointerType !== "mouse" || element === shown) return;
    hideTip();
    if (element) waiting = setTimeout(() => showTip(element), 250);
  });
  area.addEventListener("pointerleave", hideTip);
  area.addEventListener("focusin", (event) => {
    const element = findTipped(event);
    if (element?.matches(":focus-visible")) showTip(element);
  });
  area.addEventListener("focusout", hideTip);
  area.addEventListener("keydown", (event) => event.key === "Escape" && hideTip());
  area.addEventListener("click", (event) => {
    const element = findTipped(event);
    if (element?.dataset.tip === "tap") showTip(element);
    else hideTip();
  });
}

addEventListener("scroll", hideTip, { passive: true, capture: true });
document.addEventListener("pointerdown", (event) => !findTipped(event) && hideTip());

/** Like `explain`, for elements without another action: a tap shows the tip too. */
export function explainOnTap(element, tell) {
  explain(element, tell);
  element.dataset.tip = "tap";
  return element;
}

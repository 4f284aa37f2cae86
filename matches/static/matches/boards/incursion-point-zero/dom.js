// Buttons and pictures, and new children for an element.

import { make, svg } from "../../elements.js";

/** A button; `act` runs on click. */
export function button(className, label, act) {
  const element = make("button", className, label);
  element.type = "button";
  if (act) element.addEventListener("click", act);
  return element;
}

/** New children for an element; the focus stays on the button of the same place. */
export function refill(element, ...children) {
  const at = [...element.querySelectorAll("button")].indexOf(document.activeElement);
  element.replaceChildren(...children);
  if (at >= 0) element.querySelectorAll("button")[at]?.focus({ preventScroll: true });
}

/** A picture that stands for nothing by itself: hidden from screen readers. */
export function picture(viewBox, className, ...children) {
  return svg("svg", { viewBox, class: className, "aria-hidden": "true" }, ...children);
}

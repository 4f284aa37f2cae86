// Helpers for buttons, pictures and replacing the children of an element.

import { make, svg } from "../../elements.js";

/** Create a button; `act` is called on click. */
export function button(className, label, act) {
  const element = make("button", className, label);
  element.type = "button";
  if (act) element.addEventListener("click", act);
  return element;
}

/** Replace the children of an element; focus stays on the button at the same position. */
export function refill(element, ...children) {
  const at = [...element.querySelectorAll("button")].indexOf(document.activeElement);
  element.replaceChildren(...children);
  if (at >= 0) element.querySelectorAll("button")[at]?.focus({ preventScroll: true });
}

/** Create a decorative picture, hidden from screen readers. */
export function picture(viewBox, className, ...children) {
  return svg("svg", { viewBox, class: className, "aria-hidden": "true" }, ...children);
}

// Making elements, in HTML and SVG.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element; `attributes` with the value null or false are left out. */
export function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

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

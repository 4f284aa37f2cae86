// Helpers to create elements, and to redraw a part without losing the focus.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    else if (name === "class") element.setAttribute("class", value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Create an element: `make("p", {class: "small", on: {click}}, "words")`; empty children are omitted. */
export const make = (tag, props = {}, ...children) => fill(document.createElement(tag), props, children);

/** Create an SVG element. */
export const draw = (tag, props = {}, ...children) => fill(document.createElementNS(SVG, tag), props, children);

/** Create a button. `id` keeps its focus when its part is redrawn; `about` is its explanation. */
export function button(words, act, { id, primary, small = true, disabled, pressed, about, label } = {}) {
  return make("button", {
    type: "button",
    class: ["btn", small && "btn-small", primary && "btn-primary"].filter(Boolean).join(" "),
    "data-id": id ?? (typeof words === "string" ? words : null),
    "data-about": about,
    "aria-label": label,
    "aria-pressed": pressed === undefined ? null : String(pressed),
    disabled,
    on: { click: act },
  }, words);
}

/** Replace the children of `root`; focus stays on the element with the same data-id, and details stay open. */
export function redraw(root, ...children) {
  const active = root.contains(document.activeElement) ? document.activeElement.closest("[data-id]")?.dataset.id : null;
  const open = new Map([...root.querySelectorAll("details[data-id]")].map((element) => [element.dataset.id, element.open]));
  root.replaceChildren(...children.flat().filter(Boolean));
  for (const details of root.querySelectorAll("details[data-id]")) {
    if (open.has(details.dataset.id)) details.open = open.get(details.dataset.id);
  }
  if (!active) return;
  const again = [...root.querySelectorAll("[data-id]")].find((element) => element.dataset.id === active && !element.disabled);
  again?.focus({ preventScroll: true });
}

// Small ways to build elements, and to draw a part anew without losing the keyboard's place.

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

/** An element: `make("p", {class: "small", on: {click}}, "words")`; empty children are left out. */
export const make = (tag, props = {}, ...children) => fill(document.createElement(tag), props, children);

/** The same for SVG. */
export const draw = (tag, props = {}, ...children) => fill(document.createElementNS(SVG, tag), props, children);

/** A button. `id` keeps the focus on it when its part is drawn anew; `about` is its explanation. */
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

/** Put `children` into `root`; focus stays on what has the same data-id, details stay open. */
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

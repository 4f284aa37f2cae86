// Creation of HTML and SVG elements.

const SVG = "http://www.w3.org/2000/svg";

const isThere = (child) => child !== null && child !== undefined && child !== "";

/** Create an HTML element with a class ("" for none); null and empty children are left out. */
export function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.filter(isThere));
  return element;
}

/** Set attributes; null or false removes one, true sets it without a value. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

/** Create an SVG element; null and empty children are left out. */
export function svg(tag, attributes = {}, ...children) {
  const element = set(document.createElementNS(SVG, tag), attributes);
  element.append(...children.filter(isThere));
  return element;
}

/** Create a button with a click handler. */
export function button(text, className, onClick) {
  const element = make("button", `btn ${className}`.trim(), text);
  element.type = "button";
  element.addEventListener("click", onClick);
  return element;
}

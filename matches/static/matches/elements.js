// Making elements, in HTML and SVG.

const SVG = "http://www.w3.org/2000/svg";

const isThere = (child) => child !== null && child !== undefined && child !== "";

/** An HTML element of a class ("" for none); children that are null or empty are left out. */
export function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.filter(isThere));
  return element;
}

/** Set attributes; one of the value null or false is taken away, and true stands for an attribute without a value. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

/** An SVG element; children that are null or empty are left out. */
export function svg(tag, attributes = {}, ...children) {
  const element = set(document.createElementNS(SVG, tag), attributes);
  element.append(...children.filter(isThere));
  return element;
}

/** A button that does something on click. */
export function button(text, className, onClick) {
  const element = make("button", `btn ${className}`.trim(), text);
  element.type = "button";
  element.addEventListener("click", onClick);
  return element;
}

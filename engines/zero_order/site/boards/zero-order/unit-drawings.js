// The tokens, drawn from the page's symbols.

import { svg } from "../../elements.js";
import { GLYPHS, SHAPES } from "./glyphs.js";

const NS = "http://www.w3.org/2000/svg";

/** Insert the SVG symbols of the tokens into the page, once. */
export function addSymbols() {
  if (document.getElementById("zo-symbols")) return;
  const symbols = [...SHAPES.map((shape, seat) => [`shape-${seat}`, shape]), ...Object.entries(GLYPHS)];
  const inside = symbols.map(([id, body]) => `<symbol id="zo-${id}" viewBox="0 0 48 48">${body}</symbol>`);
  const sheet = new DOMParser().parseFromString(`<svg xmlns="${NS}" id="zo-symbols">${inside.join("")}</svg>`, "image/svg+xml");
  const holder = document.importNode(sheet.documentElement, true);
  holder.setAttribute("aria-hidden", "true");
  holder.classList.add("zo-symbols");
  document.body.append(holder);
}

const use = (id, attributes) => svg("use", { href: `#zo-${id}`, ...attributes });

/** Return the drawing of a unit around (0, 0), `size` wide: the shape of its side, the sign and code of its function. */
export function unitGroup(seat, code, size) {
  const half = size / 2;
  const glyph = size * 0.78;
  const label = svg("text", { y: size * 0.36, "font-size": size * 0.275, "text-anchor": "middle", class: "zo-code" });
  label.textContent = code;
  return svg(
    "g",
    { class: `zo-unit zo-unit-${seat}` },
    use(`shape-${seat}`, { x: -half, y: -half, width: size, height: size }),
    use(code, { x: -glyph / 2, y: -size * 0.455, width: glyph, height: glyph }),
    label,
  );
}

/** Return the sign of a function, as printed on a tile. */
export const glyphUse = (code, size, y = 0) => use(code, { x: -size / 2, y: y - size / 2, width: size, height: size, class: "zo-print" });

/** Return a separate picture of a unit, for panels and lists. It is decorative: there is text beside it. */
export function unitPicture(seat, code) {
  return svg("svg", { viewBox: "-25 -25 50 50", "aria-hidden": "true", class: "zo-picture" }, unitGroup(seat, code, 48));
}

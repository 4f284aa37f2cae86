// Pieces: a colour and a shape for each seat, so that colour is never the only sign.

import { svg } from "../../elements.js";
import { outline } from "./geometry.js";

const BODIES = [
  () => svg("rect", { x: -30, y: -30, width: 60, height: 60, rx: 10 }),
  () => svg("circle", { r: 33 }),
  () => svg("polygon", { points: "0,-37 37,30 -37,30" }),
  () => svg("polygon", { points: "0,-40 40,0 0,40 -40,0" }),
];

/** Draw a piece around [0, 0]. */
export function drawPiece({ owner, label, hidden }) {
  const body = (BODIES[owner] ?? BODIES[1])();
  const text = hidden ? "?" : label;
  const size = 40 - 6 * Math.max(0, text.length - 1);
  const sign = text && svg("text", { class: "gb-label", "text-anchor": "middle", dy: "0.35em", "font-size": size }, text);
  return svg("g", { class: `gb-piece${hidden ? " gb-hidden" : ""}`, "data-owner": owner ?? "none" }, body, sign);
}

/** Draw the ground of a cell around [0, 0]. */
export function drawGround(shape, inset = 0) {
  const points = outline(shape, inset);
  return points ? svg("polygon", { points }) : svg("circle", { r: 36 - inset });
}

/** Return where the pieces on a cell of `count` stand, as [x, y, scale]. */
export function spots(count) {
  if (count === 1) return [[0, 0, 1]];
  const columns = Math.ceil(Math.sqrt(count));
  const step = 84 / columns;
  return Array.from({ length: count }, (_, n) => [((n % columns) + 0.5) * step - 42, (Math.floor(n / columns) + 0.5) * step - 42, 0.9 / columns]);
}

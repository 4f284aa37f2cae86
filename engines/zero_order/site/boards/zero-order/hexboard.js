// The static parts of the drawing: grids, labels, Battle Line. Shared by the board and the thumbnails.

import { svg } from "../../elements.js";
import { glyphUse } from "./unit-drawings.js";
import { at, CENTRE, corners, GRIDS, HALF, SIDE } from "./hexes.js";

const MARGIN = 16;
const LEFT = -4 * SIDE - MARGIN;
const TOP = -9 * HALF - MARGIN;
const VIEW_BOX = `${LEFT} ${TOP.toFixed(1)} ${-2 * LEFT} ${(-2 * TOP).toFixed(1)}`;

/** Return the SVG of the whole drawing, with the pattern of Grey's tiles. */
export function canvas(attributes, id) {
  const lines = svg("path", { d: "M0 0V8", class: "zo-hatch" });
  const pattern = svg("pattern", { id, width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(35)" }, lines);
  return svg("svg", { viewBox: VIEW_BOX, ...attributes }, svg("defs", {}, pattern));
}

export const place = (element, [x, y]) => element.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);

/** Return the Battle Line through A4, C5 and E6. */
export const battleLine = () => svg("path", { d: `M${LEFT + 4} 0H${-LEFT - 4}`, class: "zo-line" });

/** Return the look of a tile: the class of its ground, and the print of its token. */
function tileKind(grid, tile) {
  if (grid === CENTRE && tile) return "zo-tile-centre";
  return tile ? `zo-tile-${tile[0]}` : "zo-off";
}

/** Return an empty hex; `hatch` is the id of the pattern. */
export function ground(grid, tile, hatch) {
  const shape = svg("polygon", { points: corners(SIDE - 1.5), class: "zo-hex" });
  const over = tile?.[0] === 1 ? svg("polygon", { points: corners(SIDE - 1.5), fill: `url(#${hatch})`, class: "zo-over" }) : null;
  return svg("g", { class: `zo-ground ${tileKind(grid, tile)}` }, shape, over);
}

/** Return the print of a tile's token. */
export function print(tile, covered) {
  if (!tile?.[1]) return null;
  const text = svg("text", { y: covered ? 38.5 : 33, "text-anchor": "middle", class: covered ? "zo-print-code zo-covered" : "zo-print-code" });
  text.textContent = tile[1];
  return svg("g", { class: "zo-tile-print" }, covered ? null : glyphUse(tile[1], 40, 4), text);
}

/** Return all grids with their centres. */
export const middles = (turned) => GRIDS.map((grid) => [grid, at(grid, turned)]);

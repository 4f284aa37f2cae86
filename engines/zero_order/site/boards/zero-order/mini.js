// A small picture of a position, for thumbnails: no focus, no clicks.

import { svg } from "../../elements.js";
import { loadStyles } from "../../styles.js";
import { addSymbols, unitGroup } from "./unit-drawings.js";
import { battleLine, canvas, ground, middles, place } from "./hexboard.js";
import { at, corners, GRIDS, SIDE } from "./hexes.js";
import { holds } from "./marks.js";

await loadStyles("zero-order");

let count = 0;

/** Draw a view into `root`; White at the bottom unless `turned`. */
export function drawMini(root, view, { turned = false } = {}) {
  addSymbols();
  const hatch = `zo-hatch-mini-${count++}`;
  const drawing = canvas({ class: "zo-field zo-mini", "aria-hidden": "true" }, hatch);
  const fresh = new Set((view?.last?.moves ?? []).map(([, to]) => to));
  for (const [grid, middle] of middles(turned)) {
    const cell = ground(grid, view ? view.tiles[grid] : null, hatch);
    if (fresh.has(grid)) cell.append(svg("polygon", { points: corners(SIDE - 5), class: "zo-ring zo-ring-chosen" }));
    place(cell, middle);
    drawing.append(cell);
  }
  drawing.append(battleLine(), ...holds(view, turned));
  for (const grid of GRIDS) {
    const unit = view?.units[grid];
    if (!unit) continue;
    const stand = unitGroup(...unit, 66);
    place(stand, at(grid, turned));
    drawing.append(stand);
  }
  root.classList.add("zo-mini-picture");
  root.replaceChildren(drawing);
}

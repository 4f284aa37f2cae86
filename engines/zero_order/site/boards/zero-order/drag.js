// Dragging a unit, or a token of the hand, to a grid.

import { makeDraggable } from "../../drag.js";
import { make } from "../../elements.js";
import { unitPicture } from "./unit-drawings.js";

/** `held(element)` returns {from, unit: [seat, code]} or null; `start(from, unit)` and `drop(from, grid or null)` are callbacks. */
export function unitDrags(area, { held, start, drop }) {
  makeDraggable(area, {
    pick: held,
    ghost: ({ unit }) => make("div", "zo-ghost", unitPicture(...unit)),
    place: (element) => element.closest("[data-grid]"),
    over: "zo-over-drag",
    start: ({ from, unit }) => start(from, unit),
    drop: ({ from }, grid) => drop(from, grid?.dataset.grid ?? null),
  });
}

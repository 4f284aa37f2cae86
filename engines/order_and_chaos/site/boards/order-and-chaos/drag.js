// Dragging a chessman to an area.

import { makeDraggable } from "../../drag.js";

/** `free(element)` returns {from, kind, ghost()} or null; `start(held)` and `drop(held, area or null)` are callbacks. */
export function manDrags(board, { free, start, drop }) {
  makeDraggable(board, {
    pick: free,
    ghost: (held) => ghost(board, held),
    place: (element) => cell(board, element),
    over: "oc-over",
    start,
    drop: (held, area) => drop(held, area?.dataset.area ?? null),
  });
}

/** Return the cell of an area, also when the pointer is on a chessman in it. */
function cell(board, element) {
  const area = element.closest("[data-area]")?.dataset.area;
  return area ? board.querySelector(`.oc-cell[data-area="${area}"]`) : null;
}

function ghost(board, held) {
  const element = document.createElement("div");
  element.className = "oc-ghost";
  const size = (board.getBoundingClientRect().width * 92) / board.viewBox.baseVal.width;
  element.style.width = element.style.height = `${size}px`;
  element.style.margin = `${-size / 2}px 0 0 ${-size / 2}px`;
  element.append(held.ghost());
  return element;
}

// Dragging a piece, of the board or of the tray, to a square.

import { makeDraggable } from "../../drag.js";
import { drawPiece } from "./pieces.js";

/** `pick(element)` returns {from, piece: [seat, code]} or null; `start(from)` and `drop(from, square or null)` are callbacks. */
export function pieceDrags(area, { pick, start, drop }) {
  makeDraggable(area, {
    pick,
    ghost: ({ piece }) => ghost(piece),
    place: (element) => element.closest(".ft-square"),
    over: "ft-over",
    start: ({ from }) => start(from),
    drop: ({ from }, square) => drop(from, square?.dataset.square ?? null),
  });
}

function ghost(piece) {
  const element = document.createElement("div");
  element.className = "ft-ghost";
  const size = document.querySelector(".ft-square:not(.ft-base)")?.clientWidth ?? 48;
  element.style.width = element.style.height = `${size}px`;
  element.append(drawPiece(...piece));
  return element;
}

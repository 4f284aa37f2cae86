// A small picture of a position, for thumbnails: no focus, no clicks.

import { loadStyles } from "../../styles.js";
import { homeOf, lines, ROWS } from "./geometry.js";
import { addSymbols, drawPiece } from "./pieces.js";

await loadStyles("field-tactics");

/** Draw a view into `root`; Red at the bottom unless `turned`. */
export function drawMini(root, view, { turned = false } = {}) {
  addSymbols();
  const frame = document.createElement("div");
  frame.className = "ft-board ft-mini";
  const last = view?.last ? [view.last.from, view.last.to] : [];
  for (const square of ROWS.flat()) {
    const cell = document.createElement("div");
    const { row, column, span } = lines(square, turned);
    cell.className = `ft-square ft-home-${homeOf(square)}`;
    cell.classList.toggle("ft-base", span === 2);
    cell.classList.toggle("ft-last", last.includes(square));
    cell.classList.toggle("ft-dark", (square.charCodeAt(0) + Number(square.at(-1))) % 2 === 0);
    cell.style.gridArea = `${row} / ${column} / span 1 / span ${span}`;
    const piece = view?.squares[square];
    if (piece) cell.append(drawPiece(...piece));
    frame.append(cell);
  }
  frame.append(river(), ...["B", "E"].map((column) => bridge(column, turned)));
  root.replaceChildren(frame);
}

function river() {
  const element = document.createElement("div");
  element.className = "ft-river";
  return element;
}

function bridge(column, turned) {
  const element = document.createElement("div");
  element.className = "ft-bridge";
  element.style.gridArea = `5 / ${lines(`${column}4`, turned).column}`;
  return element;
}

// The board as an ARIA grid of squares: draws views, moves the focus and reports clicks. It contains no rules.

import { mark, translate } from "../../../site/words.js";
import { BASES, homeOf, lines, neighbour, ROWS } from "./geometry.js";
import { addSymbols, drawPiece, nameOf, sideName } from "./pieces.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function make(tag, className, attributes = {}) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Describe a square and its piece for screen readers. */
function squareWords(square, piece, viewer, guess = "") {
  const place = BASES.includes(square) ? translate("{square}, {side}'s base", { square, side: sideName(homeOf(square)) }) : square;
  if (!piece) return translate("{place}, empty", { place });
  const [seat, code] = piece;
  const name = nameOf(code);
  const note = guess ? translate(", your guess: {piece}", { piece: nameOf(guess) }) : "";
  return `${place}, ${seat === viewer ? translate("your {piece}", { piece: name }) : translate("{side}'s {piece}", { side: sideName(seat), piece: name })}${note}`;
}

export class Grid {
  /** `onPick(square)` is called for a click, a tap or Enter; `onCancel()` for Escape. */
  constructor(root, { onPick = () => {}, onCancel = () => {}, label = translate("Board") } = {}) {
    addSymbols();
    this.root = root;
    this.cells = new Map();
    this.turned = null;
    this.onPick = onPick;
    this.onCancel = onCancel;
    this.column = null;
    this.frame = make("div", "ft-board", { role: "grid", "aria-label": label });
    root.replaceChildren(this.frame);
    this.build();
    this.listen();
  }

  build() {
    for (const squares of ROWS) {
      const row = make("div", "ft-row", { role: "row" });
      for (const square of squares) row.append(this.buildSquare(square));
      this.frame.append(row);
    }
    this.current = "CD1";
    this.river = make("div", "ft-river", { "aria-hidden": "true" });
    this.bridges = ["B", "E"].map((column) => {
      const bridge = make("div", "ft-bridge", { "aria-hidden": "true" });
      bridge.dataset.column = column;
      return bridge;
    });
    this.labels = [..."ABCDEF12345678"].map((text) => {
      const label = make("span", "ft-label", { "aria-hidden": "true" });
      label.textContent = text;
      return label;
    });
    this.frame.append(this.river, ...this.bridges, ...this.labels);
    this.turn(false);
    this.setCurrent("CD1");
  }

  buildSquare(square) {
    const cell = make("div", "ft-square", { role: "gridcell", tabindex: "-1" });
    cell.dataset.square = square;
    cell.classList.add(`ft-home-${homeOf(square)}`);
    if (BASES.includes(square)) cell.classList.add("ft-base");
    if ((square.charCodeAt(0) + Number(square.at(-1))) % 2 === 0) cell.classList.add("ft-dark");
    this.cells.set(square, cell);
    return cell;
  }

  /** Place the squares with Red (false) or Blue (true) at the bottom. */
  turn(turned) {
    if (this.turned === turned) return;
    this.turned = turned;
    for (const [square, cell] of this.cells) {
      const { row, column, span } = lines(square, turned);
      cell.style.gridArea = `${row} / ${column + 1} / span 1 / span ${span}`;
    }
    for (const bridge of this.bridges) {
      bridge.style.gridArea = `5 / ${lines(`${bridge.dataset.column}4`, turned).column + 1}`;
    }
    for (const label of this.labels) {
      const text = label.textContent;
      const isColumn = text >= "A";
      label.style.gridArea = isColumn ? `10 / ${lines(`${text}4`, turned).column + 1}` : `${lines(`A${text}`, turned).row} / 1`;
    }
  }

  listen() {
    this.frame.addEventListener("click", (event) => {
      const square = event.target.closest(".ft-square")?.dataset.square;
      if (!square || this.muted) return;
      this.setCurrent(square);
      this.onPick(square);
    });
    this.frame.addEventListener("keydown", (event) => this.onKey(event));
    this.frame.addEventListener("focusin", (event) => {
      const square = event.target.closest(".ft-square")?.dataset.square;
      if (square) this.setCurrent(square);
    });
  }

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) this.step(...arrow);
    else if (event.key === "Enter" || event.key === " ") this.onPick(this.current);
    else if (event.key === "Escape") this.onCancel();
    else if (this.onOtherKey?.(event.key, this.current) !== true) return;
    event.preventDefault();
  }

  step(dx, dy) {
    // Keep the column when moving up or down through a base, which spans two columns.
    const column = this.column ?? undefined;
    const next = neighbour(this.current, dx, dy, this.turned, BASES.includes(this.current) ? column : undefined);
    if (!next) return;
    const before = this.current;
    this.focus(next);
    this.column = dy && BASES.includes(next) && !BASES.includes(before) ? "ABCDEF".indexOf(before[0]) : null;
  }

  focus(square) {
    this.setCurrent(square);
    this.cells.get(square).focus({ preventScroll: false });
  }

  setCurrent(square) {
    this.cells.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = square;
    this.cells.get(square).setAttribute("tabindex", "0");
  }

  /** Show `squares` ({"A1": [seat, code or null]}) with the viewer's `guesses` ({"B6": code}); only changed ones are redrawn. */
  draw(squares, viewer, guesses = {}) {
    for (const [square, cell] of this.cells) {
      const piece = squares[square];
      const key = piece ? `${piece[0]}${piece[1] ?? "?"}` : "";
      const guess = guesses[square] ?? "";
      if (cell.dataset.piece !== key || (cell.dataset.guess ?? "") !== guess) {
        cell.dataset.piece = key;
        cell.dataset.guess = guess;
        cell.replaceChildren(...(piece ? [drawPiece(...piece)] : []));
        if (guess) cell.append(Object.assign(make("span", "ft-guess"), { textContent: guess }));
      }
      cell.dataset.words = squareWords(square, piece, viewer, guess);
    }
    this.mark({});
  }

  /** Mark the squares: {square: "own" | "chosen" | "move" | "battle" | "pending" | "place" | "suggested"}. */
  mark(marks, last = this.last ?? []) {
    this.last = last;
    for (const [square, cell] of this.cells) {
      const kind = marks[square] ?? "";
      if (cell.dataset.mark !== kind) cell.dataset.mark = kind;
      cell.classList.toggle("ft-last", last.includes(square));
      cell.setAttribute("aria-selected", String(kind === "chosen"));
      cell.setAttribute("aria-label", cell.dataset.words + translate(MARK_WORDS[kind] ?? "") + (last.includes(square) ? translate(", last move") : ""));
    }
  }
}

const MARK_WORDS = {
  own: mark(", can be chosen"),
  chosen: mark(", chosen"),
  move: mark(", can move here"),
  battle: mark(", can attack here"),
  pending: mark(", sent"),
  suggested: mark(", suggested"),
};

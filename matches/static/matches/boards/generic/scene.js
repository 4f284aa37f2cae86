// The cells and pieces as SVG, with one focus that arrow keys move. It contains no rules.

import { mark, translate } from "../../../site/words.js";
import { makeDraggable } from "../../drag.js";
import { make, set, svg } from "../../elements.js";
import { coordinates, layOut, neighbour } from "./geometry.js";
import { drawGround, drawPiece, spots } from "./shapes.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MARKS = {
  own: mark("{place}, can be chosen"),
  chosen: mark("{place}, chosen"),
  move: mark("{place}, can move here"),
  pending: mark("{place}, sent"),
};

const at = ([x, y], scale = 1) => `translate(${x} ${y})${scale === 1 ? "" : ` scale(${scale.toFixed(3)})`}`;

/** Return the edges, cells and pieces of a description as SVG elements; `cells` gets each cell by name. */
export function drawBoard(description, { middles }, cells = new Map()) {
  const { shape, pieces = [], last = [] } = description;
  const edges = (description.edges ?? []).map(([from, to]) => {
    const [[x1, y1], [x2, y2]] = [middles.get(from), middles.get(to)];
    return svg("line", { class: "gb-edge", x1, y1, x2, y2 });
  });
  for (const { name, shade } of description.cells) {
    const here = pieces.filter((piece) => piece.cell === name);
    const places = spots(here.length);
    const cell = svg("g", { class: "gb-cell", transform: at(middles.get(name)), "data-place": name, "data-shade": shade ?? "" }, drawGround(shape), drawGround(shape, 5));
    cell.firstChild.classList.add("gb-ground");
    cell.lastChild.classList.add("gb-ring");
    cell.classList.toggle("gb-last", last.includes(name));
    here.forEach((piece, n) => {
      const [x, y, scale] = places[n];
      const element = drawPiece(piece);
      element.setAttribute("transform", at([x, y], scale));
      cell.append(element);
    });
    cells.set(name, cell);
  }
  return [...edges, ...cells.values()];
}

export class Scene {
  /**
   * `onPick(word)` is called for a click, a tap or Enter, and for the cell on which a piece is dropped; `onDrag(word)` when it
   * is lifted; `onCancel()` for Escape, and for a click or a drop beside the cells.
   */
  constructor({ onPick, onCancel, onDrag }) {
    Object.assign(this, { onPick, onCancel });
    this.root = make("div", "gb-scene");
    this.cells = new Map();
    this.ratio = 1.4;
    this.root.addEventListener("click", (event) => {
      const name = event.target.closest(".gb-cell")?.dataset.place;
      if (name) this.pick(name);
      else this.onCancel();
    });
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    makeDraggable(this.root, {
      pick: (element) => element.closest(".gb-cell[data-drag]")?.dataset.place ?? null,
      ghost: (name) => this.createGhost(name),
      place: (element) => element.closest(".gb-cell"),
      over: "gb-over",
      start: (name) => onDrag(this.wordOf(name)),
      drop: (name, cell) => (cell && cell.dataset.place !== name ? this.pick(cell.dataset.place) : this.onCancel()),
    });
    this.root.addEventListener("focusin", (event) => this.setCurrent(event.target.closest(".gb-cell")?.dataset.place));
  }

  draw(description, { turned, words }) {
    this.description = description;
    if (!description.cells?.length) {
      this.ratio = 1.4;
      this.root.replaceChildren();
      return;
    }
    const held = this.root.contains(document.activeElement);
    this.layout = layOut(description, turned);
    const { box } = this.layout;
    this.ratio = Math.min(2, Math.max(0.5, box[2] / box[3]));
    this.cells.clear();
    const drawn = drawBoard(description, this.layout, this.cells);
    for (const cell of description.cells) {
      const element = set(this.cells.get(cell.name), { role: "button", tabindex: -1 });
      element.dataset.words = words(cell);
    }
    for (const [name, text, x, y] of coordinates(description, this.layout.middles)) {
      this.cells.get(name).append(svg("text", { class: "gb-coordinate", "text-anchor": "middle", x, y, "aria-hidden": "true" }, text));
    }
    this.root.replaceChildren(svg("svg", { class: "gb-board", viewBox: box.join(" "), role: "group", "aria-label": translate("Board") }, ...drawn));
    this.setCurrent(this.cells.has(this.current) ? this.current : description.cells[0].name);
    if (held) this.cells.get(this.current).focus();
  }

  wordOf(name) {
    const cell = this.description.cells.find((each) => each.name === name);
    return cell.word ?? cell.name;
  }

  pick(name) {
    this.setCurrent(name);
    this.onPick(this.wordOf(name));
  }

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !event.target.closest(".gb-cell")) return;
    const arrow = ARROWS[event.key];
    const next = arrow && neighbour(this.layout.middles, this.current, arrow);
    if (next) this.cells.get(next).focus();
    else if (event.key === "Enter" || event.key === " ") this.pick(this.current);
    else if (event.key === "Escape") this.onCancel();
    else if (!arrow) return;
    event.preventDefault();
  }

  setCurrent(name) {
    if (!name) return;
    this.cells.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = name;
    this.cells.get(name).setAttribute("tabindex", "0");
  }

  /** Return the pieces of a cell, in the size in which they are drawn, to follow the pointer. */
  createGhost(name) {
    const cell = this.cells.get(name);
    const { width, height } = cell.querySelector(".gb-ground").getBoundingClientRect();
    const pieces = [...cell.querySelectorAll(".gb-piece")].map((piece) => piece.cloneNode(true));
    const ghost = make("div", "gb-ghost", svg("svg", { viewBox: "-50 -50 100 100", width, height }, ...pieces));
    ghost.style.margin = `${-height / 2}px 0 0 ${-width / 2}px`;
    return ghost;
  }

  /** Mark the cells by the words that they stand for: "own", "chosen", "move", "pending" or "". Pieces that `leads` can be dragged. */
  mark(kindOf, leads) {
    for (const [name, cell] of this.cells) {
      const kind = kindOf(this.wordOf(name));
      cell.toggleAttribute("data-drag", leads(this.wordOf(name)) && cell.querySelector(".gb-piece") !== null);
      if (cell.dataset.mark !== kind) cell.dataset.mark = kind;
      const place = cell.dataset.words;
      const words = kind ? translate(MARKS[kind], { place }) : place;
      cell.setAttribute("aria-label", cell.classList.contains("gb-last") ? translate("{place}, last move", { place: words }) : words);
    }
  }
}

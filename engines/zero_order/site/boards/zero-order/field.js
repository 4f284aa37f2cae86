// The board as an ARIA grid of hexes in SVG: draws views, moves the focus and reports clicks. It contains no rules.

import { mark, translate } from "../../../site/words.js";
import { make, svg } from "../../elements.js";
import { addSymbols } from "./unit-drawings.js";
import { battleLine, canvas, ground, middles, place, print } from "./hexboard.js";
import { at, axes, CENTRE, COLUMNS, corners, neighbour, placeOf, SIDE } from "./hexes.js";
import { drawMark, exits, holds, trails } from "./marks.js";
import { Units } from "./units.js";
import { gridWords } from "./words.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const HATCH = "zo-hatch-board";

export class Field {
  /** `onPick(grid)` is called for a click, a tap or Enter; `onExit(key)` for a sign at the edge; also `onCancel`, `onLook`. */
  constructor(root, { onPick, onExit, onCancel, onLook }) {
    Object.assign(this, { onPick, onExit, onCancel, onLook });
    addSymbols();
    this.cells = new Map();
    this.turned = false;
    this.current = CENTRE;
    this.wish = null;
    this.build();
    this.frame = make("div", "zo-board", this.svg);
    root.replaceChildren(this.frame);
    this.layOut();
    this.listen();
  }

  build() {
    this.svg = canvas({ role: "grid", "aria-label": translate("Board"), class: "zo-field" }, HATCH);
    this.layers = Object.fromEntries(["cells", "axes", "holds", "units", "marks", "trails", "exits"].map((name) => [name, svg("g", { class: `zo-layer-${name}` })]));
    for (const column of COLUMNS) {
      const row = svg("g", { role: "row", "aria-label": translate("Column {column}", { column: column[0][0] }) });
      for (const grid of column) row.append(this.buildCell(grid));
      this.layers.cells.append(row);
    }
    for (const name of ["axes", "holds", "units", "marks", "trails", "exits"]) this.layers[name].setAttribute("aria-hidden", "true");
    this.units = new Units(this.layers.units);
    this.line = battleLine();
    const { cells, axes: lines, holds: links, units, marks, trails: arrows, exits: edge } = this.layers;
    this.svg.append(cells, this.line, lines, links, units, marks, arrows, edge);
  }

  buildCell(grid) {
    const cell = svg("g", { role: "gridcell", tabindex: "-1", class: "zo-cell", "data-grid": grid });
    this.cells.set(grid, cell);
    return cell;
  }

  /** Place the grids with White (false) or Grey (true) at the bottom. */
  turn(turned) {
    if (this.turned === turned) return;
    this.turned = turned;
    this.layOut();
  }

  layOut() {
    for (const [grid, middle] of middles(this.turned)) place(this.cells.get(grid), middle);
    this.setCurrent(this.current);
  }

  listen() {
    const gridOf = (event) => event.target.closest?.("[data-grid]")?.dataset.grid;
    this.svg.addEventListener("click", (event) => {
      const edge = event.target.closest("[data-exit]");
      if (edge) return this.onExit(edge.dataset.exit);
      const grid = gridOf(event);
      if (!grid) return;
      this.setCurrent(grid);
      this.onLook(grid);
      this.onPick(grid);
    });
    this.svg.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.onLook(gridOf(event) ?? null));
    this.svg.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.onLook(null));
    this.svg.addEventListener("focusin", (event) => {
      const grid = gridOf(event);
      if (!grid) return;
      this.setCurrent(grid);
      if (event.target.matches(":focus-visible")) this.onLook(grid);
    });
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
  }

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) this.step(...arrow);
    else if (event.key === "Enter" || event.key === " ") this.onPick(this.current);
    else if (event.key === "Escape") this.onCancel();
    else if (!this.jump(event.key)) return;
    event.preventDefault();
  }

  /** Move the focus: a letter goes to that column, a digit to that row of the current column. */
  jump(key) {
    const letter = /^[a-e]$/i.test(key) ? key.toUpperCase() : this.current[0];
    if (!/^[a-e1-9]$/i.test(key)) return false;
    const row = /^[1-9]$/.test(key) ? key : this.current.slice(1);
    const column = COLUMNS["ABCDE".indexOf(letter)];
    const near = column.reduce((best, grid) => (Math.abs(grid[1] - row) < Math.abs(best[1] - row) ? grid : best));
    this.focus(near);
    return true;
  }

  step(dx, dy) {
    const next = neighbour(this.current, dx, dy, this.turned, this.wish ?? undefined);
    if (!next) return;
    const height = this.wish ?? placeOf(this.current)[1];
    this.focus(next);
    this.wish = dx ? height : null;
  }

  focus(grid) {
    this.setCurrent(grid);
    this.wish = null;
    this.cells.get(grid).focus();
    this.onLook(grid);
  }

  setCurrent(grid) {
    this.cells.get(this.current).setAttribute("tabindex", "-1");
    this.current = grid;
    this.cells.get(grid).setAttribute("tabindex", "0");
  }

  /** Show a view: tiles, holds and units. With `animate`, units glide from their previous grids. */
  draw(view, viewer, { animate = false } = {}) {
    this.view = view;
    for (const [grid, cell] of this.cells) {
      const tile = view?.tiles[grid];
      const key = `${tile ?? ""}|${Boolean(view?.units[grid])}`;
      if (cell.dataset.key !== key) this.fillCell(cell, grid, tile, Boolean(view?.units[grid]));
      cell.dataset.key = key;
      cell.dataset.words = gridWords(grid, view, viewer);
    }
    this.layers.holds.replaceChildren(...holds(view, this.turned));
    this.units.draw(view, this.turned, { animate });
    this.mark({});
  }

  fillCell(cell, grid, tile, covered) {
    const name = svg("text", { y: -29, "text-anchor": "middle", class: "zo-name" });
    name.textContent = grid;
    const ring = svg("polygon", { points: corners(SIDE - 4), class: "zo-focus" });
    cell.replaceChildren(...[ground(grid, tile, HATCH), print(tile, covered), name, ring].filter(Boolean));
  }

  /**
   * Mark the grids. `marks` {grid: "own" | "chosen" | "move" | "target" | "picked" | "place" | "suggested" |
   * "pending"};
   * `arrows` [{from, to, via}] of the selected units; `edges` [{key, at, before, label}]: exits off the map.
   */
  mark(marks, { arrows = [], edges = [] } = {}) {
    const { view } = this;
    const shown = [];
    for (const [grid, cell] of this.cells) {
      const kind = marks[grid] ?? "";
      if (cell.dataset.mark !== kind) cell.dataset.mark = kind;
      cell.setAttribute("aria-selected", String(kind === "chosen" || kind === "picked"));
      cell.setAttribute("aria-label", cell.dataset.words + translate(MARK_WORDS[kind] ?? ""));
      const drawn = drawMark(kind, grid, view);
      if (!drawn) continue;
      place(drawn, at(grid, this.turned));
      shown.push(drawn);
    }
    this.layers.marks.replaceChildren(...shown);
    this.layers.trails.replaceChildren(...trails(arrows, this.turned));
    this.layers.exits.replaceChildren(...exits(edges, this.turned));
  }

  /** Show the three axes through a grid; without a grid, hide them. */
  showAxes(grid) {
    const ends = grid ? axes(grid).map((pair) => pair.map((name) => at(name, this.turned))) : [];
    this.layers.axes.replaceChildren(
      ...ends.map(([[ax, ay], [bx, by]]) => svg("path", { d: `M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}`, class: "zo-axis" })),
    );
    for (const [name, cell] of this.cells) cell.classList.toggle("zo-looked", name === grid);
  }
}

const MARK_WORDS = {
  own: mark(", can be chosen"),
  chosen: mark(", chosen"),
  move: mark(", can move here"),
  target: mark(", can be selected"),
  picked: mark(", selected"),
  place: mark(", can be placed here"),
  suggested: mark(", suggested"),
  pending: mark(", sent"),
};

// The board as an ARIA grid of areas, graves and signs: draws views, moves the focus and reports clicks. It contains no rules.

import { mark, translate, translateIn } from "../../../site/words.js";
import { svg } from "../../elements.js";
import { inset } from "./geometry.js";
import { placeName, sideName } from "./names.js";
import { addPatterns, at, barrier, flag, points, sign } from "./shapes.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ROWS = [
  [mark("Inner ring"), (area) => area?.kind === "small" || area?.kind === "big"],
  [mark("Battle areas"), (area) => area?.kind === "battle"],
  [mark("Graves"), (area) => !area],
];
const MARK_WORDS = {
  own: mark("can be chosen"),
  chosen: mark("chosen"),
  move: mark("can move here"),
  kill: mark("can move here and kill"),
  core: mark("can move here: the territories swap owners"),
  barred: mark("can't move here: it would repeat a position too often"),
  pending: mark("sent"),
  planned: mark("your premove"),
};

function text(className, [x, y], words) {
  const element = svg("text", { class: className, x: x.toFixed(1), y: y.toFixed(1) });
  element.textContent = words;
  return element;
}

export class Field {
  /** `onPick(cell, kind)` is called for a click, a tap or Enter, with the kind of chessman hit; `onPoint(cell or null)` on hover. */
  constructor(root, { onPick, onPoint, onCancel, onKey }) {
    addPatterns();
    Object.assign(this, { onPick, onPoint, onCancel, onKey });
    this.svg = svg("svg", { class: "oc-board", role: "grid", "aria-label": translate("Board") });
    this.ground = svg("g", { "aria-hidden": "true" });
    this.grid = svg("g", { role: "rowgroup" });
    this.signs = svg("g", { class: "oc-signs", "aria-hidden": "true" });
    this.men = svg("g", { class: "oc-men", "aria-hidden": "true" });
    this.hints = svg("g", { class: "oc-hints", "aria-hidden": "true" });
    this.effects = svg("g", { class: "oc-effects", "aria-hidden": "true" });
    this.link = svg("polyline", { class: "oc-link", "aria-hidden": "true" });
    this.svg.append(this.ground, this.grid, this.link, this.signs, this.men, this.hints, this.effects);
    root.append(this.svg);
    this.cells = new Map();
    this.listen();
  }

  /** Draw the empty board. */
  build(layout) {
    if (this.layout === layout) return;
    this.layout = layout;
    this.svg.setAttribute("viewBox", `0 0 ${layout.size.join(" ")}`);
    const focused = document.activeElement?.closest?.(".oc-cell")?.dataset.area;
    this.cells.clear();
    this.drawGround();
    this.grid.replaceChildren(...ROWS.map(([label, fits]) => this.row(translate(label), layout.cells.filter((cell) => fits(layout.areas[cell])))));
    this.setCurrent(this.cells.has(this.current) ? this.current : (layout.cells.find((cell) => layout.areas[cell]?.core) ?? layout.cells[0]));
    if (focused) this.cells.get(focused)?.focus();
  }

  drawGround() {
    const { hexagon, link, hub } = this.layout;
    const emblem = svg("g", { class: "oc-emblem", transform: at(hub) });
    this.turnText = text("oc-turn", [0, 30], "");
    emblem.append(text("oc-turn-word", [0, -24], translateIn("number", "turn")), this.turnText);
    this.link.setAttribute("points", points(link));
    this.ground.replaceChildren(
      svg("polygon", { class: "oc-hexagon", points: points(inset(hexagon, 4)) }),
      emblem,
    );
  }

  row(label, cells) {
    return svg("g", { role: "row", "aria-label": label }, ...cells.map((cell) => (this.layout.areas[cell] ? this.area(cell) : this.grave(cell))));
  }

  cell(name, className, ...children) {
    const element = svg("g", { class: `oc-cell ${className}`, role: "gridcell", tabindex: -1, "data-area": name }, ...children);
    this.cells.set(name, element);
    return element;
  }

  area(name) {
    const { kind, shape, slots, name: places } = this.layout.areas[name];
    const outline = points(inset(shape, 3));
    const children = [svg("polygon", { class: "oc-ground", points: outline }), svg("polygon", { class: "oc-pattern", points: outline, fill: "none" })];
    if (kind === "battle") children.push(...slots.map(([cx, cy]) => svg("circle", { class: "oc-slot", cx, cy, r: 27 })));
    children.push(svg("polygon", { class: "oc-edge", points: points(inset(shape, 8)) }));
    children.push(text("oc-name", kind === "small" ? places[0] : places[1], name));
    return this.cell(name, `oc-${kind}`, ...children);
  }

  grave(key) {
    const [x, y, width, height] = this.layout.graves[key];
    const [lx, ly, lwidth] = this.layout.lands[key];
    const right = lx > this.layout.hub[0];
    const land = svg("g", { class: `oc-land${right ? " oc-right" : ""}` });
    const edge = right ? lx + lwidth : lx;
    const line = ly < this.layout.hub[1] ? 32 : 42; // Away from the nearest corner of the areas.
    land.append(text("oc-land-name", [edge, ly + line], placeName(key)), text("oc-land-owner", [edge, ly + line + 34], ""));
    return this.cell(
      key,
      "oc-grave",
      svg("rect", { class: "oc-ground", x, y, width, height, rx: 14 }),
      svg("rect", { class: "oc-edge", x: x + 5, y: y + 5, width: width - 10, height: height - 10, rx: 10 }),
      text("oc-grave-name", [x + width / 2, y + 32], ""),
      land,
    );
  }

  listen() {
    const over = (event) => event.target.closest?.("[data-area]");
    this.svg.addEventListener("click", (event) => {
      const hit = over(event);
      if (!hit) return this.onCancel();
      this.setCurrent(hit.dataset.area);
      return this.onPick(hit.dataset.area, hit.dataset.man ?? null);
    });
    this.svg.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.onPoint(over(event)?.dataset.area ?? null));
    this.svg.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.onPoint(null));
    this.svg.addEventListener("focusin", (event) => {
      const cell = event.target.closest(".oc-cell");
      if (!cell) return;
      this.setCurrent(cell.dataset.area);
      if (cell.matches(":focus-visible")) this.onPoint(cell.dataset.area);
    });
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) this.step(...arrow);
    else if (event.key === "Enter" || event.key === " ") this.onPick(this.current, null);
    else if (event.key === "Escape") this.onCancel();
    else if (!this.onKey(event.key, this.current)) return;
    event.preventDefault();
  }

  step(dx, dy) {
    const next = this.layout.neighbour(this.current, dx, dy);
    if (next) this.focus(next);
  }

  focus(cell) {
    this.setCurrent(cell);
    this.cells.get(cell).focus();
  }

  setCurrent(cell) {
    this.cells.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = cell;
    this.cells.get(cell)?.setAttribute("tabindex", "0");
  }

  /** Show owners, domination, closed areas and the turn. */
  show(view) {
    this.owners(view.owners);
    this.turnText.textContent = String(view.turn + (view.phase === "over" ? 0 : 1));
    const signs = [];
    for (const [name, area] of Object.entries(this.layout.areas)) {
      const { dominator, closed, men } = view.areas[name];
      if (area.core) signs.push(this.put(sign("core"), area.sign));
      if (area.kind !== "battle") continue;
      this.own(this.cells.get(name), dominator);
      this.cells.get(name).classList.toggle("oc-full", men.length >= area.slots.length);
      if (dominator !== null) signs.push(this.put(flag(dominator, String(men.filter(([seat]) => seat === dominator).length)), area.flag));
      closed.forEach((seat, n) => signs.push(this.put(barrier(seat), area.shut[n])));
      if (area.revive) signs.push(this.put(sign("revive"), area.sign, `oc-side-${view.owners[area.revive]}`));
    }
    this.signs.replaceChildren(...signs);
  }

  put(drawing, spot, ...classes) {
    drawing.setAttribute("transform", at(spot));
    drawing.classList.add(...classes);
    return drawing;
  }

  own(cell, seat) {
    if (seat === null) delete cell.dataset.owner;
    else cell.dataset.owner = seat;
    // A pattern's URL is relative to the page only in an attribute, not in a stylesheet.
    cell.querySelector(".oc-pattern")?.setAttribute("fill", seat === null ? "none" : `url(#oc-pattern-${seat})`);
  }

  owners(owners) {
    for (const [name, cell] of this.cells) {
      const area = this.layout.areas[name];
      const seat = owners[area ? area.territory : name];
      if (seat === undefined) continue;
      this.own(cell, seat);
      if (area) continue;
      cell.querySelector(".oc-grave-name").textContent = translate("{side}'s dead", { side: sideName(seat) });
      cell.querySelector(".oc-land-owner").textContent = translate("owned by {side}", { side: sideName(seat) });
    }
  }

  /** Animate the territories changing owners, in a wave from the area where it began. */
  turnLands(owners, from) {
    const [x, y] = this.layout.middle(from);
    for (const [name, cell] of this.cells) {
      if (!this.layout.areas[name]?.territory) continue;
      const [cx, cy] = this.layout.middle(name);
      cell.style.setProperty("--oc-wave", `${Math.round(Math.hypot(cx - x, cy - y) * 0.7)}ms`);
      cell.classList.add("oc-turning");
      setTimeout(() => cell.classList.remove("oc-turning"), 1100);
    }
    this.owners(owners);
  }

  /**
   * Label and mark the cells: `words(cell)`, `marks` {cell: "own" | "chosen" | ...}, the last move's cells in
   * `last`, and the position of a hint: `spot(cell, mark)`.
   */
  mark(marks, { words, last, spot }) {
    for (const [name, cell] of this.cells) {
      const kind = marks[name] ?? "";
      cell.dataset.mark = kind;
      cell.classList.toggle("oc-last", last.includes(name));
      cell.setAttribute("aria-selected", String(kind === "chosen"));
      cell.setAttribute("aria-label", [words(name), translate(MARK_WORDS[kind] ?? ""), last.includes(name) && translate("last move")].filter(Boolean).join(", "));
    }
    this.drawHints(marks, spot);
  }

  /** Mark the targets: a dot, crossed swords for a kill, arrows if the territories swap owners, a bar for a repetition. */
  drawHints(marks, spot) {
    const hints = [];
    for (const [name, kind] of Object.entries(marks)) {
      if (!["move", "kill", "core", "barred"].includes(kind)) continue;
      const hint = svg("g", { class: `oc-hint oc-hint-${kind}`, transform: at(spot(name, kind)) }, svg("circle", { r: kind === "move" ? 17 : 24 }));
      if (kind === "barred") hint.append(svg("path", { class: "oc-hint-bar", d: "M-15 15 L15 -15" }));
      else if (kind !== "move") hint.append(text("oc-hint-sign", [0, 11], kind === "kill" ? "⚔" : "⟲"));
      hints.push(hint);
    }
    this.hints.replaceChildren(...hints);
  }
}

// The map as an SVG grid: draws spaces and tokens, moves the focus and reports clicks. It contains no rules.

import { translateIn } from "../../../site/words.js";
import { set, svg } from "../../elements.js";
import { card, sign, token } from "./art.js";
import { asText, soldiersAt, spaceWords } from "./descriptions.js";
import { CELL, corner, EDGE, HEIGHT, neighbour, ROW, ROWS, SPACES, WIDTH } from "./geometry.js";
import { isClass, location, locationBadge, locationName } from "./names.js";
import { explain } from "./tips.js";

const SLOTS = { 1: [[27, 1]], 2: [[3, 1], [51, 1]], 3: [[1, 0.7], [34, 0.7], [67, 0.7]], 4: [[0, 0.54], [25, 0.54], [50, 0.54], [75, 0.54]] };
const LONG = 8; // letters; longer words are condensed to fit their space

function text(words, x, y, className) {
  const element = svg("text", { x, y, class: className });
  element.textContent = words;
  return element;
}

export class GameMap {
  /** `onPick(space, event)` is called for a click, a tap or Enter; `onCancel()` for Escape. */
  constructor({ onPick, onCancel }) {
    this.onPick = onPick;
    this.onCancel = onCancel;
    this.cells = new Map();
    this.tokens = new Map();
    this.turned = false;
    this.current = "Z1-5";
    this.svg = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "ip-map", role: "grid", "aria-label": translateIn("game", "Map") });
    this.labels = svg("g", { "aria-hidden": "true" });
    this.layer = svg("g", { class: "ip-layer", "aria-hidden": "true" });
    this.svg.append(this.labels, ...ROWS.map((spaces) => this.row(spaces)), this.layer);
    this.setCurrent("Z1-5");
    this.listen();
    this.lay();
  }

  row(spaces) {
    return svg("g", { role: "row" }, ...spaces.map((space) => this.cell(space)));
  }

  cell(space) {
    const cell = svg("g", { class: "ip-cell", role: "gridcell", tabindex: "-1", "data-space": space });
    this.cells.set(space, cell);
    explain(cell, () => this.view && this.describe(space));
    return cell;
  }

  describe(space) {
    const { title, lines } = spaceWords(this.view, space);
    const offered = this.marks?.[space]?.words;
    return { title, lines: offered ? [...lines, offered] : lines };
  }

  listen() {
    this.svg.addEventListener("click", (event) => {
      const space = event.target.closest(".ip-cell")?.dataset.space;
      if (!space) return;
      this.setCurrent(space);
      this.onPick(space, event);
    });
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
    this.svg.addEventListener("focusin", (event) => {
      const space = event.target.closest(".ip-cell")?.dataset.space;
      if (space) this.setCurrent(space);
    });
  }

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = neighbour(this.current, event.key, this.turned);
    if (next) this.focus(next);
    else if (event.key === "Enter" || event.key === " ") this.onPick(this.current, event);
    else if (event.key === "Escape") this.onCancel();
    else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
  }

  focus(space) {
    this.setCurrent(space);
    this.cells.get(space).focus();
  }

  setCurrent(space) {
    set(this.cells.get(this.current), { tabindex: "-1" });
    this.current = space;
    set(this.cells.get(space), { tabindex: "0" });
  }

  /** Show Strike's side (false) or the Terrorists' (true) at the bottom. */
  turn(turned) {
    if (this.turned === turned) return;
    this.turned = turned;
    this.lay();
  }

  lay() {
    for (const [space, cell] of this.cells) {
      const { x, y } = corner(space, this.turned);
      set(cell, { transform: `translate(${x} ${y})` });
    }
    const across = [1, 2, 3, 4, 5].map((n) => text(String(n), corner(`Z1-${n}`, this.turned).x + CELL / 2, HEIGHT - 5, "ip-label"));
    const along = [1, 2, 3, 4].map((n) => text(`Z${n}`, EDGE / 2 - 1, corner(`Z${n}-1`, this.turned).y + ROW / 2, "ip-label"));
    this.labels.replaceChildren(...across, ...along);
  }

  draw(view) {
    this.view = view;
    for (const space of SPACES) this.drawSpace(space, view?.spaces[space]);
    this.drawTokens(view);
    this.mark({});
  }

  drawSpace(space, place) {
    const cell = this.cells.get(space);
    const crowded = this.view ? soldiersAt(this.view, space).length > 0 : false;
    const key = JSON.stringify([place ?? null, crowded]);
    if (cell.dataset.drawn === key) return;
    cell.dataset.drawn = key;
    cell.replaceChildren(
      svg("rect", { x: 1, y: 1, width: CELL - 2, height: ROW - 2, rx: 6, class: "ip-ground", "data-kind": place?.location ? location(place.location).kind : "none" }),
      ...(place?.location ? this.name(place.location) : []),
      ...this.lying(place, crowded),
      svg("g", { class: "ip-mark" }),
      svg("rect", { x: 3, y: 3, width: CELL - 6, height: ROW - 6, rx: 5, class: "ip-ring" }),
    );
  }

  name(id) {
    const words = locationName(id).split(" ");
    const badge = locationBadge(id);
    const lines = words.map((word, at) => {
      const line = text(word, CELL / 2, 19 + 16 * at, "ip-name");
      return word.length > LONG ? set(line, { textLength: CELL - 8, lengthAdjust: "spacingAndGlyphs" }) : line;
    });
    return badge ? [...lines, text(badge, 6, ROW - 9, "ip-badge")] : lines;
  }

  /** Return the cards and equipment: large in the middle, or small in the corner if there are Soldiers. */
  lying(place, crowded) {
    if (!place) return [];
    const tokens = [];
    const lurks = isClass(place.under) && this.view.soldiers[place.under]?.at; // its own token shows which one it is
    const id = lurks ? "" : (place.under ?? (place.card && place.card !== "down" ? place.card : ""));
    if (place.card || place.under) {
      const element = card(id, { down: place.card === "down" || !place.card });
      tokens.push(svg("g", { transform: crowded ? `translate(${CELL - 25} ${ROW - 31}) scale(.65)` : "translate(29 44) scale(1.24)" }, element));
    }
    const side = crowded && tokens.length ? CELL - 48 : CELL - 25;
    place.loot.forEach((name, at) => tokens.push(sign(name, side - 22 * at, ROW - 27, 20, "ip-sign ip-loot")));
    return tokens;
  }

  drawTokens(view) {
    const standing = new Set();
    for (const space of view ? SPACES : []) {
      const names = soldiersAt(view, space);
      names.forEach((name, at) => {
        standing.add(name);
        this.drawToken(name, view, space, SLOTS[names.length][at]);
      });
    }
    for (const [name, element] of this.tokens) {
      if (standing.has(name)) continue;
      element.remove();
      this.tokens.delete(name);
    }
  }

  drawToken(name, view, space, [dx, scale]) {
    const soldier = view.soldiers[name];
    const { x, y } = corner(space, this.turned);
    let element = this.tokens.get(name);
    if (!element) {
      element = svg("g", { class: "ip-standing" });
      this.tokens.set(name, element);
      this.layer.append(element);
    }
    const key = JSON.stringify([soldier.damage, soldier.hp, soldier.state]);
    if (element.dataset.drawn !== key) element.replaceChildren(token(name, soldier));
    element.dataset.drawn = key;
    element.dataset.soldier = name;
    element.classList.toggle("ip-hidden", soldier.state === "hidden");
    element.classList.toggle("ip-active", view.turn?.soldier === name);
    element.style.transform = `translate(${x + dx}px, ${y + 40 + (1 - scale) * 24}px) scale(${scale})`;
  }

  /** Mark the spaces: {space: {mark, words, note}}; `note` is a short visible text, such as the moves left. */
  mark(marks, { last = [] } = {}) {
    this.marks = marks;
    for (const [space, cell] of this.cells) {
      const { mark = "", note = "" } = marks[space] ?? {};
      cell.dataset.mark = mark;
      cell.classList.toggle("ip-last", last.includes(space));
      set(cell, { "aria-label": this.view ? asText(this.describe(space)) : space });
      cell.querySelector(".ip-mark")?.replaceChildren(...(note ? [svg("circle", { cx: 16, cy: 50, r: 12 }), text(note, 16, 55, "ip-note")] : []));
    }
  }

  /** Return the rectangle of a space on the page, relative to `root`. */
  boxOf(space, root) {
    const at = this.cells.get(space).querySelector(".ip-ground").getBoundingClientRect();
    const base = root.getBoundingClientRect();
    return { left: at.left - base.left, top: at.top - base.top, width: at.width, height: at.height };
  }
}


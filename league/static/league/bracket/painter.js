// Rendering of a bracket: two plain paths for all matches, and boxes with names for visible ones if they are readable.

import { set, svg } from "../../matches/elements.js";
import { translate } from "../../site/words.js";
import { BOX, line } from "./layout.js";

const READABLE = 0.38;
const FEW = 80; // so many matches are named at any distance
const MOST_LETTERS = 19;

function shorten(name) {
  const letters = [...name];
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join("")}…` : name;
}

export class Painter {
  constructor(picture) {
    this.lines = svg("path", { class: "bracket-lines" });
    this.far = svg("path", { class: "bracket-far" });
    this.lit = svg("path", { class: "bracket-lit" });
    this.titles = svg("g", { class: "bracket-titles" });
    this.near = svg("g");
    this.chosen = svg("rect", { class: "bracket-chosen", width: BOX.width + 8, height: BOX.height + 8, rx: 8, visibility: "hidden" });
    picture.append(this.lines, this.far, this.titles, this.near, this.lit, this.chosen);
    this.shown = new Map();
  }

  /** Take a new state of the bracket. */
  take(data, plan) {
    this.data = data;
    this.plan = plan;
    this.near.replaceChildren();
    this.shown.clear();
    set(this.lines, { d: plan.boxes.filter((box) => box.next).map((box) => line(box, box.next)).join("") });
    set(this.far, { d: plan.boxes.map((box) => `M${box.x} ${box.y}h${BOX.width}v${BOX.height}h-${BOX.width}z`).join("") });
    this.titles.replaceChildren(...plan.titles.map(({ x, y, text }) => svg("text", { x, y }, text)));
  }

  name(seed) {
    return seed ? this.data.entrants[seed - 1][0] : "";
  }

  /** Paint the visible part at this scale. */
  paint(sight, scale) {
    const readable = scale >= READABLE || this.plan.boxes.length <= FEW;
    for (const part of [this.near, this.titles]) set(part, { visibility: readable ? null : "hidden" });
    if (!readable) return;
    const inside = (box) => box.x < sight.right && box.x + BOX.width > sight.left && box.y < sight.bottom && box.y + BOX.height > sight.top;
    const wanted = new Set(this.plan.boxes.filter(inside));
    for (const [box, element] of this.shown) {
      if (wanted.has(box)) continue;
      element.remove();
      this.shown.delete(box);
    }
    for (const box of wanted) {
      if (this.shown.has(box)) continue;
      const element = this.box(box);
      this.shown.set(box, element);
      this.near.append(element);
    }
  }

  box(box) {
    const parts = [
      svg("rect", { class: "bracket-box", width: BOX.width, height: BOX.height, rx: 5 }),
      svg("path", { class: "bracket-split", d: `M0 ${BOX.height / 2}H${BOX.width}` }),
      ...[0, 1].map((side) => this.side(box, side)),
    ];
    if (box.order) parts.push(svg("text", { class: "bracket-order", x: -4, y: BOX.height / 2 + 4 }, String(box.order)));
    const mark = box.forfeit ? translate("walkover") : box.reported ? translate("reported") : "";
    if (mark) parts.push(svg("text", { class: "bracket-mark", x: BOX.width - 8, y: BOX.height + 11 }, mark));
    if (box.state === "live") parts.push(this.live());
    const attributes = { class: `bracket-match is-${box.state}`, transform: `translate(${box.x} ${box.y})`, "data-key": box.key };
    const href = this.address(box);
    return href ? svg("a", { ...attributes, href, target: this.target, tabindex: -1 }, ...parts) : svg("g", attributes, ...parts);
  }

  /** Return where a box leads: for organisers, an open one to its row of the results, otherwise to its match, if any. */
  address(box) {
    if (box.state === "open" && this.results) return `${this.results}?round=${box.roundNumber}#board-${box.key.split(".")[1] ?? 1}`;
    return box.match ? `/matches/${box.match}/` : null;
  }

  /** Describe where the entrant of an undecided side comes from. */
  source(from) {
    const key = from.replace("-", "");
    const number = this.plan.byKey.get(key)?.order ?? key;
    return from[0] === "-" ? translate("loser of match {number}", { number }) : translate("winner of match {number}", { number });
  }

  side(box, side) {
    const seed = box.sides[side];
    const from = box.from[side];
    const label = seed ? this.name(seed) : seed === 0 ? translate("bye") : from ? this.source(from) : "";
    const y = (BOX.height / 2) * side;
    return svg(
      "g",
      { class: `bracket-side${box.winner === side ? " is-winner" : ""}${seed ? "" : " is-open"}${seed && seed === this.data.own ? " is-own" : ""}`, transform: `translate(0 ${y})`, "data-seed": seed || null },
      svg("rect", { class: "bracket-hold", width: BOX.width, height: BOX.height / 2 }),
      svg("text", { class: "bracket-seed", x: 24, y: 16 }, seed ? String(seed) : ""),
      svg("text", { x: 31, y: 16 }, shorten(label), svg("title", {}, label)),
      svg("text", { class: "bracket-points", x: BOX.width - 8, y: 16 }, `${box.winner === side ? "✓ " : ""}${box.points[side]}`),
    );
  }

  live() {
    const text = svg("text", { x: 23, y: 4 }, translate("live"));
    return svg("g", { class: "bracket-live", transform: `translate(${BOX.width - 48} -2)` }, svg("rect", { width: 44, height: 16, y: -8, rx: 8 }), svg("circle", { cx: 10, r: 3 }), text);
  }

  /** Highlight an entrant's path through the bracket; null removes it. */
  light(seed) {
    const way = seed ? this.plan.boxes.filter((box) => box.sides.includes(seed)) : [];
    const boxes = way.map((box) => `M${box.x} ${box.y + (BOX.height / 2) * box.sides.indexOf(seed)}h${BOX.width}v${BOX.height / 2}h-${BOX.width}z`);
    const steps = way.filter((box) => box.next?.sides.includes(seed)).map((box) => line(box, box.next));
    set(this.lit, { d: [...boxes, ...steps].join("") });
  }

  choose(box) {
    set(this.chosen, box ? { x: box.x - 4, y: box.y - 4, visibility: null } : { visibility: "hidden" });
  }
}

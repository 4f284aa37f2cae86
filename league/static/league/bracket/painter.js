// Painting a bracket: all of it as two plain paths, and the matches in sight, when near enough to be read, with names.

import { set, svg } from "../../matches/elements.js";
import { translate } from "../../site/words.js";
import { BOX, line } from "./layout.js";

const READABLE = 0.38;
const FEW = 80; // so many matches are named at any distance
const MOST_LETTERS = 19;

/** What is known of a side that is not decided yet. */
function comingFrom(from) {
  const key = from.replace("-", "");
  return from[0] === "-" ? translate("loser of {key}", { key }) : translate("winner of {key}", { key });
}

function cut(name) {
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

  /** A new state of the bracket. */
  take(data, plan) {
    this.data = data;
    this.plan = plan;
    this.near.replaceChildren();
    this.shown.clear();
    set(this.lines, { d: plan.boxes.filter((one) => one.next).map((one) => line(one, one.next)).join("") });
    set(this.far, { d: plan.boxes.map((one) => `M${one.x} ${one.y}h${BOX.width}v${BOX.height}h-${BOX.width}z`).join("") });
    this.titles.replaceChildren(...plan.titles.map(({ x, y, text }) => svg("text", { x, y }, text)));
  }

  name(seed) {
    return seed ? this.data.entrants[seed - 1][0] : "";
  }

  /** Paint what is in sight; `scale` says how near. */
  paint(sight, scale) {
    const readable = scale >= READABLE || this.plan.boxes.length <= FEW;
    for (const part of [this.near, this.titles]) set(part, { visibility: readable ? null : "hidden" });
    if (!readable) return;
    const inside = (one) => one.x < sight.right && one.x + BOX.width > sight.left && one.y < sight.bottom && one.y + BOX.height > sight.top;
    const wanted = new Set(this.plan.boxes.filter(inside));
    for (const [one, element] of this.shown) {
      if (wanted.has(one)) continue;
      element.remove();
      this.shown.delete(one);
    }
    for (const one of wanted) {
      if (this.shown.has(one)) continue;
      const element = this.box(one);
      this.shown.set(one, element);
      this.near.append(element);
    }
  }

  box(one) {
    const parts = [
      svg("rect", { class: "bracket-box", width: BOX.width, height: BOX.height, rx: 5 }),
      svg("path", { class: "bracket-split", d: `M0 ${BOX.height / 2}H${BOX.width}` }),
      ...[0, 1].map((side) => this.side(one, side)),
    ];
    if (one.state === "live") parts.push(this.live());
    const attributes = { class: `bracket-match is-${one.state}`, transform: `translate(${one.x} ${one.y})`, "data-key": one.key };
    if (!one.match) return svg("g", attributes, ...parts);
    return svg("a", { ...attributes, href: `/matches/${one.match}/`, tabindex: -1 }, ...parts);
  }

  side(one, side) {
    const seed = one.sides[side];
    const from = one.from[side];
    const known = seed ? this.name(seed) : seed === 0 ? translate("bye") : from ? comingFrom(from) : "";
    const y = (BOX.height / 2) * side;
    return svg(
      "g",
      { class: `bracket-side${one.winner === side ? " is-winner" : ""}${seed ? "" : " is-open"}${seed && seed === this.data.own ? " is-own" : ""}`, transform: `translate(0 ${y})`, "data-seed": seed || null },
      svg("rect", { class: "bracket-hold", width: BOX.width, height: BOX.height / 2 }),
      svg("text", { class: "bracket-seed", x: 24, y: 16 }, seed ? String(seed) : ""),
      svg("text", { x: 31, y: 16 }, cut(known), svg("title", {}, known)),
      svg("text", { class: "bracket-points", x: BOX.width - 8, y: 16 }, `${one.winner === side ? "✓ " : ""}${one.points[side]}`),
    );
  }

  live() {
    const text = svg("text", { x: 21, y: 3.5 }, translate("live"));
    return svg("g", { class: "bracket-live", transform: `translate(${BOX.width - 44} -2)` }, svg("rect", { width: 40, height: 14, y: -7, rx: 7 }), svg("circle", { cx: 10, r: 3 }), text);
  }

  /** The way of an entrant through the bracket; null for nobody's. */
  light(seed) {
    const way = seed ? this.plan.boxes.filter((one) => one.sides.includes(seed)) : [];
    const boxes = way.map((one) => `M${one.x} ${one.y + (BOX.height / 2) * one.sides.indexOf(seed)}h${BOX.width}v${BOX.height / 2}h-${BOX.width}z`);
    const steps = way.filter((one) => one.next?.sides.includes(seed)).map((one) => line(one, one.next));
    set(this.lit, { d: [...boxes, ...steps].join("") });
  }

  choose(one) {
    set(this.chosen, one ? { x: one.x - 4, y: one.y - 4, visibility: null } : { visibility: "hidden" });
  }
}

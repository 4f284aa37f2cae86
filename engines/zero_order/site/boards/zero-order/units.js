// The units on the board. Every token is unique, so a unit that moved glides from its previous grid.

import { svg } from "../../elements.js";
import { prefersReducedMotion } from "../../motion.js";
import { unitGroup } from "./unit-drawings.js";
import { place } from "./hexboard.js";
import { around, at } from "./hexes.js";
import { parse } from "./notation.js";
import { countSign, sign } from "./signs.js";

const GLIDE = 420;
const FALL = 520;
const SIZE = 54;

/** Return the signs of a unit: its states, and the number of units beneath it. */
function signs(view, grid, [seat, code]) {
  const letters = [...(view.states[grid] ?? "")];
  const badges = letters.map((letter, i) => placed(sign(letter), [25, 15 - i * 18]));
  const beneath = code === "ST" ? view.stacks[seat].length : 0;
  if (beneath) badges.push(placed(countSign(beneath), [-25, 16]));
  return badges;
}

const placed = (element, spot) => {
  place(element, spot);
  return element;
};

export class Units {
  constructor(layer) {
    this.layer = layer;
    this.drawn = new Map(); // "0PU" -> {grid, element}
    this.ending = [];
  }

  draw(view, turned, { animate }) {
    for (const end of this.ending.splice(0)) end();
    const before = this.drawn;
    const next = new Map();
    for (const [grid, unit] of Object.entries(view?.units ?? {})) next.set(unit.join(""), { grid, element: this.element(view, grid, unit, turned) });
    this.drawn = next;
    this.layer.replaceChildren(...[...next.values()].map(({ element }) => element));
    if (!animate || prefersReducedMotion() || !before.size) return;
    this.move(before, next, view, turned);
    this.fall(before, next, turned);
  }

  element(view, grid, [seat, code], turned) {
    const beneath = code === "ST" ? view.stacks[seat] : [];
    const under = beneath.slice(0, 3).map((_, i) => svg("use", { href: `#zo-shape-${seat}`, x: -SIZE / 2, y: -SIZE / 2 + (3 - i) * 3, width: SIZE, height: SIZE }));
    const body = svg("g", { class: "zo-body" }, svg("g", { class: `zo-unit zo-unit-${seat}` }, ...under.reverse()), unitGroup(seat, code, SIZE), ...signs(view, grid, [seat, code]));
    const element = svg("g", { class: "zo-stand", "data-unit": `${seat}${code}`, "data-at": grid, "data-states": view.states[grid] ?? "" }, body);
    place(element, at(grid, turned));
    return element;
  }

  move(before, next, view, turned) {
    const twisted = view.last ? parse(view.last.do) : null;
    for (const [key, { grid, element }] of next) {
      const old = before.get(key)?.grid;
      if (old === grid) continue;
      const body = element.firstChild;
      if (!old) {
        this.play(body, [{ transform: "scale(0.4)", opacity: 0 }, { transform: "scale(1)", opacity: 1 }], GLIDE / 2);
        continue;
      }
      const path = twisted?.verb === "twist" && twisted.items[0].unit === old ? around(twisted.actor, old, grid, twisted.items[0].way) : [grid];
      const end = at(grid, turned);
      const frames = [old, ...path].map((name) => at(name, turned)).map(([x, y]) => ({ transform: `translate(${x - end[0]}px, ${y - end[1]}px)` }));
      this.layer.append(element);
      this.play(body, frames, GLIDE + 90 * (path.length - 1));
    }
  }

  /** Fade out the units that were removed. */
  fall(before, next, turned) {
    for (const [key, { grid, element }] of before) {
      if (next.has(key)) continue;
      place(element, at(grid, turned));
      this.layer.append(element);
      const fading = this.play(element.firstChild, [{ opacity: 1 }, { opacity: 0, transform: "scale(0.4) rotate(40deg)" }], FALL);
      const end = () => element.remove();
      fading.addEventListener("finish", end);
      this.ending.push(end);
    }
  }

  play(element, frames, duration) {
    const animation = element.animate(frames, { duration, easing: "cubic-bezier(.3,.1,.2,1)", fill: "backwards" });
    this.ending.push(() => animation.cancel());
    return animation;
  }
}

// The line above the map: the round, the missile, and the eight Soldiers in the order in which they act.

import { tokenPicture } from "./art.js";
import { asText, soldierWords } from "./describe.js";
import { button, make, set } from "./dom.js";
import { progress } from "./words.js";
import { explainOnTap } from "./tips.js";

const RETURNS = { 3: "Strike returns", 4: "Terrorists return", 5: "Strike returns" };

function rounds(view) {
  const pips = Array.from({ length: view.rounds }, (_, at) => {
    const pip = make("span", "ip-pip", String(at + 1));
    pip.dataset.state = at + 1 < view.round ? "past" : at + 1 === view.round ? "now" : "ahead";
    if (RETURNS[at + 1]) pip.title = `Round ${at + 1}: the dead of one side may come back (${RETURNS[at + 1]})`;
    return pip;
  });
  const line = make("p", "ip-rounds", make("span", "ip-round", view.round ? `Round ${view.round} of ${view.rounds}` : "Before round 1"), ...pips);
  return set(line, { "aria-label": `Round ${view.round} of ${view.rounds}`, role: "img" });
}

/** The soldier to act after the present one, skipping the dead. */
function nextOf(view) {
  const at = view.order.indexOf(view.turn?.soldier);
  if (at < 0) return null;
  const turned = [...view.order.slice(at + 1), ...view.order.slice(0, at)];
  return turned.find((name) => view.soldiers[name].state !== "dead") ?? null;
}

const STATE = { hidden: "hidden", off: "off", dead: "dead" };

export class Order {
  constructor() {
    this.element = make("section", "ip-order");
    set(this.element, { "aria-label": "Round and order of acting" });
  }

  draw(view) {
    if (!view) return this.element.replaceChildren();
    const missile = make("p", "ip-missile small", progress(view));
    const list = make("ol", "ip-chips", ...view.order.map((name) => this.chip(view, name)));
    const parts = view.order.length ? [rounds(view), missile, list] : [];
    return this.element.replaceChildren(...parts);
  }

  chip(view, name) {
    const one = view.soldiers[name];
    const now = view.turn?.soldier === name;
    const next = nextOf(view) === name;
    const words = now ? "now" : next ? "next" : (STATE[one.state] ?? one.at);
    const chip = button("ip-chip", tokenPicture(name, one));
    chip.append(make("span", "ip-chip-word", words));
    chip.dataset.state = now ? "now" : next ? "next" : one.state;
    const tell = () => soldierWords(name, one);
    set(chip, { "aria-label": `${now ? "Acts now: " : next ? "Acts next: " : ""}${asText(tell())}`, "aria-current": now ? "step" : null });
    explainOnTap(chip, tell);
    return make("li", "", chip);
  }
}

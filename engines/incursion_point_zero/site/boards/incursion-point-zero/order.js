// The line above the map: the round, the missile, and the eight Soldiers in turn order.

import { mark, translate, translateIn } from "../../../site/words.js";
import { make, set } from "../../elements.js";
import { tokenPicture } from "./art.js";
import { asText, soldierWords } from "./descriptions.js";
import { button, refill } from "./dom.js";
import { describeProgress } from "./words.js";
import { explainOnTap } from "./tips.js";

const RETURNS = new Map([[3, 0], [4, 1], [5, 0]]);
export const ROUNDS = [
  mark("Dead Soldiers can return from the start of rounds 3 and 5 (Strike) and 4 (Terrorists)."),
  mark("If the missile has not been secured by the end of round 6, the Terrorists win."),
];

function rounds(view) {
  const pips = Array.from({ length: view.rounds }, (_, at) => {
    const pip = make("span", "ip-pip", String(at + 1));
    pip.dataset.state = at + 1 < view.round ? "past" : at + 1 === view.round ? "now" : "ahead";
    if (RETURNS.has(at + 1)) pip.dataset.returns = RETURNS.get(at + 1);
    return pip;
  });
  const title = view.round ? translate("Round {n} of {all}", { n: view.round, all: view.rounds }) : translate("Before round 1");
  const line = button("ip-rounds", "");
  line.append(make("span", "ip-round", title), ...pips);
  const lines = ROUNDS.map((text) => translate(text));
  set(line, { "aria-label": [title, ...lines].join(". ") });
  return explainOnTap(line, () => ({ title, lines }));
}

/** Return the Soldier that acts after the current one, skipping the dead. */
function nextOf(view) {
  const at = view.order.indexOf(view.turn?.soldier);
  if (at < 0) return null;
  const turned = [...view.order.slice(at + 1), ...view.order.slice(0, at)];
  return turned.find((name) => view.soldiers[name].state !== "dead") ?? null;
}

const STATE = { hidden: () => translateIn("sign", "hidden"), off: () => translateIn("sign", "off"), dead: () => translate("dead") };

export class Order {
  constructor() {
    this.element = make("section", "ip-order");
    set(this.element, { "aria-label": translate("Round and turn order") });
  }

  draw(view) {
    if (!view) return this.element.replaceChildren();
    const missile = make("p", "ip-missile small", describeProgress(view));
    const list = make("ol", "ip-chips", ...view.order.map((name) => this.chip(view, name)));
    const parts = view.order.length ? [rounds(view), missile, list] : [];
    return refill(this.element, ...parts);
  }

  chip(view, name) {
    const soldier = view.soldiers[name];
    const now = view.turn?.soldier === name;
    const next = nextOf(view) === name;
    const words = now ? translateIn("soldier", "now") : next ? translateIn("soldier", "next") : (STATE[soldier.state]?.() ?? soldier.at);
    const chip = button("ip-chip", tokenPicture(name, soldier));
    chip.append(make("span", "ip-chip-word", words));
    chip.dataset.state = now ? "now" : next ? "next" : soldier.state;
    const tell = () => soldierWords(name, soldier);
    set(chip, { "aria-label": `${now ? `${translate("Acts now:")} ` : next ? `${translate("Acts next:")} ` : ""}${asText(tell())}`, "aria-current": now ? "step" : null });
    explainOnTap(chip, tell);
    return make("li", "", chip);
  }
}

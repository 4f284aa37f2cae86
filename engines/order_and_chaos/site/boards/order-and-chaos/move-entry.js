// The field for typed moves, with completion from the legal list and an explanation before the move is sent.

import { mark, translate } from "../../../site/words.js";
import { make } from "../../elements.js";
import { effect, parse } from "./legal.js";
import { ownMan } from "./names.js";

const EFFECTS = {
  kill: mark("{chessman} moves from {from} to {to} and kills there."),
  core: mark("{chessman} moves from {from} to {to}, and the territories swap owners."),
  move: mark("{chessman} moves from {from} to {to}."),
};

/** Describe a legal move. */
function describeMove(view, text) {
  const move = parse(text);
  if (!move) return translate("You pass.");
  const kind = move.letter || view.areas[move.from].men.find(([seat]) => seat === view.seat)?.[1];
  return translate(EFFECTS[effect(view, move.to)], { chessman: ownMan(kind), from: move.from, to: move.to });
}

const normalize = (text) => text.trim().toUpperCase().replace(/\s+TO\s+|\s*-\s*/g, "-");

export class MoveEntry {
  /** `form` is the page's field for typed moves. */
  constructor(form) {
    if (!form) return;
    this.input = form.elements.move;
    this.list = make("datalist", "");
    this.list.id = "oc-moves";
    this.words = make("p", "oc-typing small");
    this.words.id = "oc-typing";
    this.words.setAttribute("aria-live", "polite");
    form.append(this.list, this.words);
    this.input.setAttribute("list", "oc-moves");
    this.input.setAttribute("aria-describedby", "oc-typing");
    this.input.addEventListener("input", () => this.show());
    form.addEventListener("submit", () => setTimeout(() => this.show()));
  }

  draw(view, legal, { planning = false } = {}) {
    if (!this.input) return;
    this.view = view;
    this.legal = legal ?? [];
    this.planning = planning;
    this.list.replaceChildren(
      ...this.legal.map((text) => {
        const option = make("option", "");
        option.value = text;
        option.label = this.describe(text);
        return option;
      }),
    );
    this.show();
  }

  describe(text) {
    return this.planning ? translate("Premove {move}, if it is legal when your turn comes.", { move: text }) : describeMove(this.view, text);
  }

  show() {
    this.words.textContent = this.explain(normalize(this.input.value));
  }

  explain(typed) {
    if (!this.legal?.length) return "";
    if (!typed) return translate("Enter a move like {move}.", { move: this.legal[0] });
    const exact = this.legal.find((text) => text.toUpperCase() === typed);
    if (exact) return this.describe(exact);
    const begun = this.legal.filter((text) => text.toUpperCase().startsWith(typed));
    if (begun.length) return translate("Continue with: {moves}", { moves: begun.slice(0, 8).join(", ") + (begun.length > 8 ? " …" : "") });
    return this.planning ? translate("No premove starts like this.") : translate("No legal move starts like this. Submit it to see why.");
  }
}

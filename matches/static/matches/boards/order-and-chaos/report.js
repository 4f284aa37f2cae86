// The steps of the last turn as a list beside the board. During the animation, the current step is marked.

import { translate } from "../../../site/words.js";
import { make } from "../../elements.js";
import { token } from "./shapes.js";
import { stepsOf } from "./steps.js";
import { warnings } from "./words.js";

const SIGNS = { kill: "⚔", turn: "⟲", revive: "↺", move: "→", pass: "–" };

export class Report {
  constructor(root) {
    this.root = root;
  }

  draw(view) {
    const steps = view ? stepsOf(view) : [];
    this.items = steps.map((step) => {
      const mark = make("span", `oc-step-sign oc-step-${step.what}`, SIGNS[step.what]);
      mark.setAttribute("aria-hidden", "true");
      return make("li", "", mark, step.kind ? token(step.seat, step.kind) : "", make("span", "", step.text));
    });
    const card = make("section", "oc-report", make("h2", "", translate("Last turn")), make("ol", "", ...this.items));
    card.setAttribute("aria-label", translate("Last turn"));
    const notices = (view ? warnings(view) : []).map((text) => make("p", "notice notice-warn small", text));
    this.root.replaceChildren(...notices, ...(steps.length ? [card] : []));
  }

  /** Mark the current step; null for none. */
  mark(n) {
    this.items?.forEach((item, at) => (at === n ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current")));
  }
}

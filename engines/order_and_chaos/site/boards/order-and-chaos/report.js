// The steps of a turn as a list, and the warnings beside the board.

import { make } from "../../elements.js";
import { token } from "./shapes.js";
import { stepsOf } from "./steps.js";
import { warnings } from "./words.js";

const SIGNS = { kill: "⚔", turn: "⟲", revive: "↺", move: "→", pass: "–" };

/** Return the steps of the turn that a seat has just made, with pictures; null if it made none. */
export function illustrate(view, { by }) {
  if (view.last?.by !== by) return null;
  const items = stepsOf(view).map((step) => {
    const mark = make("span", `oc-step-sign oc-step-${step.what}`, SIGNS[step.what]);
    mark.setAttribute("aria-hidden", "true");
    return make("li", "", mark, step.kind ? token(step.seat, step.kind) : "", make("span", "", step.text));
  });
  return make("ul", "oc-report", ...items);
}

/** Return the warnings of a view. */
export const createWarnings = (view) => (view ? warnings(view) : []).map((text) => make("p", "notice notice-warn small", text));

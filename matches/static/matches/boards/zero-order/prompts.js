// What the next step of an action in the making is, in words; and the action so far.

import { SEVERAL } from "./notation.js";
import { offered } from "./telling.js";
import { nameOf } from "./tokens.js";

const WHAT = {
  delete: "choose the opponent unit to defeat",
  push: "choose the unit to push",
  toss: "choose the unit to toss over it",
  twist: "choose the unit to lead around it",
  split: "choose the units to slide away, one after the other",
  freeze: "choose the opponent units to freeze, two or more",
  file: "choose the opponent units to line up, in your order",
  group: "choose the opponent units to hold, two or more",
  lock: "choose the own units to lock, two or more",
  hide: "choose the own unit to hide",
  switch: "choose the own unit to change places with",
  mirror: "choose the own unit to send across the Battle Line",
  stack: "choose the own units to take under it, two or more",
  unstack: "choose which unit to put out, then its grid",
  import: "choose the own tile to bring in as a unit",
  export: "choose the opponent units to take out of the game with it",
  glitch: "choose the opponent's Delete",
};

const OPENING = {
  support: "Choose Lock or Hide to put it in play, or say that you are done.",
  move: "Choose one of the marked units.",
  act: "Choose the unit that acts where it stands, or end the turn.",
  combo: "Choose a unit that goes on, or end the turn.",
};

/** What is selected so far: "push B3: B4" with an ellipsis while something is missing. */
function written({ verb, actor, unit }, items, whole) {
  if (whole) return whole.text;
  const keys = items.map((item) => item.key);
  return `${verb} ${actor}: ${[...keys, unit ? `${unit}-…` : "…"].join(" ")}`;
}

/** {prompt, notation} for what can be chosen next. */
export function prompt(composer, board) {
  const { view } = board;
  const { actor, verb, unit } = composer;
  if (!actor) return { prompt: board.legal.length === 1 && board.legal[0] === "end" ? "" : (OPENING[view.phase] ?? "") };
  const name = `${nameOf(view.units[actor]?.[1])} on ${actor}`;
  if (!verb) return { prompt: chosen(composer, name) };
  const items = composer.items();
  const whole = composer.complete();
  const notation = written(composer, items, whole);
  if (unit) return { prompt: `${view.units[unit] ? `${nameOf(view.units[unit][1])} on ${unit}` : nameOf(unit)}: choose where it goes.`, notation };
  if (whole) {
    const more = SEVERAL.includes(verb) && composer.more ? " More can be selected." : "";
    return { prompt: `${offered(whole, view)}.${more}`, notation };
  }
  const landed = view.phase === "combo" ? ` At least one of ${view.landed.join(", ")} must be selected.` : "";
  return { prompt: items.length ? `${name}: choose another.` : `${name}: ${WHAT[verb]}.${landed}`, notation };
}

function chosen(composer, name) {
  const moves = composer.moves().length > 0;
  const verbs = composer.verbs().length > 0;
  if (moves) return `${name}: choose a marked grid to go to${composer.release() ? ", or let go of its hold" : ""}.`;
  if (verbs) return `${name}: choose what it does.`;
  return composer.release() ? `${name} can let go of what it holds.` : "";
}

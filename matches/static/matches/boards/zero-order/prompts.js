// What the next step of an action in the making is, in words; and the action so far.

import { marked, spoken } from "../../../site/words.js";
import { SEVERAL } from "./notation.js";
import { offered } from "./telling.js";
import { nameOf, unitOn } from "./tokens.js";

const WHAT = {
  delete: marked("choose the opponent unit to defeat"),
  push: marked("choose the unit to push"),
  toss: marked("choose the unit to toss over it"),
  twist: marked("choose the unit to lead around it"),
  split: marked("choose the units to slide away, one after the other"),
  freeze: marked("choose the opponent units to freeze, two or more"),
  file: marked("choose the opponent units to line up, in your order"),
  group: marked("choose the opponent units to hold, two or more"),
  lock: marked("choose the own units to lock, two or more"),
  hide: marked("choose the own unit to hide"),
  switch: marked("choose the own unit to change places with"),
  mirror: marked("choose the own unit to send across the Battle Line"),
  stack: marked("choose the own units to take under it, two or more"),
  unstack: marked("choose which unit to put out, then its grid"),
  import: marked("choose the own tile to bring in as a unit"),
  export: marked("choose the opponent units to take out of the game with it"),
  glitch: marked("choose the opponent's Delete"),
};

const OPENING = {
  support: marked("Choose Lock or Hide to put it in play, or say that you are done."),
  move: marked("Choose one of the marked units."),
  act: marked("Choose the unit that acts where it stands, or end the turn."),
  combo: marked("Choose a unit that goes on, or end the turn."),
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
  if (!actor) return { prompt: board.legal.length === 1 && board.legal[0] === "end" ? "" : spoken(OPENING[view.phase] ?? "") };
  const name = unitOn(nameOf(view.units[actor]?.[1]), actor);
  if (!verb) return { prompt: chosen(composer, name) };
  const items = composer.items();
  const whole = composer.complete();
  const notation = written(composer, items, whole);
  if (unit) return { prompt: spoken("{unit}: choose where it goes.", { unit: view.units[unit] ? unitOn(nameOf(view.units[unit][1]), unit) : nameOf(unit) }), notation };
  if (whole) {
    const more = SEVERAL.includes(verb) && composer.more ? ` ${spoken("More can be selected.")}` : "";
    return { prompt: `${offered(whole, view)}.${more}`, notation };
  }
  const landed = view.phase === "combo" ? ` ${spoken("At least one of {grids} must be selected.", { grids: view.landed.join(", ") })}` : "";
  return { prompt: items.length ? spoken("{unit}: choose another.", { unit: name }) : `${name}: ${spoken(WHAT[verb])}.${landed}`, notation };
}

function chosen(composer, name) {
  const moves = composer.moves().length > 0;
  const verbs = composer.verbs().length > 0;
  if (moves && composer.release()) return spoken("{unit}: choose a marked grid to go to, or let go of its hold.", { unit: name });
  if (moves) return spoken("{unit}: choose a marked grid to go to.", { unit: name });
  if (verbs) return spoken("{unit}: choose what it does.", { unit: name });
  return composer.release() ? spoken("{unit} can let go of what it holds.", { unit: name }) : "";
}

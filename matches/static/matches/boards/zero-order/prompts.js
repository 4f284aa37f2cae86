// What the next step of an action in the making is, in words; and the action so far.

import { marked, spoken } from "../../../site/words.js";
import { SEVERAL } from "./notation.js";
import { offered } from "./telling.js";
import { nameOf, unitOn } from "./tokens.js";

const WHAT = {
  delete: marked("choose the opponent unit to defeat"),
  push: marked("choose the unit to push"),
  toss: marked("choose the unit to toss over it"),
  twist: marked("choose the unit to twist around it"),
  split: marked("choose the units to slide away, one by one"),
  freeze: marked("choose two or more opponent units to freeze"),
  file: marked("choose the opponent units to line up, in order"),
  group: marked("choose two or more opponent units to hold"),
  lock: marked("choose two or more of your units to lock"),
  hide: marked("choose one of your units to hide"),
  switch: marked("choose one of your units to switch places with"),
  mirror: marked("choose one of your units to send across the Battle Line"),
  stack: marked("choose two or more of your units to put under it"),
  unstack: marked("choose a unit to put back on the map, then its grid"),
  import: marked("choose one of your tiles to bring in as a unit"),
  export: marked("choose the opponent units to take out of the game with it"),
  glitch: marked("choose the opponent's Delete"),
};

const OPENING = {
  support: marked("Choose Lock or Hide to put it in play, or press Done."),
  move: marked("Choose one of the marked units."),
  act: marked("Choose the unit to act with, or end the turn."),
  combo: marked("Choose a unit to continue the combo, or end the turn."),
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
  if (unit) return { prompt: spoken("{unit}: choose its destination.", { unit: view.units[unit] ? unitOn(nameOf(view.units[unit][1]), unit) : nameOf(unit) }), notation };
  if (whole) {
    const more = SEVERAL.includes(verb) && composer.more ? ` ${spoken("You can select more.")}` : "";
    return { prompt: `${offered(whole, view)}.${more}`, notation };
  }
  const landed = view.phase === "combo" ? ` ${spoken("At least one unit on {grids} must be selected.", { grids: view.landed.join(", ") })}` : "";
  return { prompt: items.length ? spoken("{unit}: choose another unit.", { unit: name }) : `${name}: ${spoken(WHAT[verb])}.${landed}`, notation };
}

function chosen(composer, name) {
  const moves = composer.moves().length > 0;
  const verbs = composer.verbs().length > 0;
  if (moves && composer.release()) return spoken("{unit}: choose a marked grid to move to, or release its hold.", { unit: name });
  if (moves) return spoken("{unit}: choose a marked grid to move to.", { unit: name });
  if (verbs) return spoken("{unit}: choose an action.", { unit: name });
  return composer.release() ? spoken("{unit} can release its hold.", { unit: name }) : "";
}

// Prompts for the next step of an action being composed, and its notation so far.

import { mark, translate } from "../../../site/words.js";
import { SEVERAL } from "./notation.js";
import { describeAction } from "./log-lines.js";
import { nameOf, unitOn } from "./tokens.js";

const WHAT = {
  delete: mark("{unit}: choose the opponent unit to defeat."),
  push: mark("{unit}: choose the unit to push."),
  toss: mark("{unit}: choose the unit to toss over it."),
  twist: mark("{unit}: choose the unit to twist around it."),
  split: mark("{unit}: choose the units to slide away, one by one."),
  freeze: mark("{unit}: choose two or more opponent units to freeze."),
  file: mark("{unit}: choose the opponent units to line up, in order."),
  group: mark("{unit}: choose two or more opponent units to hold."),
  lock: mark("{unit}: choose two or more of your units to lock."),
  hide: mark("{unit}: choose one of your units to hide."),
  switch: mark("{unit}: choose one of your units to switch places with."),
  mirror: mark("{unit}: choose one of your units to send across the Battle Line."),
  stack: mark("{unit}: choose two or more of your units to put under it."),
  unstack: mark("{unit}: choose a unit to put back on the map, then its grid."),
  import: mark("{unit}: choose one of your tiles to bring in as a unit."),
  export: mark("{unit}: choose the opponent units to take out of the game with it."),
  glitch: mark("{unit}: choose the opponent's Delete."),
};

const OPENING = {
  support: mark("Choose Lock or Hide to put it in play, or press Done."),
  move: mark("Choose one of the marked units."),
  act: mark("Choose the unit to act with, or end the turn."),
  combo: mark("Choose a unit to continue the combo, or end the turn."),
};

/** Return the choices so far: "push B3: B4", with an ellipsis if something is missing. */
function formatAction({ verb, actor, unit }, items, isComplete) {
  if (isComplete) return isComplete.text;
  const keys = items.map((item) => item.key);
  return `${verb} ${actor}: ${[...keys, unit ? `${unit}-…` : "…"].join(" ")}`;
}

/** Return {prompt, notation} for the next choice. */
export function getPrompt(composer, board) {
  const { view } = board;
  const { actor, verb, unit } = composer;
  if (!actor) return { prompt: board.legal.length === 1 && board.legal[0] === "end" ? "" : translate(OPENING[view.phase] ?? "") };
  const name = unitOn(nameOf(view.units[actor]?.[1]), actor);
  if (!verb) return { prompt: listChosen(composer, name) };
  const items = composer.items();
  const complete = composer.complete();
  const notation = formatAction(composer, items, complete);
  if (unit) return { prompt: translate("{unit}: choose its destination.", { unit: view.units[unit] ? unitOn(nameOf(view.units[unit][1]), unit) : nameOf(unit) }), notation };
  if (complete) {
    const more = SEVERAL.includes(verb) && composer.more ? ` ${translate("You can select more.")}` : "";
    return { prompt: `${describeAction(complete, view)}${more}`, notation };
  }
  const landed = view.phase === "combo" ? ` ${translate("At least one unit on {grids} must be selected.", { grids: view.landed.join(", ") })}` : "";
  return { prompt: items.length ? translate("{unit}: choose another unit.", { unit: name }) : `${translate(WHAT[verb], { unit: name })}${landed}`, notation };
}

function listChosen(composer, name) {
  const moves = composer.moves().length > 0;
  const verbs = composer.verbs().length > 0;
  if (moves && composer.release()) return translate("{unit}: choose a marked grid to move to, or release its hold.", { unit: name });
  if (moves) return translate("{unit}: choose a marked grid to move to.", { unit: name });
  if (verbs) return translate("{unit}: choose an action.", { unit: name });
  return composer.release() ? translate("{unit} can release its hold.", { unit: name }) : "";
}

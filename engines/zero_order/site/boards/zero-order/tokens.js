// The eighteen functions: name, kind, level and description of each token.

import { mark, translate, translateMany } from "../../../site/words.js";

const token = (name, level, kind, short, long) => ({ name, level, kind, short, long });

export const TOKENS = {
  DE: token("Delete", 1, "shift", mark("Defeats one touching opponent unit."), mark("An Error, alone or under a Stack, can't be deleted. Deleting a Glitch wins at once.")),
  PU: token("Push", 1, "shift", mark("Slides one touching unit straight away from itself."), mark("You choose how far: up to the first unit in the way. An opponent unit may be pushed off the map where the tiles end.")),
  TO: token("Toss", 1, "shift", mark("Throws one touching unit over itself, then straight on."), mark("You choose how far. An opponent unit may be thrown off the map where the tiles end.")),
  TW: token("Twist", 1, "shift", mark("Leads one touching unit around itself, one to five steps in either direction."), mark("Every grid on the way must be an available tile. An opponent unit may leave the map at the first gap.")),
  FR: token("Freeze", 1, "hold", mark("Holds two or more touching opponent units: they neither move nor act."), mark("Can't be used while it touches an opponent's Freeze. The hold ends for each unit when they no longer touch.")),
  SW: token("Switch", 1, "support", mark("Swaps places with any other of your units on the map."), mark("Held units can be switched too.")),
  SP: token("Split", 2, "shift", mark("Slides two or more touching units straight away from itself."), mark("Units of either side. Opponent units may go off the map where the tiles end.")),
  FI: token("File", 2, "hold", mark("Holds two or more touching opponent units and lines them up with itself in its column."), mark("You choose their order. A unit without a place in the line stays where it is. File and the units it holds " +
    "then move as one body.")),
  CO: token("Copy", 2, "support", mark("Does what one of your touching units could do."), mark("Can't copy Stack or Error. A hold made this way ends when Copy no longer touches the copied unit.")),
  MI: token("Mirror", 2, "support", mark("Sends one of your touching units to its mirrored position across the Battle Line."), mark("The mirrored position needs a tile. An opponent unit there is defeated.")),
  IM: token("Import", 2, "spoiler", mark("A touching available tile of your colour becomes a unit in Import's place; Import becomes the tile."), mark("The new unit does not act this turn.")),
  EX: token("Export", 2, "spoiler", mark("Takes itself and any number of touching opponent units out of the game."), mark("They are not built as tiles. Your last unit can't export itself while any opponent unit would remain.")),
  GR: token("Group", 3, "hold", mark("Holds two or more touching opponent units where they stand."), mark("Group and the units it holds then move as one body.")),
  LO: token("Lock", 3, "support", mark("Locks two or more of your touching units: they do not move, and the opponent cannot select them."), mark("Can be put in play before the battle.")),
  HI: token("Hide", 3, "support", mark("Hides one of your touching units: it does not act, and the opponent cannot select it."), mark("The pair moves as one body. Can be put in play before the battle.")),
  ST: token("Stack", 3, "support", mark("Takes two or more of your touching units under it."), mark("On later turns it does what one of the units under it could do, or puts any of them onto touching available " +
    "tiles. What the opponent does to it happens to all of them.")),
  GL: token("Glitch", 3, "spoiler", mark("Wins at once when used beside an opponent's Delete."), mark("If it is deleted, you lose at once. Keep it away from Delete until it strikes.")),
  ER: token("Error", 3, "spoiler", mark("The king: it has no function."), mark("If you end your turn with it beside an Active opponent Delete, you lose.")),
};

export const CODES = Object.keys(TOKENS);
const SEATS = [mark("White"), mark("Grey")];
export const sideName = (seat) => translate(SEATS[seat] ?? "");
export const KINDS = { shift: "Shift", hold: "Hold", support: "Support", spoiler: "Spoiler" };
export const nameOf = (code) => TOKENS[code]?.name ?? translate("unit");
export const unitOn = (unit, grid) => translate("{unit} on {grid}", { unit, grid });

/** Return the function of a verb in the notation: "push" -> "PU". */
export const FUNCTION_OF = Object.fromEntries([...CODES.map((code) => [TOKENS[code].name.toLowerCase(), code]), ["unstack", "ST"]]);

/** The states of a unit by letter, each with its name and meaning. */
export const STATES = {
  I: { word: mark("immobilized"), means: mark("it does not move") },
  D: { word: mark("deactivated"), means: mark("it does not act") },
  M: { word: mark("immunized"), means: mark("the opponent cannot select it") },
};

/** Return the problems of a team with the options of the match, in sentences; empty if it can be sent. */
export function teamProblems(team, options) {
  const problems = [];
  const missing = 6 - team.length;
  if (missing > 0) problems.push(translateMany("Choose {n} more unit.", "Choose {n} more units.", missing));
  if (missing < 0) problems.push(translate("Too many units: remove {n}.", { n: -missing }));
  const shifts = team.filter((code) => TOKENS[code].kind === "shift").length;
  if (shifts < 3) problems.push(translate("Choose at least three Shift units; you have {n}.", { n: shifts }));
  const absent = needed(options).filter((code) => !team.includes(code));
  if (absent.length) problems.push(translate("Your team must include {names}.", { names: absent.map(nameOf).join(translate(" and ")) }));
  return problems;
}

/** Return the units that every team must include in this match. */
export function needed(options) {
  return { capture_the_flag: ["DE", "GL"], kill_the_king: ["DE", "ER"] }[options?.start] ?? [];
}

/** Return the codes that a team may include with these options. */
export const allowed = (options) => CODES.filter((code) => TOKENS[code].level <= (options?.levels ?? 3));

// The eighteen functions: what each token is called, its kind and level, and what it does, in words.

import { marked, spoken, spokenMany } from "../../../site/words.js";

const token = (name, level, kind, short, long) => ({ name, level, kind, short, long });

export const TOKENS = {
  DE: token("Delete", 1, "shift", marked("Defeats one touching opponent unit."), marked("An Error, alone or under a Stack, can't be deleted. Deleting a Glitch wins at once.")),
  PU: token("Push", 1, "shift", marked("Slides one touching unit straight away from itself."), marked("You choose how far: up to the first unit in the way. An opponent unit may be pushed off the map where the tiles end.")),
  TO: token("Toss", 1, "shift", marked("Throws one touching unit over itself, then straight on."), marked("You choose how far. An opponent unit may be thrown off the map where the tiles end.")),
  TW: token("Twist", 1, "shift", marked("Leads one touching unit around itself, one to five steps in either direction."), marked("Every grid on the way must be an available tile. An opponent unit may leave the map at the first gap.")),
  FR: token("Freeze", 1, "hold", marked("Holds two or more touching opponent units: they neither move nor act."), marked("Can't be used while it touches an opponent's Freeze. The hold ends for each unit when they no longer touch.")),
  SW: token("Switch", 1, "support", marked("Swaps places with any other of your units on the map."), marked("Held units can be switched too.")),
  SP: token("Split", 2, "shift", marked("Slides two or more touching units straight away from itself."), marked("Units of either side. Opponent units may go off the map where the tiles end.")),
  FI: token("File", 2, "hold", marked("Holds two or more touching opponent units and lines them up with itself in its column."), marked("You choose their order. A unit without a place in the line stays where it is. File and the units it holds " +
    "then move as one body.")),
  CO: token("Copy", 2, "support", marked("Does what one of your touching units could do."), marked("Can't copy Stack or Error. A hold made this way ends when Copy no longer touches the copied unit.")),
  MI: token("Mirror", 2, "support", marked("Sends one of your touching units to its mirrored position across the Battle Line."), marked("The mirrored position needs a tile. An opponent unit there is defeated.")),
  IM: token("Import", 2, "spoiler", marked("A touching available tile of your colour becomes a unit in Import's place; Import becomes the tile."), marked("The new unit does not act this turn.")),
  EX: token("Export", 2, "spoiler", marked("Takes itself and any number of touching opponent units out of the game."), marked("They are not built as tiles. Your last unit can't export itself while any opponent unit would remain.")),
  GR: token("Group", 3, "hold", marked("Holds two or more touching opponent units where they stand."), marked("Group and the units it holds then move as one body.")),
  LO: token("Lock", 3, "support", marked("Locks two or more of your touching units: they do not move, and the opponent cannot select them."), marked("Can be put in play before the battle.")),
  HI: token("Hide", 3, "support", marked("Hides one of your touching units: it does not act, and the opponent cannot select it."), marked("The pair moves as one body. Can be put in play before the battle.")),
  ST: token("Stack", 3, "support", marked("Takes two or more of your touching units under it."), marked("On later turns it does what one of the units under it could do, or puts any of them onto touching available " +
    "tiles. What the opponent does to it happens to all of them.")),
  GL: token("Glitch", 3, "spoiler", marked("Wins at once when used beside an opponent's Delete."), marked("If it is deleted, you lose at once. Keep it away from Delete until it strikes.")),
  ER: token("Error", 3, "spoiler", marked("The king: it has no function."), marked("If you end your turn with it beside an Active opponent Delete, you lose.")),
};

export const CODES = Object.keys(TOKENS);
const SEATS = [marked("White"), marked("Grey")];
export const sideName = (seat) => spoken(SEATS[seat] ?? "");
export const KINDS = { shift: "Shift", hold: "Hold", support: "Support", spoiler: "Spoiler" };
export const nameOf = (code) => TOKENS[code]?.name ?? spoken("unit");
export const unitOn = (unit, grid) => spoken("{unit} on {grid}", { unit, grid });

/** The function that a verb of the notation belongs to: "push" -> "PU". */
export const FUNCTION_OF = Object.fromEntries([...CODES.map((code) => [TOKENS[code].name.toLowerCase(), code]), ["unstack", "ST"]]);

/** The states of a unit by letter: a word and what it means. */
export const STATES = {
  I: { word: marked("immobilized"), means: marked("it does not move") },
  D: { word: marked("deactivated"), means: marked("it does not act") },
  M: { word: marked("immunized"), means: marked("the opponent cannot select it") },
};

/** What is wrong with a team under the options of the match, in sentences; empty when it can be sent. */
export function teamProblems(team, options) {
  const found = [];
  const missing = 6 - team.length;
  if (missing > 0) found.push(spokenMany("Choose {n} more unit.", "Choose {n} more units.", missing));
  if (missing < 0) found.push(spoken("Too many units: remove {n}.", { n: -missing }));
  const shifts = team.filter((code) => TOKENS[code].kind === "shift").length;
  if (shifts < 3) found.push(spoken("Choose at least three Shift units; you have {n}.", { n: shifts }));
  const absent = needed(options).filter((code) => !team.includes(code));
  if (absent.length) found.push(spoken("Your team must include {names}.", { names: absent.map(nameOf).join(spoken(" and ")) }));
  return found;
}

/** The units that every team must hold with the start of this match. */
export function needed(options) {
  return { capture_the_flag: ["DE", "GL"], kill_the_king: ["DE", "ER"] }[options?.start] ?? [];
}

/** The codes that a team may hold under these options. */
export const allowed = (options) => CODES.filter((code) => TOKENS[code].level <= (options?.levels ?? 3));

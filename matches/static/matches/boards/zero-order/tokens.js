// The eighteen functions: what each token is called, its kind and level, and what it does, in words.

const token = (name, level, kind, short, long) => ({ name, level, kind, short, long });

export const TOKENS = {
  DE: token("Delete", 1, "shift", "Defeats one touching opponent unit.", "An Error, alone or beneath a Stack, may not be deleted. Deleting a Glitch wins at once."),
  PU: token("Push", 1, "shift", "Slides one touching unit away, straight on.", "You choose how far: up to the first unit in the way. An opponent unit may be pushed off the map where the tiles end."),
  TO: token("Toss", 1, "shift", "Throws one touching unit over itself to the other side, and straight on.", "You choose how far. An opponent unit may be thrown off the map where the tiles end."),
  TW: token("Twist", 1, "shift", "Leads one touching unit around itself, one to five steps, either way round.", "Every grid on the way must be an available tile. An opponent unit may leave the map at the first gap."),
  FR: token("Freeze", 1, "hold", "Holds two or more touching opponent units: they neither move nor act.", "Not while it touches an opponent's Freeze. Ends unit by unit when they no longer touch."),
  SW: token("Switch", 1, "support", "Swaps places with any other own unit on the map.", "Held units can be switched too."),
  SP: token("Split", 2, "shift", "Slides two or more touching units away, each straight on.", "Units of either side. Opponent units may go off the map where the tiles end."),
  FI: token("File", 2, "hold", "Holds two or more touching opponent units and lines them up with itself in its column.", "You choose their order. File and those it holds then move as one body."),
  CO: token("Copy", 2, "support", "Does what one touching own unit could do.", "Not Stack, not Error. A hold made so ends when Copy no longer touches the copied unit."),
  MI: token("Mirror", 2, "support", "Sends one touching own unit to its mirrored position across the Battle Line.", "There must be a tile; an opponent unit that stands there is defeated."),
  IM: token("Import", 2, "spoiler", "A touching available tile of your colour becomes a unit in Import's place; Import becomes the tile.", "The new unit does not act this turn."),
  EX: token("Export", 2, "spoiler", "Takes any touching opponent units out of the game, and itself.", "They are not built as tiles. Not with your last unit while opponents remain."),
  GR: token("Group", 3, "hold", "Holds two or more touching opponent units where they stand.", "Group and those it holds then move as one body."),
  LO: token("Lock", 3, "support", "Locks two or more touching own units: they do not move, and the opponent cannot select them.", "Can be put in play before the battle."),
  HI: token("Hide", 3, "support", "Hides one touching own unit: it does not act, and the opponent cannot select it.", "The pair moves as one body. Can be put in play before the battle."),
  ST: token("Stack", 3, "support", "Takes two or more touching own units under it.", "On later turns it does what one of them could do, or puts any of them out on touching available tiles. What the opponent does to it happens to all."),
  GL: token("Glitch", 3, "spoiler", "Wins at once when used beside an opponent's Delete.", "Being deleted loses at once: keep it away from Delete until it strikes."),
  ER: token("Error", 3, "spoiler", "The king: it has no function to apply.", "If you end your turn with it beside an Active opponent Delete, you lose."),
};

export const CODES = Object.keys(TOKENS);
export const SEATS = ["White", "Grey"];
export const KINDS = { shift: "Shift", hold: "Hold", support: "Support", spoiler: "Spoiler" };
export const nameOf = (code) => TOKENS[code]?.name ?? "unit";

/** The function that a verb of the notation belongs to: "push" -> "PU". */
export const FUNCTION_OF = Object.fromEntries([...CODES.map((code) => [TOKENS[code].name.toLowerCase(), code]), ["unstack", "ST"]]);

/** The states of a unit by letter: a word and what it means. */
export const STATES = {
  I: { word: "immobilized", means: "it does not move" },
  D: { word: "deactivated", means: "it does not act" },
  M: { word: "immunized", means: "the opponent cannot select it" },
};

/** What is wrong with a team under the options of the match, in sentences; empty when it can be sent. */
export function teamProblems(team, options) {
  const found = [];
  const missing = 6 - team.length;
  if (missing > 0) found.push(`${missing} ${missing === 1 ? "unit is" : "units are"} still to be chosen.`);
  if (missing < 0) found.push(`${-missing} too many.`);
  const shifts = team.filter((code) => TOKENS[code].kind === "shift").length;
  if (shifts < 3) found.push(`At least three must be Shift; ${shifts} ${shifts === 1 ? "is" : "are"}.`);
  const absent = needed(options).filter((code) => !team.includes(code));
  if (absent.length) found.push(`This start needs ${absent.map(nameOf).join(" and ")}.`);
  return found;
}

/** The units that every team must hold with the start of this match. */
export function needed(options) {
  return { capture_the_flag: ["DE", "GL"], kill_the_king: ["DE", "ER"] }[options?.start] ?? [];
}

/** The codes that a team may hold under these options. */
export const allowed = (options) => CODES.filter((code) => TOKENS[code].level <= (options?.levels ?? 3));

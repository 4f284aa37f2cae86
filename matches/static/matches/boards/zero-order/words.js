// What the match waits for and what can be done now, in words.

import { marked, spoken, spokenMany } from "../../../site/words.js";
import { directionOf } from "./hexes.js";
import { STATES, nameOf, sideName, unitOn } from "./tokens.js";

export function isMyTurn(board) {
  return Boolean(board.can?.submit && board.to_act.includes(board.viewer.seat));
}

/** How many tiles a side still lays in a row: White one, then two at a time, White's last one. */
function tilesInARow(view) {
  const slot = 24 - view.hands[0].length - view.hands[1].length;
  if (slot === 0 || slot === 23) return 1;
  return slot % 2 ? 2 : 1;
}

const START = {
  luck_of_the_draw: "",
  best_team_wins: "",
  capture_the_flag: marked("It must include Delete and Glitch."),
  kill_the_king: marked("It must include Delete and Error."),
};

function onlyEnd(board) {
  return board.legal?.length === 1 && board.legal[0] === "end";
}

const verbsOf = (board) => new Set((board.legal ?? []).map((text) => (/^[A-Z]/.test(text) ? "move" : text.split(" ")[0])));

const sentences = (...texts) => texts.filter(Boolean).join(" ");

const YOURS = {
  team: ({ view }) => sentences(spoken("Choose your team: six units, at least three of them Shift."), spoken(START[view.options.start] ?? "")),
  map({ view, viewer }) {
    const first = view.hands[viewer.seat].length === 12;
    const where = view.options.joined_map ? (first ? spoken("It must touch C5.") : spoken("It must touch one of your tiles.")) : "";
    const left = view.hands[viewer.seat].length;
    const what = spokenMany("Build the map: lay {n} tile in your territory ({left} left).", "Build the map: lay {n} tiles in your territory ({left} left).", tilesInARow(view), { left });
    return sentences(what, where);
  },
  deploy: ({ view, viewer }) => spoken("Deploy a unit on one of your tiles that touches no opponent unit ({left} left).", { left: view.hands[viewer.seat].length }),
  support: () => spoken("Before the battle you may put Lock and Hide in play. Press Done when you're finished."),
  move(board) {
    if (onlyEnd(board)) return spoken("Your turn: no legal moves. End the turn.");
    const verbs = verbsOf(board);
    if (!verbs.has("move")) return spoken("Your turn: no unit can move. One unit may act without moving, or you can end the turn.");
    return verbs.has("release") ? spoken("Your turn: move one unit to a touching free tile, or release a hold.") : spoken("Your turn: move one unit to a touching free tile.");
  },
  act(board) {
    const { view } = board;
    const name = view.mover ? unitOn(nameOf(view.units[view.mover]?.[1]), view.mover) : spoken("the unit that moved");
    return onlyEnd(board) ? spoken("{unit} has no available action. End the turn.", { unit: name }) : spoken("{unit} may use its function now. Or end the turn.", { unit: name });
  },
  combo(board) {
    if (onlyEnd(board)) return spoken("No more actions available. End the turn.");
    return spoken("Combo: another unit may act if it selects a unit that the last action moved ({grids}). Or end the turn.", { grids: board.view.landed.join(", ") });
  },
  build({ view }) {
    const names = view.fallen.map(nameOf).join(", ");
    return spokenMany("Build the defeated unit as a tile on a grid without one: {names}.", "Build the defeated units as tiles on grids without one: {names}.", view.fallen.length, { names });
  },
};

const THEIRS = {
  draw: marked("The teams are being drawn."),
  team: marked("Waiting for {names} to choose a team."),
  map: marked("Waiting for {names} to lay a tile."),
  deploy: marked("Waiting for {names} to deploy a unit."),
  support: marked("Waiting for {names} to put Lock or Hide in play."),
  move: marked("Waiting for {names} to move."),
  act: marked("Waiting for {names} to act with the unit that moved."),
  combo: marked("Waiting for {names} to continue the combo or end the turn."),
  build: marked("Waiting for {names} to build the defeated units as tiles."),
};

/** One sentence: what the match waits for, from the viewer's side. */
export function status(board) {
  const { view, viewer } = board;
  if (!view) return spoken("Loading board…");
  if (isMyTurn(board)) return YOURS[view.phase]?.(board) ?? spoken("Your turn.");
  if (view.phase === "draw") return spoken(THEIRS.draw);
  if (view.phase === "over") return spoken("The match is over.");
  const names = board.to_act.map(sideName).join(spoken(" and "));
  const waiting = names ? spoken(THEIRS[view.phase] ?? marked("Waiting for {names} to act."), { names }) : spoken("Waiting for the server…");
  return view.phase === "team" && view.ready[viewer.seat] ? `${spoken("Team submitted.")} ${waiting}` : waiting;
}

/** The states of the unit on a grid in words, as ["immobilized: it does not move", ...]. */
export const stateWords = (view, grid) => [...(view.states[grid] ?? "")].map((letter) => `${spoken(STATES[letter].word)}: ${spoken(STATES[letter].means)}`);

const VIA = { own: "", copied: marked(" (copied)"), stacked: marked(" (from beneath)"), "copied-beneath": marked(" (copied from beneath)") };
const HOLDS = {
  FR: marked("{unit} freezes{via} {held}."),
  FI: marked("{unit} files{via} {held}."),
  GR: marked("{unit} groups{via} {held}."),
  LO: marked("{unit} locks{via} {held}."),
  HI: marked("{unit} hides{via} {held}."),
};

/** One hold in play as a sentence. */
export function holdWords(hold, view) {
  const seat = view.units[hold.by]?.[0];
  const unit = spoken("{side}'s {unit} on {grid}", { side: sideName(seat), unit: nameOf(view.units[hold.by]?.[1]), grid: hold.by });
  const held = hold.held.map((grid) => unitOn(nameOf(view.units[grid]?.[1]), grid)).join(", ");
  const words = spoken(HOLDS[hold.kind], { unit, via: spoken(VIA[hold.via]), held });
  return sentences(words, view.formations[hold.by] && spoken("They move as one body."));
}

function groundWords(tile, viewer) {
  if (!tile) return spoken("no tile");
  const [seat, code] = tile;
  if (seat === null) return spoken("the neutral centre tile");
  const name = nameOf(code);
  return seat === viewer ? spoken("your tile ({name})", { name }) : spoken("{side}'s tile ({name})", { side: sideName(seat), name });
}

/** What stands and lies on a grid, in short, for a screen reader. */
export function gridWords(grid, view, viewer) {
  const tile = view?.tiles[grid];
  const unit = view?.units[grid];
  const ground = groundWords(tile, viewer);
  if (!unit) return `${grid}, ${tile ? spoken("{ground}, free", { ground }) : ground}`;
  const name = nameOf(unit[1]);
  const whose = unit[0] === viewer ? spoken("your {unit}", { unit: name }) : spoken("{side}'s {piece}", { side: sideName(unit[0]), piece: name });
  const words = [`${grid}, ${whose}`, spoken("on {ground}", { ground })];
  words.push(...[...(view.states[grid] ?? "")].map((letter) => spoken(STATES[letter].word)));
  if (unit[1] === "ST" && view.stacks[unit[0]].length) words.push(spoken("under it: {units}", { units: view.stacks[unit[0]].map(nameOf).join(", ") }));
  if (view.mover === grid) words.push(spoken("moved this turn"));
  if (view.acted.includes(grid)) words.push(spoken("has acted this turn"));
  if (view.landed.includes(grid)) words.push(spoken("moved by the last action"));
  return words.join(", ");
}

const BATTLE = ["move", "act", "combo", "build"];
const find = (view, seat, code) => Object.keys(view.units).find((grid) => view.units[grid][0] === seat && view.units[grid][1] === code);

/** The Error of a seat that an Active Delete of the other side touches: its grid, or nothing. */
function checked(view, seat) {
  const [error, del] = [find(view, seat, "ER"), find(view, 1 - seat, "DE")];
  if (!error || !del || directionOf(error, del) < 0) return null;
  return /M/.test(view.states[error] ?? "") || /[ID]/.test(view.states[del] ?? "") ? null : error;
}

/** Whether to end the turn now would lose the match. */
export const losesAtEnd = (view, seat) => BATTLE.includes(view?.phase) && Boolean(checked(view, seat));

/** What both sides should be aware of: an Error in check, and a draw that comes near. */
export function warnings(view, viewer) {
  const found = [];
  if (!BATTLE.includes(view?.phase)) return found;
  for (const seat of [0, 1]) {
    const grid = checked(view, seat);
    if (!grid) continue;
    if (seat === viewer) found.push(spoken("Check: your Error on {grid} touches an Active Delete. You lose if it still does at the end of your turn.", { grid }));
    else found.push(spoken("Check: {side}'s Error on {grid} touches an Active Delete. {side} loses if it still does at the end of their " +
      "turn.", { side: sideName(seat), grid }));
  }
  const left = view.quiet_limit - view.quiet;
  if (left <= 12) {
    found.push(spokenMany(
      "Draw in {n} quiet turn, unless a unit is defeated, imported or exported or a new hold is made.",
      "Draw in {n} quiet turns, unless a unit is defeated, imported or exported or a new hold is made.",
      left,
    ));
  }
  const turns = view.turn_limit - view.turn;
  if (turns <= 20) found.push(spokenMany("Draw in {n} turn.", "Draw in {n} turns.", turns));
  return found;
}

// Texts: what the match waits for and what can be done now.

import { mark, translate, translateMany } from "../../../site/words.js";
import { directionOf, stepsBetween, territory } from "./hexes.js";
import { nameOf, sideName, STATES, unitOn } from "./tokens.js";

export function isMyTurn(board) {
  return Boolean(board.can?.submit && board.to_act.includes(board.viewer.seat));
}

/** Return how many tiles a side still lays in a row: White one, then two at a time, at last White one. */
function tilesInARow(view) {
  const slot = 24 - view.hands[0].length - view.hands[1].length;
  if (slot === 0 || slot === 23) return 1;
  return slot % 2 ? 2 : 1;
}

const START = {
  luck_of_the_draw: "",
  best_team_wins: "",
  capture_the_flag: mark("It must include Delete and Glitch."),
  kill_the_king: mark("It must include Delete and Error."),
};

function onlyEnd(board) {
  return board.legal?.length === 1 && board.legal[0] === "end";
}

const verbsOf = (board) => new Set((board.legal ?? []).map((text) => (/^[A-Z]/.test(text) ? "move" : text.split(" ")[0])));

const sentences = (...texts) => texts.filter(Boolean).join(" ");

const YOURS = {
  team: ({ view }) => sentences(translate("Choose your team: six units, at least three of them Shift."), translate(START[view.options.start] ?? "")),
  map({ view, viewer }) {
    const first = view.hands[viewer.seat].length === 12;
    const rule = view.options.joined_map ? (first ? translate("It must touch C5.") : translate("It must touch one of your tiles.")) : "";
    const left = view.hands[viewer.seat].length;
    const task = translateMany("Build the map: lay {n} tile in your territory ({left} left).", "Build the map: lay {n} tiles in your territory ({left} left).", tilesInARow(view), { left });
    return sentences(task, rule);
  },
  deploy: ({ view, viewer }) => translate("Deploy a unit on one of the marked tiles ({left} left).", { left: view.hands[viewer.seat].length }),
  support: () => translate("Before the battle you may put Lock and Hide in play. Press Done when you're finished."),
  move(board) {
    if (onlyEnd(board)) return translate("Your turn: no legal moves. End the turn.");
    const verbs = verbsOf(board);
    if (!verbs.has("move")) return translate("Your turn: no unit can move. One unit may act without moving, or you can end the turn.");
    return verbs.has("release") ? translate("Your turn: move one unit to a touching free tile, or release a hold.") : translate("Your turn: move one unit to a touching free tile.");
  },
  act(board) {
    const { view } = board;
    const name = view.mover ? unitOn(nameOf(view.units[view.mover]?.[1]), view.mover) : translate("the unit that moved");
    return onlyEnd(board) ? translate("{unit} has no available action. End the turn.", { unit: name }) : translate("{unit} may use its function now. Or end the turn.", { unit: name });
  },
  combo(board) {
    if (onlyEnd(board)) return translate("No more actions available. End the turn.");
    return translate("Combo: another unit may act if it selects a unit that the last action moved ({grids}). Or end the turn.", { grids: board.view.landed.join(", ") });
  },
  build({ view }) {
    const names = view.fallen.map(nameOf).join(", ");
    return translateMany("Build the defeated unit as a tile on a grid without one: {names}.", "Build the defeated units as tiles on grids without one: {names}.", view.fallen.length, { names });
  },
};

const THEIRS = {
  draw: mark("The teams are being drawn."),
  team: mark("Waiting for {names} to choose a team."),
  map: mark("Waiting for {names} to lay a tile."),
  deploy: mark("Waiting for {names} to deploy a unit."),
  support: mark("Waiting for {names} to put Lock or Hide in play."),
  move: mark("Waiting for {names} to move."),
  act: mark("Waiting for {names} to act with the unit that moved."),
  combo: mark("Waiting for {names} to continue the combo or end the turn."),
  build: mark("Waiting for {names} to build the defeated units as tiles."),
};

/** Return a sentence on what the match waits for, from the viewer's side. */
export function status(board) {
  const { view, viewer } = board;
  if (!view) return translate("Loading board…");
  if (isMyTurn(board)) return YOURS[view.phase]?.(board) ?? translate("Your turn.");
  if (view.phase === "draw") return translate(THEIRS.draw);
  if (view.phase === "over") return translate("The match is over.");
  const names = board.to_act.map(sideName).join(translate(" and "));
  const waiting = names ? translate(THEIRS[view.phase] ?? mark("Waiting for {names} to act."), { names }) : translate("Waiting for the server…");
  return view.phase === "team" && view.ready[viewer.seat] ? `${translate("Team submitted.")} ${waiting}` : waiting;
}

/** Return the states of the unit on a grid, as ["immobilized: it does not move", ...]. */
export const stateWords = (view, grid) => [...(view.states[grid] ?? "")].map((letter) => `${translate(STATES[letter].word)}: ${translate(STATES[letter].means)}`);

const VIA = { copied: mark("{unit} (copied)"), stacked: mark("{unit} (from beneath)"), "copied-beneath": mark("{unit} (copied from beneath)") };
const HOLDS = {
  FR: mark("{unit} freezes {held}."),
  FI: mark("{unit} files {held}."),
  GR: mark("{unit} groups {held}."),
  LO: mark("{unit} locks {held}."),
  HI: mark("{unit} hides {held}."),
};

/** Describe a hold in play. */
export function holdWords(hold, view) {
  const seat = view.units[hold.by]?.[0];
  const unit = translate("{side}'s {unit} on {grid}", { side: sideName(seat), unit: nameOf(view.units[hold.by]?.[1]), grid: hold.by });
  const held = hold.held.map((grid) => unitOn(nameOf(view.units[grid]?.[1]), grid)).join(", ");
  const words = translate(HOLDS[hold.kind], { unit: hold.via === "own" ? unit : translate(VIA[hold.via], { unit }), held });
  return sentences(words, view.formations[hold.by] && translate("They move as one body."));
}

function groundWords(tile, viewer) {
  if (!tile) return translate("no tile");
  const [seat, code] = tile;
  if (seat === null) return translate("the neutral centre tile");
  const name = nameOf(code);
  return seat === viewer ? translate("your tile ({name})", { name }) : translate("{side}'s tile ({name})", { side: sideName(seat), name });
}

/** Describe a grid briefly for screen readers. */
export function gridWords(grid, view, viewer) {
  const tile = view?.tiles[grid];
  const unit = view?.units[grid];
  const ground = groundWords(tile, viewer);
  if (!unit) return `${grid}, ${tile ? translate("{ground}, free", { ground }) : ground}`;
  const name = nameOf(unit[1]);
  const whose = unit[0] === viewer ? translate("your {unit}", { unit: name }) : translate("{side}'s {piece}", { side: sideName(unit[0]), piece: name });
  const words = [`${grid}, ${whose}`, translate("on {ground}", { ground })];
  words.push(...[...(view.states[grid] ?? "")].map((letter) => translate(STATES[letter].word)));
  if (unit[1] === "ST" && view.stacks[unit[0]].length) words.push(translate("under it: {units}", { units: view.stacks[unit[0]].map(nameOf).join(", ") }));
  if (view.mover === grid) words.push(translate("moved this turn"));
  if (view.acted.includes(grid)) words.push(translate("has acted this turn"));
  if (view.landed.includes(grid)) words.push(translate("moved by the last action"));
  return words.join(", ");
}

const BATTLE = ["move", "act", "combo", "build"];
const find = (view, seat, code) => Object.keys(view.units).find((grid) => view.units[grid][0] === seat && view.units[grid][1] === code);

/** Return the grid of a seat's Error if it touches an Active Delete of the other side. */
function checked(view, seat) {
  const [error, del] = [find(view, seat, "ER"), find(view, 1 - seat, "DE")];
  if (!error || !del || directionOf(error, del) < 0) return null;
  return /M/.test(view.states[error] ?? "") || /[ID]/.test(view.states[del] ?? "") ? null : error;
}

/** Return whether ending the turn now would lose the match. */
export const losesAtEnd = (view, seat) => BATTLE.includes(view?.phase) && Boolean(checked(view, seat));

/** Return the tiles on which a side can still deploy. */
export function openTiles(view, seat) {
  const foes = Object.keys(view.units).filter((grid) => view.units[grid][0] !== seat);
  const isOpen = (grid) => !view.units[grid] && foes.every((foe) => stepsBetween(grid, foe) > view.grids_between);
  return Object.keys(view.tiles).filter((grid) => territory(grid) === seat && isOpen(grid));
}

/** Warn a side that has too few tiles for its units, or may have when the other side deploys near them (ZO-29). */
function warnOfTiles(view, seat) {
  const units = view.hands[seat]?.length;
  if (view.phase !== "deploy" || !units) return [];
  const open = openTiles(view, seat);
  if (open.length < units) {
    return [translate("You have more units to deploy ({units}) than free tiles ({tiles}). A unit without a tile is out of the game.", { units, tiles: open.length })];
  }
  if (units === 1 || !view.to_act.includes(seat)) return [];
  const foes = openTiles(view, 1 - seat);
  const inReach = open.filter((grid) => foes.some((foe) => stepsBetween(grid, foe) <= view.grids_between));
  if (open.length - inReach.length >= units) return [];
  return [translate("Deploy near your opponent first: their next units can close {grids}, and too few other tiles are left for all your units. " +
    "A unit without a tile is out of the game.", { grids: inReach.join(", ") })];
}

/** Return warnings: too few tiles for the units, an Error in check, and an approaching draw. */
export function warnings(view, viewer) {
  const warnings = view ? warnOfTiles(view, viewer) : [];
  if (!BATTLE.includes(view?.phase)) return warnings;
  for (const seat of [0, 1]) {
    const grid = checked(view, seat);
    if (!grid) continue;
    if (seat === viewer) warnings.push(translate("Check: your Error on {grid} touches an Active Delete. You lose if it still does at the end of your turn.", { grid }));
    else warnings.push(translate("Check: {side}'s Error on {grid} touches an Active Delete. {side} loses if it still does at the end of their " +
      "turn.", { side: sideName(seat), grid }));
  }
  if (view.stood === 2) warnings.push(translate("This position has occurred twice. The third time is a draw."));
  const left = view.quiet_limit - view.quiet;
  if (left <= 12) {
    warnings.push(translateMany(
      "Draw in {n} quiet turn, unless a unit is defeated, imported or exported or a new hold is made.",
      "Draw in {n} quiet turns, unless a unit is defeated, imported or exported or a new hold is made.",
      left,
    ));
  }
  const turns = view.turn_limit - view.turn;
  if (turns <= 20) warnings.push(translateMany("Draw in {n} turn.", "Draw in {n} turns.", turns));
  return warnings;
}

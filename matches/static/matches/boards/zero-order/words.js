// What the match waits for and what can be done now, in words.

import { directionOf } from "./hexes.js";
import { SEATS, STATES, nameOf } from "./tokens.js";

export function isMyTurn(board) {
  return Boolean(board.can?.submit && board.to_act.includes(board.viewer.seat));
}

const many = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

/** How many tiles a side still lays in a row: White one, then two at a time, White's last one. */
function tilesInARow(view) {
  const slot = 24 - view.hands[0].length - view.hands[1].length;
  if (slot === 0 || slot === 23) return 1;
  return slot % 2 ? 2 : 1;
}

const START = {
  luck_of_the_draw: "",
  best_team_wins: "",
  capture_the_flag: " It must hold Delete and Glitch.",
  kill_the_king: " It must hold Delete and Error.",
};

function onlyEnd(board) {
  return board.legal?.length === 1 && board.legal[0] === "end";
}

const verbsOf = (board) => new Set((board.legal ?? []).map((text) => (/^[A-Z]/.test(text) ? "move" : text.split(" ")[0])));

const YOURS = {
  team: ({ view }) => `Choose your team: six units, at least three of them Shift.${START[view.options.start] ?? ""}`,
  map({ view, viewer }) {
    const first = view.hands[viewer.seat].length === 12;
    const where = view.options.joined_map ? (first ? " It must touch C5." : " It must touch a tile of yours.") : "";
    return `Build the map: lay ${many(tilesInARow(view), "tile")} in your territory (${view.hands[viewer.seat].length} left).${where}`;
  },
  deploy: ({ view, viewer }) => `Deploy a unit on a tile of yours that touches no opponent (${view.hands[viewer.seat].length} left).`,
  support: () => "Before the battle: you may put Lock and Hide in play now. Then say that you are done.",
  move(board) {
    if (onlyEnd(board)) return "Your turn: nothing can be moved or used. End the turn.";
    const verbs = verbsOf(board);
    if (!verbs.has("move")) return "Your turn: no unit can move, so one may act where it stands. Or end the turn.";
    return `Your turn: move one unit to a touching free tile${verbs.has("release") ? ", or let go of a hold" : ""}.`;
  },
  act(board) {
    const { view } = board;
    const name = view.mover ? `${nameOf(view.units[view.mover]?.[1])} on ${view.mover}` : "the unit that moved";
    return onlyEnd(board) ? `There is nothing for ${name} to do here: end the turn.` : `${name} may use its function now. Or end the turn.`;
  },
  combo(board) {
    if (onlyEnd(board)) return "Nothing more can be done: end the turn.";
    return `Combo: another unit may go on, and must select a unit that the last action moved (${board.view.landed.join(", ")}). Or end the turn.`;
  },
  build: ({ view }) => `Build the defeated as ${view.fallen.length === 1 ? "a tile" : "tiles"} where there is none: ${view.fallen.map(nameOf).join(", ")}.`,
};

const THEIRS = {
  draw: "The teams are being drawn.",
  team: "to choose a team",
  map: "to lay a tile",
  deploy: "to deploy a unit",
  support: "to put Lock or Hide in play",
  move: "to move",
  act: "to act with the unit that moved",
  combo: "to go on with a combo or end the turn",
  build: "to build the defeated as tiles",
};

/** One sentence: what the match waits for, from the viewer's side. */
export function status(board) {
  const { view, viewer } = board;
  if (!view) return "The board is being laid.";
  if (isMyTurn(board)) return YOURS[view.phase]?.(board) ?? "Your turn.";
  if (view.phase === "draw") return THEIRS.draw;
  if (view.phase === "over") return "The match is over.";
  const names = board.to_act.map((seat) => SEATS[seat]).join(" and ");
  const waiting = names ? `Waiting for ${names} ${THEIRS[view.phase] ?? "to act"}.` : "Waiting for the referee.";
  return view.phase === "team" && view.ready[viewer.seat] ? `Your team is in. ${waiting}` : waiting;
}

const whose = (seat, viewer) => (seat === viewer ? "your" : `${SEATS[seat]}'s`);

/** The states of the unit on a grid in words, as ["immobilized: it does not move", ...]. */
export const stateWords = (view, grid) => [...(view.states[grid] ?? "")].map((letter) => `${STATES[letter].word}: ${STATES[letter].means}`);

const VIA = { own: "", copied: " (copied)", stacked: " (from beneath)", "copied-beneath": " (copied from beneath)" };

/** One hold in play as a sentence. */
export function holdWords(hold, view) {
  const seat = view.units[hold.by]?.[0];
  const unit = `${SEATS[seat]}'s ${nameOf(view.units[hold.by]?.[1])} on ${hold.by}`;
  const held = hold.held.map((grid) => `${nameOf(view.units[grid]?.[1])} on ${grid}`).join(", ");
  const verb = { FR: "freezes", FI: "files", GR: "groups", LO: "locks", HI: "hides" }[hold.kind];
  return `${unit} ${verb}${VIA[hold.via]} ${held}.${view.formations[hold.by] ? " They move as one body." : ""}`;
}

/** What stands and lies on a grid, in short, for a screen reader. */
export function gridWords(grid, view, viewer) {
  const tile = view?.tiles[grid];
  const unit = view?.units[grid];
  const ground = !tile ? "no tile" : tile[0] === null ? "the neutral centre tile" : `${whose(tile[0], viewer)} tile (${nameOf(tile[1])})`;
  if (!unit) return `${grid}, ${tile ? `${ground}, free` : ground}`;
  const words = [`${grid}, ${whose(unit[0], viewer)} ${nameOf(unit[1])}`, `on ${ground}`];
  words.push(...[...(view.states[grid] ?? "")].map((letter) => STATES[letter].word));
  if (unit[1] === "ST" && view.stacks[unit[0]].length) words.push(`beneath it: ${view.stacks[unit[0]].map(nameOf).join(", ")}`);
  if (view.mover === grid) words.push("moved this turn");
  if (view.acted.includes(grid)) words.push("has acted this turn");
  if (view.landed.includes(grid)) words.push("moved by the last action");
  return words.join(", ");
}

const find = (view, seat, code) => Object.keys(view.units).find((grid) => view.units[grid][0] === seat && view.units[grid][1] === code);

/** What both sides should be aware of: an Error in check, and a draw that comes near. */
export function warnings(view, viewer) {
  const found = [];
  if (!["move", "act", "combo", "build"].includes(view?.phase)) return found;
  for (const seat of [0, 1]) {
    const [error, del] = [find(view, seat, "ER"), find(view, 1 - seat, "DE")];
    if (!error || !del || directionOf(error, del) < 0) continue;
    if (/M/.test(view.states[error] ?? "") || /[ID]/.test(view.states[del] ?? "")) continue;
    const own = seat === viewer;
    found.push(`Check: ${own ? "your" : `${SEATS[seat]}'s`} Error on ${error} touches an Active Delete. ${own ? "You lose" : `${SEATS[seat]} loses`} if that is still so at the end of ${own ? "your" : "its"} turn.`);
  }
  const left = view.quiet_limit - view.quiet;
  if (left <= 12) found.push(`${many(left, "quiet turn")} left: without a defeat, an import, an export or a new hold the match is then drawn.`);
  const turns = view.turn_limit - view.turn;
  if (turns <= 20) found.push(`${many(turns, "turn")} left until the match is drawn.`);
  return found;
}

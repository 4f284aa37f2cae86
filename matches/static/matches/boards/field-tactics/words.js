// What is happening and what can be done, in words.

import { SEATS, canMove, nameOf } from "./pieces.js";

const other = (seat) => 1 - seat;
const article = (name) => (/^[AEIOU]/.test(name) ? `an ${name}` : `a ${name}`);

export function isMyTurn(board) {
  return Boolean(board.can?.submit && board.to_act.includes(board.viewer.seat));
}

function waitingFor(board, verb) {
  const names = board.to_act.map((seat) => SEATS[seat]);
  return names.length ? `Waiting for ${names.join(" and ")} ${verb}.` : "Waiting for the referee.";
}

const YOURS = {
  choose: "You hold the advantage: choose who moves first.",
  setup: "Set up your army: 23 pieces on your half.",
  play: "Your turn: choose a piece to move.",
  duel: "Tie-breaker: choose one of your pieces to fight a duel.",
};

const THEIRS = { choose: "to choose who moves first", setup: "to set up", play: "to move", duel: "to choose a piece for the duel" };

/** One sentence: what the match waits for, from the viewer's side. */
export function status(board) {
  const { view } = board;
  if (!view) return "The board is being laid.";
  if (isMyTurn(board)) return YOURS[view.phase] ?? "Your turn.";
  const seat = board.viewer.seat;
  if (view.phase === "setup" && view.ready[seat]) return `Your set-up is in. ${waitingFor(board, THEIRS.setup)}`;
  if (view.phase === "duel" && view.ready[seat]) return `Your choice${view.choice ? ` (${view.choice})` : ""} is in. ${waitingFor(board, "to choose")}`;
  return waitingFor(board, THEIRS[view.phase] ?? "to act");
}

function moverName(view, seat, code) {
  const whose = view.viewer === seat ? "Your" : `${SEATS[seat]}'s`;
  return `${whose} ${code ? nameOf(code) : "piece"}`;
}

function victim(view, seat, code) {
  return view.viewer === seat ? `your ${nameOf(code)}` : `${SEATS[seat]}'s ${nameOf(code)}`;
}

function met(view, seat, code) {
  if (code) return ` It met ${view.viewer === seat ? "your" : `${SEATS[seat]}'s`} ${nameOf(code)}.`;
  return ` What it met stays hidden.`;
}

/** The codes of both pieces of the last board move as far as the viewer knows them: {mover, target}. */
export function lastCodes(view) {
  const { by, to, battle, revealed } = view.last;
  const standing = view.squares[to];
  const known = (seat) => revealed?.[seat] ?? (standing?.[0] === seat ? standing[1] : null);
  return { mover: known(by), target: battle ? known(other(by)) : null };
}

/** The last board move told in words, or an empty string. */
export function lastMove(view) {
  if (!view?.last?.from) return "";
  const { by, from, to, battle } = view.last;
  const { mover, target } = lastCodes(view);
  const name = moverName(view, by, mover);
  if (!battle) return `${name} moved from ${from} to ${to}.`;
  if (battle === "o") return `${name} attacked ${to} and won: ${victim(view, other(by), target)} is destroyed.`;
  if (battle === "x") return `${name} attacked ${to} and was destroyed.${met(view, other(by), target)}`;
  return `${name} attacked ${to}: it and ${victim(view, other(by), target)} are both destroyed.`;
}

/** The newest duel in words, or an empty string. */
export function lastDuel(view) {
  const duel = view?.duels?.at(-1);
  if (!duel) return "";
  const codes = duel.revealed ?? {};
  const [red, blue] = [["red", 0], ["blue", 1]].map(([key, seat]) => {
    return `${moverName(view, seat, codes[seat])} from ${duel[key]}`;
  });
  const ends = { o: "Red's piece won.", x: "Blue's piece won.", "=": "Both were destroyed." };
  return `Duel: ${red} met ${blue}. ${ends[duel.result] ?? ""}`;
}

/** How near the board is to the stalling rule; empty while it is far. */
export function quietWarning(view) {
  const left = view.quiet_limit - view.quiet;
  if (view.phase !== "play" || !(left <= 20)) return "";
  return `${left} quiet ${left === 1 ? "turn" : "turns"} left: without a battle the referee then counts the pieces.`;
}

/** Why a piece of the viewer cannot be chosen, in words. */
export function stuck(code) {
  const name = article(nameOf(code));
  return canMove(code) ? `This ${nameOf(code)} has no square to go to now.` : `${name[0].toUpperCase()}${name.slice(1)} never moves.`;
}

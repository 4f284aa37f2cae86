// What is happening and what can be done, in words.

import { marked, spoken, spokenMany } from "../../../site/words.js";
import { canMove, nameOf, sideName } from "./pieces.js";

const other = (seat) => 1 - seat;

export function isMyTurn(board) {
  return Boolean(board.can?.submit && board.to_act.includes(board.viewer.seat));
}

function waitingFor(board, message) {
  const names = board.to_act.map(sideName);
  return names.length ? spoken(message, { names: names.join(spoken(" and ")) }) : spoken("Waiting for the server…");
}

const YOURS = {
  choose: marked("You have the advantage: choose who moves first."),
  setup: marked("Set up your army: 23 pieces on your half."),
  play: marked("Your turn: choose a piece to move."),
  duel: marked("Tie-breaker: choose one of your pieces to fight a duel."),
};

const THEIRS = {
  choose: marked("Waiting for {names} to choose who moves first."),
  setup: marked("Waiting for {names} to set up."),
  play: marked("Waiting for {names} to move."),
  duel: marked("Waiting for {names} to choose a piece for the duel."),
};

/** One sentence: what the match waits for, from the viewer's side. */
export function status(board) {
  const { view } = board;
  if (!view) return spoken("Loading board…");
  if (isMyTurn(board)) return spoken(YOURS[view.phase] ?? marked("Your turn."));
  const seat = board.viewer.seat;
  if (view.phase === "setup" && view.ready[seat]) return `${spoken("Set-up submitted.")} ${waitingFor(board, THEIRS.setup)}`;
  if (view.phase === "duel" && view.ready[seat]) {
    const own = view.choice ? spoken("Choice submitted: {choice}.", { choice: view.choice }) : spoken("Choice submitted.");
    return `${own} ${waitingFor(board, marked("Waiting for {names} to choose."))}`;
  }
  return waitingFor(board, THEIRS[view.phase] ?? marked("Waiting for {names} to act."));
}

function moverName(view, seat, code) {
  const own = view.viewer === seat;
  if (!code) return own ? spoken("Your piece") : spoken("{side}'s piece", { side: sideName(seat) });
  return own ? spoken("Your {piece}", { piece: nameOf(code) }) : spoken("{side}'s {piece}", { side: sideName(seat), piece: nameOf(code) });
}

function victim(view, seat, code) {
  const piece = nameOf(code);
  return view.viewer === seat ? spoken("your {piece}", { piece }) : spoken("{side}'s {piece}", { side: sideName(seat), piece });
}

function met(view, seat, code) {
  return code ? spoken("It lost to {piece}.", { piece: victim(view, seat, code) }) : spoken("The winner stays hidden.");
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
  if (!battle) return spoken("{name} moved from {from} to {to}.", { name, from, to });
  if (battle === "o") return spoken("{name} attacked {to} and won: {victim} is destroyed.", { name, to, victim: victim(view, other(by), target) });
  if (battle === "x") return `${spoken("{name} attacked {to} and was destroyed.", { name, to })} ${met(view, other(by), target)}`;
  return spoken("{name} attacked {to}: both it and {victim} were destroyed.", { name, to, victim: victim(view, other(by), target) });
}

/** The newest duel in words, or an empty string. */
export function lastDuel(view) {
  const duel = view?.duels?.at(-1);
  if (!duel) return "";
  const codes = duel.revealed ?? {};
  const [red, blue] = [["red", 0], ["blue", 1]].map(([key, seat]) => {
    return spoken("{piece} from {square}", { piece: moverName(view, seat, codes[seat]), square: duel[key] });
  });
  const ends = { o: marked("Red's piece won."), x: marked("Blue's piece won."), "=": marked("Both were destroyed.") };
  return `${spoken("Duel: {red} met {blue}.", { red, blue })} ${spoken(ends[duel.result] ?? "")}`;
}

/** How near the board is to the stalling rule; empty while it is far. */
export function quietWarning(view) {
  const left = view.quiet_limit - view.quiet;
  if (view.phase !== "play" || !(left <= 20)) return "";
  return spokenMany(
    "{n} quiet turn left. Without a battle, the pieces are then counted to decide the match.",
    "{n} quiet turns left. Without a battle, the pieces are then counted to decide the match.",
    left,
  );
}

/** Why a piece of the viewer cannot be chosen, in words. */
export function stuck(code) {
  if (canMove(code)) return spoken("This {piece} can't move now.", { piece: nameOf(code) });
  return code === "MN" ? spoken("A Mine never moves.") : spoken("A Flag never moves.");
}

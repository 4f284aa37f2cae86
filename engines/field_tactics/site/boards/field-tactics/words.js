// Texts: what is happening and what can be done.

import { mark, translate, translateMany } from "../../../site/words.js";
import { canMove, nameOf, sideName } from "./pieces.js";

const other = (seat) => 1 - seat;

export function isMyTurn(board) {
  return Boolean(board.can?.submit && board.to_act.includes(board.viewer.seat));
}

function waitingFor(board, message) {
  const names = board.to_act.map(sideName);
  return names.length ? translate(message, { names: names.join(translate(" and ")) }) : translate("Waiting for the server…");
}

const YOURS = {
  choose: mark("You have the advantage: choose who moves first."),
  setup: mark("Set up your army: 23 pieces on your half."),
  play: mark("Your turn: choose a piece to move."),
  duel: mark("Tie-breaker: choose one of your pieces to fight a duel."),
};

const THEIRS = {
  choose: mark("Waiting for {names} to choose who moves first."),
  setup: mark("Waiting for {names} to set up."),
  play: mark("Waiting for {names} to move."),
  duel: mark("Waiting for {names} to choose a piece for the duel."),
};

/** Return a sentence on what the match waits for, from the viewer's side. */
export function status(board) {
  const { view } = board;
  if (!view) return translate("Loading board…");
  if (isMyTurn(board)) return translate(YOURS[view.phase] ?? mark("Your turn."));
  const seat = board.viewer.seat;
  if (view.phase === "setup" && view.ready[seat]) return `${translate("Set-up submitted.")} ${waitingFor(board, THEIRS.setup)}`;
  if (view.phase === "duel" && view.ready[seat]) {
    const own = view.choice ? translate("Choice submitted: {choice}.", { choice: view.choice }) : translate("Choice submitted.");
    return `${own} ${waitingFor(board, mark("Waiting for {names} to choose."))}`;
  }
  return waitingFor(board, THEIRS[view.phase] ?? mark("Waiting for {names} to act."));
}

function moverName(view, seat, code) {
  const own = view.viewer === seat;
  if (!code) return own ? translate("Your piece") : translate("{side}'s piece", { side: sideName(seat) });
  return own ? translate("Your {piece}", { piece: nameOf(code) }) : translate("{side}'s {piece}", { side: sideName(seat), piece: nameOf(code) });
}

function victim(view, seat, code) {
  const piece = nameOf(code);
  return view.viewer === seat ? translate("your {piece}", { piece }) : translate("{side}'s {piece}", { side: sideName(seat), piece });
}

function met(view, seat, code) {
  return code ? translate("It lost to {piece}.", { piece: victim(view, seat, code) }) : translate("The winner stays hidden.");
}

/** Return the codes of both pieces of the last board move as far as the viewer knows them: {mover, target}. */
export function lastCodes(view) {
  const { by, to, battle, revealed } = view.last;
  const standing = view.squares[to];
  const codeOf = (seat) => revealed?.[seat] ?? (standing?.[0] === seat ? standing[1] : null);
  return { mover: codeOf(by), target: battle ? codeOf(other(by)) : null };
}

/** Describe the last board move; empty if there is none. */
export function describeLastMove(view) {
  if (!view?.last?.from) return "";
  const { by, from, to, battle } = view.last;
  const { mover, target } = lastCodes(view);
  const name = moverName(view, by, mover);
  if (!battle) return translate("{name} moved from {from} to {to}.", { name, from, to });
  if (battle === "o") return translate("{name} attacked {to} and won: {victim} is destroyed.", { name, to, victim: victim(view, other(by), target) });
  if (battle === "x") return `${translate("{name} attacked {to} and was destroyed.", { name, to })} ${met(view, other(by), target)}`;
  return translate("{name} attacked {to}: both it and {victim} were destroyed.", { name, to, victim: victim(view, other(by), target) });
}

/** Describe the newest duel; empty if there is none. */
export function describeLastDuel(view) {
  const duel = view?.duels?.at(-1);
  if (!duel) return "";
  const codes = duel.revealed ?? {};
  const [red, blue] = [["red", 0], ["blue", 1]].map(([key, seat]) => {
    return translate("{piece} from {square}", { piece: moverName(view, seat, codes[seat]), square: duel[key] });
  });
  const ends = { o: mark("Red's piece won."), x: mark("Blue's piece won."), "=": mark("Both were destroyed.") };
  return `${translate("Duel: {red} met {blue}.", { red, blue })} ${translate(ends[duel.result] ?? "")}`;
}

/** Return a warning that the stalling rule will soon apply; empty if it is not near. */
export function quietWarning(view) {
  const left = view.quiet_limit - view.quiet;
  if (view.phase !== "play" || !(left <= 20)) return "";
  return translateMany(
    "{n} quiet turn left. Without a battle, the pieces are then counted to decide the match.",
    "{n} quiet turns left. Without a battle, the pieces are then counted to decide the match.",
    left,
  );
}

/** Explain why a piece of the viewer can't be chosen. */
export function explainStuck(code) {
  if (canMove(code)) return translate("This {piece} can't move now.", { piece: nameOf(code) });
  return code === "MN" ? translate("A Mine never moves.") : translate("A Flag never moves.");
}

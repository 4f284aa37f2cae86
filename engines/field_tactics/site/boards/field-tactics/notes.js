// A player's guesses about hidden pieces, kept in this browser alone, and what the player's own view tells of each piece.

import { battleResult } from "./guide.js";
import { homeOf } from "./geometry.js";
import { canMove, CODES, PIECES } from "./pieces.js";

const isHidden = (view, square, seat) => view.squares[square]?.[0] === 1 - seat && view.squares[square][1] === null;

/** Return how many of the opponent's pieces of each kind are left: {code: n}. */
export function countLeft(view, seat) {
  const lost = view.lost[1 - seat];
  return Object.fromEntries(CODES.map((code) => [code, PIECES[code].count - lost.filter((each) => each === code).length]));
}

export class Notes {
  /** The notes of a seat in a match. */
  constructor(match, seat) {
    this.name = `field-tactics:${match}:${seat}`;
    this.seat = seat;
    this.kept = { turn: null, pieces: {} }; // square -> {guess, moved, beat: codes of pieces that it has destroyed}
    try {
      this.kept = { ...this.kept, ...JSON.parse(localStorage.getItem(this.name) ?? "{}") };
    } catch {
      // Without storage, the notes are lost with the page.
    }
  }

  save() {
    try {
      localStorage.setItem(this.name, JSON.stringify(this.kept));
    } catch {
      // As above.
    }
  }

  /** Let the notes follow their pieces to a newer view; return whether they are of this view, and not of a later one. */
  follow(view) {
    const { turn } = this.kept;
    if (turn !== null && view.turn < turn) return false;
    if (turn !== null && view.turn > turn) this.move(view, view.turn - turn);
    const pieces = Object.fromEntries(Object.entries(this.kept.pieces).filter(([square]) => isHidden(view, square, this.seat)));
    const isNew = view.turn !== turn || Object.keys(pieces).length !== Object.keys(this.kept.pieces).length;
    this.kept = { turn: view.turn, pieces };
    if (isNew) this.save();
    return true;
  }

  /** Move the notes with the last turn of a view that is `turns` later. */
  move({ last }, turns) {
    const { pieces } = this.kept;
    const isEnemy = last?.by === 1 - this.seat;
    if (turns > 2 || (turns === 2 && !isEnemy)) {
      // Turns of the opponent were missed: only guesses remain, where a hidden piece still stands.
      const rest = Object.entries(pieces).filter(([square, { guess }]) => guess && ![last?.from, last?.to].includes(square));
      this.kept.pieces = Object.fromEntries(rest.map(([square, { guess }]) => [square, { guess }]));
      return;
    }
    if (!last) return;
    const { from, to, battle, revealed } = last;
    const beaten = revealed?.[this.seat] ? [revealed[this.seat]] : [];
    if (isEnemy) {
      const piece = pieces[from] ?? {};
      delete pieces[from];
      delete pieces[to];
      if (!battle || battle === "o") pieces[to] = { ...piece, moved: true, beat: [...(piece.beat ?? []), ...beaten] };
    } else if (battle === "x") pieces[to] = { ...pieces[to], beat: [...(pieces[to]?.beat ?? []), ...beaten] };
    else if (battle) delete pieces[to];
  }

  guess(square) {
    return this.kept.pieces[square]?.guess ?? "";
  }

  /** Return the guesses: {square: code}. */
  get guesses() {
    return Object.fromEntries(Object.entries(this.kept.pieces).filter(([, { guess }]) => guess).map(([square, { guess }]) => [square, guess]));
  }

  /** Note a guess on a square; "" removes it. */
  set(square, code) {
    this.kept.pieces[square] = { ...this.kept.pieces[square], guess: code };
    this.save();
  }

  /** Return the codes that the hidden piece on a square may have. */
  possible(view, square) {
    const { moved = false, beat = [] } = this.kept.pieces[square] ?? {};
    const hasMoved = moved || homeOf(square) === this.seat;
    const left = countLeft(view, this.seat);
    // A flag is as strong as the piece behind it, so a battle that it has won tells nothing.
    const beats = (code) => code === "FL" || beat.every((lost) => battleResult(code, lost, view.options) === "o");
    return CODES.filter((code) => left[code] > 0 && (canMove(code) || !hasMoved) && beats(code));
  }

  canNote(view, square) {
    return isHidden(view, square, this.seat);
  }
}

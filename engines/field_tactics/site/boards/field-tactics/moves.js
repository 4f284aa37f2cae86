// Choosing an action on the board after set-up: a move, a duel piece or, in a panel, which side moves first.
// Only actions of the legal list are offered.

import { translate, translateMany } from "../../../site/words.js";
import { SEATS } from "./pieces.js";
import { explainStuck } from "./words.js";

/** Return {"A1": Map("A2" -> "A1-A2", ...), ...} from a list of notations. */
function bySquare(legal) {
  const targets = new Map();
  for (const text of legal ?? []) {
    const [from, to] = text.split("-");
    if (!to) continue;
    if (!targets.has(from)) targets.set(from, new Map());
    targets.get(from).set(to, text);
  }
  return targets;
}

export class Moves {
  constructor(grid, { submit, say }) {
    this.grid = grid;
    this.submit = submit;
    this.say = say;
    this.reset();
  }

  reset() {
    this.mode = "watch";
    this.legal = new Map();
    this.choices = new Set();
    this.chosen = null;
    this.suggested = null;
    this.pending = null;
  }

  /** Show a new position. `mode` is "play", "duel" or "watch". */
  draw(board, mode, last) {
    const before = this.chosen;
    this.reset();
    this.board = board;
    this.mode = mode;
    this.last = last;
    if (mode === "play") this.legal = bySquare(board.legal);
    if (mode === "duel") this.choices = new Set(board.legal);
    if (this.legal.has(before)) this.chosen = before;
    this.mark();
  }

  mark() {
    const marks = {};
    for (const square of this.mode === "duel" ? this.choices : this.legal.keys()) marks[square] = "own";
    if (this.chosen) {
      marks[this.chosen] = "chosen";
      for (const to of this.legal.get(this.chosen)?.keys() ?? []) {
        marks[to] = this.board.view.squares[to] ? "battle" : "move";
      }
    }
    if (this.pending) for (const square of this.pending) marks[square] = "pending";
    if (this.mode === "watch" && this.board.view?.choice) marks[this.board.view.choice] = "chosen";
    if (this.suggested && this.chosen) marks[this.suggested] = "suggested";
    this.grid.mark(this.pending ? Object.fromEntries(this.pending.map((square) => [square, "pending"])) : marks, this.last);
  }

  onPick(square) {
    if (this.pending || this.mode === "watch") return;
    if (this.mode === "duel") return this.pickDuellist(square);
    const text = this.legal.get(this.chosen)?.get(square);
    if (text) return this.send(text, [this.chosen, square]);
    this.choose(square);
  }

  choose(square) {
    const piece = this.board.view.squares[square];
    const isOwn = piece?.[0] === this.board.viewer.seat;
    const toggled = this.chosen === square;
    if (isOwn && !this.legal.has(square)) this.say(explainStuck(piece[1]));
    else if (!isOwn && this.chosen) this.say(translate("The piece on {from} can't move to {to}.", { from: this.chosen, to: square }));
    this.chosen = isOwn && this.legal.has(square) && !toggled ? square : null;
    this.suggested = null;
    if (this.chosen) this.say(translateMany("{square} chosen: {n} possible move.", "{square} chosen: {n} possible moves.", this.legal.get(square).size, { square }), { quiet: true });
    this.mark();
  }

  pickDuellist(square) {
    if (!this.choices.has(square)) return this.say(translate("Choose one of your marked pieces for the duel."));
    if (this.chosen !== square) {
      this.chosen = square;
      this.say(translate("{square} chosen for the duel. Choose it again to confirm.", { square }));
      return this.mark();
    }
    this.send(square, [square]);
  }

  async send(text, squares) {
    this.pending = squares;
    this.chosen = null;
    this.mark();
    const verdict = await this.submit(text);
    if (this.pending !== squares) return; // the position has changed in the meantime
    if (verdict.state === "refused") {
      this.pending = null;
      this.mark();
    }
  }

  cancel() {
    this.chosen = null;
    this.say("");
    this.mark();
  }

  /** Show a suggested move. */
  suggest(text) {
    const [from, to] = text.split("-");
    if (this.pending || !(this.legal.has(from) || this.choices.has(from))) return;
    this.chosen = from;
    this.suggested = to ?? from;
    this.say("");
    this.mark();
  }

  // Dragging

  pick(square) {
    if (this.pending || this.mode !== "play" || !this.legal.has(square)) return null;
    return { from: square, piece: this.board.view.squares[square] };
  }

  start(square) {
    this.chosen = square;
    this.suggested = null;
    this.say("");
    this.mark();
  }

  drop(from, to) {
    const text = this.legal.get(from)?.get(to);
    if (text) return this.send(text, [from, to]);
    if (to && to !== from) this.say(translate("The piece on {from} can't move to {to}.", { from, to }));
    this.chosen = null;
    this.mark();
  }
}

/** Return the two buttons of the side that chooses which side moves first. */
export function createFirstMovePanel(board, submit) {
  const panel = document.createElement("div");
  panel.className = "ft-choose";
  const seat = board.viewer.seat;
  for (const [first, words] of [[seat, translate("Move first")], [1 - seat, translate("Move second")]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = first === seat ? "btn btn-primary" : "btn";
    button.textContent = words;
    button.addEventListener("click", () => {
      for (const button of panel.querySelectorAll("button")) button.disabled = true;
      submit(`first ${SEATS[first].toLowerCase()}`).then((verdict) => {
        if (verdict.state === "refused") for (const button of panel.querySelectorAll("button")) button.disabled = false;
      });
    });
    panel.append(button);
  }
  return panel;
}

// A move that could not be stored: kept with its idempotency key, across reloads, and offered again while it is
// still the same turn.

import { translate } from "../site/words.js";

export class UnsentMove {
  /** `send(move)` tries again with the same {turn, text, key}. */
  constructor(root, match, send) {
    this.root = root;
    this.slot = `unsent-move-${match}`;
    this.send = send;
    this.move = this.read();
    this.part = (name) => root.querySelector(`[data-unsent="${name}"]`);
    this.part("again").addEventListener("click", () => this.resend());
    this.part("forget").addEventListener("click", () => this.discard());
  }

  read() {
    try {
      return JSON.parse(sessionStorage.getItem(this.slot));
    } catch {
      return null; // storage may be forbidden; then it is kept as long as the page
    }
  }

  keep(move, reason) {
    this.move = move;
    this.store(JSON.stringify(move));
    this.show(reason);
  }

  discard() {
    this.move = null;
    this.store(null);
    this.root.hidden = true;
  }

  store(text) {
    try {
      if (text) sessionStorage.setItem(this.slot, text);
      else sessionStorage.removeItem(this.slot);
    } catch {
      // As above.
    }
  }

  show(reason = "") {
    this.part("text").textContent = `${reason} ${translate("Saved in this browser: {move}", { move: this.move.text })}`.trim();
    this.root.hidden = false;
  }

  /** Take a new board; discard the move if its turn is over. */
  draw(board) {
    if (!this.move) return;
    if (!board.can.submit || board.viewer.turn !== this.move.turn) this.discard();
    else if (this.root.hidden) this.show(translate("This move hasn't been saved."));
  }

  resend() {
    if (this.move) this.send(this.move);
  }
}

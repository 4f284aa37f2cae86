// A premove: chosen while the opponent thinks, and sent as soon as the turn comes if it is legal then. Only games in
// which nothing is hidden have it. It is kept by this page alone.

import { translate } from "../site/words.js";

export class Premove {
  /**
   * `button` cancels it. `game()` has the board's `premoves`: list(board), find({text, view}, board) and show(text).
   * `submit(text)` sends a move, `say` and `refuse` tell the player.
   */
  constructor(button, { game, submit, say, refuse }) {
    Object.assign(this, { button, game, submit, say, refuse });
    this.planned = null; // {text, view}: the move, and the position in which it was chosen
    button.addEventListener("click", () => this.cancel());
  }

  /** Return the moves that may be chosen in advance, in notation; null if there is no premove now. */
  list(board) {
    const { viewer, to_act, status } = board;
    if (status !== "playing" || viewer.seat === null || !board.view || !to_act.length || to_act.includes(viewer.seat)) return null;
    return this.game().premoves?.list(board) ?? null;
  }

  /** Plan a typed or chosen move; return whether it is one. */
  set(typed, board) {
    const normalize = (text) => text.trim().toLowerCase().replace(/\s*-\s*|\s+to\s+/g, "-");
    const text = this.list(board)?.find((each) => normalize(each) === normalize(typed));
    if (!text) return false;
    this.planned = { text, view: board.view };
    this.show();
    this.say(translate("Premove: {move}. It is sent when your turn comes.", { move: text }));
    return true;
  }

  cancel() {
    if (!this.planned) return;
    this.clear();
    this.say(translate("Premove cancelled."), { quiet: true });
  }

  clear() {
    this.planned = null;
    this.show();
  }

  show() {
    const text = this.planned?.text ?? "";
    this.button.hidden = !text;
    this.button.textContent = text ? translate("Cancel premove {move}", { move: text }) : "";
    this.game().premoves?.show(text);
  }

  /** Take a new board: send the premove if it is the player's turn, and tell the player if it can't be sent. */
  async draw(board) {
    if (!this.planned || this.list(board)) return;
    const { planned } = this;
    const move = board.can.submit ? this.game().premoves.find(planned, board) : null;
    this.planned = null;
    if (move) {
      this.button.hidden = true;
      await this.submit(move); // until the answer, the board shows it as planned
      if (!this.planned) this.show();
      return;
    }
    this.show();
    if (board.status === "playing" || board.status === "paused") this.refuse(translate("Your premove {move} was not played. It is not possible now.", { move: planned.text }));
  }
}

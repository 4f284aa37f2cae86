// The lobby's part of the match page (links, draft, rematch): refetched when the status changes.
// Sends players to the draft when it starts.

import { showCopyButtons } from "../site/copy.js";
import { translate } from "../site/words.js";

export class MatchExtras {
  /** `ready` is the button below the board: it is what accepts a challenge. */
  constructor(root, ready) {
    Object.assign(this, { root, ready });
    if (!root) return;
    root.addEventListener("htmx:load", () => this.update());
    this.update(); // it may have been fetched already
  }

  /** Name the button below the board. Show copy buttons if the browser supports copying; go to the draft if it has started. */
  update() {
    this.ready.textContent = this.root.querySelector("[data-challenged]") ? translate("Accept challenge") : translate("Ready");
    showCopyButtons(this.root);
    const draw = this.leading && this.root.querySelector("[data-draw]");
    if (draw) location.assign(draw.href);
  }

  draw(board) {
    const state = `${board.status} ${board.preparing}`;
    if (this.root && this.state !== undefined && this.state !== state) {
      this.leading = board.preparing && board.viewer.seat !== null;
      this.root.dispatchEvent(new CustomEvent("changed"));
    }
    this.state = state;
  }
}

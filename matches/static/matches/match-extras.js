// The lobby's part of the match page (links, draft, rematch): refetched when the status changes.
// Sends players to the draft when it starts.

import { showCopyButtons } from "../site/copy.js";

export class MatchExtras {
  constructor(root) {
    this.root = root;
    if (!root) return;
    root.addEventListener("htmx:load", () => this.update());
    this.update(); // it may have been fetched already
  }

  /** Show copy buttons if the browser supports copying; go to the draft if it has started. */
  update() {
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

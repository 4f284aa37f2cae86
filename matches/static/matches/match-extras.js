// What the lobby shows beside a match (links, draw of Gamers, rematch): fetched again when the match changes its state;
// links are copied, and players whose draw begins while they look are led to it.

import { translate } from "../site/words.js";

export class MatchExtras {
  constructor(root) {
    this.root = root;
    if (!root) return;
    root.addEventListener("click", (event) => this.copy(event.target.closest("[data-copy]")));
    root.addEventListener("htmx:load", () => this.update());
    this.update(); // it may have been fetched already
  }

  /** Copying is offered where the browser can do it. */
  update() {
    for (const button of this.root.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
    const draw = this.leading && this.root.querySelector("[data-draw]");
    if (draw) location.assign(draw.href);
  }

  async copy(button) {
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = translate("Copied");
    } catch {
      field.select();
      button.textContent = translate("Press Ctrl+C to copy");
    }
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

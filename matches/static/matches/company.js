// What the lobby shows beside a match (links, rematch): fetched again when the match begins or ends; links are copied.

import { spoken } from "../site/words.js";

export class Company {
  constructor(root) {
    this.root = root;
    if (!root) return;
    root.addEventListener("click", (event) => this.copy(event.target.closest("[data-copy]")));
    root.addEventListener("htmx:load", () => this.show());
    this.show(); // it may have been fetched already
  }

  /** Copying is offered where the browser can do it. */
  show() {
    for (const button of this.root.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
  }

  async copy(button) {
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = spoken("Copied");
    } catch {
      field.select();
      button.textContent = spoken("Press Ctrl+C to copy");
    }
  }

  draw(board) {
    if (this.root && this.status !== undefined && this.status !== board.status) {
      this.root.dispatchEvent(new CustomEvent("changed"));
    }
    this.status = board.status;
  }
}

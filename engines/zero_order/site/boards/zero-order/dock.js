// What is done and looked at beside the board: the current choice with its buttons, and the card of the focused or
// hovered element.

import { translate } from "../../../site/words.js";
import { button, make } from "../../elements.js";

export class Dock {
  /** The choice goes to `controls`, the card to the top of `panel`. */
  constructor(controls, panel) {
    this.prompt = make("p", "zo-prompt");
    this.notation = make("code", "zo-notation");
    this.extra = make("div", "zo-extra");
    this.buttons = make("div", "row zo-buttons");
    this.root = make("section", "zo-dock", this.prompt, this.notation, this.extra, this.buttons);
    this.root.setAttribute("aria-label", translate("Actions"));
    this.card = make("section", "zo-card");
    this.card.dataset.empty = translate("Point at a grid, or move to it with the arrow keys, to see what is on it and what it can do.");
    this.card.setAttribute("aria-label", translate("About this grid"));
    this.held = null;
    panel.prepend(this.card);
    controls.prepend(this.root);
    this.clear();
    this.look([]);
  }

  clear() {
    this.show({});
  }

  /**
   * `buttons` [{text, kind, act, pressed, title, disabled, about, id}] (`about()` is the card to show on hover and focus); `extra` elements above them. A button with the same text keeps
   * the focus.
   */
  show({ prompt = "", notation = "", extra = [], buttons = [] }) {
    const held = this.root.contains(document.activeElement) ? document.activeElement.textContent : this.held;
    this.prompt.textContent = prompt;
    this.notation.textContent = notation;
    this.extra.replaceChildren(...extra);
    this.buttons.replaceChildren(...buttons.map((option) => this.button(option)));
    this.root.hidden = !prompt && !buttons.length && !extra.length;
    this.keepFocus(held);
  }

  /** Move the focus of a replaced button to the new one with the same text, else to the first. */
  keepFocus(held) {
    const all = [...this.root.querySelectorAll("button")];
    const lost = document.activeElement === document.body;
    this.held = lost && !all.length ? held : null; // there is no button for the focus yet
    if (held !== null && lost) (all.find((button) => button.textContent === held) ?? all[0])?.focus();
  }

  button({ text, kind = "", act, pressed, title, disabled = false, about, id }) {
    const element = button(text, kind, () => {
      act();
      if (about) this.look(about()); // touch has no hover
    });
    element.disabled = disabled;
    if (id) element.dataset.id = id;
    if (pressed !== undefined) element.setAttribute("aria-pressed", String(pressed));
    if (title) element.title = title;
    if (about) this.looksAt(element, about);
    return element;
  }

  /** Show the card of an element on hover or keyboard focus. */
  looksAt(element, about) {
    element.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.look(about()));
    element.addEventListener("focus", () => element.matches(":focus-visible") && this.look(about()));
  }

  /** Show a card; an empty list closes it. */
  look(children) {
    this.card.replaceChildren(...children);
  }
}

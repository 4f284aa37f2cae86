// The dock next to the board: the current choice with its buttons, and the card of the focused or hovered element.
// On phones it sticks to the lower edge of the screen, otherwise it is part of the panel.

import { translate } from "../../../site/words.js";
import { button, make } from "../../elements.js";

const WIDE = matchMedia("(min-width: 58rem)");

export class Dock {
  constructor(root, panel) {
    this.prompt = make("p", "zo-prompt");
    this.notation = make("code", "zo-notation");
    this.extra = make("div", "zo-extra");
    this.buttons = make("div", "row zo-buttons");
    this.deed = make("div", "zo-deed", this.prompt, this.notation, this.extra, this.buttons);
    this.card = make("div", "zo-card");
    this.card.dataset.empty = translate("Point at a grid, or move to it with the arrow keys, to see what is on it and what it can do.");
    this.held = null;
    this.open = false;
    this.root = make("section", "zo-dock", this.deed, this.card);
    this.root.setAttribute("aria-label", translate("Actions"));
    this.card.setAttribute("role", "group");
    this.card.setAttribute("aria-label", translate("About this grid"));
    const settle = () => (WIDE.matches ? panel.prepend(this.root) : root.append(this.root));
    WIDE.addEventListener("change", settle);
    settle();
    this.clear();
    this.look([]);
  }

  clear() {
    this.show({});
  }

  /**
   * `buttons` [{text, kind, act, pressed, title, disabled, about}] (`about()` is the card to show on hover and focus); `extra` elements above them. A button with the same text keeps
   * the focus.
   */
  show({ prompt = "", notation = "", extra = [], buttons = [] }) {
    const held = this.root.contains(document.activeElement) ? document.activeElement.textContent : this.held;
    this.prompt.textContent = prompt;
    this.notation.textContent = notation;
    this.extra.replaceChildren(...extra);
    this.buttons.replaceChildren(...buttons.map((option) => this.button(option)));
    this.deed.hidden = !prompt && !buttons.length && !extra.length;
    this.keepFocus(held);
  }

  /** Move the focus of a replaced button to the new one with the same text, else to the first. */
  keepFocus(held) {
    const all = [...this.deed.querySelectorAll("button")];
    const lost = document.activeElement === document.body;
    this.held = lost && !all.length ? held : null; // there is no button for the focus yet
    if (held !== null && lost) (all.find((button) => button.textContent === held) ?? all[0])?.focus();
  }

  button({ text, kind = "", act, pressed, title, disabled = false, about }) {
    const element = button(text, kind, () => {
      act();
      if (about) this.look(about()); // touch has no hover
    });
    element.disabled = disabled;
    if (pressed !== undefined) element.setAttribute("aria-pressed", String(pressed));
    if (title) element.title = title;
    if (about) this.looksAt(element, about);
    return element;
  }

  /**
   * Show the card of an element on hover or keyboard focus. Not on touch: the dock would grow over the element being
   * tapped, and the tap would hit the dock.
   */
  looksAt(element, about) {
    element.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.look(about()));
    element.addEventListener("focus", () => element.matches(":focus-visible") && this.look(about()));
  }

  /** Show a card; an empty list closes it. On phones it is short until the user unfolds it. */
  look(children) {
    const more = button(this.open ? translate("Less") : translate("More"), "btn-small btn-quiet", () => this.unfold(children));
    const close = button(translate("Close"), "btn-small btn-quiet", () => this.look([]));
    this.card.classList.toggle("zo-open", this.open);
    this.card.replaceChildren(...children, ...(children.length ? [make("div", "zo-card-buttons", more, close)] : []));
  }

  unfold(children) {
    this.open = !this.open;
    this.look(children);
  }
}

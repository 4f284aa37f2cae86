// What stands next to the board: what is being chosen, with its buttons, and the card of what one looks at.
// On a phone it sticks to the lower edge of the screen; with room it stands in the panel.

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
   * `buttons` [{text, kind, act, pressed, title, disabled, about}] (`about()` is the card to show on hover and focus); `extra` elements above them. A button that keeps its words keeps the
   * focus too.
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

  /** A button that had the focus hands it on: to its successor of the same words, else to the first. */
  keepFocus(held) {
    const all = [...this.deed.querySelectorAll("button")];
    const lost = document.activeElement === document.body;
    this.held = lost && !all.length ? held : null; // nothing to hand it to yet
    if (held !== null && lost) (all.find((button) => button.textContent === held) ?? all[0])?.focus();
  }

  button({ text, kind = "", act, pressed, title, disabled = false, about }) {
    const element = button(text, kind, () => {
      act();
      if (about) this.look(about()); // a finger does not hover
    });
    element.disabled = disabled;
    if (pressed !== undefined) element.setAttribute("aria-pressed", String(pressed));
    if (title) element.title = title;
    if (about) this.looksAt(element, about);
    return element;
  }

  /**
   * Show the card of an element that a mouse or the keyboard comes to. For a finger that would be too soon: where the dock
   * grows over what is being tapped, the tap would go to the dock.
   */
  looksAt(element, about) {
    element.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.look(about()));
    element.addEventListener("focus", () => element.matches(":focus-visible") && this.look(about()));
  }

  /** Show what one looks at; nothing empties the card. On a phone it is short until more is asked for. */
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

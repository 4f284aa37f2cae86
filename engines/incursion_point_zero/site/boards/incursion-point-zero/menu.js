// A small menu over a space, with its description and actions. It takes the focus and returns it.

import { translate } from "../../../site/words.js";
import { make, set } from "../../elements.js";
import { button } from "./dom.js";

export class Menu {
  constructor(root) {
    this.root = root;
    this.box = make("div", "ip-menu");
    set(this.box, { role: "dialog", hidden: true });
    this.box.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("pointerdown", (event) => {
      if (!this.box.hidden && !this.box.contains(event.target)) this.close();
    });
    root.append(this.box);
  }

  /** Offer `choices` ({label, act}) at `at` (a box within the root); afterwards, focus returns to `back`. */
  open({ title, lines }, choices, at, back) {
    this.back = back;
    const buttons = choices.map(({ label, act }) =>
      button("btn btn-small", label, () => {
        this.close();
        act();
      }),
    );
    const leave = button("btn btn-small btn-quiet", translate("Close"), () => this.close());
    this.box.replaceChildren(make("strong", "", title), ...lines.map((line) => make("p", "small", line)), make("div", "ip-menu-acts", ...buttons, leave));
    set(this.box, { "aria-label": title, hidden: null });
    const room = this.root.clientWidth - this.box.offsetWidth;
    this.box.style.left = `${Math.max(0, Math.min(at.left + at.width / 2 - this.box.offsetWidth / 2, room))}px`;
    const below = at.top + at.height - 6;
    const fits = below + this.box.offsetHeight <= this.root.clientHeight;
    this.box.style.top = `${fits ? below : Math.max(0, at.top + 6 - this.box.offsetHeight)}px`;
    (buttons[0] ?? leave).focus({ preventScroll: true });
  }

  close() {
    if (this.box.hidden) return;
    this.box.hidden = true;
    this.back?.focus({ preventScroll: true });
  }

  onKey(event) {
    const buttons = [...this.box.querySelectorAll("button")];
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") this.close();
    else if (step) buttons.at((buttons.indexOf(document.activeElement) + step) % buttons.length).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

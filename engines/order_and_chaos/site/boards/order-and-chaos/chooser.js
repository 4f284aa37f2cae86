// Two buttons beside an area with both kinds of the mover's chessmen: the small one or the big one.

import { translate } from "../../../site/words.js";
import { make } from "../../elements.js";
import { kindName, upper } from "./names.js";
import { token } from "./shapes.js";

export class Chooser {
  /** `choose(area, kind)` is called with the choice; `leave(area)` if none was made. */
  constructor(root, { choose, leave }) {
    this.root = root;
    this.choose = choose;
    this.leave = leave;
    this.box = make("div", "oc-chooser");
    this.box.setAttribute("role", "group");
    this.box.hidden = true;
    this.box.addEventListener("keydown", (event) => this.key(event));
    root.append(this.box);
    document.addEventListener("pointerdown", (event) => !this.box.contains(event.target) && this.close());
  }

  get open() {
    return !this.box.hidden;
  }

  /** Ask for one of `kinds`, above or below the area with this outline on a board of this size. */
  ask(area, kinds, seat, shape, [width, height]) {
    const [across, down] = [0, 1].map((part) => shape.map((point) => point[part]));
    const x = (Math.min(...across) + Math.max(...across)) / 2;
    const below = Math.min(...down) + Math.max(...down) < height;
    const y = below ? Math.max(...down) : Math.min(...down);
    this.area = area;
    this.box.setAttribute("aria-label", translate("Which chessman moves from {area}?", { area }));
    const title = make("p", "oc-chooser-title", translate("From {area}:", { area }));
    this.box.replaceChildren(title, ...kinds.map((kind) => this.button(area, kind, seat)));
    this.box.style.left = `${Math.min(76, Math.max(24, (100 * x) / width))}%`;
    this.box.style.top = `${(100 * y) / height}%`;
    this.box.dataset.below = String(below);
    this.box.hidden = false;
    this.box.querySelector("button").focus();
  }

  button(area, kind, seat) {
    const button = make("button", "btn btn-small", token(seat, kind), `${upper(kindName(kind))} (${area}${kind})`);
    button.type = "button";
    button.dataset.kind = kind;
    button.addEventListener("click", () => {
      this.close();
      this.choose(area, kind);
    });
    return button;
  }

  key(event) {
    const buttons = [...this.box.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement);
    if (event.key === "Escape") this.dismiss();
    else if (event.key.startsWith("Arrow")) {
      const step = event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 1;
      buttons[(at + step + buttons.length) % buttons.length].focus();
    } else if (buttons.some((button) => button.dataset.kind === event.key)) {
      buttons.find((button) => button.dataset.kind === event.key).click();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  close() {
    this.box.hidden = true;
  }

  /** Close without a choice; focus returns if it was here. */
  dismiss() {
    const held = this.box.contains(document.activeElement);
    this.close();
    if (held) this.leave(this.area);
  }
}

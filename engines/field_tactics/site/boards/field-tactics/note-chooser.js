// The kinds of pieces over the board: one of them is the player's guess for a hidden piece.

import { translate } from "../../../site/words.js";
import { make, set } from "../../elements.js";
import { CODES, drawPiece, nameOf } from "./pieces.js";

const ACROSS = 6;
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -ACROSS, ArrowDown: ACROSS };

export class NoteChooser {
  /** `choose(square, code)` is called with the guess ("": none), `leave(square)` after the chooser has closed. */
  constructor(root, { choose, leave }) {
    this.root = root;
    this.choose = choose;
    this.leave = leave;
    this.box = set(make("div", "ft-notes card"), { role: "group", hidden: true });
    this.box.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointerdown", (event) => !this.box.contains(event.target) && this.close());
    root.append(this.box);
  }

  /** Ask for the piece on a square, above or below it. */
  ask(square, cell, { seat, guess, possible }) {
    this.square = square;
    this.box.setAttribute("aria-label", translate("Your guess for the hidden piece on {square}", { square }));
    const none = this.button("", [make("span", "", translate("None"))], { label: translate("No guess"), chosen: !guess });
    const codes = CODES.map((code) => {
      const isPossible = possible.includes(code);
      return this.button(code, [drawPiece(seat, code)], { label: nameOf(code) + (isPossible ? "" : translate(", impossible")), chosen: guess === code, faint: !isPossible });
    });
    this.box.replaceChildren(make("p", "small", translate("Your guess for {square}:", { square })), make("div", "ft-notes-grid", ...codes, none));
    this.box.hidden = false;
    const { offsetTop, offsetHeight } = cell;
    const below = offsetTop + offsetHeight / 2 < this.root.clientHeight / 2;
    this.box.style.top = below ? `${offsetTop + offsetHeight}px` : "";
    this.box.style.bottom = below ? "" : `${this.root.clientHeight - offsetTop}px`;
    this.box.querySelector(guess ? '[aria-pressed="true"]' : "button").focus({ preventScroll: true });
  }

  button(code, children, { label, chosen, faint = false }) {
    const button = make("button", faint ? "ft-notes-code ft-notes-faint" : "ft-notes-code", ...children);
    button.addEventListener("click", () => {
      this.close();
      this.choose(this.square, code);
      this.leave(this.square);
    });
    return set(button, { type: "button", "data-code": code, title: label, "aria-label": label, "aria-pressed": String(chosen) });
  }

  key(event) {
    event.stopPropagation();
    const buttons = [...this.box.querySelectorAll("button")];
    const step = STEPS[event.key];
    if (event.key === "Escape") {
      this.close();
      this.leave(this.square);
    } else if (step) buttons[buttons.indexOf(document.activeElement) + step]?.focus();
    else return;
    event.preventDefault();
  }

  close() {
    this.box.hidden = true;
  }
}

// The panel beside the board during set-up: pieces left to place, ready-made set-ups, problems, submit button.

import { translate } from "../../../site/words.js";
import { button, make } from "../../elements.js";
import { ownSetUps } from "../../own-set-ups.js";
import { CODES, drawPiece, movesOf, nameOf, noteOf } from "./pieces.js";
import { PRESETS, randomRows } from "./presets.js";

export class Tray {
  /** The tray fills `panel`; what submits or changes the set-up as a whole goes to `controls`, if there is such a place. */
  constructor(panel, controls, seat, acts) {
    this.acts = acts;
    this.seat = seat;
    this.pieces = new Map(CODES.map((code) => [code, this.pieceButton(code)]));
    this.root = make("section", "card ft-setup");
    this.root.setAttribute("aria-label", translate("Set-up"));
    this.controls = this.foot();
    const own = ownSetUps({ text: acts.text, use: acts.useText });
    this.root.append(...[this.presetRow(), this.pieceRow(), own, this.textBox()].filter(Boolean));
    panel.replaceChildren(this.root);
    if (controls) controls.replaceChildren(this.controls);
    else this.root.append(this.controls);
  }

  remove() {
    this.root.remove();
    this.controls.remove();
  }

  pieceButton(code) {
    const element = make("button", "ft-tray-piece");
    element.type = "button";
    element.dataset.code = code;
    element.title = `${nameOf(code)}. ${movesOf(code)} ${noteOf(code)}`;
    element.append(drawPiece(this.seat, code), make("span", "ft-tray-count"));
    element.addEventListener("click", () => this.acts.arm(code));
    return element;
  }

  presetRow() {
    const box = make("div", "stack ft-presets");
    const row = make("div", "row");
    for (const preset of PRESETS) {
      const presetButton = button(translate(preset.name), "btn-small", () => this.take(preset.rows, translate(preset.about)));
      presetButton.title = translate(preset.about);
      row.append(presetButton);
    }
    row.append(button(translate("Random"), "btn-small", () => this.take(randomRows(), translate("All 23 pieces at random."))));
    this.about = make("p", "small muted", translate("Start from one of these, or place the pieces yourself."));
    box.append(make("h2", "", translate("Set up your army")), row, this.about);
    return box;
  }

  take(rows, about) {
    this.about.textContent = about;
    this.acts.use(rows);
  }

  pieceRow() {
    this.rack = make("div", "ft-rack");
    this.rack.append(...this.pieces.values());
    this.rackEmpty = make("p", "small muted", translate("All pieces are placed. Drag one onto another to swap them, or choose one, then the other."));
    const box = make("div");
    box.append(this.rack, this.rackEmpty);
    return box;
  }

  foot() {
    const box = make("div", "ft-submit");
    this.problems = make("p", "ft-problems small");
    this.problems.setAttribute("role", "status");
    const row = make("div", "row");
    this.sendButton = button(translate("Submit set-up"), "btn-primary", () => this.acts.send());
    this.liftButton = button(translate("Remove piece"), "btn-small", () => this.acts.lift());
    this.fillButton = button(translate("Fill the rest"), "btn-small", () => this.acts.fill());
    row.append(
      this.sendButton,
      this.fillButton,
      this.liftButton,
      button(translate("Mirror"), "btn-small", () => this.acts.mirror()),
      button(translate("Clear"), "btn-small btn-quiet", () => this.acts.clear()),
    );
    box.append(this.problems, row);
    return box;
  }

  textBox() {
    const details = make("details", "small");
    this.text = make("textarea", "input mono");
    this.text.rows = 4;
    this.text.setAttribute("aria-label", translate("Set-up as text: your back row first, columns A to F"));
    this.text.spellcheck = false;
    details.append(make("summary", "", translate("As text")), this.text, button(translate("Use this text"), "btn-small", () => this.acts.useText(this.text.value)));
    return details;
  }

  draw({ left, armed, picked, problems, text, sent: isSent }) {
    let total = 0;
    for (const [code, element] of this.pieces) {
      const count = Math.max(0, left[code]);
      total += count;
      element.hidden = count === 0;
      element.setAttribute("aria-pressed", String(armed === code));
      element.setAttribute("aria-label", translate("{piece}, {count} to place", { piece: nameOf(code), count }));
      element.lastChild.textContent = count > 1 ? `×${count}` : "";
    }
    this.rack.hidden = total === 0;
    this.rackEmpty.hidden = total > 0;
    this.problems.textContent = problems.length ? problems.join(" ") : translate("Ready to submit. Your set-up is final once accepted.");
    this.problems.classList.toggle("ft-problems-none", problems.length === 0);
    this.sendButton.disabled = problems.length > 0 || isSent;
    this.sendButton.textContent = isSent ? translate("Sent…") : translate("Submit set-up");
    this.fillButton.hidden = total === 0;
    this.liftButton.hidden = !picked;
    if (document.activeElement !== this.text) this.text.value = text.replaceAll(" / ", " /\n");
  }
}

// The field for typed notation, with completion and explanation from the legal list. The server checks the action.

import { translate } from "../../../site/words.js";
import { make, set } from "../../elements.js";
import { button } from "./dom.js";
import { label } from "./options.js";

const SQUAD = "squad Assault:Panzord Medic:Vantage Scout:Papercut Heavy:Lowground";

export class MoveEntry {
  constructor(submit) {
    this.submit = submit;
    this.input = set(make("input", "input"), {
      name: "move", id: "ip-typed", list: "ip-legal", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 160,
      "aria-describedby": "ip-typed-words",
    });
    this.words = set(make("p", "small muted"), { id: "ip-typed-words", "aria-live": "polite" });
    this.known = set(make("datalist"), { id: "ip-legal" });
    const title = set(make("label", "small muted", translate("Enter action")), { for: "ip-typed" });
    const send = button("btn", translate("Submit"));
    send.type = "submit";
    this.element = make("form", "ip-typed", title, this.input, send, this.known, this.words);
    this.element.addEventListener("submit", (event) => this.onSubmit(event));
    this.input.addEventListener("input", () => this.explain());
  }

  draw(board) {
    this.legal = board.legal ?? [];
    this.isOwn = Boolean(board.can?.submit);
    this.element.hidden = !this.isOwn && (board.status !== "playing" || board.viewer.seat === null);
    this.input.readOnly = !this.isOwn;
    this.input.placeholder = !this.isOwn ? translate("Not your turn") : this.legal[0] ?? (board.view?.options.gamers === false ? SQUAD.replace(/:\w+/g, "") : SQUAD);
    this.known.replaceChildren(...this.legal.map((text) => set(make("option"), { value: text, label: label(text) })));
    this.explain();
  }

  explain() {
    const typed = this.input.value.trim().toLowerCase();
    const fitting = this.legal.filter((text) => text.toLowerCase().startsWith(typed));
    const exact = this.legal.find((text) => text.toLowerCase() === typed);
    this.words.textContent = this.sentence(typed, exact, fitting);
  }

  sentence(typed, exact, fitting) {
    if (!typed || !this.legal.length) return "";
    if (exact) return translate("Meaning: {what}.", { what: label(exact) });
    if (!fitting.length) return translate("Not possible now. Submit it to see why.");
    const few = fitting.slice(0, 3).join(", ");
    return fitting.length > 3 ? translate("Continue with: {few} or {n} more.", { few, n: fitting.length - 3 }) : translate("Continue with: {few}.", { few });
  }

  async onSubmit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text || this.input.readOnly) return;
    this.input.readOnly = true;
    const verdict = await this.submit(text);
    this.input.readOnly = !this.isOwn;
    if (verdict.state !== "refused") this.input.value = "";
    this.explain();
  }
}

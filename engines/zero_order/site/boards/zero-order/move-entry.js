// The field for typed actions, with completion from the legal list and an explanation.

import { translate, translateMany } from "../../../site/words.js";
import { make } from "../../elements.js";
import { parse } from "./notation.js";
import { describeAction } from "./log-lines.js";

const SHOWN = 40;
const normalize = (text) => text.toUpperCase().replace(/\s+/g, " ").trim();

export class MoveEntry {
  constructor(panel, { submit }) {
    this.submit = submit;
    this.input = make("input", "input mono");
    this.input.name = "action";
    this.input.id = "zo-action";
    this.input.autocomplete = "off";
    this.input.spellcheck = false;
    this.input.maxLength = 300;
    this.input.setAttribute("list", "zo-actions");
    this.input.setAttribute("aria-describedby", "zo-meaning");
    this.options = make("datalist");
    this.options.id = "zo-actions";
    this.meaning = make("p", "small muted");
    this.meaning.id = "zo-meaning";
    const label = make("label", "small muted", translate("Enter action"));
    label.htmlFor = "zo-action";
    const send = make("button", "btn", translate("Submit"));
    send.type = "submit";
    this.form = make("form", "zo-typed", label, make("div", "zo-typed-line", this.input, send), this.options, this.meaning);
    this.form.addEventListener("submit", (event) => this.onSubmit(event));
    this.input.addEventListener("input", () => this.explain());
    panel.append(this.form);
    this.form.hidden = true;
  }

  draw(board, isOwn) {
    // Keep a refused text so that it can be corrected, but only until the position changes.
    if (this.board?.entry !== board.entry && document.activeElement !== this.input) this.input.value = "";
    this.board = board;
    this.isOwn = isOwn;
    this.form.hidden = !isOwn && (board.status !== "playing" || board.viewer.seat === null || this.form.hidden);
    this.input.readOnly = !isOwn;
    if (!isOwn) {
      this.input.placeholder = translate("Not your turn");
      this.meaning.textContent = "";
      return;
    }
    this.input.placeholder = board.legal ? (board.legal[0] ?? "") : "team DE PU TO TW FR SW";
    this.explain();
  }

  write(text) {
    this.input.value = text;
    this.explain();
  }

  explain() {
    const { legal, view } = this.board;
    const text = normalize(this.input.value);
    const near = (legal ?? []).filter((action) => normalize(action).startsWith(text));
    this.options.replaceChildren(...(text ? near : (legal ?? [])).slice(0, SHOWN).map((action) => new Option(action)));
    const exact = near.find((action) => normalize(action) === text);
    if (exact) this.meaning.textContent = describeAction(parse(exact), view);
    else if (!text) this.meaning.textContent = legal ? translateMany("{n} legal action.", "{n} legal actions.", legal.length) : "";
    else if (legal) this.meaning.textContent = near.length ? translateMany("{n} legal action starts with this.", "{n} legal actions start with this.", near.length) : translate("No legal action starts with this.");
  }

  async onSubmit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text || this.input.readOnly) return;
    this.input.readOnly = true;
    const verdict = await this.submit(text);
    this.input.readOnly = !this.isOwn;
    if (verdict.state !== "refused") this.input.value = "";
    if (this.isOwn) this.explain();
  }
}

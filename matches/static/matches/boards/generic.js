// The board of every game that describes its board in its view (docs/generic-board.md). It contains no rules.

import { translate } from "../../site/words.js";
import { make } from "../elements.js";
import { loadStyles } from "../styles.js";
import { goal, guide } from "./generic/guide.js";
import { Moves } from "./generic/moves.js";
import { Scene } from "./generic/scene.js";
import { Table } from "./generic/table.js";
import { cellWords, losses, moveLabel, status } from "./generic/words.js";

await loadStyles("generic");

class Generic {
  constructor(root, { submit, say, choices }) {
    Object.assign(this, { root, submit, say });
    this.frame = make("div", "gb-frame");
    root.replaceChildren(this.frame);
    this.scene = new Scene({ onPick: (word) => this.pick(word), onCancel: () => this.cancel(), onDrag: (word) => this.lift(word) });
    this.table = new Table({ onPick: (word) => this.pick(word) });
    this.buttons = make("div", "gb-choices row");
    (choices ?? this.frame).append(this.buttons);
    this.chosen = []; // words of the move so far
    this.turnedByHand = false;
  }

  draw(board) {
    const isSame = this.board?.entry === board.entry && this.board?.viewer.turn === board.viewer.turn;
    if (!isSame || !board.legal) this.chosen = [];
    this.board = board;
    this.sent = "";
    const shown = board.view?.board;
    const isComing = !shown && board.status === "open";
    this.frame.classList.toggle("loading", isComing);
    if (!shown) return this.frame.replaceChildren(this.describeAbsence(board.status));
    this.moves = new Moves(board.can.submit ? board.legal : null, shown);
    const turned = (board.viewer.seat === 1 && !shown.fixed) !== this.turnedByHand;
    this.scene.draw(shown, { turned, words: (cell) => cellWords(cell, shown, board) });
    this.table.draw(shown, board);
    this.root.closest("[data-match-page], [data-look]")?.style.setProperty("--ratio", String(this.scene.ratio));
    this.frame.replaceChildren(...[this.scene.root, this.table.root].filter((part) => part.childElementCount));
    return this.mark();
  }

  /** Say why there is no board. */
  describeAbsence(status) {
    if (status === "open") return translate("The board appears when the match begins.");
    return status === "closed" || status === "void" ? "" : translate("The board can't be shown.");
  }

  /** Take up a word of a move: a place or a card. */
  pick(word) {
    if (!this.moves?.list.length || this.sent) return undefined;
    const { moves } = this;
    if (this.chosen.at(-1) === word && !moves.begins([...this.chosen, word]).length) return this.cancel();
    const path = [[...this.chosen, word], [word]].find((each) => moves.begins(each).length);
    if (!path) {
      this.say(this.chosen.length ? translate("You can't move there. Choose a marked place.") : translate("No move starts there. Choose a marked place."));
      return undefined;
    }
    this.chosen = path;
    const [only, ...others] = moves.begins(path);
    if (!others.length && only.path.length === path.length) return this.send(only.text);
    this.say(translate("Chosen: {place}.", { place: path.join(", ") }), { quiet: true });
    return this.mark();
  }

  /** Take up a piece that is dragged, whatever was chosen. */
  lift(word) {
    this.chosen = [];
    this.pick(word);
  }

  cancel() {
    if (!this.chosen.length) return;
    this.chosen = [];
    this.say("");
    this.mark();
  }

  async send(text) {
    this.sent = text;
    this.mark();
    const { state } = await this.submit(text);
    if (state !== "refused" || this.sent !== text) return;
    this.sent = "";
    this.chosen = [];
    this.mark();
  }

  /** Mark what is chosen and what may follow, and offer moves without a further place as buttons. */
  mark() {
    const { moves, chosen, sent } = this;
    const next = sent ? new Set() : moves.next(chosen);
    const kindOf = (word) => (chosen.includes(word) ? (sent ? "pending" : "chosen") : next.has(word) ? (chosen.length ? "move" : "own") : "");
    this.scene.mark(kindOf, (word) => !sent && moves.leads(word));
    this.table.mark(kindOf);
    const offered = sent ? [] : moves.complete(chosen);
    const held = this.buttons.contains(document.activeElement) ? document.activeElement.dataset.text : null;
    this.buttons.replaceChildren(...offered.map(({ text }) => this.createButton(text)));
    if (held) [...this.buttons.children].find((each) => each.dataset.text === held)?.focus();
  }

  createButton(text) {
    const element = make("button", "btn btn-primary", moveLabel(text, this.board.view.board));
    element.type = "button";
    element.dataset.text = text;
    element.addEventListener("click", () => this.send(text));
    return element;
  }
}

/**
 * Mount the board on `root`, with buttons for moves in `choices`.
 * `submit(text)` resolves to {state, code, text}; `say(text, {quiet})` shows a hint near the board.
 * Returns what the match page needs: draw, status, describeLast, losses, goal, guide, turn.
 */
export function mount(root, tools) {
  const board = new Generic(root, tools);
  return {
    draw: (next) => board.draw(next),
    status,
    describeLast: (view) => view.board.message ?? "",
    losses,
    goal,
    explain: (text, { view }) => moveLabel(text, view.board),
    guide: () => guide(board.board?.view?.board),
    turn() {
      board.turnedByHand = !board.turnedByHand;
      if (board.board) board.draw(board.board);
    },
  };
}

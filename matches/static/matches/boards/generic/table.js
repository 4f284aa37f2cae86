// Cards, dice, counters and lines beside the cells.

import { translate } from "../../../site/words.js";
import { make, set } from "../../elements.js";

const sideOf = (board, owner) => (owner === null ? "" : board.seats[owner].name);

function drawDie({ value }) {
  const die = make("span", "gb-die num", value === null ? "?" : String(value));
  if (value === null) set(die, { role: "img", "aria-label": translate("hidden die") });
  return die;
}

/** Group items by their owner, in the order of the seats, with the middle first. */
function byOwner(items) {
  const owners = [...new Set(items.map((item) => item.owner))].sort((a, b) => (a ?? -1) - (b ?? -1));
  return owners.map((owner) => [owner, items.filter((item) => item.owner === owner)]);
}

export class Table {
  /** `onPick(word)` is called for a card that is a word of a move. */
  constructor({ onPick }) {
    this.onPick = onPick;
    this.root = make("div", "gb-table");
    this.root.addEventListener("click", (event) => {
      const { word } = event.target.closest("button.gb-card")?.dataset ?? {};
      if (word) this.onPick(word);
    });
    new ResizeObserver(() => this.letKeysScroll()).observe(this.root);
  }

  draw({ hands = [], dice = [], counters = [], log = [] }, board) {
    const held = this.root.contains(document.activeElement) ? document.activeElement.dataset.word : null;
    const own = (hand) => (hand.owner === board.viewer.seat && hand.owner !== null ? 1 : 0);
    const sections = [...hands].sort((a, b) => own(a) - own(b)).map((hand) => this.section(hand.owner, hand.name, board, ...hand.cards.map((card) => this.drawCard(card))));
    for (const [owner, mine] of byOwner(dice)) sections.push(this.section(owner, translate("Dice"), board, ...mine.map(drawDie)));
    const middle = counters.filter((counter) => counter.owner === null);
    const numbers = middle.map(({ name, value }) => make("span", "gb-counter", `${name}: `, make("strong", "num", String(value))));
    if (numbers.length) sections.push(make("p", "gb-counters", ...numbers));
    if (log.length) sections.push(make("ol", "gb-log small", ...log.map((line) => make("li", "", line))));
    this.root.replaceChildren(...sections);
    requestAnimationFrame(() => this.letKeysScroll());
    if (held) this.root.querySelector(`[data-word="${CSS.escape(held)}"]`)?.focus();
  }

  /** Have a stop for Tab if there is more to see than fits and nothing in it to focus. */
  letKeysScroll() {
    const { root } = this;
    const needs = root.scrollHeight > root.clientHeight + 1 && !root.querySelector("button:enabled");
    set(root, needs ? { tabindex: 0, role: "group", "aria-label": translate("Board") } : { tabindex: null, role: null, "aria-label": null });
  }

  section(owner, name, board, ...items) {
    const side = owner === null ? null : make("span", `side side-${owner}`, sideOf(board, owner));
    const head = make("p", "gb-head small", side, side ? " · " : null, name);
    return make("section", "gb-section", head, make("div", "gb-items", ...items));
  }

  drawCard({ label, name, word, hidden }) {
    const card = make(word ? "button" : "span", `gb-card${hidden ? " gb-back" : ""}`, label);
    if (!word) return set(card, { role: "img", "aria-label": name });
    card.dataset.word = word;
    return set(card, { type: "button", "aria-label": name, "aria-pressed": "false" });
  }

  /** Mark the cards that are words of moves. */
  mark(kindOf) {
    for (const card of this.root.querySelectorAll("button.gb-card")) {
      const kind = kindOf(card.dataset.word);
      card.dataset.mark = kind;
      card.disabled = !kind;
      card.setAttribute("aria-pressed", String(kind === "chosen" || kind === "pending"));
    }
  }
}

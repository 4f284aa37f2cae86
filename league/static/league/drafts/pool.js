// The list of Gamers: filters, sorting by column, and the reader's price limit and buttons for each.

import { mark, translate, translateIn, translateMany } from "../../site/words.js";

const LABELS = { pick: mark("Pick {name}"), nominate: mark("Nominate {name}"), seal: mark("Place bid on {name}") };
const WORDS = { pick: mark("Pick"), nominate: mark("Nominate"), seal: mark("Blind bid") };

export class Pool {
  constructor() {
    this.body = document.getElementById("pool-rows");
    this.form = document.getElementById("pool-filter");
    this.count = document.getElementById("pool-count");
    this.rows = [...this.body.children];
    this.heads = [...document.querySelectorAll("#pool-heads [data-sort]")];
    this.heads.forEach((head, column) => head.addEventListener("click", () => this.order(head.dataset.sort, column)));
    this.form.addEventListener("input", () => this.sift());
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.body.addEventListener("click", (event) => this.press(event));
    this.body.addEventListener("keydown", (event) => event.key === "Enter" && event.target.tagName === "INPUT" && this.press(event));
    this.onAct = this.onQueue = () => {};
    this.offers = null;
    this.turn = { act: "", round: null };
    this.queued = new Set();
    this.sort = "salary";
    this.down = true;
    this.sift();
  }

  markTaken(cards) {
    const taken = new Set(cards);
    for (const row of this.rows) row.toggleAttribute("data-gone", taken.has(Number(row.dataset.card)));
    this.sift();
  }

  /** Show what the player may do: the highest price by card, the turn, and the cards of the queue. */
  offer(offers, turn, queued) {
    this.offers = offers;
    this.turn = turn;
    this.queued = new Set(queued);
    for (const row of this.rows) this.dress(row);
    this.sift();
  }

  dress(row) {
    const most = this.offers[row.dataset.card];
    const shown = row.querySelector("[data-most]");
    const buttons = row.querySelector("[data-buttons]");
    if (!shown) return;
    const isGone = row.hasAttribute("data-gone");
    shown.textContent = isGone ? translateIn("card", "taken") : most === undefined ? "—" : this.turn.fixed ? "" : translate("up to {most}", { most });
    const act = most === undefined ? "" : this.turn.act;
    const queued = this.queued.has(Number(row.dataset.card));
    const wanted = isGone ? "" : `${act}|${queued}`;
    if (buttons.dataset.wanted === wanted || buttons.contains(document.activeElement)) return;
    buttons.dataset.wanted = wanted;
    buttons.replaceChildren(...this.buttonsFor(row, act, isGone, most, queued));
  }

  buttonsFor(row, act, isGone, most, queued) {
    const handle = row.querySelector(".pool-handle").textContent;
    const buttons = [];
    if (act === "nominate" || act === "seal") {
      const input = document.createElement("input");
      Object.assign(input, { type: "number", min: 0, max: most, inputMode: "numeric", placeholder: translate("bid") });
      input.setAttribute("aria-label", translate("Bid on {name}", { name: handle }));
      buttons.push(input);
    }
    if (act) buttons.push(this.button(translate(WORDS[act]), act, translate(LABELS[act], { name: handle })));
    if (!isGone) {
      const button = this.button(queued ? "✓" : "+", "queue", translate("Queue {name}", { name: handle }));
      button.setAttribute("aria-pressed", String(queued));
      button.title = translate("Queue");
      buttons.push(button);
    }
    return buttons;
  }

  button(words, act, label) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = act === "queue" ? "btn btn-small" : "btn btn-small btn-primary";
    button.dataset.do = act;
    button.textContent = words;
    button.setAttribute("aria-label", label);
    return button;
  }

  press(event) {
    const row = event.target.closest("tr");
    const button = event.target.closest("button") ?? row?.querySelector(".btn-primary[data-do]");
    const act = button?.dataset.do;
    if (!act) return;
    const card = Number(row.dataset.card);
    if (act === "queue") return this.onQueue(card);
    const input = row.querySelector("input");
    if (input && input.value === "") return input.focus();
    const amount = Number(input?.value);
    const values = { pick: { card }, nominate: { card, bid: amount }, seal: { round: this.turn.round, card, amount } }[act];
    button.blur();
    this.onAct({ is: act, ...values }, row);
  }

  sift() {
    const { text, genre, band, taken, able } = this.form.elements;
    const words = text.value.trim().toLowerCase();
    const left = {};
    let shown = 0;
    for (const row of this.rows) {
      const isGone = row.hasAttribute("data-gone");
      if (!isGone) left[row.dataset.band] = (left[row.dataset.band] ?? 0) + 1;
      const matches =
        row.dataset.handle.includes(words) &&
        (!genre.value || row.dataset.genre === genre.value) &&
        (!band.value || row.dataset.band === band.value) &&
        (taken.checked || !isGone) &&
        (!able?.checked || this.offers?.[row.dataset.card] !== undefined);
      row.hidden = !matches;
      if (matches) shown += 1;
    }
    for (const count of this.form.querySelectorAll("[data-left]")) count.textContent = translate("{n} left", { n: left[count.dataset.left] ?? 0 });
    this.count.textContent = shown ? translateMany("{n} Gamer", "{n} Gamers", shown) : translate("No Gamers match. Remove a filter.");
  }

  /** Sort by a column, numbers from the highest; the same column again turns the order. */
  order(by, column) {
    const isText = by === "handle";
    this.down = this.sort === by ? !this.down : !isText;
    this.sort = by;
    const value = (row) => (isText ? row.dataset.handle : Number(row.cells[column].textContent));
    const compare = (first, second) => (isText ? value(first).localeCompare(value(second)) : value(first) - value(second));
    this.rows.sort((first, second) => (this.down ? compare(second, first) : compare(first, second)));
    this.body.append(...this.rows);
    for (const head of this.heads) head.closest("th").removeAttribute("aria-sort");
    this.heads[column].closest("th").setAttribute("aria-sort", this.down ? "descending" : "ascending");
  }
}

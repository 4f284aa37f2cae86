// The list of Gamers: filter, sorting, and the reader's price limit and buttons for each.

import { mark, translate, translateIn, translateMany } from "../../site/words.js";

const LABELS = { pick: mark("Pick {name}"), nominate: mark("Nominate {name}"), seal: mark("Place bid on {name}") };
const WORDS = { pick: mark("Pick"), nominate: mark("Nominate"), seal: mark("Blind bid") };

function pointsOf(row) {
  return [...row.querySelectorAll("[data-stat]")].reduce((sum, cell) => sum + Number(cell.textContent), 0);
}

export class Pool {
  constructor() {
    this.body = document.getElementById("pool-rows");
    this.form = document.getElementById("pool-filter");
    this.count = document.getElementById("pool-count");
    this.rows = [...this.body.children];
    for (const row of this.rows) row.dataset.points = pointsOf(row);
    this.form.addEventListener("input", () => this.sift());
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.body.addEventListener("click", (event) => this.press(event));
    this.body.addEventListener("keydown", (event) => event.key === "Enter" && event.target.tagName === "INPUT" && this.press(event));
    this.onAct = this.onQueue = () => {};
    this.offers = null;
    this.turn = { act: "", round: null };
    this.sort = "salary";
    this.sift();
  }

  markTaken(cards) {
    const taken = new Set(cards);
    for (const row of this.rows) row.toggleAttribute("data-gone", taken.has(Number(row.dataset.card)));
    this.sift();
  }

  offer(offers, turn) {
    this.offers = offers;
    this.turn = turn;
    for (const row of this.rows) this.dress(row);
    this.sift();
  }

  dress(row) {
    const most = this.offers[row.dataset.card];
    const shown = row.querySelector("[data-most]");
    const buttons = row.querySelector("[data-buttons]");
    if (!shown) return;
    const isGone = row.hasAttribute("data-gone");
    shown.textContent = isGone ? translateIn("card", "taken") : most === undefined ? "—" : translate("up to {most}", { most });
    const act = most === undefined ? "" : this.turn.act;
    const wanted = isGone ? "" : `${act}|queue`;
    if (buttons.dataset.wanted === wanted || buttons.contains(document.activeElement)) return;
    buttons.dataset.wanted = wanted;
    buttons.replaceChildren(...this.buttonsFor(row, act, isGone, most));
  }

  buttonsFor(row, act, isGone, most) {
    const handle = row.querySelector("th").firstChild.textContent.trim();
    const buttons = [];
    if (act === "nominate" || act === "seal") {
      const input = document.createElement("input");
      Object.assign(input, { type: "number", min: 0, max: most, inputMode: "numeric", placeholder: translate("bid") });
      input.setAttribute("aria-label", translate("Bid on {name}", { name: handle }));
      buttons.push(input);
    }
    if (act) buttons.push(this.button(translate(WORDS[act]), act, translate(LABELS[act], { name: handle })));
    if (!isGone) buttons.push(this.button(translate("Queue"), "queue", translate("Queue {name}", { name: handle })));
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
    const { text, genre, sort, taken, able } = this.form.elements;
    const words = text.value.trim().toLowerCase();
    let shown = 0;
    for (const row of this.rows) {
      const matches =
        row.dataset.handle.includes(words) &&
        (!genre.value || row.dataset.genre === genre.value) &&
        (taken.checked || !row.hasAttribute("data-gone")) &&
        (!able?.checked || this.offers?.[row.dataset.card] !== undefined);
      row.hidden = !matches;
      if (matches) shown += 1;
    }
    this.count.textContent = shown ? translateMany("{n} Gamer", "{n} Gamers", shown) : translate("No Gamers match. Remove a filter.");
    if (sort.value !== this.sort) this.order(sort.value);
  }

  order(by) {
    this.sort = by;
    const text = by === "handle";
    this.rows.sort((first, second) =>
      text ? first.dataset.handle.localeCompare(second.dataset.handle) : Number(second.dataset[by]) - Number(first.dataset[by]),
    );
    this.body.append(...this.rows);
  }
}

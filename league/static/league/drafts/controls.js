// Controls of a player or organiser: forms with data-act, and the player's own fragment of the page.

import { createKey, post } from "../../matches/match-api.js";
import { translate } from "../../site/words.js";
import { Queue } from "./queue.js";

const MIN_INTERVAL_MS = 500; // milliseconds at least between two looks at the own desk, however fast others bid

const OWN = ["own-turn", "own-desk"];

const READ = {
  int: (text) => (text === "" ? undefined : Number(text)),
  seconds: (text) => (text === "" ? undefined : Number(text) * 1000),
  bool: (text) => text !== "",
  ints: (text) => (text.match(/\d+/g) ?? []).map(Number),
};

function valuesOf(form, submitter) {
  const values = {};
  for (const field of form.elements) {
    if (!field.name || field.type === "submit" || field.tagName === "BUTTON" || (field.type === "checkbox" && !field.checked)) continue;
    const value = (READ[field.dataset.type] ?? String)(field.value);
    if (value !== undefined) values[field.name] = value;
  }
  if (submitter?.name) values[submitter.name] = (READ[submitter.dataset.type] ?? String)(submitter.value);
  return values;
}

/** Put a fresh fragment in place of the old one. Keeps what the player is typing, and the focus on the same button. */
function replacePart(old, fresh) {
  if (!old || !fresh) return;
  const typed = old.querySelector("input[type='number']");
  const typedBefore = typed && { value: typed.value, focused: typed === document.activeElement };
  const labelOf = (button) => button.getAttribute("aria-label") ?? button.textContent.trim();
  const focused = old.contains(document.activeElement) && document.activeElement.tagName === "BUTTON" && labelOf(document.activeElement);
  old.replaceWith(fresh);
  const input = fresh.querySelector("input[type='number']");
  if (typedBefore && input) {
    input.value = typedBefore.value;
    if (typedBefore.focused) input.focus();
  }
  if (focused) [...fresh.querySelectorAll("button")].find((button) => labelOf(button) === focused)?.focus();
}

export class Controls {
  constructor(root, pool) {
    this.root = root;
    this.pool = pool;
    this.api = root.dataset.api;
    this.afterwards = this.onTurn = () => {};
    this.waiting = null;
    this.queue = pool ? new Queue((cards) => this.keep(cards)) : null;
    if (pool) {
      pool.onAct = (values, from) => this.act(values, from);
      pool.onQueue = (card) => this.queue.toggle(card);
      this.tell();
    }
    // One delegated listener on the room; a second Controls of an organiser who also plays adds none.
    if (!root.dataset.listening) {
      root.dataset.listening = "1";
      root.addEventListener("submit", (event) => this.submit(event));
    }
  }

  submit(event) {
    const form = event.target.closest("form");
    const { act, post: url } = form.dataset;
    if (!act && !url) return;
    event.preventDefault();
    const values = valuesOf(form, event.submitter);
    if (url) this.send(url, values, form);
    else this.act({ is: act, ...values }, form);
  }

  act(values, from) {
    return this.send(`${this.api}acts/`, { act: values, key: createKey() }, from);
  }

  /** Post, and retry with the same key if the server is unreachable: the key makes the retry idempotent. */
  async send(url, body, from) {
    const buttons = [...(from?.querySelectorAll?.("button") ?? [])];
    for (const button of buttons) button.disabled = true;
    let response = null;
    for (let round = 0; round < 4 && !response; round++) {
      if (round) await new Promise((resolve) => setTimeout(resolve, 500 * round));
      response = await post(url, body).catch(() => null);
      if (response?.status >= 500) response = null;
    }
    for (const button of buttons) button.disabled = false;
    this.say(from, response?.ok ? "" : (response?.body.text ?? translate("The server cannot be reached. Check your connection and try again.")));
    if (response?.ok) this.afterwards();
    this.refresh();
    return Boolean(response?.ok);
  }

  say(from, text) {
    const shown = from?.closest?.("[data-panel]")?.querySelector("[data-refusal]") ?? document.querySelector("[data-refusal]");
    shown.textContent = text;
    shown.hidden = !text;
    if (text) shown.scrollIntoView({ block: "nearest" });
  }

  async keep(cards) {
    const response = await fetch(`${this.api}queue/`, {
      method: "PUT",
      headers: {
        "Content-Type": "application/json",
        "X-CSRFToken": document.querySelector('meta[name="csrf-token"]')?.content ?? "",
      },
      body: JSON.stringify({ cards }),
    }).catch(() => null);
    if (!response?.ok) this.say(null, translate("Couldn't save your queue. Try again."));
    await this.refresh();
  }

  here() {
    post(`${this.api}here/`, {}).catch(() => {});
  }

  /** Refetch the player's fragment, once for concurrent requests. Keeps what the player is typing. */
  async refresh() {
    if (!document.getElementById("own-desk") || this.waiting) {
      this.again = Boolean(this.waiting);
      return this.waiting;
    }
    this.waiting = this.fetch().finally(() => (this.waiting = null));
    await this.waiting;
    if (this.again) await new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS));
    if (this.again) {
      this.again = false;
      await this.refresh();
    }
  }

  async fetch() {
    const response = await fetch(this.root.dataset.desk).catch(() => null);
    if (!response?.ok) return;
    const frame = document.createElement("template");
    frame.innerHTML = await response.text();
    if (this.queue?.held) return;
    for (const id of OWN) replacePart(document.getElementById(id), frame.content.getElementById(id));
    this.tell();
  }

  /** Pass the currently allowed actions to the list of Gamers, and ring if the player has come on the clock. */
  tell() {
    const offers = JSON.parse(document.getElementById("own-offers").textContent);
    const { act, acting, round } = document.getElementById("own-turn").dataset;
    this.queue?.attach(document.getElementById("own-queue"));
    this.pool.offer(offers, { act: acting || act === "seal" ? act : "", round: Number(round) || null, fixed: act === "pick" }, this.queue.cards());
    if (acting && this.acting === "") this.onTurn();
    this.acting = acting;
  }
}

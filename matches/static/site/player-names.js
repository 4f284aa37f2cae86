// Completes players' names: each input[data-players] is a combobox with a list (ARIA 1.2). The value of the attribute
// is "people" (no bots), "any", or "open", where choosing a player opens the player's page.
//
// Loaded by search.js when the first such input is focused.

import { translate, translateMany } from "./words.js";

const MIN_LENGTH = 2;
const LIMIT = 8;
const PAUSE_MS = 200;
let boxes = 0;

/** Fetch players whose name contains the text, best matches first. */
async function findPlayers(text, signal) {
  const params = new URLSearchParams({ text, kind: "players", limit: LIMIT });
  const response = await fetch(`/api/v1/search/?${params}`, { headers: { Accept: "application/json" }, signal });
  if (!response.ok) return []; // too short, or too many requests: then there is nothing to choose from
  const { groups } = await response.json();
  return (groups[0]?.hits ?? []).map(({ title, text: about, url }) => {
    const username = decodeURIComponent(url.split("/")[2]);
    return { name: title, username, url, isBot: about !== username };
  });
}

class PlayerNames {
  constructor(input) {
    this.input = input;
    this.kind = input.dataset.players;
    this.list = document.createElement("ul");
    this.list.className = "options";
    this.list.id = `players-${++boxes}`;
    this.list.hidden = true;
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", translate("Players"));
    this.status = document.createElement("span");
    this.status.className = "visually-hidden";
    this.status.setAttribute("role", "status");
    input.after(this.list, this.status);
    input.autocomplete = "off";
    for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.list.id })) input.setAttribute(name, value);
    input.addEventListener("input", () => this.search());
    input.addEventListener("keydown", (event) => this.onKey(event));
    input.addEventListener("blur", () => this.close());
    // Pressing an option must not take the focus from the input, which would close the list first.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => this.choose(event.target.closest("[role=option]")));
    this.search(); // for what was typed while this script was loading
  }

  search() {
    clearTimeout(this.timer);
    this.request?.abort();
    const text = this.input.value.trim();
    if (text.length < MIN_LENGTH) this.close();
    else this.timer = setTimeout(() => this.load(text), PAUSE_MS);
  }

  async load(text) {
    this.request = new AbortController();
    try {
      const found = await findPlayers(text, this.request.signal);
      this.show(this.kind === "people" ? found.filter((player) => !player.isBot) : found);
    } catch {
      // Aborted by the next letter, or no connection: the name can be typed.
    }
  }

  show(players) {
    this.list.replaceChildren(...players.map((player, at) => this.createOption(player, at)));
    const isOpen = players.length > 0 && document.activeElement === this.input;
    this.list.hidden = !isOpen;
    this.input.setAttribute("aria-expanded", String(isOpen));
    this.input.removeAttribute("aria-activedescendant");
    this.place();
    if (document.activeElement === this.input) this.status.textContent = translateMany("{n} player found", "{n} players found", players.length);
  }

  /** Put the list beneath the input, as wide as it. */
  place() {
    this.list.style.left = `${this.input.offsetLeft}px`;
    this.list.style.top = `${this.input.offsetTop + this.input.offsetHeight}px`;
    this.list.style.minWidth = `${this.input.offsetWidth}px`;
  }

  createOption({ name, username, url }, at) {
    const option = document.createElement("li");
    option.id = `${this.list.id}-${at}`;
    option.setAttribute("role", "option");
    option.dataset.username = username;
    option.dataset.url = url;
    option.append(name);
    if (name !== username) {
      const small = document.createElement("span");
      small.className = "muted small";
      small.textContent = ` ${username}`;
      option.append(small);
    }
    return option;
  }

  get active() {
    return this.list.querySelector('[aria-selected="true"]');
  }

  onKey(event) {
    if (this.list.hidden) return;
    const options = [...this.list.children];
    const at = options.indexOf(this.active);
    const moves = { ArrowDown: (at + 1) % options.length, ArrowUp: (at <= 0 ? options.length : at) - 1 };
    if (event.key in moves) this.activate(options[moves[event.key]]);
    else if (event.key === "Enter" && this.active) this.choose(this.active);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
  }

  activate(option) {
    this.active?.removeAttribute("aria-selected");
    option.setAttribute("aria-selected", "true");
    this.input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  choose(option) {
    if (!option) return;
    if (this.kind === "open") {
      location.assign(option.dataset.url);
      return;
    }
    this.input.value = option.dataset.username;
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
    this.close();
  }

  close() {
    clearTimeout(this.timer);
    this.request?.abort();
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
    this.status.textContent = "";
  }
}

const completed = new WeakSet();

/** Complete the names that are typed into this input. */
export function completeNames(input) {
  if (completed.has(input)) return;
  completed.add(input);
  new PlayerNames(input);
}

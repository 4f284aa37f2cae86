// Chat beside the board. The server says which rooms there are, what may be read in them and why nothing can be written.

import { formatDate } from "../site/dates.js";
import { subscribe } from "../site/stream.js";
import { mark, translate } from "../site/words.js";
import { button, make } from "./elements.js";
import { post } from "./match-api.js";

const NAMES = { players: mark("Players"), spectators: mark("Spectators") };
const EMPTY = { players: mark("No messages yet."), spectators: mark("No messages yet. Only spectators can see this chat until the match ends.") };
const UNREACHABLE = mark("The server cannot be reached. Check your connection and try again.");

class Chat {
  constructor(root, match) {
    this.root = root;
    this.path = `/api/v1/matches/${match}/chat/`;
    this.match = match;
    this.part = (name) => root.querySelector(`[data-chat="${name}"]`);
    this.chosen = null;
    this.shown = "";
    this.topics = "";
    this.stop = () => {};
    this.part("form").addEventListener("submit", (event) => this.onSend(event));
    this.part("tabs").addEventListener("keydown", (event) => this.onKey(event));
    this.part("report-dialog").addEventListener("close", () => this.onReported());
  }

  async load() {
    try {
      const response = await fetch(this.path, { headers: { Accept: "application/json" } });
      if (response.ok) this.draw(await response.json());
    } catch {
      // The next update retries.
    }
  }

  draw(chat) {
    this.chat = chat;
    if (!chat.rooms.some(({ room }) => room === this.chosen)) this.chosen = chat.rooms[0]?.room ?? null;
    this.root.hidden = this.chosen === null;
    document.getElementById("tab-chat").hidden = this.root.hidden;
    this.follow();
    this.drawTabs();
    this.drawRoom();
    this.drawMuted();
  }

  /** Subscribe to the topics of the readable rooms. */
  follow() {
    const topics = this.chat.rooms.map(({ topic }) => topic).filter(Boolean);
    if (topics.join() === this.topics) return;
    this.topics = topics.join();
    this.stop();
    this.stop = topics.length ? subscribe(topics, { changed: () => this.load() }) : () => {};
  }

  drawTabs() {
    const tabs = this.part("tabs");
    tabs.hidden = this.chat.rooms.length < 2;
    const held = tabs.contains(document.activeElement);
    tabs.replaceChildren(...this.chat.rooms.map(({ room }) => this.tab(room)));
    if (held) tabs.querySelector('[aria-selected="true"]').focus();
  }

  tab(room) {
    const tab = make("button", "", translate(NAMES[room]));
    tab.type = "button";
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-selected", String(room === this.chosen));
    tab.tabIndex = room === this.chosen ? 0 : -1;
    tab.addEventListener("click", () => this.choose(room));
    return tab;
  }

  choose(room) {
    this.chosen = room;
    this.part("problem").textContent = "";
    this.drawTabs();
    this.drawRoom();
  }

  onKey(event) {
    const rooms = this.chat.rooms.map(({ room }) => room);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || rooms.length < 2) return;
    event.preventDefault();
    this.choose(rooms[(rooms.indexOf(this.chosen) + step + rooms.length) % rooms.length]);
  }

  drawRoom() {
    const room = this.chat.rooms.find((room) => room.room === this.chosen);
    if (!room) return;
    this.part("form").hidden = Boolean(room.why_not);
    this.drawNote(room.why_not || (room.messages.length ? "" : translate(EMPTY[room.room])));
    const list = this.part("lines");
    const before = `${this.match} ${room.room}`;
    if (this.shown !== before) list.replaceChildren();
    this.shown = before;
    this.drawLines(list, room.messages);
  }

  drawNote(text) {
    this.part("note").textContent = text;
    this.part("note").hidden = !text;
  }

  /** Keep existing lines, so that a screen reader reads only new ones. */
  drawLines(list, messages) {
    const frame = list.parentElement;
    const atEnd = frame.scrollHeight - frame.scrollTop - frame.clientHeight < 40;
    const items = new Map([...list.children].map((item) => [item.dataset.key, item]));
    const keys = messages.map((message) => `${message.n} ${message.removed}`);
    for (const [key, item] of items) if (!keys.includes(key)) item.remove();
    messages.forEach((message, at) => {
      const item = items.get(keys[at]) ?? this.line(message, keys[at]);
      if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null);
    });
    if (atEnd) frame.scrollTop = frame.scrollHeight;
  }

  line(message, key) {
    const name = make("a", "strong", message.name);
    name.href = `/players/${message.by}/`;
    const time = make("time", "small muted", formatDate(message.at, "minute"));
    time.dateTime = new Date(message.at).toISOString();
    const words = make("span", message.removed ? "muted" : "", message.removed ? translate("Removed by a moderator") : message.text);
    const item = make("li", "", make("p", "", name, " ", words, " ", time));
    item.dataset.key = key;
    if (!message.mine && !message.removed) item.append(this.more(message));
    return item;
  }

  more(message) {
    const summary = make("summary", "", make("span", "visually-hidden", translate("Mute or report {name}", { name: message.name })), "…");
    return make(
      "details",
      "chat-more",
      summary,
      button(translate("Mute"), "btn-small", () => this.mute(message.by, true)),
      button(translate("Report"), "btn-small btn-danger", () => this.report(message)),
    );
  }

  drawMuted() {
    const line = this.part("muted");
    line.hidden = !this.chat.muted.length;
    line.replaceChildren(`${translate("Muted:")} `, ...this.chat.muted.map((name) => button(translate("Unmute {name}", { name }), "btn-small btn-quiet", () => this.mute(name, false))));
  }

  mute(player, muted) {
    return this.ask("mute/", { player, muted });
  }

  report(message) {
    this.reporting = { room: this.chosen, n: message.n };
    this.part("report-text").textContent = `${message.name}: ${message.text}`;
    this.part("report-dialog").showModal();
  }

  async onReported() {
    const dialog = this.part("report-dialog");
    const reason = dialog.querySelector("input");
    if (dialog.returnValue === "report" && (await this.ask("report/", { ...this.reporting, why: reason.value }))) {
      reason.value = "";
      this.drawNote(translate("Report sent. A moderator will review it."));
    }
    dialog.returnValue = "";
  }

  async onSend(event) {
    event.preventDefault();
    const input = event.target.elements.text;
    if (!input.value.trim()) return;
    input.readOnly = true;
    if (await this.ask("", { room: this.chosen, text: input.value })) input.value = "";
    input.readOnly = false;
    input.focus();
  }

  /** POST, show an error if there is one, and return whether it succeeded. */
  async ask(path, body) {
    const problem = this.part("problem");
    try {
      const response = await post(this.path + path, body);
      problem.textContent = response.ok ? "" : response.body.text || translate("Something went wrong. Please try again.");
      if (response.ok && response.body.rooms) this.draw(response.body);
      return response.ok;
    } catch {
      problem.textContent = translate(UNREACHABLE);
      return false;
    }
  }
}

const root = document.querySelector('[data-part="chat"]');
const first = JSON.parse(document.getElementById("board").textContent);
const tableKey = (board) => [board.status, ...board.seats.map(({ url }) => url)].join();
const chat = new Chat(root, first.match_id);
let lastTable = tableKey(first);

/** Reload the rooms when the match ends, players change, or a room without a topic (spectator delay) may have messages. */
function onBoard(board) {
  const late = chat.chat?.rooms.some(({ topic }) => !topic);
  if (tableKey(board) !== lastTable || late) chat.load();
  lastTable = tableKey(board);
}

chat.load();
subscribe([`match.${first.match_id}`], { match: onBoard });

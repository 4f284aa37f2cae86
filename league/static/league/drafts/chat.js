// The chat of a season's draft. The server writes the lines; new ones are added, so that a screen reader reads only those.

import { post } from "../../matches/match-api.js";
import { subscribe } from "../../site/stream.js";
import { translate } from "../../site/words.js";

class Chat {
  constructor(root, list) {
    this.list = list;
    this.frame = list.parentElement;
    this.path = `${root.dataset.api}chat/`;
    this.problem = document.getElementById("chat-problem");
    this.tab = document.getElementById("tab-chat");
    const form = document.getElementById("chat-form");
    form?.addEventListener("submit", (event) => this.onSend(event));
    form?.toggleAttribute("hidden", false);
    list.addEventListener("click", (event) => this.onPress(event.target));
    this.dialog = document.querySelector('[data-chat="report-dialog"]');
    this.dialog?.addEventListener("close", () => this.onReported());
    this.frame.scrollTop = this.frame.scrollHeight;
  }

  async load() {
    const response = await fetch(this.list.dataset.url).catch(() => null);
    if (!response?.ok) return; // The next message retries.
    const frame = document.createElement("template");
    frame.innerHTML = await response.text();
    this.draw([...frame.content.children]);
  }

  draw(lines) {
    const atEnd = this.frame.scrollHeight - this.frame.scrollTop - this.frame.clientHeight < 40;
    const ids = new Set(lines.map((line) => line.id));
    for (const line of [...this.list.children]) if (!ids.has(line.id)) line.remove();
    let isNew = false;
    lines.forEach((line, at) => {
      if (this.list.children[at]?.id === line.id) return;
      this.list.insertBefore(line, this.list.children[at] ?? null);
      isNew = true;
    });
    if (atEnd) this.frame.scrollTop = this.frame.scrollHeight;
    if (isNew && !this.frame.checkVisibility()) this.tab.dataset.unread = "";
  }

  onPress(target) {
    const { remove, report } = target.closest("[data-remove], [data-report]")?.dataset ?? {};
    if (remove) this.ask("remove/", { n: Number(remove) });
    if (report) this.report(Number(report), target.closest("li"));
  }

  report(n, line) {
    this.reporting = n;
    const words = line.querySelector("p").cloneNode(true);
    words.querySelector("time").remove();
    words.querySelector("a").append(":");
    this.dialog.querySelector('[data-chat="report-text"]').textContent = words.textContent;
    line.querySelector("details").open = false;
    this.dialog.showModal();
  }

  async onReported() {
    const reason = this.dialog.querySelector("input");
    const note = document.getElementById("chat-note");
    note.textContent = "";
    if (this.dialog.returnValue === "report" && (await this.ask("report/", { n: this.reporting, why: reason.value }))) {
      reason.value = "";
      note.textContent = translate("Report sent. A moderator will review it.");
    }
    this.dialog.returnValue = "";
  }

  async onSend(event) {
    event.preventDefault();
    const input = event.target.elements.text;
    if (!input.value.trim()) return;
    input.readOnly = true;
    if (await this.ask("", { text: input.value })) input.value = "";
    input.readOnly = false;
    input.focus();
  }

  /** POST, show an error if there is one, and return whether it succeeded. */
  async ask(path, body) {
    const response = await post(this.path + path, body).catch(() => null);
    this.problem.textContent = response?.ok ? "" : (response?.body.text ?? translate("The server cannot be reached. Check your connection and try again."));
    if (response?.ok) await this.load();
    return Boolean(response?.ok);
  }
}

export function startChat(root) {
  const list = document.getElementById("chat-lines");
  if (!list) return;
  const chat = new Chat(root, list);
  subscribe([`draft-chat.${root.dataset.draft}`], { changed: () => chat.load(), state: (connected) => connected && chat.load() });
}

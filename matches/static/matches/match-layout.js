// What the match page needs beside the match: tabs for log, chat, review and details, the menus of a phone.

import { translate } from "../site/words.js";
import { make } from "./elements.js";

const LINES = { log: "[data-part=log] > li", chat: "[data-chat=lines] > li", details: ".notice", review: ".review-moves" };

class Tabs {
  constructor(root, match) {
    this.root = root;
    this.slot = `seen-${match}`;
    this.tabs = [...root.querySelectorAll(".match-tabs > [role=tablist] > [role=tab]")];
    this.seen = this.recall();
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => this.choose(tab));
      new MutationObserver(() => this.count(tab)).observe(this.panel(tab), { childList: true, subtree: true });
      this.count(tab);
    }
    this.tabs[0].parentElement.addEventListener("keydown", (event) => this.onKey(event));
  }

  panel(tab) {
    return document.getElementById(tab.getAttribute("aria-controls"));
  }

  choose(chosen) {
    for (const tab of this.tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      this.panel(tab).hidden = tab !== chosen;
      this.count(tab);
    }
    for (const list of this.panel(chosen).querySelectorAll("[data-part=log], .chat-lines")) list.scrollTop = list.scrollHeight;
  }

  onKey(event) {
    const shown = this.tabs.filter((tab) => !tab.hidden);
    const at = shown.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + shown.length, Home: 0, End: shown.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.choose(shown[to % shown.length]);
    shown[to % shown.length].focus();
  }

  /** Mark a tab that has lines which were not shown yet; remember how many were. */
  count(tab) {
    const name = tab.id.replace("tab-", "");
    const lines = this.panel(tab).querySelectorAll(LINES[name]).length;
    if (tab.getAttribute("aria-selected") === "true") {
      this.seen[name] = lines;
      this.keep();
    }
    const isNew = lines > (this.seen[name] ?? 0);
    if (isNew === Boolean(tab.querySelector(".tab-new"))) return;
    if (isNew) tab.append(make("span", "tab-new", make("span", "visually-hidden", translate("(new)"))));
    else tab.querySelector(".tab-new").remove();
  }

  recall() {
    try {
      return JSON.parse(sessionStorage.getItem(this.slot)) ?? {};
    } catch {
      return {}; // storage may be forbidden; then a reload marks what was read
    }
  }

  keep() {
    try {
      sessionStorage.setItem(this.slot, JSON.stringify(this.seen));
    } catch {
      // As above.
    }
  }
}

const page = document.querySelector("[data-match-page]");
const part = (name) => page.querySelector(`[data-part="${name}"]`);
const { match_id: match } = JSON.parse(document.getElementById("board").textContent);
new Tabs(page, match);

// The board leaves room for what lies below it, on phones.
const below = page.querySelector(".match-below");
new ResizeObserver(() => page.style.setProperty("--below", `${below.offsetHeight}px`)).observe(below);

part("site-menu").addEventListener("click", ({ currentTarget }) => {
  const open = document.body.classList.toggle("site-open");
  currentTarget.setAttribute("aria-expanded", String(open));
});
part("actions").addEventListener("click", ({ target, currentTarget }) => {
  if (target.closest("button") && currentTarget.matches(":popover-open")) currentTarget.hidePopover();
});

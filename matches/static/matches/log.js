// The log beside the board. Lines come in pieces and are kept by their entry number.

import { formatDate } from "../site/dates.js";

const END_PX = 40; // this near to its end, the list stays there

export class Log {
  /** `onChoose(n)` makes the lines into buttons (a replay). */
  constructor(list) {
    this.list = list;
    this.lines = new Map();
    this.newest = -1;
    this.onChoose = null;
    this.followsEnd = true; // until the reader scrolls up
    this.height = list.clientHeight;
    list.addEventListener("scroll", () => {
      if (list.clientHeight !== this.height) return; // it scrolled because the layout changed
      this.followsEnd = list.scrollHeight - list.scrollTop - list.clientHeight < END_PX;
    });
    new ResizeObserver(() => this.showEnd()).observe(list); // the panel above takes more or less of the column
  }

  /** Add lines that are not shown yet. */
  add(lines) {
    const fresh = (lines ?? []).filter((line) => !this.lines.has(line.n));
    if (!fresh.length) return;
    for (const line of fresh.sort((a, b) => a.n - b.n)) {
      const item = this.item(line);
      if (line.n > this.newest) this.list.append(item); // nearly always: a long log is not looked through for each line
      else this.lines.get(Math.min(...[...this.lines.keys()].filter((n) => n > line.n))).before(item);
      this.newest = Math.max(this.newest, line.n);
      this.lines.set(line.n, item);
    }
    this.showEnd();
  }

  showEnd() {
    this.height = this.list.clientHeight;
    if (this.followsEnd) this.list.scrollTop = this.list.scrollHeight;
  }

  replace(lines, onChoose) {
    this.onChoose = onChoose;
    this.lines.clear();
    this.newest = -1;
    this.list.replaceChildren();
    this.add(lines);
  }

  item({ n, by, text, at }) {
    const item = document.createElement("li");
    item.dataset.by = by ?? "referee";
    const words = document.createElement(this.onChoose ? "button" : "span");
    words.textContent = text;
    if (this.onChoose) {
      words.type = "button";
      words.addEventListener("click", () => this.onChoose(n));
    }
    item.append(words);
    if (at) {
      const time = document.createElement("time");
      time.dateTime = new Date(at).toISOString();
      time.textContent = formatDate(at, "second");
      item.append(time);
    }
    return item;
  }

  /** Mark the line of entry n (a replay) and bring it into sight within the list. */
  mark(n) {
    for (const [key, item] of this.lines) {
      if (key === n) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    }
    const item = this.lines.get(n);
    if (item) this.list.scrollTop = item.offsetTop - this.list.clientHeight / 2;
    else this.list.scrollTop = 0;
  }
}

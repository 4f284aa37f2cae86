// Conditional moves: the player's answers to the opponent's next moves. The server keeps, checks and plays them.

import { translate } from "../site/words.js";
import { button, make } from "./elements.js";
import { request } from "./match-api.js";

const MAX_COMPLETIONS = 40; // completions offered at once

/** Return every position that a line leads to after an own answer, as the moves up to it; the current one is []. */
export function listStarts(lines) {
  const starts = new Map([["", []]]);
  for (const line of lines) {
    for (let end = 2; end <= line.length; end += 2) starts.set(line.slice(0, end).join(" "), line.slice(0, end));
  }
  return [...starts.values()];
}

/** Describe a line, as in "S1-W1 → S4-W4, W1-W2 → W4-W5". */
export function describeLine(line) {
  return line.flatMap((move, at) => (at % 2 ? [] : `${move} → ${line[at + 1]}`)).join(", ");
}

export class ConditionalMoves {
  /** `moves(board, seat)` lists moves of a seat in notation; `say(text)` tells the player. */
  constructor(root, match, { moves, say }) {
    Object.assign(this, { root, moves, say });
    this.path = `/api/v1/matches/${match}/conditional-moves/`;
    this.lines = null; // until they are loaded
    this.part("form").addEventListener("submit", (event) => this.add(event));
    this.part("form").elements.after.addEventListener("change", () => this.offer());
  }

  part(name) {
    return this.root.querySelector(`[data-conditional="${name}"]`);
  }

  /** Take a new board. */
  async draw(board) {
    const before = this.board;
    this.board = board;
    const { seat } = board.viewer;
    this.root.hidden = board.status !== "playing" || seat === null || !board.view;
    if (this.root.hidden) return;
    const isWaiting = !board.to_act.includes(seat);
    this.part("form").hidden = !isWaiting;
    this.part("wait").hidden = isWaiting;
    if (before?.entry === board.entry && this.lines) return;
    this.tell(before);
    if (!this.lines || this.lines.length) await this.load();
    else this.offer();
  }

  /** Tell the player that an answer was played: their move came while they were not to act. */
  tell(before) {
    const { log, viewer } = this.board;
    if (!this.lines?.length || before.can.submit || viewer.turn <= before.viewer.turn) return;
    const played = (log ?? []).findLast(({ by, n }) => by === viewer.seat && n > before.entry);
    if (played) this.say(translate("Conditional move played: {move}", { move: played.text }));
  }

  async load() {
    try {
      const { ok, body } = await request("GET", this.path);
      if (ok) this.show(body.lines);
    } catch {
      // The next board tries again.
    }
  }

  show(lines) {
    this.lines = lines;
    this.part("lines").hidden = !lines.length;
    this.part("lines").replaceChildren(
      ...lines.map((line, at) => {
        const words = describeLine(line);
        const remove = button(translate("Remove"), "btn-small btn-quiet", () => this.remove(at));
        remove.setAttribute("aria-label", translate("Remove {line}", { line: words }));
        return make("li", "", `${words} `, remove);
      }),
    );
    const { after } = this.part("form").elements;
    const chosen = after.value;
    this.starts = listStarts(lines);
    after.replaceChildren(...this.starts.map((start) => new Option(start.length ? describeLine(start) : translate("the current position"), start.join(" "))));
    if (this.starts.some((start) => start.join(" ") === chosen)) after.value = chosen;
    this.part("start").hidden = this.starts.length < 2;
    this.offer();
  }

  /** Offer completions where the position is the one on the board. */
  offer() {
    const { viewer, seats } = this.board;
    const isNow = !this.part("form").elements.after.value;
    const fill = (id, seat) => {
      const list = isNow ? this.moves(this.board, seat).slice(0, MAX_COMPLETIONS) : [];
      this.root.querySelector(id).replaceChildren(...list.map((text) => new Option(text, text)));
    };
    fill("#conditional-moves", seats.find(({ number }) => number !== viewer.seat)?.number);
    fill("#conditional-answers", viewer.seat);
  }

  async add(event) {
    event.preventDefault();
    const { after, theirs, answer } = event.target.elements;
    const start = this.starts?.[after.selectedIndex] ?? [];
    if (!(await this.store([...(this.lines ?? []), [...start, theirs.value.trim(), answer.value.trim()]], translate("Conditional move saved.")))) return;
    theirs.value = answer.value = "";
    theirs.focus();
  }

  async remove(at) {
    if (await this.store(this.lines.toSpliced(at, 1), translate("Conditional move removed."))) this.root.querySelector("summary").focus();
  }

  /** Replace the stored lines; return whether the server took them. */
  async store(lines, words) {
    const problem = this.part("problem");
    problem.textContent = "";
    try {
      const { ok, body } = await request("PUT", this.path, { lines });
      if (ok) {
        this.show(body.lines);
        this.part("told").textContent = words;
        return true;
      }
      problem.textContent = body.text || translate("Something went wrong. Please try again.");
    } catch {
      problem.textContent = translate("The server cannot be reached. Check your connection and try again.");
    }
    return false;
  }
}

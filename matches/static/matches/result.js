// The result of a match: who won and how, changes of ratings, rematch, and what else to do next.

import { translate } from "../site/words.js";
import { describeOutcome, describeReason, describeVoid } from "./match-status.js";
import { share } from "./sharing.js";

/** Explain a board without pieces, or one that is shown without a replay; "" for others. */
function describeEmptyBoard({ view, entry }, isEmpty) {
  if (!view || !entry) return translate("The match ended before it started, so the board is empty and there is no replay.");
  if (isEmpty?.(view)) return translate("The match ended during the set-up, so the board is empty.");
  return "";
}

/** Return the texts of a finished match: what happened, how, and a note on the board; null while it is not over. */
export function describeResult(board, lastLine = "", isEmpty = null) {
  const note = describeEmptyBoard(board, isEmpty);
  if (board.status === "closed" && board.outcome) return { verdict: describeOutcome(board), reason: describeReason(board), note };
  if (board.status === "void") return { ...describeVoid(board, lastLine), note };
  return null;
}

export class ResultPanel {
  /**
   * `company` is the lobby's part of the page, which holds the rematch once the match is over. `isEmpty(view)` is the game's: whether
   * nothing stands on its board.
   */
  constructor(root, company, isEmpty) {
    Object.assign(this, { root, company, isEmpty });
    this.part = (name) => root.querySelector(`[data-result="${name}"], [data-part="${name}"]`);
    this.lastLine = "";
    this.isClosed = new URLSearchParams(location.search).has("at"); // a link to a position: the board is what matters
    this.part("close").addEventListener("click", () => this.close());
    this.part("share").addEventListener("click", () => this.share());
    this.part("watch").addEventListener("click", () => this.close());
    this.part("review").addEventListener("click", () => this.showReview());
  }

  draw(board, replaying) {
    this.lastLine = board.log?.at(-1)?.text ?? this.lastLine;
    const texts = describeResult(board, this.lastLine, this.isEmpty);
    if (texts && this.root.hidden) this.open(board);
    this.root.hidden = !texts;
    if (!texts) return;
    this.board = board;
    this.root.dataset.mine = String(board.outcome?.ranks[board.viewer.seat] === 1);
    for (const name of ["verdict", "reason", "note"]) this.part(name).textContent = texts[name];
    for (const name of ["reason", "note"]) this.part(name).hidden = !texts[name];
    const hasReplay = board.status === "closed" && Boolean(board.entry); // not if it was decided before it began
    this.part("watch").hidden = !hasReplay || (replaying && this.isClosed);
    this.part("review").hidden = this.part("afterwards").hidden = !hasReplay;
  }

  /** Show the panel for the first time: fetch the ratings, and put the rematch in its place. */
  open(board) {
    if (this.company) this.part("rematch").append(this.company);
    if (board.status === "closed") this.part("ratings").dispatchEvent(new CustomEvent("ended"));
    this.root.classList.toggle("result-closed", this.isClosed);
  }

  close() {
    this.isClosed = true;
    this.root.classList.add("result-closed");
  }

  showReview() {
    this.close();
    const tab = document.getElementById("tab-review");
    tab.click();
    tab.focus();
    tab.scrollIntoView({ block: "start" });
  }

  share() {
    const { game_name: game, seats } = this.board;
    const names = seats.map((seat) => seat.player || seat.name).join(translate(" and "));
    const title = `${names} · ${game}`;
    share(this.part("share"), { title, text: title, url: location.origin + location.pathname });
  }
}

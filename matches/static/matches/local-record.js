// What this browser keeps of a match, so that nobody can change it later unnoticed: the running hash of every entry that it
// was shown, and the signed receipts of its player's moves.

import { translate } from "../site/words.js";

const PREFIX = "kept-";
const MOST = 40; // matches

/** What was kept of a match: {n, hash} of the last entry seen, and receipts. */
function recall(match) {
  try {
    return { n: 0, hash: "", receipts: [], ...JSON.parse(localStorage.getItem(PREFIX + match) ?? "{}") };
  } catch {
    return { n: 0, hash: "", receipts: [] }; // storage may be forbidden, or hold something else
  }
}

function store(match, record) {
  try {
    localStorage.setItem(PREFIX + match, JSON.stringify(record));
    const matches = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    matches.sort((first, second) => Number(first.slice(PREFIX.length)) - Number(second.slice(PREFIX.length)));
    for (const old of matches.slice(0, -MOST)) localStorage.removeItem(old);
  } catch {
    // Without storage, this page alone compares.
  }
}

export class Kept {
  constructor(match, { warning, save }) {
    this.match = match;
    this.warning = warning;
    this.save = save;
    this.hashes = new Map();
    this.kept = recall(match);
    this.compared = false;
    if (this.kept.n) this.hashes.set(this.kept.n, this.kept.hash);
    for (const { n, hash } of this.kept.receipts) this.hashes.set(n, hash);
    save.addEventListener("click", () => this.download());
    this.offer();
  }

  /** Keep the hashes of a board; warn where it differs from what was shown before. */
  board(board) {
    for (const { n, hash } of board.log) this.note(n, hash);
    if (board.entry && board.hash) {
      this.note(board.entry, board.hash);
      if (board.entry > this.kept.n) this.keep({ n: board.entry, hash: board.hash });
    }
    const over = board.status === "closed" || board.status === "void";
    if (over && board.viewer.seat !== null && !this.compared) this.compare();
  }

  receipt(receipt) {
    if (!receipt || this.kept.receipts.some(({ n }) => n === receipt.n)) return;
    this.note(receipt.n, receipt.hash);
    this.keep({ receipts: [...this.kept.receipts, receipt] });
    this.offer();
  }

  keep(more) {
    this.kept = { ...this.kept, ...more };
    store(this.match, this.kept);
  }

  note(n, hash) {
    if (!hash) return;
    const expected = this.hashes.get(n);
    if (expected === undefined) this.hashes.set(n, hash);
    else if (expected !== hash) this.warn(n);
  }

  /** Hold the finished record against everything that was kept. */
  async compare() {
    this.compared = true;
    try {
      const response = await fetch(`/api/v1/matches/${this.match}/record/`);
      if (!response.ok) return;
      const lines = (await response.text()).trimEnd().split("\n").map((line) => JSON.parse(line));
      const entries = new Map(lines.filter(({ n }) => n).map(({ n, hash }) => [n, hash]));
      for (const [n, hash] of this.hashes) if (entries.get(n) !== hash) this.warn(n);
    } catch {
      this.compared = false; // the next board tries again
    }
  }

  warn(n) {
    this.warning.textContent = translate(
      "This match was changed: entry {n} differs from what this browser saw earlier. Save your receipts and tell " +
      "the organiser.",
      { n },
    );
    this.warning.hidden = false;
  }

  offer() {
    this.save.hidden = !this.kept.receipts.length;
  }

  download() {
    const text = this.kept.receipts.map((receipt) => `${JSON.stringify(receipt)}\n`).join("");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    link.download = `receipts-${this.match}.jsonl`;
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

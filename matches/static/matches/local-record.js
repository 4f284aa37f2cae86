// This browser's record of a match, to detect later changes: the running hash of every entry that was
// shown, and the signed receipts of the player's moves.

import { translate } from "../site/words.js";

const PREFIX = "kept-";
const MAX_MATCHES = 40; // matches

/** Return the stored {n, hash} of the last entry seen, and receipts. */
function readRecord(match) {
  try {
    return { n: 0, hash: "", receipts: [], ...JSON.parse(localStorage.getItem(PREFIX + match) ?? "{}") };
  } catch {
    return { n: 0, hash: "", receipts: [] }; // storage may be forbidden, or hold something else
  }
}

function writeRecord(match, record) {
  try {
    localStorage.setItem(PREFIX + match, JSON.stringify(record));
    const matches = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    matches.sort((first, second) => Number(first.slice(PREFIX.length)) - Number(second.slice(PREFIX.length)));
    for (const old of matches.slice(0, -MAX_MATCHES)) localStorage.removeItem(old);
  } catch {
    // Without storage only this page can compare.
  }
}

export class LocalRecord {
  constructor(match, { warning, downloadButton }) {
    this.match = match;
    this.warning = warning;
    this.downloadButton = downloadButton;
    this.hashes = new Map();
    this.record = readRecord(match);
    this.compared = false;
    if (this.record.n) this.hashes.set(this.record.n, this.record.hash);
    for (const { n, hash } of this.record.receipts) this.hashes.set(n, hash);
    downloadButton.addEventListener("click", () => this.download());
    this.showDownload();
  }

  /** Keep the hashes of a board; warn where it differs from what was shown before. */
  recordBoard(board) {
    for (const { n, hash } of board.log) this.checkHash(n, hash);
    if (board.entry && board.hash) {
      this.checkHash(board.entry, board.hash);
      if (board.entry > this.record.n) this.update({ n: board.entry, hash: board.hash });
    }
    const over = board.status === "closed" || board.status === "void";
    if (over && board.entry && board.viewer.seat !== null && !this.compared) this.compare();
  }

  addReceipt(receipt) {
    if (!receipt || this.record.receipts.some(({ n }) => n === receipt.n)) return;
    this.checkHash(receipt.n, receipt.hash);
    this.update({ receipts: [...this.record.receipts, receipt] });
    this.showDownload();
  }

  update(more) {
    this.record = { ...this.record, ...more };
    writeRecord(this.match, this.record);
  }

  checkHash(n, hash) {
    if (!hash) return;
    const expected = this.hashes.get(n);
    if (expected === undefined) this.hashes.set(n, hash);
    else if (expected !== hash) this.warn(n);
  }

  /** Compare the finished record with all stored hashes. */
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

  showDownload() {
    this.downloadButton.hidden = !this.record.receipts.length;
  }

  download() {
    const text = this.record.receipts.map((receipt) => `${JSON.stringify(receipt)}\n`).join("");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    link.download = `receipts-${this.match}.jsonl`;
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

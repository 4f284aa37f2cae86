// The positions of a running match that this page has received, as frames of a replay: nobody steps back to more than
// they have seen. The newest are kept in the tab's storage when the page is left, and are there again after a reload.

const MAX_FRAMES = 400; // the oldest are forgotten first
const MAX_STORED = 24;

export class LiveHistory {
  constructor(match) {
    this.slot = `history-${match}`;
    this.frames = [];
    this.isPartial = false; // whether moves were played before the first frame
    this.viewer = null; // whose positions these are, and in which language their lines are
    this.isClosed = false;
    addEventListener("pagehide", () => this.store());
  }

  /** Whether there is an earlier position to go back to. */
  get hasPast() {
    return this.frames.length > 1;
  }

  /** Add the position of a new board. */
  add(board) {
    if (!board.view) return;
    if (!this.frames.length) this.restore(board);
    const last = this.frames.at(-1);
    if (last && last.n >= board.entry) return;
    const left = board.clock.seats.map(({ turn_left, reserve_left }) => ({ turn_left, reserve_left }));
    const line = board.log?.at(-1);
    if (!last) this.isPartial = (board.log ?? []).some(({ by }) => by !== null);
    this.frames.push({ n: board.entry, by: line?.by ?? null, text: line?.text ?? "", at: line?.at ?? null, view: board.view, left });
    if (this.frames.length <= MAX_FRAMES) return;
    this.frames.shift();
    this.isPartial = true;
  }

  /** Take up what the tab has stored for this viewer, unless more than one side has acted since. */
  restore({ entry, viewer, log }) {
    this.viewer = `${viewer.seat} ${document.documentElement.lang}`;
    const stored = this.read();
    const last = stored?.frames.at(-1)?.n ?? Infinity;
    const missed = new Set((log ?? []).filter(({ n, by }) => n > last && by !== null).map(({ by }) => by));
    if (stored?.viewer === this.viewer && last <= entry && missed.size < 2) Object.assign(this, stored);
  }

  read() {
    try {
      return JSON.parse(sessionStorage.getItem(this.slot));
    } catch {
      return null; // storage may be forbidden
    }
  }

  store() {
    const frames = this.frames.slice(-MAX_STORED);
    if (!frames.length || this.isClosed) return;
    const isPartial = this.isPartial || frames.length < this.frames.length;
    try {
      sessionStorage.setItem(this.slot, JSON.stringify({ viewer: this.viewer, isPartial, frames }));
    } catch {
      // As above, or it is full: then a reload begins with the position of that moment.
    }
  }

  /** Store nothing any more: the match is over, and its replay has all positions. */
  close() {
    this.isClosed = true;
    try {
      sessionStorage.removeItem(this.slot);
    } catch {
      // As above.
    }
  }
}

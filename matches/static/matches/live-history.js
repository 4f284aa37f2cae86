// The positions of a running match that this page has received, as frames of a replay: nobody steps back to more than
// they have seen.

const MAX_FRAMES = 400; // the oldest are forgotten first

export class LiveHistory {
  constructor() {
    this.frames = [];
    this.isPartial = false; // whether moves were played before the first frame
  }

  /** Whether there is an earlier position to go back to. */
  get hasPast() {
    return this.frames.length > 1;
  }

  /** Add the position of a new board. */
  add(board) {
    const last = this.frames.at(-1);
    if (!board.view || (last && last.n >= board.entry)) return;
    const left = board.clock.seats.map(({ turn_left, reserve_left }) => ({ turn_left, reserve_left }));
    const line = board.log?.at(-1);
    if (!last) this.isPartial = (board.log ?? []).some(({ by }) => by !== null);
    this.frames.push({ n: board.entry, by: line?.by ?? null, text: line?.text ?? "", at: line?.at ?? null, view: board.view, left });
    if (this.frames.length <= MAX_FRAMES) return;
    this.frames.shift();
    this.isPartial = true;
  }
}

// A player's notes for one match in this browser: marks on keys, and hacks and seen cards that the view no longer shows.

const EMPTY = { marks: {}, suppose: false, hacks: [], seen: [] };

export class Memory {
  constructor(match, seat) {
    this.name = `zero-day:${match}:${seat}`;
    this.kept = { ...EMPTY };
    try {
      this.kept = { ...EMPTY, ...JSON.parse(localStorage.getItem(this.name) ?? "{}") };
    } catch {
      // Without storage, the notes are lost with the page.
    }
  }

  save() {
    try {
      localStorage.setItem(this.name, JSON.stringify(this.kept));
    } catch {
      // As above.
    }
  }

  /** Store the seat's own hacks and seen cards from a view, without duplicates. */
  learn(view, seat) {
    const hacks = this.join(this.kept.hacks, view.hacks.filter((hack) => hack.by === seat && hack.keys && hack.told !== null));
    const seen = this.join(this.kept.seen, view.seen.filter((peek) => peek.by === seat));
    if (hacks.length === this.kept.hacks.length && seen.length === this.kept.seen.length) return;
    this.kept = { ...this.kept, hacks, seen };
    this.save();
  }

  join(old, fresh) {
    // `match` is visible only after the end; it is left out so that a hack is not stored twice.
    const plain = fresh.map(({ match, ...rest }) => rest);
    const seenJson = new Set(old.map((event) => JSON.stringify(event)));
    return [...old, ...plain.filter((event) => !seenJson.has(JSON.stringify(event)) && seenJson.add(JSON.stringify(event)))];
  }

  mark(era, card) {
    return this.kept.marks[`${era}:${card}`] ?? "";
  }

  /** Cycle through no mark, in, out, unsure. */
  turnMark(era, card) {
    const order = ["", "in", "out", "unsure"];
    const next = order[(order.indexOf(this.mark(era, card)) + 1) % order.length];
    this.kept.marks = { ...this.kept.marks, [`${era}:${card}`]: next };
    this.save();
  }

  suppose(on) {
    this.kept.suppose = on;
    this.save();
  }
}

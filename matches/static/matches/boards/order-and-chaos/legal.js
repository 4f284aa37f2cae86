// The legal list, sorted by where a move begins. What it says is all that the board knows about moving.

const MOVE = /^([A-Z0-9]*[0-9])([sb]?)-([A-Z0-9]+)$/;

/** {from, letter, to} of a move, or null for a pass. */
export function parse(text) {
  const [, from, letter, to] = MOVE.exec(text) ?? [];
  return from ? { from, letter, to } : null;
}

export class Legal {
  constructor(list, view) {
    this.list = list ?? [];
    this.ways = new Map(); // area -> kind -> target -> notation
    for (const text of this.list) {
      const move = parse(text);
      if (!move) continue;
      const kind = move.letter || this.onlyKind(view, move.from);
      if (!this.ways.has(move.from)) this.ways.set(move.from, new Map());
      const kinds = this.ways.get(move.from);
      if (!kinds.has(kind)) kinds.set(kind, new Map());
      kinds.get(kind).set(move.to, text);
    }
  }

  /** A move without a letter is of the one kind that the mover has there. */
  onlyKind(view, from) {
    return view.areas[from]?.men.find(([seat]) => seat === view.seat)?.[1] ?? "s";
  }

  get mustPass() {
    return this.list.length === 1 && this.list[0] === "pass";
  }

  /** The kinds that can leave an area: [], ["s"], ["b"] or both. */
  kinds(from) {
    return [...(this.ways.get(from)?.keys() ?? [])].sort().reverse();
  }

  targets(from, kind) {
    return this.ways.get(from)?.get(kind) ?? new Map();
  }
}

/** What a move would do, as far as anybody can see on the board: "kill", "core" (the territories turn) or "move". */
export function effect(view, to) {
  const seat = view.seat;
  const { men } = view.areas[to];
  const area = view.board.areas[to];
  if (area.kind !== "battle" && men.length) return "kill";
  if (area.kind === "battle" && men.length >= 4) return "kill";
  return area.core && view.owners[area.territory] !== seat ? "core" : "move";
}

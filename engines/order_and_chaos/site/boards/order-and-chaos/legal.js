// The legal list, sorted by starting area. It is all that the board knows about moves.

const MOVE = /^([A-Z0-9]*[0-9])([sb]?)-([A-Z0-9]+)$/;

/** Return {from, letter, to} of a move, or null for a pass. */
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

  /** Return the kind that moves; without a letter it is the only kind that the mover has there. */
  onlyKind(view, from) {
    return view.areas[from]?.men.find(([seat]) => seat === view.seat)?.[1] ?? "s";
  }

  get mustPass() {
    return this.list.length === 1 && this.list[0] === "pass";
  }

  /** Return the kinds that can leave an area: [], ["s"], ["b"] or both. */
  kinds(from) {
    return [...(this.ways.get(from)?.keys() ?? [])].sort().reverse();
  }

  targets(from, kind) {
    return this.ways.get(from)?.get(kind) ?? new Map();
  }
}

/** Return the visible effect of a move: "kill", "core" (the territories swap owners) or "move". */
export function effect(view, to) {
  const seat = view.seat;
  const { men } = view.areas[to];
  const area = view.board.areas[to];
  if (area.kind !== "battle" && men.length) return "kill";
  if (area.kind === "battle" && men.length >= 4) return "kill";
  return area.core && view.owners[area.territory] !== seat ? "core" : "move";
}

// The legal list as paths of places and cards. It is all that the board knows about moves.

const WORDS = /[A-Za-z0-9]+/g;

/** Return the words of moves that a description has places and cards for. */
function wordsOf({ cells = [], hands = [] }) {
  const cards = hands.flatMap((hand) => hand.cards.map((card) => card.word)).filter(Boolean);
  return new Set([...cells.map((cell) => cell.word ?? cell.name), ...cards]);
}

const startsWith = (path, start) => start.length <= path.length && start.every((word, n) => word === path[n]);

export class Moves {
  /** `legal` are the legal moves in notation; null for none, or too many to list. */
  constructor(legal, description) {
    const known = wordsOf(description);
    this.list = (legal ?? []).map((text) => ({ text, path: (text.match(WORDS) ?? []).filter((word) => known.has(word)) }));
  }

  /** Return the moves that begin with these words. */
  begins(path) {
    return this.list.filter((move) => startsWith(move.path, path));
  }

  /** Return whether a move goes on from this word to another place. */
  leads(word) {
    return this.begins([word]).some((move) => move.path.length > 1);
  }

  /** Return the words that may follow. */
  next(path) {
    return new Set(this.begins(path).map((move) => move.path[path.length]).filter(Boolean));
  }

  /** Return the moves that need no further place, and those that never need one. */
  complete(path) {
    return this.list.filter((move) => !move.path.length || (path.length && move.path.length === path.length && startsWith(move.path, path)));
  }
}

// Sounds of a match: which one an update calls for, and playing it. Files are fetched when they are first heard, and
// nothing is played before the player has used the page, as browsers require.

const GAP_MS = 250; // between two sounds of one update

/** By game: what the last action was besides a move. */
const EVENTS = {
  "field-tactics": (view, before) => (view.last?.battle || view.duels.length > (before?.duels?.length ?? 0) ? "battle" : ""),
  "zero-day": (view, before) => (view.hacks.length && JSON.stringify(view.hacks.at(-1)) !== JSON.stringify(before?.hacks?.at(-1)) ? "battle" : ""),
  "order-and-chaos": (view) => (view.last?.killed ? "battle" : ""),
  "zero-order": (view) => (view.last?.gone.length ? "battle" : ""),
  "incursion-point-zero": (view) => {
    const words = new Set(view.events.map(([word]) => word));
    return words.has("dice") ? "dice" : words.has("death") || words.has("damage") ? "battle" : "";
  },
};
const isOver = ({ status }) => status === "closed" || status === "void";

/** Return the sounds for a new board, in order: what happened, then whether it is the viewer's turn. */
export function chooseSounds(before, board) {
  if (isOver(board)) return isOver(before) ? [] : ["end"];
  const isTurn = board.can.submit && (!before.can.submit || board.viewer.turn !== before.viewer.turn);
  const acted = board.entry !== before.entry && (board.log ?? []).some((line) => line.n > before.entry && line.by !== null);
  const event = acted && board.view ? EVENTS[board.game]?.(board.view, before.view) || "move" : "";
  return [event, isTurn ? "turn" : ""].filter(Boolean);
}

export class Player {
  constructor(settings) {
    this.settings = settings;
    this.files = new Map();
  }

  play(...names) {
    const { sound, volume } = this.settings();
    if (!sound || !volume || navigator.userActivation?.hasBeenActive === false) return;
    names.forEach((name, index) => setTimeout(() => this.start(name, volume), index * GAP_MS));
  }

  start(name, volume) {
    if (!this.files.has(name)) this.files.set(name, new Audio(new URL(`./sounds/${name}.wav`, import.meta.url).href));
    const file = this.files.get(name);
    file.volume = volume / 100;
    file.currentTime = 0;
    file.play().catch(() => {}); // not allowed yet, or interrupted by the next one
  }
}

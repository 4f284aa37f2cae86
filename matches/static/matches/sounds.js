// Sounds of a match: which one an update calls for, and playing it. Files are fetched when they are first heard, and
// nothing is played before the player has used the page, as browsers require.

const GAP_MS = 250; // between two sounds of one update

const isOver = ({ status }) => status === "closed" || status === "void";

/**
 * Return the sounds for a new board, in order: what happened, then whether it is the viewer's turn. `chooseSound` is the game's: what
 * the last action was besides a move.
 */
export function chooseSounds(before, board, chooseSound = null) {
  if (isOver(board)) return isOver(before) ? [] : ["end"];
  const isTurn = board.can.submit && (!before.can.submit || board.viewer.turn !== before.viewer.turn);
  const acted = board.entry !== before.entry && (board.log ?? []).some((line) => line.n > before.entry && line.by !== null);
  const event = acted && board.view ? chooseSound?.(board.view, before.view) || "move" : "";
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

// What this browser remembers about sound, colours of the board, and moves without a choice.

const KEY = "display";
const DEFAULTS = { sound: true, volume: 60, board: "classic", forced: true };
const BOARD_THEMES = ["classic", "slate", "contrast"];

function parse(text) {
  try {
    return { ...DEFAULTS, ...JSON.parse(text) };
  } catch {
    return { ...DEFAULTS }; // something else is stored
  }
}

/** Return the settings; what is missing or invalid has its default value. */
export function loadSettings() {
  let stored = null;
  try {
    stored = localStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden; the defaults are used then.
  }
  const { sound, volume, board, forced } = parse(stored);
  return {
    sound: sound !== false,
    volume: Number.isFinite(volume) ? Math.min(100, Math.max(0, volume)) : DEFAULTS.volume,
    board: BOARD_THEMES.includes(board) ? board : DEFAULTS.board,
    forced: forced !== false,
  };
}

export function saveSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The settings then hold for this page only.
  }
}

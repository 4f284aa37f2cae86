// Moves without a choice are played for the player, unless a setting of this browser says otherwise.

import { translate } from "../site/words.js";
import { loadSettings } from "./settings.js";

const DELAY_MS = 800; // time to see what the other side did
const UNDO_DELAY_MS = 4000; // time to undo what led here

export class ForcedMoves {
  /** `play(text, key)` submits; `say(text)` shows a hint near the board. */
  constructor({ play, say }) {
    Object.assign(this, { play, say });
    this.key = "";
    this.timer = null;
  }

  /** Schedule the only move of a new position. The key is the same in all windows of the player, so it counts once. */
  draw(board) {
    const { can, legal, lesson, viewer, entry, match_id: id } = board;
    const isForced = can.forced && !lesson && loadSettings().forced;
    const key = isForced ? `forced-${id}-${viewer.seat}-${viewer.turn}-${entry}` : "";
    if (key === this.key) return;
    this.key = key;
    clearTimeout(this.timer);
    if (!isForced) return;
    if (can.undo) this.say(translate("Only one action is left. It will be played for you, unless you undo."));
    this.timer = setTimeout(() => loadSettings().forced && this.play(legal[0], key), can.undo ? UNDO_DELAY_MS : DELAY_MS);
  }
}

// Whether the page shows the match itself, its replay, or, while it runs, an earlier position of it.

import { LiveHistory } from "./live-history.js";
import { Replay } from "./replay.js";

const LIVE = new Set(["playing", "paused", "review"]);

/** Return the step that the page's address asks for (`?at=12`); the last one without it. */
function parseStep() {
  const at = new URLSearchParams(location.search).get("at");
  return /^\d{1,6}$/.test(at ?? "") ? Number(at) : Infinity;
}

export class ReplayControl {
  /** `acts`: show(frame, eyes, options), lines(frames, choose), started(), left(), refuse(text). */
  constructor(part, match, acts) {
    this.root = part("replay");
    this.button = part("step-back");
    this.match = match;
    this.acts = acts;
    this.replay = null;
    this.history = new LiveHistory(match);
    this.isLive = false;
    this.button.addEventListener("click", () => this.stepBack());
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Take a new board; return whether something else is on show. */
  update(board) {
    this.isLive = LIVE.has(board.status);
    if (this.isLive) this.history.add(board);
    else if (board.status === "closed") this.history.close();
    if (this.replay?.live && this.isLive) this.replay.grow();
    else if (this.replay?.live) this.leave();
    this.button.hidden = !this.isLive || !this.history.hasPast || Boolean(this.replay);
    return Boolean(this.replay);
  }

  /** Show the replay of the finished match, by default at the step in the address or at the end. */
  async start(at = parseStep()) {
    if (this.replay) return;
    this.replay = new Replay(this.root, this.match, this.acts);
    try {
      await this.replay.start({ at });
      this.acts.started();
    } catch (error) {
      this.replay = null;
      this.acts.refuse(error.message);
    }
  }

  /** Step back in the running match. New moves wait until the viewer goes back to it. */
  stepBack() {
    const { frames, hasPast } = this.history;
    if (this.replay || !this.isLive || !hasPast) return;
    this.button.hidden = true;
    this.replay = new Replay(this.root, this.match, { ...this.acts, live: this.history, leave: () => this.backToLive() });
    this.replay.start({ playerView: "", at: frames.length - 2 });
  }

  /** Play the entries from `first` to `last` on the board, then go back to the running match. */
  async watch(first, last) {
    if (!this.isLive) await this.start();
    else if (!this.replay) this.stepBack();
    if (!this.replay) return;
    const { frames } = this.replay;
    const from = frames.findLastIndex(({ n }) => n < first);
    const to = frames.findLastIndex(({ n }) => n <= last);
    if (from >= 0) this.replay.playSpan(from, to, () => this.replay?.live && this.backToLive());
  }

  /** Show a step of the finished match. While its replay loads, other steps are ignored. */
  showStep(at) {
    if (this.isLive) return;
    if (this.replay?.frames) this.replay.go(at);
    else this.start(at);
  }

  leave() {
    this.replay.stop();
    this.replay = null;
  }

  backToLive() {
    this.leave();
    this.acts.left();
  }

  onKey(event) {
    if (event.key !== "ArrowLeft" || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (!event.target.closest("input, select, textarea, [role=grid], [role=tablist], [role=slider], dialog")) this.stepBack();
  }
}

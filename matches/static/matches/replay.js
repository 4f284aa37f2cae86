// A finished match step by step: slider, buttons, keys, automatic play, and whose eyes to look through.

import { translate, translateIn } from "../site/words.js";

const PACE = 1500; // ms a step at normal speed

export class Replay {
  /** `show(frame, eyes, {animate})` draws one frame; `lines(frames, choose)` fills the log. */
  constructor(root, match, { show, lines }) {
    this.root = root;
    this.match = match;
    this.show = show;
    this.lines = lines;
    this.known = new Map();
    this.at = 0;
    this.timer = 0;
    this.part = (name) => root.querySelector(`[data-replay="${name}"]`);
  }

  /** Load the frames and show the last one. Rejects when there is no replay. */
  async start(playerView = "all") {
    this.frames = await this.load(playerView);
    this.eyes = playerView;
    this.at = this.frames.length - 1;
    this.part("slider").max = String(this.at);
    this.listen();
    this.fill();
    this.root.hidden = false;
    this.draw(false);
  }

  async load(playerView) {
    if (!this.known.has(playerView)) {
      const path = `/api/v1/matches/${this.match}/replay/?viewer=${playerView}`;
      const response = await fetch(path, { headers: { Accept: "application/json" } });
      const body = await response.json();
      if (!response.ok) throw new Error(body.text ?? translate("Couldn't load the replay. Please try again."));
      this.known.set(playerView, body.frames);
    }
    return this.known.get(playerView);
  }

  listen() {
    const acts = {
      first: () => this.go(0),
      back: () => this.go(this.at - 1),
      next: () => this.go(this.at + 1),
      last: () => this.go(Infinity),
      play: () => this.toggle(),
    };
    for (const [name, act] of Object.entries(acts)) this.part(name).addEventListener("click", act);
    this.part("slider").addEventListener("input", (event) => this.go(Number(event.target.value)));
    this.part("eyes").addEventListener("change", (event) => this.look(event.target.value));
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  fill() {
    this.lines(this.frames.slice(1), (n) => this.go(this.frames.findIndex((frame) => frame.n === n)));
  }

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, select, textarea, [role=grid], dialog")) return;
    const keys = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: Infinity };
    if (!(event.key in keys)) return;
    event.preventDefault();
    this.go(keys[event.key]);
  }

  async look(playerView) {
    this.part("problem").textContent = "";
    try {
      this.frames = await this.load(playerView);
    } catch (error) {
      this.part("problem").textContent = error.message;
      return;
    }
    this.eyes = playerView;
    this.fill();
    this.draw(false);
  }

  go(at, { playing = false } = {}) {
    if (!playing) this.pause();
    const next = Math.min(Math.max(0, at), this.frames.length - 1);
    const forward = next === this.at + 1;
    this.at = next;
    this.draw(forward);
  }

  draw(animate) {
    const last = this.frames.length - 1;
    const frame = this.frames[this.at];
    this.part("slider").value = String(this.at);
    this.part("slider").setAttribute("aria-valuetext", frame.text || translate("Start"));
    this.part("count").textContent = translate("Move {step} of {all}", { step: this.at, all: last });
    for (const name of ["first", "back"]) this.part(name).disabled = this.at === 0;
    for (const name of ["next", "last"]) this.part(name).disabled = this.at === last;
    this.show(frame, this.eyes, { animate });
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at === this.frames.length - 1) this.go(0);
    this.setPlaying(true);
    this.beat();
  }

  beat() {
    this.timer = setTimeout(() => {
      this.go(this.at + 1, { playing: true });
      if (this.at < this.frames.length - 1) this.beat();
      else this.pause();
    }, PACE / Number(this.part("speed").value));
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.setPlaying(false);
  }

  setPlaying(playing) {
    const button = this.part("play");
    button.dataset.playing = String(playing);
    button.title = playing ? translate("Pause") : translateIn("replay", "Play");
    button.setAttribute("aria-label", button.title);
  }
}

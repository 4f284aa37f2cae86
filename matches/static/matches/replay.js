// A match step by step: slider, buttons, keys, automatic play. A finished one from any point of view; of a running one the
// positions that the page has received.

import { translate, translateIn } from "../site/words.js";
import { copyText } from "./sharing.js";

const PACE = 1500; // ms a step at normal speed

export class Replay {
  /**
   * `show(frame, eyes, {animate})` draws one frame; `lines(frames, choose)` fills the log.
   * With `live`, the LiveHistory of a running match, nothing is fetched, and `leave` goes back to the match.
   */
  constructor(root, match, { show, lines, live = null, leave = null }) {
    this.root = root;
    this.match = match;
    this.show = show;
    this.lines = lines;
    this.live = live;
    this.leave = leave;
    this.ending = new AbortController();
    this.known = new Map();
    this.at = 0;
    this.timer = 0;
    this.part = (name) => root.querySelector(`[data-replay="${name}"]`);
  }

  /** Load the frames and show the one at `at`, otherwise the last. Rejects when there is no replay. */
  async start({ playerView = "all", at = Infinity } = {}) {
    this.frames = this.live?.frames ?? (await this.load(playerView));
    this.eyes = playerView;
    this.at = Math.min(Math.max(0, at), this.frames.length - 1);
    this.part("slider").max = String(this.frames.length - 1);
    this.part("eyes").closest("label").hidden = Boolean(this.live);
    this.part("leave").hidden = !this.live;
    this.part("missing").hidden = !this.live?.isPartial;
    this.part("link").hidden = Boolean(this.live);
    this.listen();
    if (!this.live) this.fill();
    this.root.hidden = false;
    this.draw(false);
  }

  /** Take a position that the match has reached meanwhile; the one on show stays. */
  grow() {
    this.part("slider").max = String(this.frames.length - 1);
    this.part("leave").classList.add("btn-primary");
    this.drawControls();
  }

  /** End a replay of a running match. */
  stop() {
    this.pause();
    this.ending.abort();
    this.root.hidden = true;
    this.part("leave").classList.remove("btn-primary");
    this.part("count").textContent = "";
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
      leave: () => this.leave(),
      link: () => copyText(this.part("link"), `${location.origin}${location.pathname}?at=${this.at}`),
    };
    const options = { signal: this.ending.signal };
    for (const [name, act] of Object.entries(acts)) this.part(name).addEventListener("click", act, options);
    this.part("slider").addEventListener("input", (event) => this.go(Number(event.target.value)), options);
    this.part("eyes").addEventListener("change", (event) => this.look(event.target.value), options);
    document.addEventListener("keydown", (event) => this.onKey(event), options);
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
    this.drawControls();
    this.show(this.frames[this.at], this.eyes, { animate });
  }

  drawControls() {
    const last = this.frames.length - 1;
    const frame = this.frames[this.at];
    this.part("slider").value = String(this.at);
    this.part("slider").setAttribute("aria-valuetext", frame.text || translate("Start"));
    this.part("count").textContent = translate("Move {step} of {all}", { step: this.at, all: last });
    for (const name of ["first", "back"]) this.part(name).disabled = this.at === 0;
    for (const name of ["next", "last"]) this.part(name).disabled = this.at === last;
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at === this.frames.length - 1) this.go(0);
    this.setPlaying(true);
    this.beat();
  }

  /** Play the steps after `from` up to `to`, then call `done`. */
  playSpan(from, to, done) {
    this.go(from);
    this.setPlaying(true);
    this.beat(to, done);
  }

  beat(to = this.frames.length - 1, done = () => {}) {
    const wait = (act) => (this.timer = setTimeout(act, PACE / Number(this.part("speed").value)));
    wait(() => {
      this.go(this.at + 1, { playing: true });
      if (this.at < to) return this.beat(to, done);
      return wait(() => {
        this.pause();
        done();
      });
    });
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

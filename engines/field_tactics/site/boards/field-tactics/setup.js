// Set-up: a draft on the board, a tray beside it, ready-made set-ups. The draft is stored in this browser.

import { translate } from "../../../site/words.js";
import * as drafts from "./formation.js";
import { homeOf } from "./geometry.js";
import { CODES, nameOf } from "./pieces.js";
import { fillRest, flipped, PRESETS } from "./presets.js";
import { Tray } from "./tray.js";

export class Setup {
  constructor(grid, { submit, say, panel, controls }) {
    this.grid = grid;
    this.submit = submit;
    this.say = say;
    this.panel = panel;
    this.controls = controls;
    this.tray = null;
  }

  /** Start, or continue after the board was redrawn. */
  draw(board) {
    this.board = board;
    this.seat = board.viewer.seat;
    if (!this.tray) this.open();
    this.show();
  }

  open() {
    this.store = `draft.${this.board.match_id}.${this.seat}`;
    this.armed = null;
    this.picked = null;
    this.sent = false;
    this.placed = this.load() ?? this.first();
    this.tray = new Tray(this.panel, this.controls, this.seat, {
      arm: (code) => this.arm(code),
      use: (rows) => this.replace(drafts.fromRows(rows, this.seat)),
      useText: (text) => this.useText(text),
      text: () => (drafts.problems(this.placed, this.seat).length ? "" : drafts.toText(this.placed, this.seat)),
      mirror: () => this.mirror(),
      lift: () => this.lift(this.picked),
      fill: () => this.fill(),
      clear: () => this.replace({}),
      send: () => this.send(),
    });
  }

  close() {
    this.tray?.remove();
    this.tray = null;
  }

  /** Return a first proposal. It differs between matches, so that it reveals nothing. */
  first() {
    const { rows } = PRESETS[Math.floor(Math.random() * PRESETS.length)];
    return drafts.fromRows(Math.random() < 0.5 ? rows : flipped(rows), this.seat);
  }

  load() {
    try {
      const placed = JSON.parse(localStorage.getItem(this.store));
      const sound = placed && Object.entries(placed).every(([square, code]) => this.isHome(square) && CODES.includes(code));
      return sound && Object.values(drafts.left(placed)).every((count) => count >= 0) ? placed : null;
    } catch {
      return null;
    }
  }

  save() {
    try {
      localStorage.setItem(this.store, JSON.stringify(this.placed));
    } catch {
      // Without storage, the draft is lost with the page.
    }
  }

  isHome(square) {
    return this.grid.cells.has(square) && homeOf(square) === this.seat;
  }

  show() {
    const squares = Object.fromEntries(Object.entries(this.placed).map(([square, code]) => [square, [this.seat, code]]));
    this.grid.draw(squares, this.seat);
    const marks = {};
    for (const square of this.grid.cells.keys()) {
      if (this.isHome(square) && this.armed) marks[square] = "place";
    }
    if (this.picked) marks[this.picked] = "chosen";
    this.grid.mark(marks, []);
    this.tray.draw({
      left: drafts.left(this.placed),
      armed: this.armed,
      picked: this.picked && this.placed[this.picked],
      problems: drafts.problems(this.placed, this.seat),
      text: drafts.toText(this.placed, this.seat),
      sent: this.sent,
    });
  }

  replace(placed) {
    this.placed = placed;
    this.armed = this.picked = null;
    this.save();
    this.show();
  }

  arm(code) {
    this.picked = null;
    this.armed = this.armed === code ? null : code;
    if (this.armed) this.say(translate("{piece}: choose a square on your half.", { piece: nameOf(code) }), { quiet: true });
    this.show();
  }

  onPick(square) {
    if (this.sent) return;
    if (!this.isHome(square)) return this.say(translate("Set up on your own half of the board."));
    if (this.armed) this.put(square, this.armed);
    else if (this.picked) this.exchange(this.picked, square);
    else if (this.placed[square]) this.choose(square);
    else this.say(translate("Choose a piece from the tray, then a square."));
  }

  choose(square) {
    this.picked = square;
    this.say(translate("{piece} on {square}: choose a square to move it to.", { piece: nameOf(this.placed[square]), square }), { quiet: true });
    this.show();
  }

  put(square, code) {
    this.placed = drafts.put(this.placed, square, code);
    const left = drafts.left(this.placed);
    this.armed = left[code] > 0 ? code : (CODES.find((other) => left[other] > 0) ?? null);
    this.warn(square);
    this.save();
    this.show();
  }

  exchange(from, to) {
    if (from !== to) this.placed = drafts.swap(this.placed, from, to);
    this.picked = null;
    this.warn(to);
    this.save();
    this.show();
  }

  warn(square) {
    const problem = drafts.misplaced(this.placed, this.seat, square);
    if (problem) this.say(problem);
    else this.say("", { quiet: true });
  }

  lift(square) {
    if (!square || !this.placed[square]) return;
    this.replace(drafts.lift(this.placed, square));
  }

  /** Place what is missing. */
  fill() {
    this.replace(fillRest(this.placed, this.seat));
    const wrong = drafts.problems(this.placed, this.seat);
    if (wrong.length) this.say(translate("Mines and the Flag can't stand on a bridge entrance. Move another piece there first."));
  }

  mirror() {
    const turned = {};
    for (const [square, code] of Object.entries(this.placed)) {
      const letter = "FEDCBA"["ABCDEF".indexOf(square[0])];
      turned[square.length === 3 ? square : letter + square[1]] = code;
    }
    this.replace(turned);
  }

  /** Show a suggested set-up. */
  suggest(text) {
    this.useText(text);
  }

  /** Show the set-up of a text; return whether it is one. */
  useText(text) {
    const placed = drafts.fromText(text, this.seat);
    if (placed) this.replace(placed);
    this.say(placed ? translate("Set-up loaded from text.") : translate("Invalid set-up. Enter four rows of 5, 6, 6 and 6 codes, your back row first."), { quiet: Boolean(placed) });
    return Boolean(placed);
  }

  cancel() {
    this.armed = this.picked = null;
    this.show();
  }

  onKey(key, square) {
    if (key !== "Delete" && key !== "Backspace") return false;
    this.lift(square);
    return true;
  }

  async send() {
    if (drafts.problems(this.placed, this.seat).length || this.sent) return;
    this.sent = true;
    this.show();
    const verdict = await this.submit(drafts.toText(this.placed, this.seat));
    if (verdict.state === "refused") this.sent = false;
    if (this.tray) this.show();
  }

  // Dragging

  pick(square, element) {
    if (this.sent) return null;
    const code = element.closest("[data-code]")?.dataset.code;
    if (code) return drafts.left(this.placed)[code] > 0 ? { from: `tray ${code}`, piece: [this.seat, code] } : null;
    return this.placed[square] ? { from: square, piece: [this.seat, this.placed[square]] } : null;
  }

  start(from) {
    this.armed = null;
    this.picked = from.startsWith("tray") ? null : from;
    this.show();
  }

  drop(from, to) {
    const code = from.startsWith("tray ") ? from.slice(5) : null;
    this.picked = null;
    if (to && this.isHome(to)) {
      if (!code) return this.exchange(from, to);
      this.put(to, code);
      this.armed = null;
      return this.show();
    }
    if (!code) return this.lift(from);
    this.show();
  }
}

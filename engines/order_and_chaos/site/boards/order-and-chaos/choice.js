// Choosing a move on the board: a chessman, then its target. Only moves of the legal list are offered, or premoves.

import { mark, translate, translateMany } from "../../../site/words.js";
import { effect, Legal, parse } from "./legal.js";
import { ownMan } from "./names.js";
import { listPremoves } from "./premoves.js";
import { explainBarred, explainStuck } from "./words.js";

export class Choice {
  /**
   * `shown()` is called when the choice changes; `ask(area, kinds)` when a kind has to be chosen first. `premove` has
   * set(text) and cancel().
   */
  constructor({ submit, say, shown, ask, premove }) {
    Object.assign(this, { submit, say, shown, ask, premove });
    this.legal = new Legal([], null);
    this.barred = new Legal([], null); // moves that a repetition bars
    this.chosen = null; // {from, kind}
    this.pending = null; // [from, to] of a move that was sent
    this.planned = null; // [from, to] of a premove
  }

  /** Show a new position. */
  draw(board, { mine, planning }) {
    const before = this.chosen;
    this.board = board;
    this.mine = mine;
    this.planning = planning;
    this.seat = planning ? board.viewer.seat : board.view.seat;
    const list = mine ? board.legal : planning ? listPremoves(board) : [];
    this.legal = new Legal(list, { ...board.view, seat: this.seat });
    this.barred = new Legal(mine ? board.view.barred : [], board.view);
    this.pending = null;
    this.chosen = before && this.kinds(before.from).includes(before.kind) ? before : null;
  }

  /** Return {cell: mark} for the board. */
  marks() {
    if (this.pending) return Object.fromEntries(this.pending.map((cell) => [cell, "pending"]));
    if (this.planned) return Object.fromEntries(this.planned.map((cell) => [cell, "planned"]));
    const marks = Object.fromEntries(this.mine ? [...this.legal.ways.keys()].map((from) => [from, "own"]) : []);
    if (!this.chosen) return marks;
    marks[this.chosen.from] = "chosen";
    for (const to of this.barredTargets().keys()) marks[to] = "barred";
    for (const to of this.targets().keys()) marks[to] = this.planning ? "move" : effect(this.board.view, to);
    return marks;
  }

  targets() {
    return this.chosen ? this.legal.targets(this.chosen.from, this.chosen.kind) : new Map();
  }

  barredTargets() {
    return this.chosen ? this.barred.targets(this.chosen.from, this.chosen.kind) : new Map();
  }

  /** Return whether a chessman can be picked up now. */
  isFree(man) {
    return this.active && man.seat === this.board.viewer.seat && this.legal.targets(man.area, man.kind).size > 0;
  }

  /** Return whether something can be chosen now, for this turn or as a premove. */
  get active() {
    return (this.mine && !this.planned && !this.pending) || this.planning;
  }

  pick(cell, kind) {
    if (!this.active) return;
    if (this.planned) {
      const again = this.planned.includes(cell);
      this.premove.cancel();
      if (again) return;
    }
    const text = this.targets().get(cell);
    if (text) this.send(text, [this.chosen.from, cell]);
    else if (this.barredTargets().has(cell)) this.say(explainBarred(this.board.view, this.barredTargets().get(cell)));
    else this.choose(cell, kind);
  }

  /** Return the kinds that can leave an area, or could if no repetition barred their moves. */
  kinds(cell) {
    return [...new Set([...this.legal.kinds(cell), ...this.barred.kinds(cell)])];
  }

  choose(cell, kind) {
    const { view } = this.board;
    const own = (view.areas[cell]?.men ?? []).filter(([seat]) => seat === this.seat);
    const kinds = this.kinds(cell);
    if (!kinds.length) return this.refuse(cell, own.length > 0);
    const same = this.chosen?.from === cell;
    if (own.some(([, manKind]) => manKind === kind) && kinds.includes(kind)) return this.set(same && this.chosen.kind === kind ? null : { from: cell, kind });
    if (same) return this.set(null);
    if (kinds.length > 1) {
      this.set(null);
      return this.ask(cell, kinds);
    }
    return this.set({ from: cell, kind: kinds[0] });
  }

  refuse(cell, own) {
    const { view } = this.board;
    if (own) this.say(explainStuck(view, cell));
    else if (this.chosen) {
      const params = { chessman: ownMan(this.chosen.kind), from: this.chosen.from, to: cell };
      this.say(view.areas[cell] ? translate("{chessman} in {from} can't move to {to}.", params) : translate("{chessman} in {from} can't move to a grave.", params));
    }
    this.chosen = null;
    this.shown();
  }

  /** Select a chessman, or none. */
  set(chosen) {
    this.chosen = chosen;
    if (chosen) {
      const ways = translateMany("{n} possible move", "{n} possible moves", this.targets().size);
      const { men } = this.board.view.areas[chosen.from];
      const kinds = new Set(men.filter(([seat]) => seat === this.seat).map(([, kind]) => kind));
      const other = kinds.size > 1 && this.kinds(chosen.from).length < 2 ? ` ${translate("Only this kind can move from there.")}` : "";
      const message = chosen.kind === "b" ? mark("Big chessman in {area} chosen: {ways}.") : mark("Small chessman in {area} chosen: {ways}.");
      if (!this.targets().size) this.say(translate("Every move from {area} is barred: it would repeat a position too often.", { area: chosen.from }));
      else this.say(translate(message, { area: chosen.from, ways }) + other, { quiet: !other });
    }
    this.shown();
  }

  async send(text, cells) {
    if (this.planning) {
      this.chosen = null;
      return this.premove.set(text);
    }
    this.pending = cells;
    this.chosen = null;
    this.shown();
    const verdict = await this.submit(text);
    if (this.pending !== cells) return; // the position has changed in the meantime
    if (verdict.state === "refused") {
      this.pending = null;
      this.shown();
    }
  }

  cancel() {
    if (this.chosen) this.set(null);
    else if (this.planning && this.planned) this.premove.cancel();
  }

  /** Mark a premove; "" for none. */
  plan(text) {
    const move = text && parse(text);
    this.planned = move ? [move.from, move.to] : null;
    this.shown();
  }
}

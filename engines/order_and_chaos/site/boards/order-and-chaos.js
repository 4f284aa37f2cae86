// The board of Order & Chaos: draws views and sends notation. It contains no rules.

import { mark, translate } from "../../site/words.js";
import { make } from "../elements.js";
import { loadStyles } from "../styles.js";
import { Choice } from "./order-and-chaos/choice.js";
import { Chooser } from "./order-and-chaos/chooser.js";
import { startClassroomClock } from "./order-and-chaos/classroom-clock.js";
import { manDrags } from "./order-and-chaos/drag.js";
import { Field } from "./order-and-chaos/field.js";
import { Layout } from "./order-and-chaos/geometry.js";
import { goal, guide } from "./order-and-chaos/guide.js";
import { losses } from "./order-and-chaos/losses.js";
import { Men } from "./order-and-chaos/men.js";
import { Panel } from "./order-and-chaos/panel.js";
import { Play } from "./order-and-chaos/play.js";
import { findPremove, listPremoves } from "./order-and-chaos/premoves.js";
import { createWarnings, illustrate } from "./order-and-chaos/report.js";
import { token } from "./order-and-chaos/shapes.js";
import { describeLastTurn, isNextTurn, stepsOf } from "./order-and-chaos/steps.js";
import { MoveEntry } from "./order-and-chaos/move-entry.js";
import { cellWords, doesCount, explainCell, isMyTurn, status } from "./order-and-chaos/words.js";
export { chooseSound, keys } from "./order-and-chaos/facts.js";

await loadStyles("order-and-chaos", "order-and-chaos-panels");

const INVITATION = mark("Point at an area, tap it or move to it with the arrow keys to read about it.");

class OrderAndChaos {
  constructor(root, { submit, say, panel, report, controls, note, premove }) {
    this.root = root;
    this.premove = premove;
    this.frame = make("div", "oc-frame");
    this.note = make("p", "oc-note");
    root.replaceChildren(this.frame);
    (note ?? root).append(this.note);
    this.field = new Field(this.frame, {
      onPick: (cell, kind) => this.pick(cell, kind),
      onPoint: (cell) => this.point(cell),
      onCancel: () => this.choice.cancel(),
      onKey: (key, cell) => this.key(key, cell),
    });
    this.men = new Men(this.field.men);
    this.choice = new Choice({ submit, say, premove, shown: () => this.kind(), ask: (area, kinds) => this.ask(area, kinds) });
    this.chooser = new Chooser(this.frame, {
      choose: (from, kind) => this.takeUp(from, kind),
      leave: (area) => this.field.focus(area),
    });
    this.play = new Play(this.men, this.field, { tell: (...step) => this.tell(...step), done: () => this.rest() });
    this.panel = new Panel(panel, controls ?? panel, { submit });
    this.report = report;
    this.typing = new MoveEntry(root.closest("[data-match-page]")?.querySelector('[data-part="typed"]'));
    this.time = startClassroomClock((text) => this.panel.showTime(text));
    this.turnedByHand = false;
    manDrags(this.field.svg, {
      free: (element) => this.free(element),
      start: ({ from, kind }) => this.takeUp(from, kind),
      drop: ({ from }, cell) => this.drop(from, cell),
    });
  }

  draw(board, { animate = true } = {}) {
    const before = this.board?.view;
    this.board = board;
    this.chooser.dismiss();
    const { view } = board;
    const isComing = !view && board.status !== "closed" && board.status !== "void";
    this.frame.classList.toggle("loading", isComing);
    this.panel.draw(view, { mustPass: false });
    this.report.replaceChildren(...createWarnings(view));
    this.time.draw(board);
    if (!view) return this.note.replaceChildren(isComing ? translate("The board appears when the match begins.") : "");
    const mine = isMyTurn(board);
    const planning = Boolean(!mine && this.premove?.list(board));
    this.choice.draw(board, { mine, planning });
    this.lay();
    this.panel.draw(view, { mustPass: this.choice.legal.mustPass });
    this.typing.draw(view, mine ? board.legal : planning ? listPremoves(board) : [], { planning });
    if (animate && isNextTurn(before, view) && this.men.men.length) this.play.add(stepsOf(view), view, this.layout);
    else if (!this.play.busy || before?.turn !== view.turn) this.play.end(view, this.layout);
    return this.kind();
  }

  /** Turn the board to the viewer; lay it out again only if needed. */
  lay() {
    const turned = (this.board.viewer.seat === 1) !== this.turnedByHand;
    if (this.layout && this.turned === turned) return;
    this.turned = turned;
    this.layout = new Layout(this.board.view.board, turned);
    this.field.build(this.layout);
    this.play.end(this.board.view, this.layout);
  }

  kind() {
    const { view } = this.board;
    const last = view.last?.from ? [view.last.from, view.last.to] : [];
    const chosen = this.choice.chosen;
    this.field.mark(this.choice.marks(), { words: (cell) => cellWords(view, cell), last, spot: (cell, kind) => this.hintSpot(cell, kind) });
    this.men.show({ counts: (man) => Boolean(man.area) && doesCount(view, man.area), free: (man) => this.choice.mine && this.choice.isFree(man) });
    const own = this.men.men.filter((man) => chosen && man.area === chosen.from && man.kind === chosen.kind && man.seat === this.choice.seat);
    for (const man of this.men.men) man.element.classList.toggle("oc-chosen", man === own[0]);
  }

  hintSpot(cell, kind) {
    const area = this.layout.areas[cell];
    if (area.kind !== "battle") return kind === "kill" ? [area.middle[0] + 26, area.middle[1] - 26] : area.middle;
    return kind === "kill" ? area.name[0] : area.slots[this.men.freeSlot(cell)];
  }

  pick(cell, kind) {
    if (!this.board?.view) return;
    this.hurry();
    this.chooser.close();
    this.explain(cell);
    this.choice.pick(cell, kind);
  }

  /** End the animation when the player acts. */
  hurry() {
    if (this.play.busy) this.play.end(this.board.view, this.layout);
  }

  ask(area, kinds) {
    this.chooser.ask(area, kinds, this.choice.seat, this.layout.areas[area].shape, this.layout.size);
  }

  takeUp(from, kind) {
    this.hurry();
    this.field.focus(from);
    this.choice.set({ from, kind });
  }

  key(key, cell) {
    if (!["s", "b"].includes(key) || !this.choice.legal.kinds(cell).includes(key)) return false;
    this.takeUp(cell, key);
    return true;
  }

  free(element) {
    const hit = element.closest(".oc-man");
    const man = this.men.men.find((each) => each.element === hit);
    if (!man || !this.choice.isFree(man)) return null;
    return { from: man.area, kind: man.kind, ghost: () => token(man.seat, man.kind) };
  }

  drop(from, cell) {
    if (cell && cell !== from && this.layout.areas[cell]) this.choice.pick(cell, null);
    else this.choice.cancel();
  }

  point(cell) {
    if (this.play.busy) return; // the turn is being animated
    if (cell && this.board?.view) this.explain(cell);
    else this.rest();
  }

  explain(cell) {
    const { title, text } = explainCell(this.board.view, cell);
    this.note.replaceChildren(make("strong", "", `${title}.`), ` ${text}`);
  }

  /** Show a step of the last turn below the board. */
  tell(step, n, of) {
    this.note.replaceChildren(make("strong", "", of > 1 ? `${translate("{n} of {all}", { n: n + 1, all: of })}. ` : ""), step.text);
  }

  /** Show the default text below the board. */
  rest() {
    const view = this.board?.view;
    if (view) this.note.replaceChildren(describeLastTurn(view) || translate(INVITATION));
    if (view) this.kind();
  }
}

/**
 * Mount the board on `root`, with the counts of both sides in `panel`, the pass in `controls`, what is pointed at in
 * `note` and warnings in `report`.
 * `submit(text)` resolves to {state, code, text}; `say(text, {quiet})` shows a hint near the board.
 * `premove` has list(board), set(text) and cancel().
 * Returns what the match page needs: draw, status, describeLast, illustrate, losses, goal, premoves, guide, turn.
 */
export function mount(root, tools) {
  const board = new OrderAndChaos(root, tools);
  return {
    draw: (next, how) => board.draw(next, how),
    status,
    describeLast: describeLastTurn,
    illustrate,
    losses,
    goal,
    premoves: { list: listPremoves, find: findPremove, show: (text) => board.board?.view && board.choice.plan(text) },
    guide: () => guide(board.board?.view?.options),
    turn() {
      board.turnedByHand = !board.turnedByHand;
      if (board.board?.view) board.draw(board.board, { animate: false });
    },
  };
}

// Animates the steps of a turn one after another. The animation can be ended at once.

import { svg } from "../../elements.js";
import { prefersReducedMotion } from "../../motion.js";
import { at } from "./shapes.js";

const TIMES = { pass: 500, move: 420, kill: 620, turn: 900, revive: 620 };
const REST = 90; // ms between two steps

export class Play {
  /** `men` and `field` are animated; `tell(step, n, of)` is called as each step starts, `done()` after the last. */
  constructor(men, field, { tell, done: onDone }) {
    this.men = men;
    this.field = field;
    this.tell = tell;
    this.done = onDone;
    this.queue = [];
    this.timer = 0;
  }

  get busy() {
    return this.queue.length > 0 || this.timer !== 0;
  }

  /** Animate the turn that led to `view`, unless motion is reduced. Of several pending turns, only the last is animated. */
  add(steps, view, layout) {
    if (prefersReducedMotion()) return this.end(view, layout);
    const waiting = this.queue.findLast((due) => due.last)?.view;
    if (waiting) this.end(waiting, layout);
    steps.forEach((step, n) => this.queue.push({ step, n, of: steps.length, view, layout, last: n === steps.length - 1 }));
    if (!this.timer) this.next();
    return undefined;
  }

  /** Stop the animation and show `view`. */
  end(view, layout) {
    clearTimeout(this.timer);
    this.timer = 0;
    this.queue = [];
    for (const animation of this.running ?? []) animation.cancel();
    this.running = [];
    this.field.effects.replaceChildren();
    this.men.settle(view, layout);
    this.field.show(view);
    this.done();
  }

  next() {
    const due = this.queue.shift();
    if (!due) {
      this.timer = 0;
      return;
    }
    this.tell(due.step, due.n, due.of);
    this.act(due.step);
    this.timer = setTimeout(() => this.after(due), TIMES[due.step.what] + REST);
  }

  after({ last, view, layout }) {
    if (last && !this.queue.length) return this.end(view, layout);
    if (last) {
      this.men.settle(view, layout);
      this.field.show(view);
    }
    return this.next();
  }

  act(step) {
    const { men, field } = this;
    this.running = [];
    if (step.what === "move" || step.what === "revive") this.go(step, step.what === "move" ? step.from : null);
    if (step.what === "kill") this.kill(step);
    if (step.what === "turn") {
      men.owners = Object.fromEntries(Object.entries(men.owners).map(([key, seat]) => [key, 1 - seat]));
      field.turnLands(men.owners, step.area);
      this.running = men.travel(men.place(), TIMES.turn);
    }
  }

  go({ seat, kind, area, to = area, through = [] }, from) {
    const { men } = this;
    const man = men.find(seat, kind, from);
    if (!man) return;
    // In a full area it is drawn over its victim, which the next step removes.
    const room = men.layout.areas[to].slots.length > men.men.filter((each) => each.area === to).length;
    men.send(man, to, room ? null : this.victimSlot(seat, kind, to));
    const via = through.length === 1 ? [men.layout.areas[through[0]].middle] : [];
    const moved = men.place().sort((a, b) => (b[0] === man) - (a[0] === man));
    this.running = men.travel(moved, TIMES.move, via);
  }

  victimSlot(seat, kind, area) {
    const enemies = this.men.men.filter((each) => each.area === area && each.seat !== seat);
    return (enemies.find((each) => each.kind === kind) ?? enemies[0])?.slot ?? 0;
  }

  kill({ seat, kind, area }) {
    const { men, field } = this;
    const man = men.find(seat, kind, area);
    if (!man) return;
    field.effects.append(svg("circle", { class: "oc-clash", r: 60, transform: at(man.at) }));
    men.send(man, null);
    this.running = men.travel(men.place(), TIMES.kill);
    setTimeout(() => field.effects.replaceChildren(), TIMES.kill);
  }
}

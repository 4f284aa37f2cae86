// An action in the making: unit, function, what is selected. Every step offers what the legal list still allows.

import { parse } from "./notation.js";

const has = (action, keys) => keys.every((key) => action.items.some((item) => item.key === key));

export class Composer {
  /** `legal` is a list of notations. What is certain from the start (one unit, one function) is chosen at once. */
  constructor(legal) {
    this.all = legal.map(parse).filter((action) => action.actor);
    this.functions = this.all.filter((action) => action.verb !== "move" && action.verb !== "release");
    this.clear();
  }

  clear() {
    this.actor = null;
    this.verb = null;
    this.keys = [];
    this.unit = null;
    const actors = this.actors();
    if (actors.length === 1 && !this.all.some((action) => action.verb === "move")) this.choose(actors[0]);
  }

  /** Whether there is a step that can be taken back. */
  get begun() {
    return this.keys.length > 0 || this.unit !== null || (this.actor !== null && this.actors().length > 1) || (this.verb !== null && this.verbs().length > 1);
  }

  actors() {
    return [...new Set(this.all.map((action) => action.actor))];
  }

  choose(actor) {
    this.actor = actor;
    this.verb = null;
    this.keys = [];
    this.unit = null;
    const verbs = this.verbs();
    if (verbs.length === 1 && !this.moves().length) this.use(verbs[0]);
  }

  /** The functions of the chosen unit, by verb. */
  verbs() {
    return [...new Set(this.functions.filter((action) => action.actor === this.actor).map((action) => action.verb))];
  }

  /** What the chosen unit may do at once: moves, and ending its hold. */
  moves() {
    return this.all.filter((action) => action.actor === this.actor && action.verb === "move");
  }

  release() {
    return this.all.find((action) => action.actor === this.actor && action.verb === "release") ?? null;
  }

  use(verb) {
    this.verb = verb;
    this.keys = [];
    this.unit = null;
  }

  /** The legal actions that the choices so far can still become. */
  open() {
    if (!this.verb) return [];
    return this.functions.filter((action) => action.actor === this.actor && action.verb === this.verb && has(action, this.keys));
  }

  /** The items chosen so far. */
  items() {
    const items = new Map(this.open().flatMap((action) => action.items.map((item) => [item.key, item])));
    return this.keys.map((key) => items.get(key)).filter(Boolean);
  }

  /** What can be selected next: grids, or codes under the Stack. */
  units() {
    const chosen = new Set(this.items().map((item) => item.unit));
    return [...new Set(this.open().flatMap((action) => action.items.map((item) => item.unit)))].filter((unit) => !chosen.has(unit));
  }

  /** Where a selected unit can go: items with that unit. */
  ends(unit = this.unit) {
    const items = new Map();
    for (const action of this.open()) for (const item of action.items) if (item.unit === unit) items.set(item.key, item);
    return [...items.values()];
  }

  /** Select a unit: done at once when there is one way to do so, else its destination is asked next. */
  select(unit) {
    const ends = this.ends(unit);
    if (ends.length === 1) this.add(ends[0].key);
    else this.unit = unit;
  }

  add(key) {
    this.keys.push(key);
    this.unit = null;
  }

  /** Take a selected unit out again. */
  drop(unit) {
    this.keys = this.items().filter((item) => item.unit !== unit).map((item) => item.key);
    this.unit = null;
  }

  /** One step back; false if there was none. */
  back() {
    if (!this.begun) return false;
    if (this.unit !== null) this.unit = null;
    else if (this.keys.length) this.keys.pop();
    else if (this.verb !== null && this.verbs().length > 1) this.verb = null;
    else this.clear();
    return true;
  }

  /** The notation of what is chosen, if it is a whole action. */
  complete() {
    if (!this.keys.length || this.unit !== null) return null;
    return this.open().find((action) => action.items.length === this.keys.length) ?? null;
  }

  /** Whether more could be selected. */
  get more() {
    return this.units().length > 0;
  }
}

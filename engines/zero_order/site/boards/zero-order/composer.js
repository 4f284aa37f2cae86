// An action being composed: unit, function, selected items. Every step offers only what the legal list still allows.

import { parse } from "./notation.js";

const has = (action, keys) => keys.every((key) => action.items.some((item) => item.key === key));

export class Composer {
  /** `legal` is a list of notations. If there is only one unit or function, it is chosen at once. */
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

  /** Return whether there is a step to undo. */
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

  /** Return the functions of the chosen unit, by verb. */
  verbs() {
    return [...new Set(this.functions.filter((action) => action.actor === this.actor).map((action) => action.verb))];
  }

  /** Return the moves of the chosen unit. */
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

  /** Return the legal actions that match the choices so far. */
  open() {
    if (!this.verb) return [];
    return this.functions.filter((action) => action.actor === this.actor && action.verb === this.verb && has(action, this.keys));
  }

  /** Return the items chosen so far. */
  items() {
    const items = new Map(this.open().flatMap((action) => action.items.map((item) => [item.key, item])));
    return this.keys.map((key) => items.get(key)).filter(Boolean);
  }

  /** Return what can be selected next: grids, or codes under the Stack. */
  units() {
    const chosen = new Set(this.items().map((item) => item.unit));
    return [...new Set(this.open().flatMap((action) => action.items.map((item) => item.unit)))].filter((unit) => !chosen.has(unit));
  }

  /** Return the possible destinations of a selected unit, as items with that unit. */
  ends(unit = this.unit) {
    const items = new Map();
    for (const action of this.open()) for (const item of action.items) if (item.unit === unit) items.set(item.key, item);
    return [...items.values()];
  }

  /** Select a unit. If it has several destinations, the destination is asked next. */
  select(unit) {
    const ends = this.ends(unit);
    if (ends.length === 1) this.add(ends[0].key);
    else this.unit = unit;
  }

  add(key) {
    this.keys.push(key);
    this.unit = null;
  }

  /** Deselect a unit. */
  drop(unit) {
    this.keys = this.items().filter((item) => item.unit !== unit).map((item) => item.key);
    this.unit = null;
  }

  /** Undo one step; return false if there was none. */
  back() {
    if (!this.begun) return false;
    if (this.unit !== null) this.unit = null;
    else if (this.keys.length) this.keys.pop();
    else if (this.verb !== null && this.verbs().length > 1) this.verb = null;
    else this.clear();
    return true;
  }

  /** Return the notation of the choices if they are a complete action. */
  complete() {
    if (!this.keys.length || this.unit !== null) return null;
    return this.open().find((action) => action.items.length === this.keys.length) ?? null;
  }

  /** Return whether more can be selected. */
  get more() {
    return this.units().length > 0;
  }
}

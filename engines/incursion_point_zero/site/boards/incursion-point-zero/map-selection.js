// Choosing on the map: steps, targets, spaces for a card. Only actions of the legal list are offered.

import { translate, translateMany } from "../../../site/words.js";
import { soldiersAt, spaceWords } from "./descriptions.js";
import { brief, bySpace, markOf, markWords, options } from "./options.js";

const ARMED = new Set(["place", "lay"]);

export class MapSelection {
  /** `send(text)` resolves to the verdict; `say(text, {quiet})`; `changed()` asks for the controls to be redrawn. */
  constructor(map, menu, root, { send, say, changed }) {
    Object.assign(this, { map, menu, root, send, say, changed });
    this.list = [];
    this.armed = null;
  }

  draw(board) {
    this.board = board;
    this.list = board.can?.submit ? options(board.legal, board.view ?? {}) : [];
    if (!this.list.some((option) => option.words[1] === this.armed)) this.armed = null;
    this.mark();
  }

  /** Return whether cards are being laid: then a card is selected before its space. */
  get laying() {
    return this.list.some((option) => ARMED.has(option.verb));
  }

  /** Return the options on the map now: those of the selected card, or all. */
  offers() {
    return bySpace(this.laying ? this.list.filter((option) => option.words[1] === this.armed) : this.list);
  }

  mark() {
    const marks = {};
    for (const [space, offers] of this.offers()) {
      const steps = offers.some((option) => option.verb === "move" || option.verb === "enter");
      const left = steps && !this.stops(space) ? this.board.view.turn.moves - 1 : null;
      const note = left > 0 ? `+${left}` : "";
      const more = left > 0 ? ` ${translate("Moves left after that: {n}.", { n: left })}` : "";
      marks[space] = { mark: markOf(offers), words: markWords(offers) + more, note };
    }
    if (this.pending) marks[this.pending] = { ...marks[this.pending], mark: "pending", words: translate("Sent.") };
    this.map.mark(marks, { last: this.last() });
  }

  /** Return whether a step ends the movement: there is an enemy, or a card that Strike will turn up. */
  stops(space) {
    const { view } = this.board;
    const side = view.soldiers[view.turn.soldier].side;
    const met = soldiersAt(view, space).some((name) => view.soldiers[name].side !== side && view.soldiers[name].state === "map");
    return met || (side === 0 && view.spaces[space]?.card === "down");
  }

  last() {
    const events = this.board.view?.events ?? [];
    return events.map((event) => event.at(-1)).filter((part) => /^Z\d-\d$/.test(part));
  }

  /** Select a card to lay on the map, or deselect it. */
  arm(name) {
    this.armed = this.armed === name ? null : name;
    this.mark();
    this.changed();
    if (this.armed) this.say(translateMany("{n} space is marked: choose it.", "{n} spaces are marked: choose one.", this.offers().size), { quiet: true });
  }

  pick(space, event) {
    if (this.pending || !this.board?.view) return;
    const offers = this.offers().get(space) ?? [];
    const touch = event?.pointerType === "touch";
    if (offers.length === 1 && !touch) return void this.act(offers[0].text, space);
    if (!offers.length && !touch) return void this.refuse();
    this.openMenu(space, offers);
  }

  openMenu(space, offers) {
    const choices = offers.map((option) => ({ label: upper(brief(option)), act: () => this.act(option.text, space) }));
    this.menu.open(spaceWords(this.board.view, space), choices, this.map.boxOf(space, this.root), this.map.cells.get(space));
  }

  refuse() {
    if (!this.list.length) return;
    if (this.laying && !this.armed) this.say(translate("First choose a card below the map, then a space for it."));
    else this.say(translate("You can't do anything on that space now. Available spaces are marked."));
  }

  async act(text, space = null) {
    if (this.pending) return;
    this.pending = space ?? "sent";
    if (space) this.mark();
    this.changed();
    await this.send(text);
    this.pending = null;
    this.mark();
    this.changed();
  }

  cancel() {
    this.armed = null;
    this.mark();
    this.changed();
  }
}

export const upper = (text) => text[0].toUpperCase() + text.slice(1);

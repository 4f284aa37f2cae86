// The steps of a turn on the board: move, function, combo, release, and Lock and Hide before the battle.

import { mark, translate, translateMany } from "../../../site/words.js";
import { Composer } from "./composer.js";
import { tokenCard } from "./hints.js";
import { SEVERAL } from "./notation.js";
import { arrows, candidates, destination, edges, exitOf, marks } from "./highlights.js";
import { getPrompt } from "./prompts.js";
import { FUNCTION_OF, nameOf } from "./tokens.js";
import { losesAtEnd, stateWords } from "./words.js";

export class Turn {
  constructor(field, dock, { submit, say }) {
    Object.assign(this, { field, dock, submit, say });
    this.key = "";
    this.pending = null;
    this.suggested = null;
  }

  /** Show a position; choices stay if it is still the same one. */
  draw(board) {
    this.board = board;
    const key = `${board.entry}|${board.legal?.length}`;
    if (this.key !== key) {
      this.key = key;
      this.composer = new Composer(board.legal ?? []);
      this.pending = null;
      this.suggested = null;
      this.sure = false;
    }
    this.show();
  }

  forget() {
    this.key = "";
  }

  show() {
    if (this.pending) {
      this.field.mark({ [this.pending]: "pending" });
      return this.dock.show({ prompt: translate("Sent…") });
    }
    const { composer } = this;
    const { tiles } = this.board.view;
    const shown = marks(composer);
    if (this.suggested && shown[this.suggested] === "move") shown[this.suggested] = "suggested";
    this.field.mark(shown, { arrows: arrows(composer, tiles), edges: edges(composer, tiles) });
    this.dock.show({ ...getPrompt(composer, this.board), buttons: this.buttons() });
  }

  buttons() {
    const { composer, board } = this;
    const buttons = [];
    const complete = composer.complete();
    if (complete) buttons.push({ text: translate("Confirm"), kind: "btn-primary", act: () => this.send(complete.text) });
    if (composer.unit) {
      for (const end of composer.ends()) buttons.push({ text: destination(end), act: () => this.add(end.key) });
    } else if (composer.verb === "unstack") {
      for (const code of composer.units()) buttons.push({ text: nameOf(code), act: () => this.pick(code) });
    }
    const verbs = composer.verb && composer.keys.length ? [] : composer.verbs();
    if (verbs.length > 1 || (verbs.length && !composer.verb)) {
      for (const verb of verbs) buttons.push({ text: verb[0].toUpperCase() + verb.slice(1), pressed: composer.verb === verb, about: () => this.about(verb), act: () => this.use(verb) });
    }
    const release = composer.keys.length ? null : composer.release();
    if (release) buttons.push({ text: translate("Release hold"), act: () => this.send(release.text) });
    if (composer.begun) buttons.push({ text: translate("Cancel"), kind: "btn-quiet", title: "Escape", act: () => this.cancel() });
    if (board.legal.includes("end")) buttons.push(this.endButton(board.legal.length === 1));
    return buttons;
  }

  /** Return the card of a usable function: the unit's own, copied or from beneath. */
  about(verb) {
    return tokenCard(FUNCTION_OF[verb], this.board.viewer.seat);
  }

  endButton(primary) {
    const loses = losesAtEnd(this.board.view, this.board.viewer.seat);
    const words = this.board.view.phase === "support" ? translate("Done") : translate("End turn");
    if (!loses) return { text: words, kind: primary ? "btn-primary" : "", act: () => this.send("end"), id: "end" };
    if (this.sure) return { text: translate("End turn and lose"), kind: "btn-danger", act: () => this.send("end") };
    return { text: words, kind: "btn-danger", act: () => this.warn() };
  }

  warn() {
    this.sure = true;
    this.say(translate("Your Error touches an Active Delete. If you end the turn now, you lose the match."));
    this.show();
  }

  // Choices on the board or with a button

  onPick(grid) {
    if (this.pending) return;
    if (this.composer.verb) this.pickFor(grid);
    else this.pickUnit(grid);
  }

  pickUnit(grid) {
    const { composer } = this;
    const move = composer.moves().find(({ items }) => items[0].to === grid);
    if (move) return this.send(move.text, grid);
    if (composer.actor === grid && composer.actors().length > 1) composer.clear();
    else if (composer.actors().includes(grid)) this.choose(grid);
    else this.say(this.why(grid));
    this.show();
  }

  choose(grid) {
    this.composer.choose(grid);
    const moves = this.composer.moves().length;
    const params = { unit: nameOf(this.board.view.units[grid][1]), grid };
    const words = moves
      ? translateMany("{unit} on {grid} chosen: {n} possible move.", "{unit} on {grid} chosen: {n} possible moves.", moves, params)
      : translate("{unit} on {grid} chosen.", params);
    this.say(words, { quiet: true });
  }

  pickFor(grid) {
    const { composer } = this;
    const ends = composer.unit ? composer.ends().filter((end) => end.to === grid || (end.to === "off" && exitOf(composer, this.board.view.tiles, end).grid === grid)) : [];
    const complete = composer.complete();
    const single = !SEVERAL.includes(composer.verb);
    const item = composer.items().find(({ unit, to }) => unit === grid || to === grid);
    if (ends.length === 1) return this.add(ends[0].key);
    if (ends.length > 1) return this.say(translate("Two directions are possible. Choose one with the buttons."));
    if (complete && single && item) return this.send(complete.text, grid);
    if (grid === composer.unit) composer.back();
    else if (item?.unit === grid) composer.drop(grid);
    else if (candidates(composer).includes(grid)) return this.pick(grid);
    else if (item) return;
    else if (grid === composer.actor) composer.clear();
    else if (composer.actors().includes(grid)) this.choose(grid);
    else return this.say(translate("You can't select {grid} now. Available grids are marked.", { grid }));
    this.show();
  }

  pick(unit) {
    if (!SEVERAL.includes(this.composer.verb)) this.composer.use(this.composer.verb);
    this.composer.select(unit);
    this.tell();
    this.show();
  }

  onExit(key) {
    if (!this.pending) this.add(key);
  }

  add(key) {
    this.composer.add(key);
    this.tell();
    this.show();
  }

  use(verb) {
    this.composer.use(verb);
    this.tell();
    this.show();
  }

  tell() {
    this.say(getPrompt(this.composer, this.board).prompt, { quiet: true });
  }

  cancel() {
    this.sure = false;
    this.composer.back();
    this.show();
  }

  /** Explain why the unit on a grid can't be chosen now. */
  why(grid) {
    const { view, viewer } = this.board;
    const unit = view.units[grid];
    const { actor } = this.composer;
    if (!unit) return actor ? translate("{unit} on {grid} can't move to {to}.", { unit: nameOf(view.units[actor]?.[1]), grid: actor, to: grid }) : translate("Choose one of the marked units.");
    if (unit[0] !== viewer.seat) return translate("This is an opponent's unit. Choose one of the marked units.");
    const states = stateWords(view, grid);
    const params = { unit: nameOf(unit[1]), grid };
    if (states.length) return translate("{unit} on {grid} is {states}.", { ...params, states: states.join("; ") });
    if (view.phase === "move") return translate("{unit} on {grid} has no free tile to move to.", params);
    if (view.phase === "act") return translate("Only the unit that moved (on {grid}) can act now.", { grid: view.mover });
    return translate("{unit} on {grid} can't act now. A combo must select a unit that the last action moved.", params);
  }

  async send(text, grid = this.composer.actor) {
    const focus = (this.pending = grid ?? "C5");
    this.show();
    const verdict = await this.submit(text);
    if (this.pending !== focus || verdict.state !== "refused") return;
    this.pending = null;
    this.show();
  }

  /** Show a suggested action: a function is filled in completely, to be confirmed or cancelled. */
  suggest(text) {
    const action = this.composer.all.find((candidate) => candidate.text === text);
    if (this.pending) return;
    if (!action) return this.say(text === "end" ? translate("Suggested: end the turn.") : "");
    this.composer.choose(action.actor);
    this.suggested = action.verb === "move" ? action.items[0].to : null;
    if (action.verb !== "move" && action.verb !== "release") {
      this.composer.use(action.verb);
      for (const { key } of action.items) this.composer.add(key);
    }
    this.tell();
    this.show();
  }

  // Dragging a unit to where it moves

  holds(grid) {
    if (this.pending || this.composer.verb) return null;
    return this.composer.all.some((action) => action.verb === "move" && action.actor === grid) ? this.board.view.units[grid] : null;
  }

  start(grid) {
    this.composer.choose(grid);
    this.show();
  }

  drop(from, to) {
    const move = this.composer.moves().find(({ items }) => items[0].to === to);
    if (move) return this.send(move.text, to);
    if (to && to !== from) this.say(this.why(to));
    this.composer.clear();
    this.show();
  }
}


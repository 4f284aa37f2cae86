// Choosing a squad: four classes in turn order, each with a Gamer. The draft is stored in this browser.

import { translate, translateMany } from "../../../site/words.js";
import { make, set } from "../../elements.js";
import { ownSetUps } from "../../own-set-ups.js";
import { tokenPicture } from "./art.js";
import { classWords, gamerWords } from "./descriptions.js";
import { button } from "./dom.js";
import { CLASSES, diceCount, gamer, soldierCard, statName } from "./names.js";
import { abilityChip, gamerChip } from "./squads.js";
import { explainOnTap } from "./tips.js";

const SIZE = 4;

/** Return the dice of a class led by a Gamer. */
const diceOf = (name, handle) => gamer(handle)?.stats[soldierCard(name).focus] ?? 3;

function permutations(list, length) {
  if (!length) return [[]];
  return list.flatMap((first, at) => permutations(list.toSpliced(at, 1), length - 1).map((rest) => [first, ...rest]));
}

/** Return the Gamers that are worth proposing: no others give one of the classes more dice. */
function useful(classes, roster) {
  const best = (name) => roster.toSorted((first, second) => diceOf(name, second) - diceOf(name, first)).slice(0, SIZE);
  const usefulNames = new Set(classes.flatMap(best));
  return roster.filter((handle) => usefulNames.has(handle));
}

/** Return a complete draft: random classes, with the Gamers that give most dice. */
export function proposal(side, roster) {
  const classes = CLASSES[side].map((name) => [Math.random(), name]).sort().slice(0, SIZE).map(([, name]) => name);
  if (!roster.length) return classes.map((name) => [name, null]);
  const total = (four) => four.reduce((sum, handle, at) => sum + diceOf(classes[at], handle), 0);
  const best = permutations(useful(classes, roster), SIZE).reduce((first, second) => (total(second) > total(first) ? second : first));
  return classes.map((name, at) => [name, best[at]]);
}

export const notation = (draft) => ["squad", ...draft.map(([name, handle]) => (handle ? `${name}:${handle}` : name))].join(" ");

export class SquadChoice {
  constructor({ send, say }) {
    Object.assign(this, { send, say });
    this.element = make("section", "ip-choice");
    this.controls = make("div", "ip-choice-controls");
    this.gamers = make("div", "ip-rosters");
    this.own = make("div", "");
    this.places = [this.element, this.controls, this.own, this.gamers];
    this.draft = null;
  }

  draw(board) {
    const { view, viewer } = board;
    const acting = view?.phase === "squad" && board.can.submit;
    for (const place of this.places) place.hidden = !acting;
    if (!acting) {
      this.draft = null;
      return this.places.forEach((place) => place.replaceChildren());
    }
    this.side = viewer.seat;
    this.roster = view.gamers[this.side];
    this.theirs = view.gamers[1 - this.side];
    this.store = `squad.${board.match_id}.${this.side}`;
    if (this.draft) return undefined; // unchanged while the other side chooses
    this.draft = this.load() ?? proposal(this.side, this.roster);
    const own = ownSetUps({ text: () => (this.draft.length === SIZE ? notation(this.draft) : ""), use: (text) => this.use(text) });
    if (own) this.own.append(own);
    return this.show();
  }

  load() {
    try {
      const draft = JSON.parse(localStorage.getItem(this.store));
      const sound = draft?.every(([name, handle]) => CLASSES[this.side].includes(name) && (handle ? this.roster.includes(handle) : !this.roster.length));
      return sound ? draft : null;
    } catch {
      return null;
    }
  }

  /** Show the squad of a text; return whether it fits the side. Gamers that this match lacks are replaced. */
  use(text) {
    const [verb, ...members] = text.split(/\s+/).map((word) => word.split(":"));
    const find = (list, word) => list.find((name) => name.toLowerCase() === word?.toLowerCase()) ?? null;
    const draft = [];
    for (const [name, handle] of members) draft.push([find(CLASSES[this.side], name), find(this.free(draft), handle)]);
    const names = new Set(draft.map(([name]) => name));
    if (verb[0].toLowerCase() !== "squad" || draft.length !== SIZE || names.size !== SIZE || names.has(null)) return false;
    for (const member of draft) member[1] ??= this.best(member[0], draft);
    this.change(draft);
    return true;
  }

  change(draft, focus) {
    this.draft = draft;
    try {
      localStorage.setItem(this.store, JSON.stringify(draft));
    } catch {
      // Without storage, the draft is lost with the page.
    }
    this.show();
    if (focus) this.element.querySelector(`[data-text="${focus}"]`)?.focus();
  }

  show() {
    const free = CLASSES[this.side].filter((name) => !this.draft.some(([taken]) => taken === name));
    const missing = SIZE - this.draft.length;
    const ready = button("btn btn-primary", translate("Submit squad"), () => this.hand(ready));
    ready.disabled = missing > 0;
    const other = button("btn", translate("Suggest another"), () => this.change(proposal(this.side, this.roster)));
    const fill = button("btn", translate("Fill the rest"), () => this.fill());
    fill.hidden = missing === 0;
    const bench = make("div", "ip-acts", ...free.map((name) => this.addButton(name)));
    this.element.replaceChildren(
      make("h2", "", translate("Your squad, in turn order")),
      make("ol", "ip-slots", ...this.draft.map((member, at) => this.slot(member, at))),
      make("div", "row", bench, make("p", "small muted", missing ? translateMany("{n} slot left: add a class.", "{n} slots left: add a class.", missing) : translate("Remove a class to make room for another."))),
    );
    this.controls.replaceChildren(make("div", "row", ready, fill, other), make("p", "small muted mono", notation(this.draft)));
    this.gamers.replaceChildren(...this.rosters());
  }

  /** Return the Gamers that both sides can use, with explanations on tap. */
  rosters() {
    const line = (title, roster) => make("div", "ip-roster", make("p", "small muted", title), make("div", "ip-tags", ...roster.map(gamerChip)));
    return this.roster.length ? [line(translate("Your Gamers"), this.roster), line(translate("Your opponent's Gamers"), this.theirs)] : [];
  }

  addButton(name) {
    const add = button("btn btn-small ip-class", tokenPicture(name), () => this.add(name));
    add.append(name);
    add.dataset.text = `add ${name}`;
    set(add, { "aria-label": `${translate("Add {name}.", { name })} ${classWords(name).lines[0]}`, "aria-disabled": this.draft.length === SIZE ? "true" : null });
    return explainOnTap(add, () => classWords(name));
  }

  add(name) {
    if (this.draft.length === SIZE) return this.say(translate("Your squad is full. Remove a class first."));
    return this.change(this.withClass(this.draft, name), `up ${name}`);
  }

  /** Return a draft with another class, led by the best Gamer who is free. */
  withClass(draft, name) {
    return [...draft, [name, this.best(name, draft)]];
  }

  /** Return the Gamers who lead no class of a draft. */
  free(draft) {
    return this.roster.filter((handle) => !draft.some(([, led]) => led === handle));
  }

  /** Return the free Gamer who gives a class most dice; null if there are none. */
  best(name, draft) {
    return this.free(draft).sort((first, second) => diceOf(name, second) - diceOf(name, first))[0] ?? null;
  }

  /** Add classes at random until the squad is complete. */
  fill() {
    const free = CLASSES[this.side].filter((name) => !this.draft.some(([taken]) => taken === name));
    const added = free.map((name) => [Math.random(), name]).sort().map(([, name]) => name);
    this.change(added.slice(0, SIZE - this.draft.length).reduce((draft, name) => this.withClass(draft, name), this.draft));
  }

  slot([name, handle], at) {
    const token = explainOnTap(button("ip-soldier-head", tokenPicture(name)), () => classWords(name));
    set(token, { "aria-label": `${name}: ${classWords(name).lines[0]}` });
    const { range, base, hp, focus, skills } = soldierCard(name);
    const values = make("p", "small num", translate("{dice} ({stat}) · base {base} · range {range} · {hp} HP", { dice: diceCount(diceOf(name, handle)), stat: statName(focus), base, range, hp }));
    const talent = gamer(handle)?.talent;
    const tags = make("div", "ip-tags", ...[...skills, ...(talent ? [talent] : [])].map(({ id }) => abilityChip(id, false)));
    const body = make("div", "ip-slot-body", make("strong", "", `${at + 1}. ${name}`), values, ...(handle ? [this.leader(handle, at)] : []), tags);
    return make("li", "ip-slot", token, body, this.moves(name, at));
  }

  /** Return the choice of a class's Gamer; choosing one that leads another class swaps the two. */
  leader(handle, at) {
    const [name] = this.draft[at];
    const select = make("select", "input");
    for (const candidate of this.roster) {
      const option = make("option", "", `${candidate}: ${diceCount(diceOf(name, candidate))}${gamer(candidate).talent ? `, ${gamer(candidate).talent.name}` : ""}`);
      option.value = candidate;
      option.selected = candidate === handle;
      select.append(option);
    }
    select.dataset.text = `gamer ${name}`;
    set(select, { "aria-label": translate("Gamer leading the {name}", { name }), title: gamerWords(handle).lines.join(" ") });
    select.addEventListener("change", () => {
      const draft = this.draft.map(([soldier, led], nth) => [soldier, nth === at ? select.value : led === select.value ? handle : led]);
      this.change(draft, `gamer ${name}`);
    });
    return select;
  }

  moves(name, at) {
    const swap = (to) => {
      const draft = this.draft.slice();
      [draft[at], draft[to]] = [draft[to], draft[at]];
      this.change(draft, `${to < at ? "up" : "down"} ${name}`);
    };
    const children = [
      ["up", "↑", at > 0, () => swap(at - 1), translate("Move {name} up", { name })],
      ["down", "↓", at < this.draft.length - 1, () => swap(at + 1), translate("Move {name} down", { name })],
      ["off", "×", true, () => this.change(this.draft.toSpliced(at, 1), `add ${name}`), translate("Remove {name}", { name })],
    ].map(([key, sign, able, act, words]) => {
      const arrowButton = button("btn btn-small", sign, able ? act : null);
      arrowButton.dataset.text = `${key} ${name}`;
      return set(arrowButton, { "aria-label": words, title: words, "aria-disabled": able ? null : "true" });
    });
    return make("div", "ip-slot-moves", ...children);
  }

  async hand(ready) {
    ready.disabled = true;
    const verdict = await this.send(notation(this.draft));
    if (verdict.state === "refused") ready.disabled = false;
  }
}

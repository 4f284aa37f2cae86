// The fights of the last action: the dice of both sides, damage and deaths, in pictures and text.

import { mark, translate } from "../../../site/words.js";
import { make, set } from "../../elements.js";
import { die, tokenPicture } from "./art.js";

const createFight = (attacker, defender, free) => ({ attacker, defender, free, rolls: {}, again: {}, ends: [], abilities: 0, open: true });

/** Replace the first blanks of a roll with its rerolled dice. */
function addRoll(fight, name, dice) {
  const before = fight.rolls[name];
  if (!before) {
    fight.rolls[name] = [...dice];
    return;
  }
  const blanks = before.flatMap((face, at) => (face ? [] : [at]));
  fight.again[name] = blanks.slice(0, dice.length);
  fight.again[name].forEach((at, nth) => (before[at] = dice[nth]));
}

/** Return the fights in the events; `going` is one that started before them. */
function parseFights(events, going = null) {
  const fights = going ? [structuredClone(going)] : [];
  for (const [word, name, value] of events) {
    if (word === "attack" || word === "free") fights.push(createFight(name, value, word === "free"));
    const last = fights.at(-1);
    if (!last) continue;
    if (word === "dice") addRoll(last, name, value);
    if (word === "damage") last.ends.push(translate("The {one} takes {n} damage.", { one: name, n: value }));
    if (word === "death") last.ends.push(translate("The {one} is killed.", { one: name }));
    if (word === "ability") last.abilities += 1;
  }
  return fights;
}

export class Dice {
  constructor() {
    this.element = make("section", "ip-fights");
    set(this.element, { "aria-label": translate("Last fight") });
    this.fights = [];
    this.open = false;
  }

  /** `live` is false in a replay: then only what is in the view is shown. */
  draw(view, { live, animate, forward }) {
    const events = view?.events ?? [];
    const going = live && forward && this.open ? this.fights.at(-1) : this.fromView(view, events);
    const fights = parseFights(events, going);
    const shownFights = fights.length || !live || !forward ? fights : this.fights;
    const changed = JSON.stringify(shownFights) !== JSON.stringify(this.fights);
    this.fights = shownFights;
    this.open = Boolean(view?.fight);
    if (!changed && this.element.childElementCount) return;
    this.element.replaceChildren(...shownFights.slice(-3).map((fight) => this.card(fight, view, animate && changed)));
  }

  /** Return a fight in progress whose start is not in the events. */
  fromView(view, events) {
    const { fight } = view ?? {};
    if (!fight || events.some(([word]) => word === "attack" || word === "free")) return null;
    const element = createFight(fight.attacker, fight.defender, fight.free);
    const thrown = new Set(events.filter(([word]) => word === "dice").map(([, name]) => name));
    [fight.attacker, fight.defender].forEach((name, side) => {
      if (fight.faces[side] && !thrown.has(name)) element.rolls[name] = [...fight.faces[side]];
    });
    return element;
  }

  card(fight, view, animate) {
    const title = translate(fight.free ? mark("{attacker} makes a Free Attack on {defender}") : mark("{attacker} attacks {defender}"), { attacker: fight.attacker, defender: fight.defender });
    const sides = [fight.attacker, fight.defender].map((name) => this.side(fight, name, view, animate));
    const { ends } = fight;
    return make("div", "ip-fight", make("p", "ip-heading", title), ...sides, ...(ends.length ? [make("p", "ip-ends", ends.join(" "))] : []));
  }

  /** Explain why a side has no dice. */
  without(fight, name, view) {
    if (fight.free && name === fight.defender) return translate("{name}: can't strike back against a Free Attack", { name });
    if (view.fight?.attacker === fight.attacker) return translate("{name}: no dice yet", { name });
    return name === fight.defender ? translate("{name} does not strike back", { name }) : translate("{name} did not roll", { name });
  }

  side(fight, name, view, animate) {
    const row = make("p", "ip-roll", tokenPicture(name));
    const dice = fight.rolls[name];
    if (!dice) {
      row.append(make("span", "muted small", this.without(fight, name, view)));
      return row;
    }
    const box = make("span", "ip-dice", ...dice.map((face, at) => die(face, { again: fight.again[name]?.includes(at) })));
    box.classList.toggle("ip-dice-fresh", animate);
    const hits = dice.filter(Boolean).length;
    const params = { name, n: hits, all: dice.length, again: fight.again[name]?.length };
    row.append(box, make("span", "small", params.again ? translate("{name}: {n} of {all} hit, {again} rerolled", params) : translate("{name}: {n} of {all} hit", params)));
    return row;
  }
}

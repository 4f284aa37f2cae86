// The cards by name: titles, short forms and texts.

import { mark, translate, translateMany } from "../../../site/words.js";
import { CARDS } from "./cards.js";

const SIDES = [mark("Strike Team"), mark("Terrorists")];
export const sideName = (side) => translate(SIDES[side]);
export const CLASSES = [0, 1].map((side) => Object.keys(CARDS.soldiers).filter((name) => CARDS.soldiers[name].side === side));
const KINDS = { passive: mark("always active"), cooldown: mark("once per match, in its activation"), interrupt: mark("once per match, when asked") };

export const kindWords = (kind) => translate(KINDS[kind]);

const ABILITIES = new Map();
for (const soldier of Object.values(CARDS.soldiers)) for (const skill of soldier.skills) ABILITIES.set(skill.id, skill);
for (const { talent } of Object.values(CARDS.gamers)) if (talent) ABILITIES.set(talent.id, talent);
for (const [id, skill] of Object.entries(CARDS.former)) ABILITIES.set(id, skill);

/** Return the printed ability with this id: {id, name, kind, effect, text}. */
export function ability(id) {
  const printed = ABILITIES.get(id);
  return printed ? { ...printed, name: translate(printed.name), text: translate(printed.text) } : { id, name: id, kind: "", effect: "", text: "" };
}
let own = new Map();
let fielded = {};

/** Return a class's card; of a Soldier in this match as the match's version of the rules has it. */
export function soldierCard(name) {
  const printed = CARDS.soldiers[name];
  if (!(name in fielded)) return printed;
  const { range, base, hp, abilities } = fielded[name];
  return { ...printed, range, base, hp, skills: abilities.slice(0, printed.skills.length).map(([id]) => ({ id })) };
}

/** Store this match's Soldiers, and the cards of its Gamers that are not in the default set. */
export function meet(view) {
  fielded = view?.soldiers ?? {};
  own = new Map((view?.cards ?? []).map((card) => [card.handle, { ...card, talent: card.talent && ability(card.talent), flavour: card.text }]));
}

/** Return a Gamer's card by handle: {name, genre, salary, stats, talent: ability or null, flavour}. */
export function gamer(handle) {
  const printed = CARDS.gamers[handle];
  if (own.has(handle) || !printed) return own.get(handle) ?? null;
  return { ...printed, talent: printed.talent && ability(printed.talent.id), flavour: translate(printed.flavour) };
}
export const isClass = (name) => name in CARDS.soldiers;

/** Split "ParadeGround" into "Parade Ground". */
export const locationName = (id) => id.replace(/(?<=[a-z])(?=[A-Z])/g, " ");
export const location = (id) => CARDS.locations[id];

/** Return the name of an Incursion card, or of the Terrorist that lies face down. */
export const cardName = (id) => translate(CARDS.incursions[id]?.name ?? id);
export const cardText = (id) => translate(CARDS.incursions[id]?.text ?? mark("Comes out and makes a Free Attack on the Strike Soldier that enters."));

const SHORT = {
  range: (n) => translate("range +{n}", { n }),
  shield: (n) => translate("shield {n}", { n }),
  heal: (n) => translate("heal {n}", { n }),
  damage: (n) => translate("damage +{n}", { n }),
  third: () => translate("room for 3"),
  move: (n) => translate("moves +{n}", { n }),
  no_free: () => translate("slip away"),
  reveal: () => translate("reveal"),
  reroll: (n) => translate("reroll {n}", { n }),
  dice: (n) => translate("dice +{n}", { n }),
};

/** Return the effect of a Location in two words, for the map; empty if it has none. */
export function locationBadge(id) {
  const bullet = location(id)?.bullet;
  return bullet ? (SHORT[bullet.effect]?.(bullet.n) ?? "") : "";
}

export const locationKind = (id) => translate(location(id).kind);

/** Return the effect of a Location; empty if it has none. */
export const locationText = (id) => translate(location(id).bullet?.text ?? "");

/** Describe the effect and the placement of a Location, in sentences. */
export function locationWords(id) {
  const { place, flavour } = location(id);
  const placement = place ? translate("Placement: {place}.", { place: translate(place) }) : translate("Can be placed anywhere.");
  return [translate("Kind: {kind}.", { kind: locationKind(id) }), locationText(id) || translate("No effect."), placement, translate(flavour)];
}

/** "A, B and C". */
export function joinAnd(names) {
  return names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + translate(" and ") + names.at(-1);
}

export const diceCount = (n) => translateMany("{n} die", "{n} dice", n);

const STATS = { wisdom: mark("wisdom"), synergy: mark("synergy"), dexterity: mark("dexterity") };

/** Return the name of a Gamer's stat: "wisdom". */
export const statName = (stat) => translate(STATS[stat] ?? stat);

// The cards by name: what they are called, their short forms and their texts.

import { CARDS } from "./cards.js";

export const SIDES = ["Strike Team", "Terrorists"];
export const CLASSES = [0, 1].map((side) => Object.keys(CARDS.soldiers).filter((name) => CARDS.soldiers[name].side === side));
export const KINDS = { passive: "always works", cooldown: "once a match, in its activation", interrupt: "once a match, when asked" };

const ABILITIES = new Map();
for (const soldier of Object.values(CARDS.soldiers)) for (const skill of soldier.skills) ABILITIES.set(skill.id, skill);
for (const { talent } of Object.values(CARDS.gamers)) if (talent) ABILITIES.set(talent.id, talent);

/** The printed ability of an id: {id, name, kind, effect, text}. */
export const ability = (id) => ABILITIES.get(id) ?? { id, name: id, kind: "", effect: "", text: "" };
export const soldierCard = (name) => CARDS.soldiers[name];

let own = new Map();

/** The Gamers of this match that are not of the default set, out of its view. */
export function meet(view) {
  own = new Map((view?.cards ?? []).map((card) => [card.handle, { ...card, talent: card.talent && ability(card.talent), flavour: card.text }]));
}

/** A Gamer's card by handle: {name, genre, salary, stats, talent: ability or null, flavour}. */
export const gamer = (handle) => own.get(handle) ?? CARDS.gamers[handle] ?? null;
export const isClass = (name) => name in CARDS.soldiers;

/** "ParadeGround" is written "Parade Ground". */
export const locationName = (id) => id.replace(/(?<=[a-z])(?=[A-Z])/g, " ");
export const location = (id) => CARDS.locations[id];

/** What lies face down, in words: an Incursion card or a Terrorist. */
export const cardName = (id) => CARDS.incursions[id]?.name ?? id;
export const cardText = (id) => CARDS.incursions[id]?.text ?? "Comes out and makes a Free Attack on the Strike Soldier that enters.";

const SHORT = {
  range: (n) => `range +${n}`,
  shield: (n) => `shield ${n}`,
  heal: (n) => `heal ${n}`,
  damage: (n) => `damage +${n}`,
  third: () => "room for 3",
  move: (n) => `moves +${n}`,
  no_free: () => "slip away",
  reveal: () => "look near",
  reroll: (n) => `reroll ${n}`,
  dice: (n) => `dice +${n}`,
};

/** What a Location does in two words for its place on the map; empty where it does nothing. */
export function locationBadge(id) {
  const bullet = location(id)?.bullet;
  return bullet ? (SHORT[bullet.effect]?.(bullet.n) ?? "") : "";
}

/** What a Location does and where it may stand, in sentences. */
export function locationWords(id) {
  const { kind, place, bullet, flavour } = location(id);
  return [`Kind: ${kind}.`, bullet?.text ?? "It does nothing.", place ? `May stand only: ${place}.` : "May stand anywhere.", flavour];
}

/** "A, B and C". */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

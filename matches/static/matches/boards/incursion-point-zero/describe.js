// What stands on a space, what a Soldier is and what an ability does, in sentences: for tips, labels and cards.

import {
  KINDS, SIDES, ability, cardName, cardText, count, gamer, listed, location, locationName, locationWords, soldierCard,
} from "./names.js";

const STATES = {
  hidden: "not seen yet",
  off: "off the map, may enter",
  dead: "dead",
};

export const hpLeft = (one) => (one.state === "dead" ? 0 : one.hp - one.damage);

/** Where a Soldier is, in words. */
export function whereabouts(one) {
  if (one.state === "map") return `on ${one.at}`;
  return one.state === "hidden" && one.at ? `hidden under the card on ${one.at}` : (STATES[one.state] ?? one.state);
}

/** "Sprint (once a match, in its activation; used): ...". */
export function abilityWords(id, spent = false) {
  const { name, kind, text } = ability(id);
  return `${name} (${KINDS[kind]}${spent ? "; used" : ""}): ${text}`;
}

export const diceWords = (one) => `rolls ${count(one.dice, "die", "dice")} (${one.focus}${one.gamer ? ` of ${one.gamer}` : ""}), Base Damage ${one.base}, range ${one.range}`;

/** A Soldier in full: {title, lines}. */
export function soldierWords(name, one) {
  const { damage, hp, gear, shielded } = one;
  const wounds = damage && one.state !== "dead" ? `, ${damage} damage` : "";
  const lines = [`${hpLeft(one)} of ${hp} hit points${wounds}; ${whereabouts(one)}.`];
  lines.push(`It ${diceWords(one)}.`);
  if (gear.length) lines.push(`Carries ${listed(gear.map(cardName))}.`);
  if (shielded) lines.push("A shield protects it now.");
  lines.push(...one.abilities.map(([id, , spent]) => abilityWords(id, spent)));
  return { title: `${name}, ${SIDES[one.side]}${one.gamer ? `, led by ${one.gamer}` : ""}`, lines };
}

/** A class before a Gamer is chosen: {title, lines}. */
export function classWords(name) {
  const card = soldierCard(name);
  const values = `Rolls its Gamer's ${card.focus}; range ${card.range}, Base Damage ${card.base}, ${card.hp} hit points.`;
  return { title: name, lines: [values, ...card.skills.map(({ id }) => abilityWords(id))] };
}

export function gamerWords(handle) {
  const { name, genre, salary, stats, talent, flavour } = gamer(handle);
  const values = ["wisdom", "synergy", "dexterity"].map((stat) => `${stat} ${stats[stat]}`).join(", ");
  const lines = [`${genre}, salary ${salary}. Dice: ${values}.`, talent ? abilityWords(talent.id) : "No Talent.", flavour];
  return { title: `${handle} (${name})`, lines: lines.filter(Boolean) };
}

/** The names of the Soldiers who stand on a space or, where the viewer knows it, hide there. */
export function soldiersAt(view, space) {
  return view.order.filter((name) => view.soldiers[name]?.at === space);
}

function soldierLine(view, name) {
  const one = view.soldiers[name];
  const hidden = one.state === "hidden" ? ", hidden" : "";
  return `${name} (${SIDES[one.side]}, ${hpLeft(one)} of ${one.hp} hit points${hidden})`;
}

function cardLine(view, place) {
  if (place.under) return `Face down${view.viewer === 1 ? ", known to you alone" : ""}: ${cardName(place.under)}. ${cardText(place.under)}`;
  if (place.card === "down") return "An Incursion card lies face down.";
  return place.card ? `Face up: ${cardName(place.card)}. ${cardText(place.card)}` : "";
}

/** A space in full: {title, lines}. */
export function spaceWords(view, space) {
  const place = view.spaces[space];
  if (!place) {
    const here = soldiersAt(view, space).map((name) => soldierLine(view, name));
    return { title: `${space}, no Location`, lines: here.length ? [`Here: ${listed(here)}.`] : [] };
  }
  const lines = [];
  const here = soldiersAt(view, space).map((name) => soldierLine(view, name));
  if (here.length) lines.push(`Here: ${listed(here)}.`);
  lines.push(cardLine(view, place));
  if (place.loot.length) lines.push(`To be picked up by Strike: ${listed(place.loot.map(cardName))}.`);
  if (place.location) lines.push(location(place.location).bullet?.text ?? `Nothing special (${location(place.location).kind}).`);
  return { title: `${space}, ${place.location ? locationName(place.location) : "no Location"}`, lines: lines.filter(Boolean) };
}

/** A Location of a hand: {title, lines}. */
export const handWords = (id) => ({ title: locationName(id), lines: locationWords(id) });

/** An Incursion card or a Soldier to be laid: {title, lines}. */
export const layWords = (id) => ({ title: cardName(id), lines: [cardText(id)] });

export const asText = ({ title, lines }) => [`${title}.`, ...lines].join(" ");

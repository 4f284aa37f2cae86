// What stands on a space, what a Soldier is and what an ability does, in sentences: for tips, labels and cards.

import { mark, translate, translateIn } from "../../../site/words.js";
import {
  ability, cardName, cardText, diceCount, gamer, kindWords, listed, locationKind, locationName, locationText, locationWords, sideName, soldierCard, statName,
} from "./names.js";

const STATES = {
  hidden: mark("not seen yet"),
  off: mark("off the map, can enter"),
  dead: mark("dead"),
};

export const hpLeft = (one) => (one.state === mark("dead") ? 0 : one.hp - one.damage);

/** Where a Soldier is, in words. */
export function whereabouts(one) {
  if (one.state === "map") return translateIn("soldier", "on {space}", { space: one.at });
  return one.state === "hidden" && one.at ? translate("hidden under the card on {space}", { space: one.at }) : translate(STATES[one.state] ?? one.state);
}

/** "Sprint (once a match, in its activation; used): ...". */
export function abilityWords(id, spent = false) {
  const { name, kind, text } = ability(id);
  return `${name} (${kindWords(kind)}${spent ? translate("; used") : ""}): ${text}`;
}

export function diceWords(one) {
  const given = { dice: diceCount(one.dice), stat: statName(one.focus), gamer: one.gamer, base: one.base, range: one.range };
  return one.gamer ? translate("rolls {dice} ({stat} of {gamer}), Base Damage {base}, range {range}", given) : translate("rolls {dice} ({stat}), Base Damage {base}, range {range}", given);
}

export const hpWords = (one) => translate("{n} of {hp} hit points", { n: hpLeft(one), hp: one.hp });

/** A Soldier in full: {title, lines}. */
export function soldierWords(name, one) {
  const { damage, gear, shielded } = one;
  const wounds = damage && one.state !== mark("dead") ? translate(", {n} damage", { n: damage }) : "";
  const lines = [`${hpWords(one)}${wounds}; ${whereabouts(one)}.`];
  lines.push(translate("It {does}.", { does: diceWords(one) }));
  if (gear.length) lines.push(translate("Carries {cards}.", { cards: listed(gear.map(cardName)) }));
  if (shielded) lines.push(translate("It is protected by a shield."));
  lines.push(...one.abilities.map(([id, , spent]) => abilityWords(id, spent)));
  return { title: `${name}, ${sideName(one.side)}${one.gamer ? translate(", led by {gamer}", { gamer: one.gamer }) : ""}`, lines };
}

/** A class before a Gamer is chosen: {title, lines}. */
export function classWords(name) {
  const card = soldierCard(name);
  const values = translate("Rolls its Gamer's {stat}; range {range}, Base Damage {base}, {hp} hit points.", { stat: statName(card.focus), range: card.range, base: card.base, hp: card.hp });
  return { title: name, lines: [values, ...card.skills.map(({ id }) => abilityWords(id))] };
}

export function gamerWords(handle) {
  const { name, genre, salary, stats, talent, flavour } = gamer(handle);
  const values = ["wisdom", "synergy", "dexterity"].map((stat) => `${statName(stat)} ${stats[stat]}`).join(", ");
  const lines = [translate("{genre}, salary {salary}. Dice: {values}.", { genre, salary, values }), talent ? abilityWords(talent.id) : translate("No Talent."), flavour];
  return { title: `${handle} (${name})`, lines: lines.filter(Boolean) };
}

/** The names of the Soldiers who stand on a space or, where the viewer knows it, hide there. */
export function soldiersAt(view, space) {
  return view.order.filter((name) => view.soldiers[name]?.at === space);
}

function soldierLine(view, name) {
  const one = view.soldiers[name];
  const hidden = one.state === "hidden" ? translate(", hidden") : "";
  return `${name} (${sideName(one.side)}, ${hpWords(one)}${hidden})`;
}

function cardLine(view, place) {
  if (place.under) {
    const down = view.viewer === 1 ? translate("Face down, only you can see it: {card}.", { card: cardName(place.under) }) : translate("Face down: {card}.", { card: cardName(place.under) });
    return `${down} ${cardText(place.under)}`;
  }
  if (place.card === "down") return translate("An Incursion card lies face down.");
  return place.card ? `${translate("Face up: {card}.", { card: cardName(place.card) })} ${cardText(place.card)}` : "";
}

/** A space in full: {title, lines}. */
export function spaceWords(view, space) {
  const place = view.spaces[space];
  if (!place) {
    const here = soldiersAt(view, space).map((name) => soldierLine(view, name));
    return { title: translate("{space}, no Location", { space }), lines: here.length ? [translate("Here: {what}.", { what: listed(here) })] : [] };
  }
  const lines = [];
  const here = soldiersAt(view, space).map((name) => soldierLine(view, name));
  if (here.length) lines.push(translate("Here: {what}.", { what: listed(here) }));
  lines.push(cardLine(view, place));
  if (place.loot.length) lines.push(translate("Strike can pick up: {cards}.", { cards: listed(place.loot.map(cardName)) }));
  if (place.location) lines.push(locationText(place.location) || translate("No effect ({kind}).", { kind: locationKind(place.location) }));
  return { title: place.location ? `${space}, ${locationName(place.location)}` : translate("{space}, no Location", { space }), lines: lines.filter(Boolean) };
}

/** A Location of a hand: {title, lines}. */
export const handWords = (id) => ({ title: locationName(id), lines: locationWords(id) });

/** An Incursion card or a Soldier to be laid: {title, lines}. */
export const layWords = (id) => ({ title: cardName(id), lines: [cardText(id)] });

export const asText = ({ title, lines }) => [`${title}.`, ...lines].join(" ");

// Descriptions of spaces, Soldiers and abilities, for tips, labels and cards.

import { mark, translate, translateIn } from "../../../site/words.js";
import {
  ability, cardName, cardText, diceCount, gamer, kindWords, joinAnd, locationKind, locationName, locationText, locationWords, sideName, soldierCard, statName,
} from "./names.js";

const STATES = {
  hidden: mark("not seen yet"),
  off: mark("off the map, can enter"),
  dead: mark("dead"),
};

export const hpLeft = (soldier) => (soldier.state === mark("dead") ? 0 : soldier.hp - soldier.damage);

/** Describe where a Soldier is. */
export function whereabouts(soldier) {
  if (soldier.state === "map") return translateIn("soldier", "on {space}", { space: soldier.at });
  return soldier.state === "hidden" && soldier.at ? translate("hidden under the card on {space}", { space: soldier.at }) : translate(STATES[soldier.state] ?? soldier.state);
}

/** "Sprint (once a match, in its activation; used): ...". */
export function abilityWords(id, spent = false) {
  const { name, kind, text } = ability(id);
  return spent ? translate("{name} ({kind}; used): {text}", { name, kind: kindWords(kind), text }) : `${name} (${kindWords(kind)}): ${text}`;
}

export function diceWords(name, soldier) {
  const params = { name, dice: diceCount(soldier.dice), stat: statName(soldier.focus), gamer: soldier.gamer, base: soldier.base, range: soldier.range };
  return soldier.gamer ? translate("{name} rolls {dice} ({stat} of {gamer}), Base Damage {base}, range {range}.", params) : translate("{name} rolls {dice} ({stat}), Base Damage {base}, range {range}.", params);
}

export const hpWords = (soldier) => translate("{n} of {hp} hit points", { n: hpLeft(soldier), hp: soldier.hp });

/** Return the full description of a Soldier: {title, lines}. */
export function soldierWords(name, soldier) {
  const { damage, gear, shielded } = soldier;
  const wounded = damage && soldier.state !== mark("dead");
  const health = wounded ? translate("{n} of {hp} hit points, {damage} damage", { n: hpLeft(soldier), hp: soldier.hp, damage }) : hpWords(soldier);
  const lines = [`${health}; ${whereabouts(soldier)}.`];
  lines.push(diceWords(name, soldier));
  if (gear.length) lines.push(translate("Carries {cards}.", { cards: joinAnd(gear.map(cardName)) }));
  if (shielded) lines.push(translate("It is protected by a shield."));
  lines.push(...soldier.abilities.map(([id, , spent]) => abilityWords(id, spent)));
  const side = sideName(soldier.side);
  return { title: soldier.gamer ? translate("{name}, {side}, led by {gamer}", { name, side, gamer: soldier.gamer }) : `${name}, ${side}`, lines };
}

/** Return the description of a class without a Gamer: {title, lines}. */
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

/** Return the names of the Soldiers on a space, including hidden ones that the viewer knows. */
export function soldiersAt(view, space) {
  return view.order.filter((name) => view.soldiers[name]?.at === space);
}

function soldierLine(view, name) {
  const soldier = view.soldiers[name];
  const [side, health] = [sideName(soldier.side), hpWords(soldier)];
  return soldier.state === "hidden" ? translate("{name} ({side}, {health}, hidden)", { name, side, health }) : `${name} (${side}, ${health})`;
}

function cardLine(view, place) {
  if (place.under) {
    const down = view.viewer === 1 ? translate("Face down, only you can see it: {card}.", { card: cardName(place.under) }) : translate("Face down: {card}.", { card: cardName(place.under) });
    return `${down} ${cardText(place.under)}`;
  }
  if (place.card === "down") return translate("An Incursion card lies face down.");
  return place.card ? `${translate("Face up: {card}.", { card: cardName(place.card) })} ${cardText(place.card)}` : "";
}

/** Return the full description of a space: {title, lines}. */
export function spaceWords(view, space) {
  const place = view.spaces[space];
  if (!place) {
    const lines = soldiersAt(view, space).map((name) => soldierLine(view, name));
    return { title: translate("{space}, no Location", { space }), lines: lines.length ? [translate("Here: {what}.", { what: joinAnd(lines) })] : [] };
  }
  const lines = [];
  const names = soldiersAt(view, space).map((name) => soldierLine(view, name));
  if (names.length) lines.push(translate("Here: {what}.", { what: joinAnd(names) }));
  lines.push(cardLine(view, place));
  if (place.loot.length) lines.push(translate("Strike can pick up: {cards}.", { cards: joinAnd(place.loot.map(cardName)) }));
  if (place.location) lines.push(locationText(place.location) || translate("No effect ({kind}).", { kind: locationKind(place.location) }));
  return { title: place.location ? `${space}, ${locationName(place.location)}` : translate("{space}, no Location", { space }), lines: lines.filter(Boolean) };
}

/** Return the description of a Location in the hand: {title, lines}. */
export const handWords = (id) => ({ title: locationName(id), lines: locationWords(id) });

/** Return the description of an Incursion card or Soldier to lay: {title, lines}. */
export const layWords = (id) => ({ title: cardName(id), lines: [cardText(id)] });

export const asText = ({ title, lines }) => [`${title}.`, ...lines].join(" ");

// The legal list, parsed: the label of each notation and where on the map it is chosen. It contains no rules.

import { translate } from "../../../site/words.js";
import { ability, cardName, joinAnd, locationName } from "./names.js";

const isSpace = (word) => /^Z[1-4]-[1-5]$/.test(word ?? "");

/** Return the space where an option is chosen, or null: the end of a step, else the space of its target. */
function spaceOf(words, soldiers) {
  const last = words.at(-1);
  if (isSpace(last)) return last;
  const aimed = words[0] === "attack" || (words[0] === "skill" && words.length === 4);
  return aimed ? (soldiers[last]?.at ?? null) : null;
}

const LABELS = {
  enter: ([, soldier, space]) => translate("{one}: enter on {space}", { one: soldier, space }),
  move: ([, soldier, , space]) => translate("{one}: move to {space}", { one: soldier, space }),
  attack: ([, soldier, target]) => translate("{one}: attack the {other}", { one: soldier, other: target }),
  use: ([, , card]) => translate("Use the {card}", { card: cardName(card) }),
  pass: ([, soldier]) => translate("End {one}'s activation", { one: soldier }),
  place: ([, id, space]) => translate("Place {card} on {space}", { card: locationName(id), space }),
  discard: ([, id]) => translate("Discard {card}", { card: locationName(id) }),
  lay: ([, id, space]) => translate("Lay {card} on {space}", { card: cardName(id), space }),
  drop: ([, id]) => translate("Drop {card}", { card: cardName(id) }),
  reveal: ([, space]) => (space === "no" ? translate("Turn up no card") : translate("Turn up the card on {space}", { space })),
  free: ([, answer]) => (answer === "yes" ? translate("Make Free Attack") : translate("Skip Free Attack")),
  interrupt: ([, answer]) => (answer === "yes" ? translate("Use it") : translate("Don't use it")),
  skill: ([, , id, target]) => ability(id).name + (target ? `: ${isSpace(target) ? translate("turn up {space}", { space: target }) : target}` : ""),
};

/** Describe what a notation would do. */
export function label(text) {
  const words = text.split(" ");
  return LABELS[words[0]]?.(words) ?? text;
}

/** Return [{text, verb, words, space, label}] of a legal list. */
export function options(legal, view) {
  return (legal ?? []).map((text) => {
    const words = text.split(" ");
    return { text, verb: words[0], words, space: spaceOf(words, view.soldiers), label: label(text) };
  });
}

/** Group options by the space where they are chosen. */
export function bySpace(list) {
  const spaces = new Map();
  for (const option of list) {
    if (!option.space) continue;
    if (!spaces.has(option.space)) spaces.set(option.space, []);
    spaces.get(option.space).push(option);
  }
  return spaces;
}

/** Return the most important of several options on a space, for its mark. */
export function markOf(offers) {
  const verbs = new Set(offers.map((option) => option.verb));
  const both = verbs.has("attack") && (verbs.has("move") || verbs.has("enter"));
  if (both) return "both";
  if (verbs.has("attack")) return "attack";
  if (verbs.has("skill")) return "skill";
  if (verbs.has("reveal")) return "look";
  return verbs.has("move") || verbs.has("enter") ? "move" : "place";
}

/** Return the label without the name of the acting Soldier. */
export const brief = (option) => (option.verb === "skill" ? option.label : option.label.replace(/^\w+: /, ""));

/** Return the text of a mark for screen readers. */
export function markWords(offers) {
  return offers.length ? translate("You can: {what}.", { what: joinAnd(offers.map(brief)) }) : "";
}

// The legal list, read: what each notation does, where on the map it is chosen, and how it is called. Knows no rule.

import { ability, cardName, listed, locationName } from "./names.js";

const isSpace = (word) => /^Z[1-4]-[1-5]$/.test(word ?? "");

/** The space where an option is chosen, or null: the goal of a step, else where its target stands. */
function spaceOf(words, soldiers) {
  const last = words.at(-1);
  if (isSpace(last)) return last;
  const aimed = words[0] === "attack" || (words[0] === "skill" && words.length === 4);
  return aimed ? (soldiers[last]?.at ?? null) : null;
}

const LABELS = {
  enter: ([, one, space]) => `${one}: enter on ${space}`,
  move: ([, one, , space]) => `${one}: move to ${space}`,
  attack: ([, one, other]) => `${one}: attack the ${other}`,
  use: ([, , card]) => `Use the ${cardName(card)}`,
  pass: ([, one]) => `End the ${one}'s activation`,
  place: ([, id, space]) => `Place ${locationName(id)} on ${space}`,
  discard: ([, id]) => `Discard ${locationName(id)}`,
  lay: ([, id, space]) => `Lay ${cardName(id)} on ${space}`,
  drop: ([, id]) => `Drop ${cardName(id)}`,
  reveal: ([, space]) => (space === "no" ? "Look at no card" : `Turn up the card on ${space}`),
  free: ([, answer]) => (answer === "yes" ? "Make the Free Attack" : "Let it go"),
  interrupt: ([, answer]) => (answer === "yes" ? "Use it" : "Keep it"),
  skill: ([, , id, target]) => ability(id).name + (target ? `: ${isSpace(target) ? `turn up ${target}` : target}` : ""),
};

/** What a notation would do, in words. */
export function label(text) {
  const words = text.split(" ");
  return LABELS[words[0]]?.(words) ?? text;
}

/** [{text, verb, words, space, label}] of a legal list. */
export function options(legal, view) {
  return (legal ?? []).map((text) => {
    const words = text.split(" ");
    return { text, verb: words[0], words, space: spaceOf(words, view.soldiers), label: label(text) };
  });
}

/** Options by the space where they are chosen. */
export function bySpace(list) {
  const found = new Map();
  for (const option of list) {
    if (!option.space) continue;
    if (!found.has(option.space)) found.set(option.space, []);
    found.get(option.space).push(option);
  }
  return found;
}

/** The strongest of several offers on a space, for its mark. */
export function markOf(offers) {
  const verbs = new Set(offers.map((one) => one.verb));
  const both = verbs.has("attack") && (verbs.has("move") || verbs.has("enter"));
  if (both) return "both";
  if (verbs.has("attack")) return "attack";
  if (verbs.has("skill")) return "skill";
  if (verbs.has("reveal")) return "look";
  return verbs.has("move") || verbs.has("enter") ? "move" : "place";
}

/** The label without the name of who acts. */
export const brief = (one) => (one.verb === "skill" ? one.label : one.label.replace(/^\w+: /, ""));

/** How a mark is told to who cannot see it. */
export function markWords(offers) {
  return offers.length ? `You can: ${listed(offers.map(brief))}.` : "";
}

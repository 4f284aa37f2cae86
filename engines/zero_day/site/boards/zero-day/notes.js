// What a Hacker can deduce from its own view and, optionally, from the player's marks.

import { CARDS, countByKey, findPossibleSets } from "./deduction.js";

/** Return {sets, counts, supposed}: the possible sets now; `supposed` is whether marks were used. */
export function conclude(view, seat, memory, live) {
  const all = findPossibleSets(view, seat, live ? memory.kept : {});
  const sets = memory.kept.suppose ? all.filter((set) => marked(set, view.era, memory)) : all;
  return { sets, counts: countByKey(sets), total: all.length, supposed: memory.kept.suppose };
}

function marked(set, era, memory) {
  return CARDS.every((card, n) => {
    const mark = memory.mark(era, card);
    const inside = Boolean((set >> n) & 1);
    return mark === "in" ? inside : mark === "out" ? !inside : true;
  });
}

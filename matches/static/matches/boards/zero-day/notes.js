// What a Hacker's own view lets it conclude, with the player's marks where they are to count.

import { CARDS, countByKey, findPossibleSets } from "./deduction.js";

/** {sets, counts, supposed}: the possible sets now; `supposed` tells whether marks narrowed them. */
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

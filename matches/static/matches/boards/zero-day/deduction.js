// Which sets of credentials a Hacker can still think possible. Only from what that Hacker may know: its own hacks
// with the numbers told, cards it was shown, the numbers told to others. Sets are bits: keys 0-9, and 10 for the X.

export const CARDS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "X"];
const X = 1 << 10;
const KEYS = X - 1;

export const toBits = (cards) => cards.reduce((set, card) => set | (1 << CARDS.indexOf(String(card))), 0);
export const toCards = (set) => CARDS.filter((_, card) => (set >> card) & 1);

export function countCards(set) {
  let count = 0;
  for (let rest = set; rest; rest &= rest - 1) count++;
  return count;
}

function listFours(cards) {
  const sets = [];
  for (let set = 0; set < 1 << 11; set++) if (!(set & ~cards) && countCards(set) === 4) sets.push(set);
  return sets;
}

const WITHOUT_X = listFours(KEYS);
const WITH_X = listFours(KEYS | X);

/** The numbers of matches that a told number allows: itself, or with a token one to either side, never below 0. */
export function matchRange({ told, token }) {
  return token ? [Math.max(0, told - 1), told + 1] : [told, told];
}

/** What a Hacker knows of one naming of the credentials: own hacks, cards that were no credentials, told to anyone. */
export function collectFacts(view, seat, era, memory = {}) {
  const same = (event) => event.era === era;
  const own = [...(memory.hacks ?? []), ...view.hacks].filter((hack) => same(hack) && hack.by === seat && hack.keys);
  const shown = [...(memory.seen ?? []), ...view.seen].filter((event) => same(event) && event.by === seat);
  const open = view.hacks.filter((hack) => same(hack) && !hack.unused && hack.told !== null);
  return {
    hacks: own.filter((hack) => hack.told !== null).map((hack) => ({
      keys: toBits(hack.keys),
      count: hack.keys.length,
      unused: hack.unused,
      between: matchRange(hack),
    })),
    shown: shown.reduce((set, event) => set | toBits(event.cards), 0),
    least: Math.max(0, ...open.map((hack) => matchRange(hack)[0])), // so many credentials have a key
  };
}

function isConsistent(set, { hacks, shown, least }) {
  if (set & shown || countCards(set & KEYS) < least) return false;
  return hacks.every(({ keys, count, unused, between: [low, high] }) => {
    const hit = countCards(keys & set);
    // Keys that match unused cards are no credentials; those that match nothing may lie on an operation.
    return unused ? count - hit >= low : low <= hit && hit <= high;
  });
}

/**
 * The sets that are possible now, for the Hacker `seat` of a view that shows its keys. A new naming never repeats a
 * card of the one before it, so that what was learnt earlier still counts. `kept` adds older hacks and cards.
 */
export function findPossibleSets(view, seat, memory = {}) {
  let before = null;
  for (let era = 1; era <= view.era; era++) {
    const facts = collectFacts(view, seat, era, memory);
    const all = view.advanced && era > 1 ? WITH_X : WITHOUT_X;
    const earlier = before;
    before = all.filter((set) => isConsistent(set, facts) && (!earlier || earlier.some((old) => !(old & set))));
  }
  return before ?? [];
}

/** In how many of the sets each card lies, by name. */
export function countByKey(sets) {
  return Object.fromEntries(CARDS.map((card, n) => [card, sets.filter((set) => (set >> n) & 1).length]));
}

/**
 * What a hack with these keys would tell: how many of the sets give each true number, and how many would be left on
 * average if the number is told as it is.
 */
export function estimateSetsLeft(sets, keys) {
  const split = new Map();
  for (const set of sets) {
    const hit = countCards(set & keys);
    split.set(hit, (split.get(hit) ?? 0) + 1);
  }
  const numbers = [...split].sort(([a], [b]) => a - b);
  const squares = numbers.reduce((sum, [, count]) => sum + count * count, 0);
  const info = numbers.reduce((sum, [hit, count]) => sum + hit * count, 0);
  return { numbers, left: sets.length ? squares / sets.length : 0, info: sets.length ? info / sets.length : 0 };
}

/** The sets that would be left to the Hacker after a told number. */
export function filterSets(sets, hack) {
  const facts = { hacks: [{ keys: toBits(hack.keys), count: hack.keys.length, unused: hack.unused, between: matchRange(hack) }], shown: 0, least: 0 };
  return sets.filter((set) => isConsistent(set, facts));
}

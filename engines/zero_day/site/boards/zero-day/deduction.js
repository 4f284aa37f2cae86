// The sets of credentials that are still possible for a Hacker, based only on what that Hacker knows: its own hacks
// with the announced numbers, cards it has seen, and the numbers announced to others. Sets are bits: keys 0-9, 10 for X.

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

/** Return the range of matches for an announced number: itself, or with a token one more or less, at least 0. */
export function matchRange({ told, token }) {
  return token ? [Math.max(0, told - 1), told + 1] : [told, told];
}

/** Return what a Hacker knows of one set of credentials: own hacks, seen cards, and numbers announced to all. */
function collectFacts(view, seat, era, memory = {}) {
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
    least: Math.max(0, ...open.map((hack) => matchRange(hack)[0])), // minimum number of credentials with a key
  };
}

function isConsistent(set, { hacks, shown, least }) {
  if (set & shown || countCards(set & KEYS) < least) return false;
  return hacks.every(({ keys, count, unused, between: [low, high] }) => {
    const hit = countCards(keys & set);
    // Keys that match unused cards are not credentials; keys without a match may be stacked on an operation.
    return unused ? count - hit >= low : low <= hit && hit <= high;
  });
}

/**
 * Return the sets that are possible now for the Hacker `seat`, from a view with its keys. New credentials never repeat a
 * card of the previous ones, so earlier knowledge still counts. `kept` adds older hacks and cards.
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

/** Return in how many sets each card is, by name. */
export function countByKey(sets) {
  return Object.fromEntries(CARDS.map((card, n) => [card, sets.filter((set) => (set >> n) & 1).length]));
}

/**
 * Return what a hack with these keys would reveal: the number of sets for each true number, and how many sets would be
 * left on average after a true answer.
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

/** Return the sets that are left for the Hacker after an announced number. */
export function filterSets(sets, hack) {
  const facts = { hacks: [{ keys: toBits(hack.keys), count: hack.keys.length, unused: hack.unused, between: matchRange(hack) }], shown: 0, least: 0 };
  return sets.filter((set) => isConsistent(set, facts));
}

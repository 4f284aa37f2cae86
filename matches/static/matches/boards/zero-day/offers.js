// The legal list, sorted by what begins each action. What is offered comes from here alone.

export class Offers {
  constructor(legal) {
    this.texts = new Set(legal ?? []);
    this.verbs = new Map();
    for (const text of this.texts) {
      const [verb, ...words] = text.split(" ");
      if (!this.verbs.has(verb)) this.verbs.set(verb, []);
      this.verbs.get(verb).push(words);
    }
  }

  has(text) {
    return this.texts.has(text);
  }

  any(verb) {
    return this.verbs.has(verb);
  }

  /** The words behind a verb, one list for each action. */
  of(verb) {
    return this.verbs.get(verb) ?? [];
  }

  /** The different first words behind a verb. */
  firsts(verb) {
    return [...new Set(this.of(verb).map(([first]) => first))];
  }

  /** The sizes that a hack or repeat may have, keyed by its Trudys as text ("" for none). */
  sizes(verb) {
    const groups = new Map();
    for (const words of this.of(verb)) {
      const { keys, trudys } = hackWords(words);
      groups.set(trudys.join(" "), keys.length);
    }
    return groups;
  }
}

/** The parts of a hack's words. */
export function hackWords(words) {
  const unused = words[0] === "unused";
  const rest = unused ? words.slice(1) : words;
  const at = rest.includes("trudy") ? rest.indexOf("trudy") : rest.length;
  return { unused, keys: rest.slice(0, at), trudys: rest.slice(at + 1) };
}

const sorted = (keys) => [...keys].map(Number).sort((a, b) => a - b).join(" ");

/** A hack or repeat in notation. */
export function hackText(verb, { unused, keys, trudys }) {
  return [verb, unused && "unused", sorted(keys), trudys.size && `trudy ${sorted(trudys)}`].filter(Boolean).join(" ");
}

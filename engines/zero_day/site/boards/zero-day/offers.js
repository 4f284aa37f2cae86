// The legal list, sorted by verb. Only its actions are offered.

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

  /** Return the words after a verb, one list per action. */
  of(verb) {
    return this.verbs.get(verb) ?? [];
  }

  /** Return the different first words after a verb. */
  firsts(verb) {
    return [...new Set(this.of(verb).map(([first]) => first))];
  }

  /** Return the possible sizes of a hack or repeat, keyed by its Trudys as text ("" for none). */
  sizes(verb) {
    const groups = new Map();
    for (const words of this.of(verb)) {
      const { keys, trudys } = hackWords(words);
      groups.set(trudys.join(" "), keys.length);
    }
    return groups;
  }
}

/** Parse the words of a hack. */
function hackWords(words) {
  const unused = words[0] === "unused";
  const rest = unused ? words.slice(1) : words;
  const at = rest.includes("trudy") ? rest.indexOf("trudy") : rest.length;
  return { unused, keys: rest.slice(0, at), trudys: rest.slice(at + 1) };
}

const sorted = (keys) => [...keys].map(Number).sort((a, b) => a - b).join(" ");

/** Return a hack or repeat in notation. */
export function hackText(verb, { unused, keys, trudys }) {
  return [verb, unused && "unused", sorted(keys), trudys.size && `trudy ${sorted(trudys)}`].filter(Boolean).join(" ");
}

// Parsing of the notation, so that the legal list can be offered step by step. No rules are checked here.

/**
 * {text, verb, actor, code, items}: verb "move" for B3-B4; `actor` the acting grid; `code` the token placed by tile, unit
 * and build; items [{key, unit, to, way}] with the selected unit (a grid, or a code under the Stack), its destination
 * (a grid, "off" or null) and, for a twist, the direction.
 */
export function parse(text) {
  const [verb, ...rest] = text.split(" ");
  const plain = { text, verb, actor: null, code: null, items: [] };
  if (verb === "end" || verb === "team" || verb === "undo") return plain;
  if (verb === "release") return { ...plain, actor: rest[0] };
  if (verb === "tile" || verb === "unit" || verb === "build") return { ...plain, code: rest[0], items: [place(rest[1])] };
  if (!rest.length) return move(text);
  const words = rest.slice(1);
  const turn = verb === "twist" ? words.pop() : null;
  return { ...plain, actor: rest[0].replace(":", ""), items: words.map((word) => selected(word, turn)) };
}

const place = (grid) => ({ key: grid, unit: null, to: grid, way: null });

function move(text) {
  const [actor, to] = text.split("-");
  return { text, verb: "move", actor, code: null, items: to ? [place(to)] : [] };
}

function selected(word, way) {
  const [unit, to = null] = word.split("-");
  return { key: way ? `${word} ${way}` : word, unit, to, way };
}

/** Verbs that can select more than one unit. */
export const SEVERAL = ["split", "file", "freeze", "group", "lock", "stack", "export", "unstack"];

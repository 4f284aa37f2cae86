// Sentences of scripts in the page's language. In English nothing is fetched: what stands in the code is told.
//
// The page names its words in <script type="application/json" id="words">: by part, the address of a file of messages
// ({"message": "translation", or its plural forms}), with the rule of the language under "": the form for each number up
// to 199, a digit each. The part `site` is there before any module that imports this one runs; the part of a game is
// asked for with its board.

const addresses = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
const messages = new Map();
const asked = new Map();

async function fetched(address) {
  try {
    const answer = await fetch(address);
    if (!answer.ok) return;
    for (const [message, told] of Object.entries(await answer.json())) messages.set(message, told);
  } catch {
    // The page is then partly in English, but works.
  }
}

/** The words of a part of the site are there when this resolves. */
export function part(name) {
  if (!addresses[name]) return Promise.resolve();
  if (!asked.has(name)) asked.set(name, fetched(addresses[name]));
  return asked.get(name);
}

const filled = (text, given) =>
  given ? text.replace(/\{(\w+)\}/g, (whole, name) => (name in given ? String(given[name]) : whole)) : text;

/** A message, told now; `{name}` stands for what is given under that name. */
export function spoken(message, given) {
  return filled(messages.get(message) ?? message, given);
}

/** As `spoken`, of a word that means several things in English: `context` says which. */
export function spokenIn(context, message, given) {
  return filled(messages.get(`${context}\u0004${message}`) ?? message, given);
}

/** As `spoken`, of so many: `{n}` is the number. */
export function spokenMany(one, many, n, given) {
  const size = Math.abs(n);
  const form = messages.get("")?.[size < 200 ? size : 100 + (size % 100)] ?? (n === 1 ? 0 : 1);
  return filled(messages.get(one)?.[form] ?? (n === 1 ? one : many), { n, ...given });
}

/** The message itself, for a constant: `spoken(it)` tells it later. */
export const marked = (message) => message;

await part("site");

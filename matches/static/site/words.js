// Messages of scripts in the page's language. On an English page nothing is fetched: the ids are the English texts.
//
// <script type="application/json" id="words"> maps each part of the site to the URL of its messages: {"message":
// "translation", or its plural forms}. Under "" stands the plural rule of the language: the index of the form for each
// number up to 199, one digit each. The part `site` is loaded before any module that imports this one runs, the part of
// a game with its board.

const urls = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
const messages = new Map();
const requests = new Map();

async function fetchMessages(url) {
  try {
    const response = await fetch(url);
    if (!response.ok) return;
    for (const [message, translation] of Object.entries(await response.json())) messages.set(message, translation);
  } catch {
    // Messages without a translation are shown in English.
  }
}

/** Load the messages of a part of the site, once. */
export function loadMessages(name) {
  if (!urls[name]) return Promise.resolve();
  if (!requests.has(name)) requests.set(name, fetchMessages(urls[name]));
  return requests.get(name);
}

const interpolate = (text, params) =>
  params ? text.replace(/\{(\w+)\}/g, (placeholder, name) => (name in params ? String(params[name]) : placeholder)) : text;

/** Translate a message and replace each `{name}` by the parameter of that name; nothing stays nothing. */
export function translate(message, params) {
  if (message === "") return ""; // under which the plural rule stands
  return interpolate(messages.get(message) ?? message, params);
}

/** As `translate`, for a word with several meanings: `context` says which. */
export function translateIn(context, message, params) {
  return interpolate(messages.get(`${context}\u0004${message}`) ?? message, params);
}

/** As `translate`, with the plural form for `n`; `{n}` is the number. */
export function translateMany(singular, plural, n, params) {
  const size = Math.abs(n);
  const form = messages.get("")?.[size < 200 ? size : 100 + (size % 100)] ?? (n === 1 ? 0 : 1);
  return interpolate(messages.get(singular)?.[form] ?? (n === 1 ? singular : plural), { n, ...params });
}

/** Mark a constant for extraction and return it unchanged; `translate` it when it is shown. */
export const mark = (message) => message;

await loadMessages("site");

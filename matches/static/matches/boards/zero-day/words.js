// What is happening, what can be done and what was done, in words.

import { marked, spoken, spokenIn, spokenMany } from "../../../site/words.js";
import { SEATS, face } from "./signs.js";

export const list = (parts, word = spoken(" and ")) => (parts.length < 2 ? parts.join("") : parts.slice(0, -1).join(", ") + word + parts.at(-1));
export const credits = (n) => spokenMany("{n} credit", "{n} credits", n);
export const proxies = (n) => spokenMany("{n} proxy", "{n} proxies", n);
export const cards = (n) => spokenMany("{n} card", "{n} cards", n);
export const sets = (n) => spokenMany("{n} set", "{n} sets", n);
export const keys = (n) => spokenMany("{n} key", "{n} keys", n);
const withKeys = (n) => spokenMany("with {n} key", "with {n} keys", n);

export function isMyTurn(board) {
  return Boolean(board.can?.submit && board.view && board.to_act.includes(board.viewer.seat));
}

const MINE = {
  credentials: () => spoken("Name your four secret credentials."),
  initiative: () => spoken("Choose a free spot on the initiative track. It decides when your first turn comes."),
  tokens: () => spoken("Place an operation token on a tile with a neutral pawn."),
  start: (view) => start(view),
  act: (view) => act(view),
  choice: (view) => CHOICES[view.choice.operation]?.(view.choice.left) ?? spoken("Carry out the operation."),
  scramble: (view) => (view.choice.left > 1 ? spoken("Scramble: name four new credentials, {n} times in a row.", { n: view.choice.left }) : spoken("Scramble: name four new credentials.")),
  move: (view, seat) => move(view, seat),
  free: (view, seat, legal) => free(legal),
  init: () => spoken("Move your initiative token: choose the spot for your next turn."),
  protect: ({ pending: { by, count } }) => spoken("{side} hacks {keys}. Choose the number to announce.", { side: SEATS[by], keys: withKeys(count) }),
};

const CHOICES = {
  Shell: (left) => spokenMany("Shell: stack up to {n} more card, or stop.", "Shell: stack up to {n} more cards, or stop.", left),
  Scan: (left) => spokenMany("Scan: choose up to {n} more neutral pawn to remove, or stop.", "Scan: choose up to {n} more neutral pawns to remove, or stop.", left),
  Purge: (left) => spokenMany("Purge: choose up to {n} more virus to uninstall, or stop.", "Purge: choose up to {n} more viruses to uninstall, or stop.", left),
  Optimize: (left) => spokenMany("Optimize: swap up to {n} more pair of free spots, or stop.", "Optimize: swap up to {n} more pairs of free spots, or stop.", left),
};

function start(view) {
  const effects = Object.keys(view.turn.effects);
  const tile = view.turn.tile ? spoken("resolve your initiative tile") : "";
  const what = list([tile, effects.length ? spoken("use {viruses}", { viruses: list(effects) }) : ""].filter(Boolean));
  return spoken("Your turn begins: {what}.", { what });
}

function move(view, seat) {
  const own = view.seats[seat];
  if (own.at) return spoken("Your turn: jump to a marked tile, or jack out.");
  return own.credits >= 2 ? spoken("Your turn: jack in on a marked tile for 2 credits, or take 2 credits.") : spoken("Your turn: take 2 credits. Jacking in costs 2.");
}

function act(view) {
  if (!view.turn.actions) return spoken("No actions left. Move your token to end your turn.");
  return spokenMany(
    "Your turn: {n} action left. Stack a card, resolve an operation, or end the turn by moving your token.",
    "Your turn: {n} actions left. Stack a card, resolve an operation, or end the turn by moving your token.",
    view.turn.actions,
  );
}

const FREE = {
  hack: marked("hack"),
  repeat: marked("hack again with Oscar"),
  "tile-action": marked("use the tile's action"),
  deny: marked("deny an operation"),
  install: marked("install a virus"),
  uninstall: marked("take a key back"),
};

function free(legal) {
  const verbs = new Set(legal.map((text) => text.split(" ")[0]));
  const can = Object.keys(FREE).filter((verb) => verbs.has(verb)).map((verb) => spoken(FREE[verb]));
  if (!can.length) return spoken("No more actions here. Move your token to end your turn.");
  return spoken("Your turn: {what}. Moving your token ends it.", { what: list(can, spoken(" or ")) });
}

const THEIRS = {
  credentials: marked("{names} is naming four secret credentials."),
  initiative: marked("{names} is choosing a spot on the initiative track."),
  tokens: marked("{names} is placing the operation tokens."),
  start: marked("{names} is resolving the initiative tile."),
  act: marked("{names} is stacking cards and resolving operations."),
  choice: marked("{names} is carrying out {operation}."),
  scramble: marked("{names} is naming new credentials."),
  move: marked("{names} is choosing where to go."),
  free: marked("{names} is taking actions on a tile."),
  init: marked("{names} is choosing a spot for the next turn."),
  protect: marked("{names} is answering the hack."),
};

/** One sentence: what the match waits for, from the viewer's side. */
export function status(board) {
  const { view } = board;
  if (!view || view.phase === "setup") return spoken("Setting up tiles, track, operations and viruses…");
  if (isMyTurn(board)) return MINE[view.phase]?.(view, board.viewer.seat, board.legal ?? []) ?? spoken("Your turn.");
  if (view.outcome) return spoken("The match is over.");
  if (!board.to_act.length) return spoken("Revealing what comes next…");
  const names = list(board.to_act.map((seat) => SEATS[seat]));
  const out = view.seats[board.viewer.seat]?.gone ? `${spoken("You have left the match.")} ` : "";
  return out + spoken(THEIRS[view.phase] ?? marked("{names} is choosing."), { names, operation: view.choice?.operation });
}

/** By verb: the sentence for the viewer's own action, that for another's, and what they are told with. */
const TOLD = {
  credentials: () => [marked("You named four credentials."), marked("{side} named four credentials.")],
  init: ([spot]) => [marked("You moved to initiative spot {spot}."), marked("{side} moved to initiative spot {spot}."), { spot }],
  token: ([type, place]) => [marked("You put the {type} token on {place}."), marked("{side} put the {type} token on {place}."), { type, place }],
  tile: ([spot]) =>
    spot
      ? [marked("You fetched the tile at spot {spot} with the Pointer."), marked("{side} fetched the tile at spot {spot} with the Pointer."), { spot }]
      : [marked("You resolved the initiative tile."), marked("{side} resolved the initiative tile.")],
  virus: ([name, what]) =>
    what
      ? [marked("You used {virus} for {what}."), marked("{side} used {virus} for {what}."), { virus: name, what: spoken(GOODS[what] ?? what) }]
      : [marked("You used {virus}."), marked("{side} used {virus}."), { virus: name }],
  end: () => [marked("You ended the operation."), marked("{side} ended the operation.")],
  stack: ([operation], view) => [marked("You stacked a card on {operation}{now}."), marked("{side} stacked a card on {operation}{now}."), { operation, now: stackNow(view, operation) }],
  resolve: ([operation]) => [marked("You resolved {operation}."), marked("{side} resolved {operation}."), { operation }],
  scan: ([place]) => [marked("You removed a neutral pawn from {place}."), marked("{side} removed a neutral pawn from {place}."), { place }],
  purge: ([virus]) => [marked("You purged {virus}: all keys on it were returned."), marked("{side} purged {virus}: all keys on it were returned."), { virus }],
  swap: ([one, other]) => [marked("You swapped the initiative tiles at {one} and {other}."), marked("{side} swapped the initiative tiles at {one} and {other}."), { one, other }],
  "jack-in": ([place], view) => [marked("You jacked in at {place}."), marked("{side} jacked in at {place}."), { place: place + tileAt(view, place) }],
  jump: ([place, sybil], view) =>
    sybil
      ? [marked("You jumped to {place} with Sybil."), marked("{side} jumped to {place} with Sybil."), { place: place + tileAt(view, place) }]
      : [marked("You jumped to {place}."), marked("{side} jumped to {place}."), { place: place + tileAt(view, place) }],
  "jack-out": () => [marked("You jacked out."), marked("{side} jacked out.")],
  credits: () => [marked("You took 2 credits."), marked("{side} took 2 credits.")],
  "tile-action": () => [marked("You used the tile's action."), marked("{side} used the tile's action.")],
  install: ([virus, key]) => [marked("You installed {virus} with key {key}."), marked("{side} installed {virus} with key {key}."), { virus, key }],
  uninstall: ([virus, key]) => [marked("You uninstalled {virus}. Key {key} is back in your hand."), marked("{side} uninstalled {virus}. Key {key} is back in hand."), { virus, key }],
  deny: ([operation]) => [marked("You denied {operation} and saw its cards."), marked("{side} denied {operation} and saw its cards."), { operation }],
  hack: (words) => [marked("You hacked {keys}."), marked("{side} hacked {keys}."), { keys: keysIn(words) }],
  repeat: (words) => [marked("You hacked again {keys}."), marked("{side} hacked again {keys}."), { keys: keysIn(words) }],
  protect: () => [marked("You answered the hack."), marked("{side} answered the hack.")],
};
const GOODS = { credits: marked("credits"), proxies: marked("proxies") };

const tileAt = (view, place) => (view.board[place] ? ` (${view.board[place].tile})` : "");

function stackNow(view, name) {
  const stack = view.operations.find((one) => one.name === name)?.stack;
  return stack ? spokenMany(": {n} card there now", ": {n} cards there now", stack) : "";
}

/** The keys of a hack, counted by `many`: withKeys or keys. */
function keysIn(words, many = withKeys) {
  const until = words.includes("trudy") ? words.indexOf("trudy") : words.length;
  const count = words.slice(0, until).filter((word) => word !== "unused").length;
  return many(count) + (words[0] === "unused" ? ` ${spoken("against the unused cards")}` : "");
}

/** One public action as a sentence. */
export function retell([seat, text], view) {
  const [verb, ...words] = text.split(" ");
  if (seat === null) return verb === "peek" ? spoken("{side} peeked with Victor.", { side: words[0].replace("hacker", "Hacker ") }) : "";
  if (!TOLD[verb]) return "";
  const [own, others, given] = TOLD[verb](words, view);
  return spoken(seat === view.viewer ? own : others, { side: SEATS[seat], ...given });
}

/** What the viewer itself was shown by an action, empty for all others. */
export function shownBy([seat, text], view) {
  const mine = (seat === view.viewer && text.startsWith("deny ")) || text.startsWith(`peek hacker${view.viewer} `);
  const shown = mine ? view.seen.filter((one) => one.by === view.viewer).at(-1) : null;
  if (!shown) return "";
  const given = { cards: list(shown.cards), operation: shown.operation };
  return shown.cards.length > 1 ? spoken("You saw {cards} on {operation}: not credentials.", given) : spoken("You saw {cards} on {operation}: not a credential.", given);
}

/** What the newest answer to a hack was. */
export function hackTold(view) {
  const made = view.hacks.at(-1);
  if (!made) return "";
  const token = made.token ? spoken("a protection token was spent, so the actual number may differ by one") : spoken("no protection token");
  const given = { side: SEATS[made.by], keys: withKeys(made.count), told: made.told, token };
  return made.by === view.viewer ? spoken("Your hack {keys}: {told} announced ({token}).", given) : spoken("{side}'s hack {keys}: {told} announced ({token}).", given);
}

/** The sentence for what came last, or an empty string. */
export function told(view) {
  const last = view?.events?.at(-1);
  if (!last) return "";
  const [verb] = last[1].split(" ");
  const answered = ["hack", "repeat", "protect"].includes(verb) && !view.pending;
  return [retell(last, view), shownBy(last, view), answered ? hackTold(view) : ""].filter(Boolean).join(" ");
}

const MEANS = {
  credentials: () => spoken("make these four the secret credentials"),
  init: ([spot], view) => spoken("move your token to spot {spot}: {tile}", { spot, tile: face(view.track[spot].tile)[1] }),
  token: ([type, place]) => spoken("put the {type} token on {place}", { type, place }),
  tile: ([spot], view) => spoken("resolve the initiative tile: {tile}", { tile: face(view.track[spot ?? view.marker].tile)[1] }),
  virus: ([name]) => spoken("use {virus} now", { virus: name }),
  end: () => spoken("end this operation"),
  stack: ([operation, card]) => spoken("lay your unused card {card} face down on {operation}", { card, operation }),
  resolve: ([name], view) => {
    const kind = view.operations.find((one) => one.name === name);
    return spoken("pay {cost}; {text}", { cost: kind.cost, text: kind.text.replace(/\bN\b/g, kind.n) });
  },
  scan: ([place]) => spoken("remove a neutral pawn from {place}", { place }),
  purge: ([virus]) => spoken("return all keys on {virus}", { virus }),
  swap: ([one, other]) => spoken("swap the tiles on spots {one} and {other}", { one, other }),
  "jack-in": ([place], view) => spoken("pay 2 credits and enter {place}", { place: place + tileAt(view, place) }),
  jump: ([place, sybil, key], view) => {
    const given = { place: place + tileAt(view, place), key };
    return sybil ? spoken("go to {place}; uninstall Sybil, key {key} returns to your hand", given) : spokenIn("jump", "go to {place}", given);
  },
  "jack-out": () => spoken("leave the board, then only move your token"),
  credits: () => spoken("take 2 credits, then only move your token"),
  "tile-action": () => spoken("use the tile's action"),
  install: ([virus, key], view) => {
    const price = view.viruses.find((one) => one.name === virus);
    return spoken("pay {credits} and {proxies}, lay key {key} on {virus}", { credits: credits(price.credits), proxies: proxies(price.proxies), key, virus });
  },
  uninstall: ([virus, key]) => spoken("pay 1 credit, take key {key} back from {virus}", { key, virus }),
  deny: ([name], view) => {
    const { stack } = view.operations.find((one) => one.name === name);
    return spoken("pay the Admin {credits}, look at the {cards} on {operation} and send them back", { credits: credits(stack), cards: cards(stack), operation: name });
  },
  hack: (words) => spoken("hand over {keys}", { keys: keysIn(words, keys) }),
  repeat: (words) => spoken("hand over {keys} once more, for 3 credits", { keys: keysIn(words, keys) }),
  protect: ([how], view) => {
    const n = how === "no" ? view.pending.match : Math.max(0, view.pending.match + Number(how));
    return how === "no" ? spoken("announce {n}", { n }) : spoken("announce {n} and spend a protection token", { n });
  },
};

/** What a notation of the legal list would do. */
export function explain(text, { view }) {
  const [verb, ...words] = text.split(" ");
  return view ? (MEANS[verb]?.(words, view) ?? "") : "";
}

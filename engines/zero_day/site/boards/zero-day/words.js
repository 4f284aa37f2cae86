// Texts: what is happening, what can be done and what was done.

import { mark, translate, translateIn, translateMany } from "../../../site/words.js";
import { face, SEATS } from "./signs.js";

export const list = (parts, word = translate(" and ")) => (parts.length < 2 ? parts.join("") : parts.slice(0, -1).join(", ") + word + parts.at(-1));
export const credits = (n) => translateMany("{n} credit", "{n} credits", n);
export const proxies = (n) => translateMany("{n} proxy", "{n} proxies", n);
export const cards = (n) => translateMany("{n} card", "{n} cards", n);
export const sets = (n) => translateMany("{n} set", "{n} sets", n);
export const keys = (n) => translateMany("{n} key", "{n} keys", n);
const withKeys = (n) => translateMany("with {n} key", "with {n} keys", n);
const keysUnused = (n) => translateMany("{n} key against the unused cards", "{n} keys against the unused cards", n);
const withKeysUnused = (n) => translateMany("with {n} key against the unused cards", "with {n} keys against the unused cards", n);

export function isMyTurn(board) {
  return Boolean(board.can?.submit && board.view && board.to_act.includes(board.viewer.seat));
}

const MINE = {
  credentials: () => translate("Name your four secret credentials."),
  initiative: () => translate("Choose a free spot on the initiative track. It decides when your first turn comes."),
  tokens: () => translate("Place an operation token on a tile with a neutral pawn."),
  start: (view) => describeStart(view),
  act: (view) => act(view),
  choice: (view) => CHOICES[view.choice.operation]?.(view.choice.left) ?? translate("Carry out the operation."),
  scramble: (view) => (view.choice.left > 1 ? translate("Scramble: name four new credentials, {n} times in a row.", { n: view.choice.left }) : translate("Scramble: name four new credentials.")),
  move: (view, seat) => move(view, seat),
  free: (view, seat, legal) => free(legal),
  init: () => translate("Move your initiative token: choose the spot for your next turn."),
  protect: ({ pending: { by, count } }) => translate("{side} hacks {keys}. Choose the number to announce.", { side: SEATS[by], keys: withKeys(count) }),
};

const CHOICES = {
  Shell: (left) => translateMany("Shell: stack up to {n} more card, or stop.", "Shell: stack up to {n} more cards, or stop.", left),
  Scan: (left) => translateMany("Scan: choose up to {n} more neutral pawn to remove, or stop.", "Scan: choose up to {n} more neutral pawns to remove, or stop.", left),
  Purge: (left) => translateMany("Purge: choose up to {n} more virus to uninstall, or stop.", "Purge: choose up to {n} more viruses to uninstall, or stop.", left),
  Optimize: (left) => translateMany("Optimize: swap up to {n} more pair of free spots, or stop.", "Optimize: swap up to {n} more pairs of free spots, or stop.", left),
};

function describeStart(view) {
  const effects = Object.keys(view.turn.effects);
  const tile = view.turn.tile ? translate("resolve your initiative tile") : "";
  const task = list([tile, effects.length ? translate("use {viruses}", { viruses: list(effects) }) : ""].filter(Boolean));
  return translate("Your turn begins: {what}.", { what: task });
}

function move(view, seat) {
  const own = view.seats[seat];
  if (own.at) return translate("Your turn: jump to a marked tile, or jack out.");
  return own.credits >= 2 ? translate("Your turn: jack in on a marked tile for 2 credits, or take 2 credits.") : translate("Your turn: take 2 credits. Jacking in costs 2.");
}

function act(view) {
  if (!view.turn.actions) return translate("No actions left. Move your token to end your turn.");
  return translateMany(
    "Your turn: {n} action left. Stack a card, resolve an operation, or end the turn by moving your token.",
    "Your turn: {n} actions left. Stack a card, resolve an operation, or end the turn by moving your token.",
    view.turn.actions,
  );
}

const FREE = {
  hack: mark("hack"),
  repeat: mark("hack again with Oscar"),
  "tile-action": mark("use the tile's action"),
  deny: mark("deny an operation"),
  install: mark("install a virus"),
  uninstall: mark("take a key back"),
};

function free(legal) {
  const verbs = new Set(legal.map((text) => text.split(" ")[0]));
  const can = Object.keys(FREE).filter((verb) => verbs.has(verb)).map((verb) => translate(FREE[verb]));
  if (!can.length) return translate("No more actions here. Move your token to end your turn.");
  return translate("Your turn: {what}. Moving your token ends it.", { what: list(can, translate(" or ")) });
}

const THEIRS = {
  credentials: mark("{names} is naming four secret credentials."),
  initiative: mark("{names} is choosing a spot on the initiative track."),
  tokens: mark("{names} is placing the operation tokens."),
  start: mark("{names} is resolving the initiative tile."),
  act: mark("{names} is stacking cards and resolving operations."),
  choice: mark("{names} is carrying out {operation}."),
  scramble: mark("{names} is naming new credentials."),
  move: mark("{names} is choosing where to go."),
  free: mark("{names} is taking actions on a tile."),
  init: mark("{names} is choosing a spot for the next turn."),
  protect: mark("{names} is answering the hack."),
};

/** Return a sentence on what the match waits for, from the viewer's side. */
export function status(board) {
  const { view } = board;
  if (!view || view.phase === "setup") return translate("Setting up tiles, track, operations and viruses…");
  if (isMyTurn(board)) return MINE[view.phase]?.(view, board.viewer.seat, board.legal ?? []) ?? translate("Your turn.");
  if (view.outcome) return translate("The match is over.");
  if (!board.to_act.length) return translate("Revealing what comes next…");
  const names = list(board.to_act.map((seat) => SEATS[seat]));
  const out = view.seats[board.viewer.seat]?.gone ? `${translate("You have left the match.")} ` : "";
  return out + translate(THEIRS[view.phase] ?? mark("{names} is choosing."), { names, operation: view.choice?.operation });
}

/** By verb: the sentence for the viewer's own action, the one for others, their parameters, and optionally another sentence. */
const TOLD = {
  credentials: () => [mark("You named four credentials."), mark("{side} named four credentials.")],
  init: ([spot]) => [mark("You moved to initiative spot {spot}."), mark("{side} moved to initiative spot {spot}."), { spot }],
  token: ([type, place]) => [mark("You put the {type} token on {place}."), mark("{side} put the {type} token on {place}."), { type, place }],
  tile: ([spot]) =>
    spot
      ? [mark("You fetched the tile at spot {spot} with the Pointer."), mark("{side} fetched the tile at spot {spot} with the Pointer."), { spot }]
      : [mark("You resolved the initiative tile."), mark("{side} resolved the initiative tile.")],
  virus: ([name, target]) =>
    target
      ? [mark("You used {virus} for {what}."), mark("{side} used {virus} for {what}."), { virus: name, what: translate(GOODS[target] ?? target) }]
      : [mark("You used {virus}."), mark("{side} used {virus}."), { virus: name }],
  end: () => [mark("You ended the operation."), mark("{side} ended the operation.")],
  stack: ([operation], view) => [mark("You stacked a card on {operation}."), mark("{side} stacked a card on {operation}."), { operation }, stackNow(view, operation)],
  resolve: ([operation]) => [mark("You resolved {operation}."), mark("{side} resolved {operation}."), { operation }],
  scan: ([place]) => [mark("You removed a neutral pawn from {place}."), mark("{side} removed a neutral pawn from {place}."), { place }],
  purge: ([virus]) => [mark("You purged {virus}: all keys on it were returned."), mark("{side} purged {virus}: all keys on it were returned."), { virus }],
  swap: ([first, second]) => [mark("You swapped the initiative tiles at {one} and {other}."), mark("{side} swapped the initiative tiles at {one} and {other}."), { one: first, other: second }],
  "jack-in": ([place], view) => [mark("You jacked in at {place}."), mark("{side} jacked in at {place}."), { place: place + tileAt(view, place) }],
  jump: ([place, sybil], view) =>
    sybil
      ? [mark("You jumped to {place} with Sybil."), mark("{side} jumped to {place} with Sybil."), { place: place + tileAt(view, place) }]
      : [mark("You jumped to {place}."), mark("{side} jumped to {place}."), { place: place + tileAt(view, place) }],
  "jack-out": () => [mark("You jacked out."), mark("{side} jacked out.")],
  credits: () => [mark("You took 2 credits."), mark("{side} took 2 credits.")],
  "tile-action": () => [mark("You used the tile's action."), mark("{side} used the tile's action.")],
  install: ([virus, key]) => [mark("You installed {virus} with key {key}."), mark("{side} installed {virus} with key {key}."), { virus, key }],
  uninstall: ([virus, key]) => [mark("You uninstalled {virus}. Key {key} is back in your hand."), mark("{side} uninstalled {virus}. Key {key} is back in hand."), { virus, key }],
  deny: ([operation]) => [mark("You denied {operation} and saw its cards."), mark("{side} denied {operation} and saw its cards."), { operation }],
  hack: (words) => [mark("You hacked {keys}."), mark("{side} hacked {keys}."), { keys: keysIn(words) }],
  repeat: (words) => [mark("You hacked again {keys}."), mark("{side} hacked again {keys}."), { keys: keysIn(words) }],
  protect: () => [mark("You answered the hack."), mark("{side} answered the hack.")],
};
const GOODS = { credits: mark("credits"), proxies: mark("proxies") };

const tileAt = (view, place) => (view.board[place] ? ` (${view.board[place].tile})` : "");

function stackNow(view, name) {
  const stack = view.operations.find((item) => item.name === name)?.stack;
  return stack ? translateMany("{n} card is there now.", "{n} cards are there now.", stack) : "";
}

/** Return the keys of a hack in words, by one of two functions: against the credentials, or against the unused cards. */
function keysIn(words, [plain, unused] = [withKeys, withKeysUnused]) {
  const until = words.includes("trudy") ? words.indexOf("trudy") : words.length;
  const count = words.slice(0, until).filter((word) => word !== "unused").length;
  return words[0] === "unused" ? unused(count) : plain(count);
}

/** Describe a public action. */
export function describeAction([seat, text], view) {
  const [verb, ...words] = text.split(" ");
  if (seat === null) return verb === "peek" ? translate("{side} peeked with Victor.", { side: words[0].replace("hacker", "Hacker ") }) : "";
  if (!TOLD[verb]) return "";
  const [own, others, params, more] = TOLD[verb](words, view);
  return [translate(seat === view.viewer ? own : others, { side: SEATS[seat], ...params }), more].filter(Boolean).join(" ");
}

/** Describe the cards that an action showed to the viewer; empty for other viewers. */
export function describeSeen([seat, text], view) {
  const isOwn = (seat === view.viewer && text.startsWith("deny ")) || text.startsWith(`peek hacker${view.viewer} `);
  const shown = isOwn ? view.seen.filter((peek) => peek.by === view.viewer).at(-1) : null;
  if (!shown) return "";
  const params = { cards: list(shown.cards), operation: shown.operation };
  return shown.cards.length > 1 ? translate("You saw {cards} on {operation}: not credentials.", params) : translate("You saw {cards} on {operation}: not a credential.", params);
}

/** Describe the newest answer to a hack. */
export function describeLastHack(view) {
  const hack = view.hacks.at(-1);
  if (!hack) return "";
  const params = { side: SEATS[hack.by], keys: withKeys(hack.count), told: hack.told };
  const answer = hack.by === view.viewer ? translate("The Admin announced {told} for your hack {keys}.", params) : translate("The Admin announced {told} for {side}'s hack {keys}.", params);
  const token = hack.token ? translate("A protection token was spent, so the actual number may differ by one.") : translate("No protection token was spent.");
  return `${answer} ${token}`;
}

/** Describe the newest action; empty if there is none. */
export function describeLastTurn(view) {
  const last = view?.events?.at(-1);
  if (!last) return "";
  const [verb] = last[1].split(" ");
  const answered = ["hack", "repeat", "protect"].includes(verb) && !view.pending;
  return [describeAction(last, view), describeSeen(last, view), answered ? describeLastHack(view) : ""].filter(Boolean).join(" ");
}

const MEANS = {
  credentials: () => translate("make these four the secret credentials"),
  init: ([spot], view) => translate("move your token to spot {spot}: {tile}", { spot, tile: face(view.track[spot].tile)[1] }),
  token: ([type, place]) => translate("put the {type} token on {place}", { type, place }),
  tile: ([spot], view) => translate("resolve the initiative tile: {tile}", { tile: face(view.track[spot ?? view.marker].tile)[1] }),
  virus: ([name]) => translate("use {virus} now", { virus: name }),
  end: () => translate("end this operation"),
  stack: ([operation, card]) => translate("lay your unused card {card} face down on {operation}", { card, operation }),
  resolve: ([name], view) => {
    const kind = view.operations.find((item) => item.name === name);
    return translate("pay {cost}; {text}", { cost: kind.cost, text: kind.text.replace(/\bN\b/g, kind.n) });
  },
  scan: ([place]) => translate("remove a neutral pawn from {place}", { place }),
  purge: ([virus]) => translate("return all keys on {virus}", { virus }),
  swap: ([first, second]) => translate("swap the tiles on spots {one} and {other}", { one: first, other: second }),
  "jack-in": ([place], view) => translate("pay 2 credits and enter {place}", { place: place + tileAt(view, place) }),
  jump: ([place, sybil, key], view) => {
    const params = { place: place + tileAt(view, place), key };
    return sybil ? translate("go to {place}; uninstall Sybil, key {key} returns to your hand", params) : translateIn("jump", "go to {place}", params);
  },
  "jack-out": () => translate("leave the board, then only move your token"),
  credits: () => translate("take 2 credits, then only move your token"),
  "tile-action": () => translate("use the tile's action"),
  install: ([virus, key], view) => {
    const price = view.viruses.find((item) => item.name === virus);
    return translate("pay {credits} and {proxies}, lay key {key} on {virus}", { credits: credits(price.credits), proxies: proxies(price.proxies), key, virus });
  },
  uninstall: ([virus, key]) => translate("pay 1 credit, take key {key} back from {virus}", { key, virus }),
  deny: ([name], view) => {
    const { stack } = view.operations.find((item) => item.name === name);
    return translate("pay the Admin {credits}, look at the {cards} on {operation} and send them back", { credits: credits(stack), cards: cards(stack), operation: name });
  },
  hack: (words) => translate("hand over {keys}", { keys: keysIn(words, [keys, keysUnused]) }),
  repeat: (words) => translate("hand over {keys} once more, for 3 credits", { keys: keysIn(words, [keys, keysUnused]) }),
  protect: ([how], view) => {
    const n = how === "no" ? view.pending.match : Math.max(0, view.pending.match + Number(how));
    return how === "no" ? translate("announce {n}", { n }) : translate("announce {n} and spend a protection token", { n });
  },
};

/** Explain what a notation of the legal list would do. */
export function explain(text, { view }) {
  const [verb, ...words] = text.split(" ");
  return view ? (MEANS[verb]?.(words, view) ?? "") : "";
}

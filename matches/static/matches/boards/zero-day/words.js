// What is happening, what can be done and what was done, in words.

import { SEATS, face } from "./signs.js";

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
export const list = (parts, word = "and") => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`);

export function isMyTurn(board) {
  return Boolean(board.can?.submit && board.view && board.to_act.includes(board.viewer.seat));
}

const MINE = {
  credentials: () => "Name your four secret credentials.",
  initiative: () => "Choose a free spot of the initiative track: it says when your first turn comes.",
  tokens: () => "Place an operation token on a tile with a neutral pawn.",
  start: (view) => start(view),
  act: (view) => act(view),
  choice: (view) => CHOICES[view.choice.operation]?.(view.choice.left) ?? "Carry out the operation.",
  scramble: (view) => `Scramble: name four new credentials${view.choice.left > 1 ? `, ${view.choice.left} times in a row` : ""}.`,
  move: (view, seat) => move(view, seat),
  free: (view, seat, legal) => free(legal),
  init: () => "Only your initiative token is left: choose the spot of your next turn.",
  protect: (view) => `${SEATS[view.pending.by]} hacks with ${plural(view.pending.count, "key")}: decide what to tell.`,
};

const CHOICES = {
  Shell: (left) => `Shell: stack up to ${plural(left, "more card")}, or stop.`,
  Scan: (left) => `Scan: choose up to ${plural(left, "more neutral pawn")} to remove, or stop.`,
  Purge: (left) => `Purge: choose up to ${plural(left, "more virus", "more viruses")} to uninstall, or stop.`,
  Optimize: (left) => `Optimize: swap up to ${plural(left, "more pair")} of free spots, or stop.`,
};

function start(view) {
  const effects = Object.keys(view.turn.effects);
  const tile = view.turn.tile ? "resolve your initiative tile" : "";
  return `Your turn begins: ${list([tile, effects.length ? `use ${list(effects)}` : ""].filter(Boolean))}.`;
}

function move(view, seat) {
  const own = view.seats[seat];
  if (own.at) return "Your turn: jump to a marked tile, or jack out.";
  return own.credits >= 2 ? "Your turn: jack in on a marked tile for 2 credits, or take 2 credits." : "Your turn: take 2 credits; jacking in costs 2.";
}

function act(view) {
  if (!view.turn.actions) return "Your actions are done: move your token to end the turn.";
  return `Your turn: ${plural(view.turn.actions, "action")} left. Stack a card, resolve an operation, or end the turn by moving your token.`;
}

const FREE = {
  hack: "hack",
  repeat: "hack again with Oscar",
  "tile-action": "use the tile's action",
  deny: "deny an operation",
  install: "install a virus",
  uninstall: "take a key back",
};

function free(legal) {
  const verbs = new Set(legal.map((text) => text.split(" ")[0]));
  const can = Object.keys(FREE).filter((verb) => verbs.has(verb)).map((verb) => FREE[verb]);
  return can.length ? `Your turn: ${list(can, "or")}. Moving your token ends it.` : "Nothing more can be done here: move your token to end the turn.";
}

const THEIRS = {
  credentials: "is naming four secret credentials",
  initiative: "is choosing a spot of the initiative track",
  tokens: "is placing the operation tokens",
  start: "is resolving the initiative tile",
  act: "is stacking and resolving",
  scramble: "is naming new credentials",
  move: "is choosing where to go",
  free: "is at work on a tile",
  init: "is choosing the spot of the next turn",
  protect: "is deciding what to tell of the hack",
};

/** One sentence: what the match waits for, from the viewer's side. */
export function status(board) {
  const { view } = board;
  if (!view || view.phase === "setup") return "The referee lays tiles, track, operations and viruses.";
  if (isMyTurn(board)) return MINE[view.phase]?.(view, board.viewer.seat, board.legal ?? []) ?? "Your turn.";
  if (view.outcome) return "The match is over.";
  if (!board.to_act.length) return "The referee turns up what comes next.";
  const doing = view.phase === "choice" ? `is carrying out ${view.choice.operation}` : (THEIRS[view.phase] ?? "is choosing");
  const who = board.to_act.map((seat) => SEATS[seat]);
  const out = view.seats[board.viewer.seat]?.gone ? "You have left the match. " : "";
  return `${out}${list(who)} ${doing}.`;
}

const TOLD = {
  credentials: () => "named four credentials",
  init: ([spot]) => `moved to initiative spot ${spot}`,
  token: ([type, place]) => `put the ${type} token on ${place}`,
  tile: ([spot]) => (spot ? `fetched the tile of spot ${spot} with the Pointer` : "resolved the initiative tile"),
  virus: ([name, what]) => `used ${name}${what ? ` for ${what}` : ""}`,
  end: () => "stopped there",
  stack: ([operation], view) => `stacked a card on ${operation}${stackNow(view, operation)}`,
  resolve: ([operation]) => `resolved ${operation}`,
  scan: ([place]) => `removed a neutral pawn from ${place}`,
  purge: ([virus]) => `purged ${virus}: every key on it went back`,
  swap: ([one, other]) => `swapped the initiative tiles of ${one} and ${other}`,
  "jack-in": ([place], view) => `jacked in at ${place}${tileAt(view, place)}`,
  jump: ([place, sybil], view) => `jumped to ${place}${tileAt(view, place)}${sybil ? " with Sybil" : ""}`,
  "jack-out": () => "jacked out",
  credits: () => "took 2 credits",
  "tile-action": () => "used the tile's action",
  install: ([virus, key]) => `installed ${virus} with key ${key}`,
  uninstall: ([virus, key]) => `uninstalled ${virus}; key ${key} is back in hand`,
  deny: ([operation]) => `denied ${operation} and saw its cards`,
  hack: (words) => `hacked with ${keysIn(words)}`,
  repeat: (words) => `hacked again with ${keysIn(words)}`,
  protect: () => "answered the hack",
  peek: ([seat]) => `: ${seat.replace("hacker", "Hacker ")} peeked with Victor`,
};

const tileAt = (view, place) => (view.board[place] ? ` (${view.board[place].tile})` : "");

function stackNow(view, name) {
  const stack = view.operations.find((one) => one.name === name)?.stack;
  return stack ? `: ${plural(stack, "card")} there now` : "";
}

function keysIn(words) {
  const until = words.includes("trudy") ? words.indexOf("trudy") : words.length;
  const count = words.slice(0, until).filter((word) => word !== "unused").length;
  return `${plural(count, "key")}${words[0] === "unused" ? " against the unused cards" : ""}`;
}

/** One public action as a sentence. */
export function retell([seat, text], view) {
  const [verb, ...words] = text.split(" ");
  const told = TOLD[verb]?.(words, view);
  if (!told) return "";
  if (seat === null) return verb === "peek" ? `${told.slice(2)}.` : "";
  return `${seat === view.viewer ? "You" : SEATS[seat]} ${told}.`;
}

/** What the viewer itself was shown by an action, empty for all others. */
export function shownBy([seat, text], view) {
  const mine = (seat === view.viewer && text.startsWith("deny ")) || text.startsWith(`peek hacker${view.viewer} `);
  const shown = mine ? view.seen.filter((one) => one.by === view.viewer).at(-1) : null;
  if (!shown) return "";
  const [what, are] = shown.cards.length > 1 ? ["no credentials", "are"] : ["no credential", "is"];
  return `You saw ${list(shown.cards)} on ${shown.operation}: ${shown.cards.length > 1 ? "they" : "it"} ${are} ${what}.`;
}

/** What the newest answer to a hack was. */
export function hackTold(view) {
  const made = view.hacks.at(-1);
  if (!made) return "";
  const token = made.token ? "a protection token was spent, so the true number may be one off" : "no protection";
  return `${made.by === view.viewer ? "Your" : `${SEATS[made.by]}'s`} hack with ${plural(made.count, "key")}: ${made.told} told (${token}).`;
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
  credentials: () => "these four become the secret credentials",
  init: ([spot], view) => `move your token to spot ${spot}; there ${face(view.track[spot].tile)[1]}`,
  token: ([type, place]) => `put the ${type} token on ${place}`,
  tile: ([spot], view) => `resolve the initiative tile: ${face(view.track[spot ?? view.marker].tile)[1]}`,
  virus: ([name]) => `use ${name} now`,
  end: () => "no more of this operation",
  stack: ([operation, card]) => `lay your unused card ${card} face down on ${operation}`,
  resolve: ([name], view) => {
    const kind = view.operations.find((one) => one.name === name);
    return `pay ${kind.cost}; ${kind.text.replace(/\bN\b/g, kind.n)}`;
  },
  scan: ([place]) => `remove a neutral pawn from ${place}`,
  purge: ([virus]) => `every key on ${virus} goes back`,
  swap: ([one, other]) => `spots ${one} and ${other} change tiles`,
  "jack-in": ([place], view) => `pay 2 credits and enter ${place}${tileAt(view, place)}`,
  jump: ([place, sybil, key], view) => `go to ${place}${tileAt(view, place)}${sybil ? `; Sybil leaves, key ${key} comes back` : ""}`,
  "jack-out": () => "leave the board; only your token is left to move",
  credits: () => "take 2 credits; only your token is left to move",
  "tile-action": () => "use the tile's action",
  install: ([virus, key], view) => {
    const { credits, proxies } = view.viruses.find((one) => one.name === virus);
    return `pay ${credits} credits and ${proxies} proxies, lay key ${key} on ${virus}`;
  },
  uninstall: ([virus, key]) => `pay 1 credit, take key ${key} back from ${virus}`,
  deny: ([name], view) => {
    const { stack } = view.operations.find((one) => one.name === name);
    return `pay the Admin ${plural(stack, "credit")}, see the ${plural(stack, "card")} on ${name} and send them back`;
  },
  hack: (words) => `hand over ${keysIn(words)}`,
  repeat: (words) => `hand over ${keysIn(words)} once more, for 3 credits`,
  protect: ([how], view) => {
    const told = how === "no" ? view.pending.match : Math.max(0, view.pending.match + Number(how));
    return `tell ${told}${how === "no" ? "" : " and spend a protection token"}`;
  },
};

/** What a notation of the legal list would do. */
export function explain(text, { view }) {
  const [verb, ...words] = text.split(" ");
  return view ? (MEANS[verb]?.(words, view) ?? "") : "";
}

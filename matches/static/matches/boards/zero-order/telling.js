// Actions told in words: those that can be chosen, and the last one that was done.

import { SEATS, nameOf } from "./tokens.js";
import { parse } from "./notation.js";

const list = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);
const away = (to) => (to === "off" ? "off the map" : `to ${to}`);
const WAYS = { cw: "clockwise", ccw: "anticlockwise" };

const each = (items, name) => list(items.map((item) => `${name(item.unit)} on ${item.unit}`));
const shifted = (items, name) => list(items.map(({ unit, to }) => (unit === to ? `${name(unit)} staying on ${unit}` : `${name(unit)} from ${unit} ${away(to)}`)));

const VERBS = {
  delete: (items, name) => `defeats ${each(items, name)}`,
  push: (items, name) => `pushes ${shifted(items, name)}`,
  toss: (items, name) => `tosses ${shifted(items, name)}`,
  twist: (items, name) => `twists ${shifted(items, name)}, ${WAYS[items[0].way]}`,
  split: (items, name) => `splits ${shifted(items, name)}`,
  freeze: (items, name) => `freezes ${each(items, name)}`,
  file: (items, name) => `files ${shifted(items, name)}`,
  group: (items, name) => `groups ${each(items, name)}`,
  lock: (items, name) => `locks ${each(items, name)}`,
  hide: (items, name) => `hides ${each(items, name)}`,
  switch: (items, name) => `switches places with ${each(items, name)}`,
  mirror: (items, name) => `mirrors ${each(items, name)} across the Battle Line`,
  stack: (items, name) => `takes ${list(items.map(({ unit }) => name(unit)))} under it`,
  unstack: (items) => `puts out ${list(items.map(({ unit, to }) => `${nameOf(unit)} to ${to}`))}`,
  import: (items, name) => `brings in ${name(items[0].unit)} from ${items[0].unit} in its place`,
  export: (items, name) => `takes ${each(items, name)} out of the game`,
  glitch: (items, name) => `glitches out beside ${each(items, name)}`,
};

const PLACED = {
  tile: ({ code, items }) => `lays ${nameOf(code)} on ${items[0].to} as a tile`,
  unit: ({ code, items }) => `deploys ${nameOf(code)} on ${items[0].to}`,
  build: ({ code, items }) => `builds the defeated ${nameOf(code)} on ${items[0].to}`,
};

/** An action without its subject: "pushes Freeze from B4 to B6". `name(grid)` names a unit (for import: a tile). */
function deed({ verb, items }, name) {
  return VERBS[verb]?.(items, name) ?? verb;
}

/** A parsed action that may be chosen now, as a sentence without a full stop. */
export function offered(action, view) {
  const name = (grid) => nameOf(view.units[grid]?.[1] ?? view.tiles[grid]?.[1]);
  const { verb, actor, items } = action;
  if (verb === "end") return view.phase === "support" ? "puts nothing more in play" : "ends the turn";
  if (PLACED[verb]) return PLACED[verb](action);
  const unit = `${name(actor)} on ${actor}`;
  if (verb === "release") return `${unit} lets go of what it holds`;
  if (verb === "move") return `${name(actor)} moves from ${actor} to ${items[0].to}`;
  return `${unit} ${deed(action, name)}`;
}

/** Names of units as they were before the last action, read from the view behind it. */
function namesBefore(view) {
  const { moves, gone, by } = view.last;
  const trail = new Map(moves);
  return (grid, { own = false } = {}) => {
    const to = trail.get(grid);
    if (to) return nameOf(view.units[to]?.[1]);
    if (to === undefined && view.units[grid]) return nameOf(view.units[grid][1]);
    const side = gone.filter(([seat]) => (seat === by) === own);
    const stack = side.find(([, code]) => code === "ST");
    return side.length === 1 || stack ? nameOf((stack ?? side[0])[1]) : "a unit";
  };
}

/** The unit that acted in the last action, by name. */
function actorBefore(view, action) {
  const { verb, actor, items } = action;
  if (verb === "unstack") return nameOf("ST");
  if (verb === "import") return nameOf(view.tiles[items[0].unit]?.[1]);
  return namesBefore(view)(actor, { own: true });
}

/** What a Stack did to what lies beneath it, or an empty string: which token went under cannot be seen afterwards. */
function atStack(view, { verb, actor, items }) {
  if (verb === "stack") return `takes ${items.length} units under it`;
  // A Stack that has just been brought in has nothing beneath; one that used an Import beneath it has the new token there.
  const used = verb === "import" && view.units[actor]?.[1] === "ST" && view.stacks[view.last.by].length;
  return used ? `brings in the tile of ${items[0].unit}` : "";
}

/** The last action as a sentence, or an empty string. */
export function lastAction(view) {
  if (!view?.last) return "";
  const { by, do: text, moves } = view.last;
  const action = parse(text);
  const { verb, actor, items } = action;
  const side = by === null ? "The referee" : SEATS[by];
  if (verb === "team") return "";
  if (verb === "end") return view.turn === 0 && (view.phase === "support" || view.phase === "move") ? `${side} has put everything in play.` : `${side} has ended the turn.`;
  if (PLACED[verb]) return `${side} ${PLACED[verb](action)}.`;
  const name = namesBefore(view);
  if (verb === "move") {
    const body = moves.length > 1 ? `, and ${moves.length - 1} with it as one body` : "";
    return `${side} moves ${name(actor)} from ${actor} to ${items[0].to}${body}.`;
  }
  if (verb === "release") return `${side}'s ${name(actor)} on ${actor} lets go of what it held.`;
  const stacked = atStack(view, action);
  if (stacked) return `${side}'s Stack on ${actor} ${stacked}. Beneath it now: ${list(view.stacks[by].map(nameOf))}.`;
  const brought = verb === "import" ? () => nameOf(view.units[actor]?.[1]) : name;
  return `${side}'s ${actorBefore(view, action)} on ${actor} ${deed(action, brought)}.${lost(view)}`;
}

/** What left the map, where the action alone does not say so. */
function lost(view) {
  const { gone, do: text } = view.last;
  const verb = text.split(" ")[0];
  if (!gone.length || (gone.length === 1 && verb !== "mirror")) return "";
  const names = list(gone.map(([seat, code]) => `${SEATS[seat]}'s ${nameOf(code)}`));
  return ` ${verb === "export" ? "Out of the game" : "Off the map"}: ${names}.`;
}

// Actions told in words: those that can be chosen, and the last one that was done.

import { mark, translate, translateMany } from "../../../site/words.js";
import { nameOf, sideName, unitOn } from "./tokens.js";
import { parse } from "./notation.js";

const list = (words) => (words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + translate(" and ") + words.at(-1));
const WAYS = { cw: mark("twists {units}, clockwise"), ccw: mark("twists {units}, anticlockwise") };

const each = (items, name) => list(items.map((item) => unitOn(name(item.unit), item.unit)));
const way = (name, from, to) => {
  if (from === to) return translate("{unit} staying on {grid}", { unit: name(from), grid: from });
  if (to === "off") return translate("{unit} from {grid} off the map", { unit: name(from), grid: from });
  return translate("{unit} from {from} to {to}", { unit: name(from), from, to });
};
const describeShift = (items, name) => list(items.map(({ unit, to }) => way(name, unit, to)));

const VERBS = {
  delete: (items, name) => translate("defeats {units}", { units: each(items, name) }),
  push: (items, name) => translate("pushes {units}", { units: describeShift(items, name) }),
  toss: (items, name) => translate("tosses {units}", { units: describeShift(items, name) }),
  twist: (items, name) => translate(WAYS[items[0].way], { units: describeShift(items, name) }),
  split: (items, name) => translate("splits {units}", { units: describeShift(items, name) }),
  freeze: (items, name) => translate("freezes {units}", { units: each(items, name) }),
  file: (items, name) => translate("files {units}", { units: describeShift(items, name) }),
  group: (items, name) => translate("groups {units}", { units: each(items, name) }),
  lock: (items, name) => translate("locks {units}", { units: each(items, name) }),
  hide: (items, name) => translate("hides {units}", { units: each(items, name) }),
  switch: (items, name) => translate("switches places with {units}", { units: each(items, name) }),
  mirror: (items, name) => translate("mirrors {units} across the Battle Line", { units: each(items, name) }),
  stack: (items, name) => translate("takes {units} under it", { units: list(items.map(({ unit }) => name(unit))) }),
  unstack: (items) => translate("unstacks {units}", { units: list(items.map(({ unit, to }) => translate("{unit} to {grid}", { unit: nameOf(unit), grid: to }))) }),
  import: (items, name) => translate("brings in {unit} from {grid} in its place", { unit: name(items[0].unit), grid: items[0].unit }),
  export: (items, name) => translate("takes {units} out of the game", { units: each(items, name) }),
  glitch: (items, name) => translate("glitches out beside {units}", { units: each(items, name) }),
};

const PLACED = {
  tile: ({ code, items }) => translate("lays {unit} on {grid} as a tile", { unit: nameOf(code), grid: items[0].to }),
  unit: ({ code, items }) => translate("deploys {unit} on {grid}", { unit: nameOf(code), grid: items[0].to }),
  build: ({ code, items }) => translate("builds the defeated {unit} on {grid}", { unit: nameOf(code), grid: items[0].to }),
};

/** An action without its subject: "pushes Freeze from B4 to B6". `name(grid)` names a unit (for import: a tile). */
function describeDeed({ verb, items }, name) {
  return VERBS[verb]?.(items, name) ?? verb;
}

/** A parsed action that may be chosen now, as a sentence without a full stop. */
export function describeAction(action, view) {
  const name = (grid) => nameOf(view.units[grid]?.[1] ?? view.tiles[grid]?.[1]);
  const { verb, actor, items } = action;
  if (verb === "end") return view.phase === "support" ? translate("ends the support step") : translate("ends the turn");
  if (PLACED[verb]) return PLACED[verb](action);
  const unit = unitOn(name(actor), actor);
  if (verb === "release") return translate("{unit} releases the units it holds", { unit });
  if (verb === "move") return translate("{unit} moves from {from} to {to}", { unit: name(actor), from: actor, to: items[0].to });
  return `${unit} ${describeDeed(action, name)}`;
}

/** Names of units as they were before the last action, read from the view behind it. */
function namesBefore(view) {
  const { moves, gone: deleted, by } = view.last;
  const trail = new Map(moves);
  return (grid, { own = false } = {}) => {
    const to = trail.get(grid);
    if (to) return nameOf(view.units[to]?.[1]);
    if (to === undefined && view.units[grid]) return nameOf(view.units[grid][1]);
    const side = deleted.filter(([seat]) => (seat === by) === own);
    const stack = side.find(([, code]) => code === "ST");
    return side.length === 1 || stack ? nameOf((stack ?? side[0])[1]) : translate("a unit");
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
  if (verb === "stack") return translateMany("takes {n} unit under it", "takes {n} units under it", items.length);
  // A Stack that has just been brought in has nothing beneath; one that used an Import beneath it has the new token there.
  const used = verb === "import" && view.units[actor]?.[1] === "ST" && view.stacks[view.last.by].length;
  return used ? translate("brings in the tile of {grid}", { grid: items[0].unit }) : "";
}

/** The last action as a sentence, or an empty string. */
export function describeLastAction(view) {
  if (!view?.last) return "";
  const { by, do: text, moves } = view.last;
  const action = parse(text);
  const { verb, actor, items } = action;
  const side = by === null ? translate("The server") : sideName(by);
  if (verb === "team") return "";
  if (verb === "end") return view.turn === 0 && (view.phase === "support" || view.phase === "move") ? translate("{side} ended the support step.", { side }) : translate("{side} ended the turn.", { side });
  if (PLACED[verb]) return `${side} ${PLACED[verb](action)}.`;
  const name = namesBefore(view);
  if (verb === "move") {
    const params = { side, unit: name(actor), from: actor, to: items[0].to };
    if (moves.length < 2) return translate("{side} moves {unit} from {from} to {to}.", params);
    return translate("{side} moves {unit} from {from} to {to}, and {n} more with it as one body.", { ...params, n: moves.length - 1 });
  }
  if (verb === "release") return translate("{side}'s {unit} on {grid} releases the units it holds.", { side, unit: name(actor), grid: actor });
  const stacked = atStack(view, action);
  if (stacked) return translate("{side}'s Stack on {grid} {deed}. Now under it: {units}.", { side, grid: actor, deed: stacked, units: list(view.stacks[by].map(nameOf)) });
  const brought = verb === "import" ? () => nameOf(view.units[actor]?.[1]) : name;
  return translate("{side}'s {unit} on {grid} {deed}.", { side, unit: actorBefore(view, action), grid: actor, deed: describeDeed(action, brought) }) + describeLosses(view);
}

/** What left the map, where the action alone does not say so. */
function describeLosses(view) {
  const { gone: deleted, do: text } = view.last;
  const verb = text.split(" ")[0];
  if (!deleted.length || (deleted.length === 1 && verb !== "mirror")) return "";
  const names = list(deleted.map(([seat, code]) => translate("{side}'s {piece}", { side: sideName(seat), piece: nameOf(code) })));
  return ` ${translate(verb === "export" ? mark("Out of the game: {names}.") : mark("Off the map: {names}."), { names })}`;
}

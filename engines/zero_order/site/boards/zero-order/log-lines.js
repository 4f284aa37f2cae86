// Actions in words: those that can be chosen, and the last one.

import { mark, translate, translateMany } from "../../../site/words.js";
import { nameOf, sideName, unitOn } from "./tokens.js";
import { parse } from "./notation.js";

const list = (words) => (words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + translate(" and ") + words.at(-1));
const WAYS = { cw: mark("{who} twists {units}, clockwise."), ccw: mark("{who} twists {units}, anticlockwise.") };

const each = (items, name) => list(items.map((item) => unitOn(name(item.unit), item.unit)));
const way = (name, from, to) => {
  if (from === to) return translate("{unit} staying on {grid}", { unit: name(from), grid: from });
  if (to === "off") return translate("{unit} from {grid} off the map", { unit: name(from), grid: from });
  return translate("{unit} from {from} to {to}", { unit: name(from), from, to });
};
const describeShift = (items, name) => list(items.map(({ unit, to }) => way(name, unit, to)));

const VERBS = {
  delete: (items, name, who) => translate("{who} defeats {units}.", { who, units: each(items, name) }),
  push: (items, name, who) => translate("{who} pushes {units}.", { who, units: describeShift(items, name) }),
  toss: (items, name, who) => translate("{who} tosses {units}.", { who, units: describeShift(items, name) }),
  twist: (items, name, who) => translate(WAYS[items[0].way], { who, units: describeShift(items, name) }),
  split: (items, name, who) => translate("{who} splits {units}.", { who, units: describeShift(items, name) }),
  freeze: (items, name, who) => translate("{who} freezes {units}.", { who, units: each(items, name) }),
  file: (items, name, who) => translate("{who} files {units}.", { who, units: describeShift(items, name) }),
  group: (items, name, who) => translate("{who} groups {units}.", { who, units: each(items, name) }),
  lock: (items, name, who) => translate("{who} locks {units}.", { who, units: each(items, name) }),
  hide: (items, name, who) => translate("{who} hides {units}.", { who, units: each(items, name) }),
  switch: (items, name, who) => translate("{who} switches places with {units}.", { who, units: each(items, name) }),
  mirror: (items, name, who) => translate("{who} mirrors {units} across the Battle Line.", { who, units: each(items, name) }),
  stack: (items, name, who) => translate("{who} takes {units} under it.", { who, units: list(items.map(({ unit }) => name(unit))) }),
  unstack: (items, name, who) => translate("{who} unstacks {units}.", { who, units: list(items.map(({ unit, to }) => translate("{unit} to {grid}", { unit: nameOf(unit), grid: to }))) }),
  import: (items, name, who) => translate("{who} brings in {unit} from {grid} in its place.", { who, unit: name(items[0].unit), grid: items[0].unit }),
  export: (items, name, who) => translate("{who} takes {units} out of the game.", { who, units: each(items, name) }),
  glitch: (items, name, who) => translate("{who} glitches out beside {units}.", { who, units: each(items, name) }),
};

/** By verb: the sentence for the viewer's own action, and that for another's. */
const PLACED = {
  tile: [mark("You lay {unit} on {grid} as a tile."), mark("{side} lays {unit} on {grid} as a tile.")],
  unit: [mark("You deploy {unit} on {grid}."), mark("{side} deploys {unit} on {grid}.")],
  build: [mark("You build the defeated {unit} on {grid}."), mark("{side} builds the defeated {unit} on {grid}.")],
};
const placed = ({ code, items }, message, side) => translate(message, { side, unit: nameOf(code), grid: items[0].to });

/** Describe an action of `who` as a sentence. `name(grid)` returns the name of a unit (for import: of a tile). */
function describeDeed({ verb, items }, name, who) {
  return VERBS[verb]?.(items, name, who) ?? verb;
}

/** Describe a parsed action that can be chosen now, as a sentence. */
export function describeAction(action, view) {
  const name = (grid) => nameOf(view.units[grid]?.[1] ?? view.tiles[grid]?.[1]);
  const { verb, actor, items } = action;
  if (verb === "end") return view.phase === "support" ? translate("You end the support step.") : translate("You end the turn.");
  if (PLACED[verb]) return placed(action, PLACED[verb][0]);
  const unit = unitOn(name(actor), actor);
  if (verb === "release") return translate("{unit} releases the units it holds.", { unit });
  if (verb === "move") return translate("{unit} moves from {from} to {to}.", { unit: name(actor), from: actor, to: items[0].to });
  return describeDeed(action, name, unit);
}

/** Return a function for the names of units before the last action, derived from the view after it. */
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

/** Return the name of the unit that acted in the last action. */
function actorBefore(view, action) {
  const { verb, actor, items } = action;
  if (verb === "unstack") return nameOf("ST");
  if (verb === "import") return nameOf(view.tiles[items[0].unit]?.[1]);
  return namesBefore(view)(actor, { own: true });
}

/** Describe what a Stack took under it or used; empty for other actions. The view does not show which token was added. */
function atStack(view, { verb, actor, items }, who) {
  if (verb === "stack") return translateMany("{who} takes {n} unit under it.", "{who} takes {n} units under it.", items.length, { who });
  // A Stack that was just brought in has nothing beneath; one that used an Import beneath it has the new token there.
  const used = verb === "import" && view.units[actor]?.[1] === "ST" && view.stacks[view.last.by].length;
  return used ? translate("{who} brings in the tile of {grid}.", { who, grid: items[0].unit }) : "";
}

/** Describe the last action; empty if there is none. */
export function describeLastAction(view) {
  if (!view?.last) return "";
  const { by, do: text, moves } = view.last;
  const action = parse(text);
  const { verb, actor, items } = action;
  const side = by === null ? translate("The server") : sideName(by);
  if (verb === "team") return "";
  if (verb === "end") return view.turn === 0 && (view.phase === "support" || view.phase === "move") ? translate("{side} ended the support step.", { side }) : translate("{side} ended the turn.", { side });
  if (PLACED[verb]) return placed(action, PLACED[verb][1], side);
  const name = namesBefore(view);
  if (verb === "move") {
    const params = { side, unit: name(actor), from: actor, to: items[0].to };
    if (moves.length < 2) return translate("{side} moves {unit} from {from} to {to}.", params);
    return translate("{side} moves {unit} from {from} to {to}, and {n} more with it as one body.", { ...params, n: moves.length - 1 });
  }
  if (verb === "release") return translate("{side}'s {unit} on {grid} releases the units it holds.", { side, unit: name(actor), grid: actor });
  const who = (unit) => translate("{side}'s {unit} on {grid}", { side, unit, grid: actor });
  const stacked = atStack(view, action, who(nameOf("ST")));
  if (stacked) return `${stacked} ${translate("Now under it: {units}.", { units: list(view.stacks[by].map(nameOf)) })}`;
  const brought = verb === "import" ? () => nameOf(view.units[actor]?.[1]) : name;
  return describeDeed(action, brought, who(actorBefore(view, action))) + describeLosses(view);
}

/** Describe the units that left the map, unless the action already says so. */
function describeLosses(view) {
  const { gone: deleted, do: text } = view.last;
  const verb = text.split(" ")[0];
  if (!deleted.length || (deleted.length === 1 && verb !== "mirror")) return "";
  const names = list(deleted.map(([seat, code]) => translate("{side}'s {piece}", { side: sideName(seat), piece: nameOf(code) })));
  return ` ${translate(verb === "export" ? mark("Out of the game: {names}.") : mark("Off the map: {names}."), { names })}`;
}

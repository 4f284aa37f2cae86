// Highlights for an action being composed: choices, selected units and their destinations.

import { mark, translate } from "../../../site/words.js";
import { around, exit, mirrored } from "./hexes.js";
import { SEVERAL } from "./notation.js";

const WAYS = { cw: mark("clockwise"), ccw: mark("anticlockwise") };

/** Return the destination of a selected unit: "C5", "off the map", "C5 clockwise". */
export const destination = ({ to, way }) => `${to === "off" ? translate("off the map") : to}${way ? ` ${translate(WAYS[way])}` : ""}`;

/** Return the units that can be selected now; with a function for one unit, another can be chosen instead. */
export function candidates(composer) {
  if (!composer.verb) return [];
  if (SEVERAL.includes(composer.verb)) return composer.units();
  const fresh = composer.functions.filter((action) => action.actor === composer.actor && action.verb === composer.verb);
  return [...new Set(fresh.map((action) => action.items[0].unit))];
}

/** Return the mark of each grid, for `Field.mark`. */
export function marks(composer) {
  const marks = {};
  if (!composer.verb) for (const grid of composer.actors()) marks[grid] = "own";
  if (composer.actor) marks[composer.actor] = "chosen";
  if (!composer.verb) for (const { items } of composer.moves()) marks[items[0].to] = "move";
  for (const unit of candidates(composer)) marks[unit] = "target";
  for (const { unit } of composer.items()) marks[unit] = "picked";
  if (composer.unit) {
    for (const { to } of composer.ends()) if (to !== "off") marks[to] = "move";
    marks[composer.unit] = "picked";
  }
  return marks;
}

/** Return where an exit off the map leaves the board. */
export const exitOf = (composer, tiles, item) => exit(tiles, composer.verb, composer.actor, item);

function arrow(composer, tiles, item) {
  const { actor, verb } = composer;
  const { unit, to, way } = item;
  if (verb === "mirror") return [{ from: unit, to: mirrored(unit) }];
  if (verb === "switch") return [{ from: actor, to: unit }, { from: unit, to: actor }];
  if (verb === "unstack") return [{ from: actor, to }];
  if (verb === "stack" || verb === "import") return [{ from: unit, to: actor }];
  if (!to || to === unit) return [];
  if (to === "off") {
    const { place, before } = exitOf(composer, tiles, item);
    return [{ from: unit, to: place, before }];
  }
  return [{ from: unit, to, via: way ? around(actor, unit, to, way) : [] }];
}

export const arrows = (composer, tiles) => composer.items().flatMap((item) => arrow(composer, tiles, item));

/** Return the exits off the map for the unit whose destination is asked. */
export function edges(composer, tiles) {
  if (!composer.unit) return [];
  const off = composer.ends().filter(({ to }) => to === "off");
  return off.map((item) => ({ key: item.key, label: `${composer.unit} ${destination(item)}`, ...exitOf(composer, tiles, item) }));
}

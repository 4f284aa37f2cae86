// The card about a grid and its unit, shown on hover, focus and tap.

import { translate, translateMany } from "../../../site/words.js";
import { make } from "../../elements.js";
import { unitPicture } from "./unit-drawings.js";
import { CENTRE, mirrored, territory, touching } from "./hexes.js";
import { parse } from "./notation.js";
import { KINDS, nameOf, sideName, TOKENS } from "./tokens.js";
import { holdWords, stateWords } from "./words.js";

const whose = (seat, viewer, name) => (seat === viewer ? translate("Your {unit}", { unit: name }) : translate("{side}'s {piece}", { side: sideName(seat), piece: name }));
const level = (code) => translate("{kind}, level {level}", { kind: KINDS[TOKENS[code].kind], level: TOKENS[code].level });
const describeToken = ({ short, long }) => `${translate(short)} ${translate(long)}`;
const list = (codes) => codes.map(nameOf).join(", ");

/** Return the own units that Copy (or a Stack with Copy beneath) touches and can copy, with their grids. */
function describeCopied(view, grid, seat) {
  return touching(grid)
    .filter((near) => view.units[near]?.[0] === seat && !["ST", "ER", "CO"].includes(view.units[near][1]))
    .map((near) => `${nameOf(view.units[near][1])} (${near})`);
}

function describeBorrowed(view, grid, [seat, code]) {
  const beneath = code === "ST" ? view.stacks[seat] : [];
  const lines = [];
  if (beneath.length) lines.push(translate("Under it: {units}. It can use the function of one of them, or put any of them back on the map.", { units: list(beneath) }));
  if (code === "ST" && !beneath.length) lines.push(translate("Nothing is under it."));
  if (code !== "CO" && !beneath.includes("CO")) return lines;
  const near = describeCopied(view, grid, seat);
  lines.push(near.length ? translate("Here it can copy {units}.", { units: near.join(", ") }) : translate("It touches no friendly unit that it can copy."));
  return lines;
}

function describeSituation(view, grid) {
  const lines = stateWords(view, grid).map((words) => translate("Currently {words}.", { words }));
  for (const hold of view.holds) if (hold.by === grid || hold.held.includes(grid)) lines.push(holdWords(hold, view));
  if (view.mover === grid) lines.push(translate("It moved this turn."));
  if (view.acted.includes(grid)) lines.push(translate("It has acted this turn."));
  if (view.landed.includes(grid)) lines.push(translate("The last action moved it, so a combo can select it."));
  return lines;
}

function ground(view, grid) {
  const tile = view.tiles[grid];
  const side = territory(grid);
  const area = side === null ? translate("on the Battle Line") : translate("in {side}'s territory", { side: sideName(side) });
  const other = mirrored(grid);
  const mirror = other === grid ? "" : ` ${translate("Mirrored: {grid}.", { grid: other })}`;
  if (grid === CENTRE) return translate("The centre always has a tile, which belongs to neither side.");
  if (!tile) return translate("No tile: off the map, {area}.", { area }) + mirror;
  return translate("{side}'s tile {area}: {name}, blank side up.", { side: sideName(tile[0]), area, name: nameOf(tile[1]) }) + mirror;
}

/** Describe the legal actions of the unit on a grid, with their number by kind. */
function offers(legal, grid) {
  const groups = {};
  for (const text of legal ?? []) {
    const { actor, verb } = parse(text);
    if (actor === grid) groups[verb] = (groups[verb] ?? 0) + 1;
  }
  const words = Object.entries(groups).map(([verb, count]) => {
    if (verb === "move") return translateMany("move to {n} grid", "move to {n} grids", count);
    return verb === "release" ? translate("release hold") : `${verb} (${count})`;
  });
  return words.length ? translate("Available now: {what}.", { what: words.join(", ") }) : "";
}

const head = (seat, code, title, ...badges) =>
  make("div", "zo-card-head", seat === null ? "" : unitPicture(seat, code), make("div", "", make("strong", "", title), ...badges.map((text) => make("span", "badge", text))));

const lines = (texts) => texts.filter(Boolean).map((text) => make("p", "small", text));

/** Return the card of a grid. */
export function gridCard(board, grid) {
  const { view } = board;
  if (!view) return [];
  const unit = view.units[grid];
  if (!unit) {
    const tile = view.tiles[grid];
    const code = tile?.[1];
    const more = code ? `${translate(TOKENS[code].short)} ${translate("As a tile it has no function until {side}'s Import turns it into a unit.", { side: sideName(tile[0]) })}` : "";
    return [head(null, null, grid), ...lines([ground(view, grid), more])];
  }
  const [seat, code] = unit;
  const title = `${grid}: ${whose(seat, board.viewer.seat, nameOf(code))}`;
  return [
    head(seat, code, title, level(code)),
    ...lines([describeToken(TOKENS[code]), ...describeBorrowed(view, grid, unit), ...describeSituation(view, grid), offers(board.legal, grid), ground(view, grid)]),
  ];
}

/** Return the card of a token that is not on the board: in a hand, or in the choice of a team. */
export function tokenCard(code, seat) {
  return [head(seat, code, `${TOKENS[code].name} (${code})`, level(code)), ...lines([describeToken(TOKENS[code])])];
}

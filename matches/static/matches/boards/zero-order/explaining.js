// What a grid and the unit on it are, for the card that opens on hover, focus and tap.

import { make } from "../../elements.js";
import { unitPicture } from "./draw.js";
import { CENTRE, mirrored, territory, touching } from "./hexes.js";
import { parse } from "./notation.js";
import { KINDS, SEATS, TOKENS, nameOf } from "./tokens.js";
import { holdWords, stateWords } from "./words.js";

const whose = (seat, viewer) => (seat === viewer ? "Your" : `${SEATS[seat]}'s`);
const list = (codes) => codes.map(nameOf).join(", ");

/** The own units that Copy (or a Stack with Copy beneath) touches and could copy: code and grid. */
function copied(view, grid, seat) {
  return touching(grid)
    .filter((near) => view.units[near]?.[0] === seat && !["ST", "ER", "CO"].includes(view.units[near][1]))
    .map((near) => `${nameOf(view.units[near][1])} (${near})`);
}

function borrowed(view, grid, [seat, code]) {
  const beneath = code === "ST" ? view.stacks[seat] : [];
  const found = [];
  if (beneath.length) found.push(`Beneath it: ${list(beneath)}. As its action it may do what one of them could, or put any of them out.`);
  if (code === "ST" && !beneath.length) found.push("Nothing lies beneath it.");
  if (code !== "CO" && !beneath.includes("CO")) return found;
  const near = copied(view, grid, seat);
  found.push(near.length ? `Here it can copy ${near.join(", ")}.` : "It touches no own unit that it could copy.");
  return found;
}

function situation(view, grid) {
  const found = stateWords(view, grid).map((words) => `Now ${words}.`);
  for (const hold of view.holds) if (hold.by === grid || hold.held.includes(grid)) found.push(holdWords(hold, view));
  if (view.mover === grid) found.push("It moved this turn.");
  if (view.acted.includes(grid)) found.push("It has acted this turn.");
  if (view.landed.includes(grid)) found.push("The last action moved it: a combo may select it.");
  return found;
}

function ground(view, grid) {
  const tile = view.tiles[grid];
  const side = territory(grid);
  const area = side === null ? "on the Battle Line" : `in ${SEATS[side]}'s territory`;
  const other = mirrored(grid);
  const mirror = other === grid ? "" : ` Mirrored: ${other}.`;
  if (grid === CENTRE) return "The centre: always a tile, nobody's colour.";
  if (!tile) return `No tile: off the map, ${area}.${mirror}`;
  return `${SEATS[tile[0]]}'s tile ${area}: ${nameOf(tile[1])}, blank side up.${mirror}`;
}

/** How many ways the legal list offers to the unit on a grid, by kind. */
function offers(legal, grid) {
  const found = {};
  for (const text of legal ?? []) {
    const { actor, verb } = parse(text);
    if (actor === grid) found[verb] = (found[verb] ?? 0) + 1;
  }
  const words = Object.entries(found).map(([verb, count]) => (verb === "move" ? `move to ${count} ${count === 1 ? "grid" : "grids"}` : verb === "release" ? "let go" : `${verb} (${count})`));
  return words.length ? `Now it may: ${words.join(", ")}.` : "";
}

const head = (seat, code, title, ...badges) =>
  make("div", "zo-card-head", seat === null ? "" : unitPicture(seat, code), make("div", "", make("strong", "", title), ...badges.map((text) => make("span", "badge", text))));

const lines = (texts) => texts.filter(Boolean).map((text) => make("p", "small", text));

/** The card of one grid. */
export function gridCard(board, grid) {
  const { view } = board;
  if (!view) return [];
  const unit = view.units[grid];
  if (!unit) {
    const tile = view.tiles[grid];
    const code = tile?.[1];
    const more = code ? `${TOKENS[code].short} As a tile it does nothing, until ${SEATS[tile[0]]}'s Import turns it into a unit.` : "";
    return [head(null, null, grid), ...lines([ground(view, grid), more])];
  }
  const [seat, code] = unit;
  const { level, kind, short, long } = TOKENS[code];
  const title = `${grid}: ${whose(seat, board.viewer.seat)} ${nameOf(code)}`;
  return [
    head(seat, code, title, `${KINDS[kind]}, level ${level}`),
    ...lines([`${short} ${long}`, ...borrowed(view, grid, unit), ...situation(view, grid), offers(board.legal, grid), ground(view, grid)]),
  ];
}

/** The card of a token that stands nowhere: in a hand, in a team to be chosen. */
export function tokenCard(code, seat) {
  const { name, level, kind, short, long } = TOKENS[code];
  return [head(seat, code, `${name} (${code})`, `${KINDS[kind]}, level ${level}`), ...lines([`${short} ${long}`])];
}

// The rules summary, and every token with its function.

import { mark, translate } from "../../../site/words.js";
import { make } from "../../elements.js";
import { unitPicture } from "./unit-drawings.js";
import { signPicture } from "./signs.js";
import { CODES, KINDS, STATES, TOKENS } from "./tokens.js";

const GOALS = [
  mark("Take every opponent unit off the map: delete it, or shift it over the edge of the tiles."),
  mark("Or hold every opponent unit at once with Freeze, File and Group."),
  mark("Or use Glitch beside the opponent's Delete, or delete the opponent's Glitch."),
  mark("You lose if you end your turn with your Error beside an opponent's Active Delete."),
];
const TURN = [
  mark("Move one Active unit to a touching free tile. You must move if you can."),
  mark("Then that unit may use its function on units that touch it."),
  mark("Combo: if the action moved a unit, another Active unit beside it may act. It must select at least one unit " +
    "that was moved. Each unit acts at most once a turn."),
  mark("End the turn. Each defeated unit is then built as a tile of its own colour on any grid without a tile."),
];
const BEFORE = [
  mark("Both players choose six units, at least three of them Shift. The other twelve tokens become tiles."),
  mark("White lays one tile, then Grey two, White two and so on, each in their own territory. C5 always has a tile. " +
    "Which token lies where matters only for Import."),
];
const APART = mark("Units are deployed in the same order, on your own tiles, with at least two grids between opposing units, " +
  "or one in Capture the flag. Lock and Hide may then be put in play.");
const NOT_TOUCHING = mark("Units are deployed in the same order, on your own tiles. Opposing units must not touch. Lock and Hide may then be " +
  "put in play.");
const SIGNS = [
  ["mover", mark("moved this turn")],
  ["landed", mark("moved by the last action: a combo may select it")],
  ["acted", mark("has acted this turn")],
  ["off", mark("off the map: an opponent unit can leave the map here")],
];

const list = (texts) => make("ul", "", ...texts.map((text) => make("li", "", translate(text))));

function tokenRow(code, seat) {
  const { name, level, kind, short, long } = TOKENS[code];
  const head = make("div", "row", make("strong", "", name), make("span", "muted", ` ${code} · ${KINDS[kind]} · ${translate("level {level}", { level })}`));
  return make("li", "zo-guide-token", unitPicture(seat, code), make("div", "", head, make("p", "small", `${translate(short)} ${translate(long)}`)));
}

function signs() {
  const states = Object.entries(STATES).map(([letter, { word, means }]) => [letter, `${translate(word)}: ${translate(means)}`]);
  return make("ul", "zo-guide-signs", ...[...SIGNS.map(([name, words]) => [name, translate(words)]), ...states].map(([name, words]) => make("li", "", signPicture(name), ` ${words}`)));
}

/** Return the goal in one sentence. */
export const goal = () => translate(GOALS[0]);

export function guide(seat, options) {
  const rules = [options?.rules === "printed" ? NOT_TOUCHING : APART];
  if (options?.joined_map) rules.push(mark("In this match each side's first tile must touch C5, and every later tile must touch another tile of that side."));
  if (options && options.levels < 3) rules.push(options.levels === 1 ? mark("In this match only level 1 tokens can be units.") : mark("In this match only level 1 and 2 tokens can be units."));
  return [
    make("h3", "", translate("Winning")),
    list(GOALS),
    make("h3", "", translate("Your turn")),
    list(TURN),
    make("h3", "", translate("Before the battle")),
    list([...BEFORE, ...rules]),
    make("h3", "", translate("Signs on the board")),
    make("p", "small", translate("White's units are hexagons, Grey's are discs; Grey's tiles are hatched. A band joins units that move as one " +
      "body, a dashed line shows other holds. +2 on a Stack means that two units are under it.")),
    signs(),
    make("h3", "", translate("The eighteen functions")),
    make("ul", "zo-guide", ...CODES.map((code) => tokenRow(code, seat))),
  ];
}

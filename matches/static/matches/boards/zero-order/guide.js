// The game on one screen, and every token with what it does.

import { marked, spoken } from "../../../site/words.js";
import { make } from "../../elements.js";
import { unitPicture } from "./draw.js";
import { signPicture } from "./signs.js";
import { CODES, KINDS, STATES, TOKENS } from "./tokens.js";

const GOALS = [
  marked("Take every opponent unit off the map: delete it, or shift it over the edge of the tiles."),
  marked("Or hold every opponent unit at once with Freeze, File and Group."),
  marked("Or use Glitch beside the opponent's Delete, or delete the opponent's Glitch."),
  marked("You lose if you end your turn with your Error beside an opponent's Active Delete."),
];
const TURN = [
  marked("Move one Active unit to a touching free tile. You must move if you can."),
  marked("Then that unit may use its function on units that touch it."),
  marked("Combo: if the action moved a unit, another Active unit beside it may act. It must select at least one unit " +
    "that was moved. Each unit acts at most once a turn."),
  marked("End the turn. Each defeated unit is then built as a tile of its own colour on any grid without a tile."),
];
const BEFORE = [
  marked("Both players choose six units, at least three of them Shift. The other twelve tokens become tiles."),
  marked("White lays one tile, then Grey two, White two and so on, each in their own territory. C5 always has a tile. " +
    "Which token lies where matters only for Import."),
  marked("Units are deployed in the same order, on your own tiles and not touching an opponent's unit. Lock and Hide " +
    "may then be put in play."),
];
const SIGNS = [
  ["mover", marked("moved this turn")],
  ["landed", marked("moved by the last action: a combo may select it")],
  ["acted", marked("has acted this turn")],
  ["off", marked("off the map: an opponent unit can leave the map here")],
];

const list = (texts) => make("ul", "", ...texts.map((text) => make("li", "", spoken(text))));

function tokenRow(code, seat) {
  const { name, level, kind, short, long } = TOKENS[code];
  const head = make("div", "row", make("strong", "", name), make("span", "muted", ` ${code} · ${KINDS[kind]} · ${spoken("level {level}", { level })}`));
  return make("li", "zo-guide-token", unitPicture(seat, code), make("div", "", head, make("p", "small", `${spoken(short)} ${spoken(long)}`)));
}

function signs() {
  const states = Object.entries(STATES).map(([letter, { word, means }]) => [letter, `${spoken(word)}: ${spoken(means)}`]);
  return make("ul", "zo-guide-signs", ...[...SIGNS.map(([name, words]) => [name, spoken(words)]), ...states].map(([name, words]) => make("li", "", signPicture(name), ` ${words}`)));
}

export function guide(seat, options) {
  const rules = [];
  if (options?.joined_map) rules.push(marked("In this match each side's first tile must touch C5, and every later tile must touch another tile of that side."));
  if (options && options.levels < 3) rules.push(options.levels === 1 ? marked("In this match only level 1 tokens can be units.") : marked("In this match only level 1 and 2 tokens can be units."));
  return [
    make("h3", "", spoken("Winning")),
    list(GOALS),
    make("h3", "", spoken("Your turn")),
    list(TURN),
    make("h3", "", spoken("Before the battle")),
    list([...BEFORE, ...rules]),
    make("h3", "", spoken("Signs on the board")),
    make("p", "small", spoken("White's units are hexagons, Grey's are discs; Grey's tiles are hatched. A band joins units that move as one " +
      "body, a dashed line shows other holds. +2 on a Stack means that two units are under it.")),
    signs(),
    make("h3", "", spoken("The eighteen functions")),
    make("ul", "zo-guide", ...CODES.map((code) => tokenRow(code, seat))),
  ];
}

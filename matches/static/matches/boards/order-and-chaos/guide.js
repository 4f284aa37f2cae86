// The game on one screen: aims, chessmen, signs and how each kind of area works.

import { marked, spoken } from "../../../site/words.js";
import { make, svg } from "../../elements.js";
import { RADIUS, bars, barrier, flag, man, sign, token } from "./shapes.js";

const GOALS = [
  marked("Win by occupation: three of your chessmen that have moved stand in matching triangles (small in small, big in big) of your opponent's territory."),
  marked("Or win by blocking: at the end of an own turn your opponent still has three dead in the grave."),
  marked("A step into the core (star) of the enemy's territory makes it yours, and your old one your opponent's. Graves and revive points change with them."),
];

const TURN = [
  marked("Move one chessman one step into an area that shares an edge. The two cores touch along the middle hexagon, which nobody enters."),
  marked("Small triangle: holds one small chessman; big ones never enter."),
  marked("Big triangle: holds one. An enemy big one may enter where a small one stands, and kills it. Your small ones pass your own big one outward, from the small triangle beside it straight to the battle area behind."),
  marked("Battle area: holds four. Who comes first dominates it, until the other side has more there. With two, the dominator holds the others inside; with three, it also keeps them out. A full area can be entered only by its dominator, who kills one, the same kind first."),
  marked("After your turn your dead, longest dead first, try to step in at your revive point; they may kill there too."),
  marked("Without a legal move you pass. A long quiet, or a position for the third time, lets points decide: 1 for a small occupying chessman, 1½ for a big one."),
];

const icon = (drawing, reach = 46) => {
  const viewBox = `${-reach} ${-reach} ${2 * reach} ${2 * reach}`;
  return svg("svg", { class: "oc-token", viewBox, "aria-hidden": "true" }, drawing);
};

const held = () => {
  const drawing = svg("g", { class: "oc-man oc-held" }, man(1, "s"), bars(RADIUS.s));
  return icon(drawing);
};
const ringed = () => icon(svg("g", { class: "oc-man oc-counts" }, man(0, "s")));

const LEGEND = [
  [() => [token(0, "s"), token(0, "b")], marked("Order's chessmen, small and big (crown): square")],
  [() => [token(1, "s"), token(1, "b")], marked("Chaos's chessmen: round")],
  [() => [icon(flag(0, "2"), 30)], marked("who dominates a battle area, and with how many")],
  [() => [held()], marked("behind bars: cannot leave, the enemy dominates with two or more")],
  [() => [icon(barrier(1), 30)], marked("this side cannot enter")],
  [() => [ringed()], marked("golden ring: counts for occupation")],
  [() => [icon(sign("core"), 26)], marked("core of a territory")],
  [() => [icon(sign("revive"), 28)], marked("revive point of a territory's owner")],
];

const CLASSROOM = marked("Classroom match: it lasts five minutes from the first turn, whatever happens. Then points decide; the side to move loses one if it is ahead.");

/** What the guide dialog shows. `options` are those of the match, if it has begun. */
export function guide(options) {
  const legend = make("ul", "oc-legend", ...LEGEND.map(([draw, words]) => make("li", "", make("span", "oc-legend-sign", ...draw()), make("span", "", spoken(words)))));
  return [
    ...(options?.classroom ? [make("p", "notice", spoken(CLASSROOM))] : []),
    make("ul", "", ...GOALS.map((text) => make("li", "", spoken(text)))),
    make("h3", "", spoken("Your turn")),
    make("ul", "", ...TURN.map((text) => make("li", "", spoken(text)))),
    make("h3", "", spoken("Signs on the board")),
    legend,
    make("p", "small muted", spoken("Striped land is Order's, dotted land Chaos's. Typed moves: S1-B1; out of a battle area with both your kinds W1s-W2 or W1b-W2.")),
  ];
}

// The rules summary: goals, chessmen, signs and the kinds of area.

import { mark, translate } from "../../../site/words.js";
import { make, svg } from "../../elements.js";
import { barrier, bars, flag, man, RADIUS, sign, token } from "./shapes.js";

const GOALS = [
  mark("Win by occupation: get three chessmen that have moved into matching triangles (small in small, big in big) of " +
    "the enemy territory."),
  mark("Or win by blockade: three enemy chessmen are still in the grave at the end of your opponent's turn."),
  mark("Step into the core (star) of the enemy territory to swap the two territories: it becomes yours, and your old " +
    "one goes to your opponent. Graves and revive points change with them."),
];

const TURN = [
  mark("Move one chessman one step into an area that shares an edge. The two cores are adjacent; the hexagon between " +
    "them is never entered."),
  mark("Small triangle: holds one small chessman; big ones never enter."),
  mark("Big triangle: holds one. A big chessman can enter and kill a small enemy there. Your small chessmen can pass " +
    "your own big one outward, from the small triangle next to it straight to the battle area behind it."),
  mark("Battle area: holds four. The first side to enter dominates it until the other side has more there. With two " +
    "chessmen, the dominator locks enemies in; with three, it also keeps them out. Only the dominator can enter a " +
    "full area, and kills one enemy there, the same kind first."),
  mark("At the end of your turn, your dead try to return at your revive point, longest dead first. They can kill " +
    "there too."),
  mark("If you have no legal move, you pass."),
  mark("If nothing happens for too long, points decide: 1 for each small occupying chessman, 1½ for each big one."),
];

const REPETITION = mark("You can't make a position occur for the third time: such moves are barred and marked.");

const noRepeat = () => svg("g", { class: "oc-hint oc-hint-barred" }, svg("circle", { r: 24 }), svg("path", { class: "oc-hint-bar", d: "M-15 15 L15 -15" }));

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
  [() => [token(0, "s"), token(0, "b")], mark("Order's chessmen, small and big (crown): square")],
  [() => [token(1, "s"), token(1, "b")], mark("Chaos's chessmen: round")],
  [() => [icon(flag(0, "2"), 30)], mark("the side that dominates a battle area, and with how many chessmen")],
  [() => [held()], mark("behind bars: can't leave, because the enemy dominates with two or more")],
  [() => [icon(barrier(1), 30)], mark("this side can't enter")],
  [() => [icon(noRepeat(), 30)], mark("the chosen chessman can't move here: it would repeat a position too often")],
  [() => [ringed()], mark("golden ring: counts for occupation")],
  [() => [icon(sign("core"), 26)], mark("core of a territory")],
  [() => [icon(sign("revive"), 28)], mark("revive point of a territory's owner")],
];

const CLASSROOM = mark("Classroom match: lasts five minutes from the first turn. Then points decide; the side to move loses one point " +
  "if it is ahead.");

/** Return the goal in one sentence. */
export const goal = (view) => translate(view.options.classroom ? CLASSROOM : GOALS[0]);

/** Return the content of the guide dialog. `options` are those of the match, if it has started. */
export function guide(options) {
  const legend = make("ul", "oc-legend", ...LEGEND.map(([draw, words]) => make("li", "", make("span", "oc-legend-sign", ...draw()), make("span", "", translate(words)))));
  return [
    ...(options?.classroom ? [make("p", "notice", translate(CLASSROOM))] : []),
    make("ul", "", ...GOALS.map((text) => make("li", "", translate(text)))),
    make("h3", "", translate("Your turn")),
    make("ul", "", ...(options?.rules === "printed" ? TURN : [...TURN, REPETITION]).map((text) => make("li", "", translate(text)))),
    make("h3", "", translate("Signs on the board")),
    legend,
    make("p", "small muted", translate("Striped territory belongs to Order, dotted territory to Chaos. Typed moves: S1-B1. With both your kinds in " +
      "a battle area, add s or b: W1s-W2 or W1b-W2.")),
  ];
}

// Premoves: where a side's chessmen could go on an empty board. What is legal is known when the turn comes.

import { Legal, parse } from "./legal.js";
import { isNextTurn } from "./steps.js";

const same = ([ax, ay], [bx, by]) => ax === bx && ay === by;

/** Return whether two areas share an edge, or are the two linked cores. */
function isAdjacent(one, two) {
  if (one.core && two.core) return true;
  return one.shape.filter((point) => two.shape.some((other) => same(point, other))).length > 1;
}

/** Return the areas that a chessman may ever reach from an area in one move. */
export function reach(areas, from, kind) {
  const next = (name) => Object.keys(areas).filter((other) => other !== name && isAdjacent(areas[name], areas[other]));
  const near = next(from).filter((to) => kind === "s" || areas[to].kind !== "small");
  if (kind === "b" || areas[from].kind !== "small") return near;
  const past = near.filter((to) => areas[to].kind === "big").flatMap(next); // over a big chessman
  return [...new Set([...near, ...past.filter((to) => areas[to].kind === "battle")])];
}

/** Return the premoves of the viewer, in notation. */
export function listPremoves({ view, viewer }) {
  return Object.entries(view.areas).flatMap(([from, { men }]) => {
    const kinds = [...new Set(men.filter(([seat]) => seat === viewer.seat).map(([, kind]) => kind))];
    return kinds.flatMap((kind) => reach(view.board.areas, from, kind).map((to) => `${from}${kinds.length > 1 ? kind : ""}-${to}`));
  });
}

/** Return the legal move that plays a premove after the opponent's turn, in notation; null if there is none. */
export function findPremove({ text, view }, board) {
  if (!isNextTurn(view, board.view)) return null; // a takeback came between
  const { from, letter, to } = parse(text);
  const kind = letter || new Legal([], view).onlyKind({ ...view, seat: board.viewer.seat }, from);
  return new Legal(board.legal, board.view).targets(from, kind).get(to) ?? null;
}

// Signs over the board: choices, selected units and their destinations, exits off the map, holds in play.

import { svg } from "../../elements.js";
import { at, corners, middle, SIDE } from "./hexes.js";
import { sign } from "./signs.js";

const ring = (name, inset = 3.5) => svg("polygon", { points: corners(SIDE - inset), class: `zo-ring zo-ring-${name}` });

const cross = () =>
  svg("g", { class: "zo-aim" }, ...[0, 90, 180, 270].map((turn) => svg("path", { d: "M-5 -40L0 -31L5 -40z", transform: `rotate(${turn + 45})` })));

const tick = () =>
  svg("g", { transform: "translate(27 -22)", class: "zo-tick" }, svg("circle", { r: 10.5 }), svg("path", { d: "M-5 0l3.5 4L5 -4" }));

const dot = () => svg("circle", { r: 11, class: "zo-dot" });
const plus = () => svg("path", { d: "M-11 0H11M0 -11V11", class: "zo-plus" });

const DRAWN = {
  own: () => [ring("own")],
  chosen: () => [ring("chosen", 4)],
  move: () => [ring("move"), dot()],
  target: () => [ring("target"), cross()],
  picked: () => [ring("picked", 4), tick()],
  place: () => [ring("place"), plus()],
  suggested: () => [ring("picked", 4), svg("path", { d: "M0 -16L4.2 -5.4L15.4 -4.8L6.7 2.3L9.6 13.2L0 7L-9.6 13.2L-6.7 2.3L-15.4 -4.8L-4.2 -5.4Z", class: "zo-star" })],
  pending: () => [ring("pending", 4)],
};

const BADGES = {
  mover: (view, grid) => view.mover === grid,
  landed: (view, grid) => view.landed.includes(grid),
  acted: (view, grid) => view.acted.includes(grid),
};

/** Return the sign over a grid, or null. */
export function drawMark(mark, grid, view) {
  const names = view ? Object.keys(BADGES).filter((name) => BADGES[name](view, grid)) : [];
  if (!mark && !names.length) return null;
  const badges = names.map((name, i) => svg("g", { transform: `translate(${-29 + i * 2} ${-18 + i * 20})` }, sign(name)));
  return svg("g", { class: "zo-mark", "data-mark": mark }, ...(DRAWN[mark]?.() ?? []), ...badges);
}

/** Return arrows from selected units to their destinations; `via` are grids on the path. */
export function trails(arrows, turned) {
  return arrows.flatMap(({ from, to, via = [], before }) => {
    const points = [at(from, turned), ...via.slice(0, -1).map((grid) => at(grid, turned))];
    const end = typeof to === "string" ? at(to, turned) : edge(before, to, turned);
    const last = points.at(-1);
    const length = Math.hypot(end[0] - last[0], end[1] - last[1]) || 1;
    const [ux, uy] = [(end[0] - last[0]) / length, (end[1] - last[1]) / length];
    const tip = [end[0] - ux * 6, end[1] - uy * 6];
    points[0] = clear(points[0], points[1] ?? tip);
    const path = [...points, tip].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    const angle = (Math.atan2(uy, ux) * 180) / Math.PI;
    return [
      svg("path", { d: `M${path}`, class: "zo-trail" }),
      svg("path", { d: "M-14 -8L2 0L-14 8z", transform: `translate(${tip[0].toFixed(1)} ${tip[1].toFixed(1)}) rotate(${angle.toFixed(1)})`, class: "zo-tip" }),
    ];
  });
}

/** Return a point beside a unit's centre, so that an arrow does not hide its sign. */
function clear([x, y], [toX, toY]) {
  const length = Math.hypot(toX - x, toY - y) || 1;
  const far = Math.min(22, length / 3);
  return [x + ((toX - x) / length) * far, y + ((toY - y) / length) * far];
}

/** Return the edge of the tiles on a path: between its last tile and the first place without one. */
function edge(before, to, turned) {
  const [[ax, ay], [bx, by]] = [middle(before, turned), middle(to, turned)];
  return [ax + (bx - ax) * 0.56, ay + (by - ay) * 0.56];
}

/** Return signs at the edge of the map for the exits; buttons beside the board do the same without a pointer. */
export function exits(edges, turned) {
  return edges.map(({ key, place, before, label }) => {
    const [x, y] = edge(before, place, turned);
    const name = svg("title");
    name.textContent = label;
    const shape = svg("g", {}, svg("circle", { r: 15 }), svg("path", { d: "M-6 -6L6 6M6 -6L-6 6" }));
    return svg("g", { class: "zo-exit", "data-exit": key, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, name, shape);
  });
}

/** Return links between holding and held units: a band if they move as one body, otherwise a dashed line. */
export function holds(view, turned) {
  return (view?.holds ?? []).flatMap(({ by, kind, held }) =>
    held.map((grid) => {
      const [[ax, ay], [bx, by_]] = [at(by, turned), at(grid, turned)];
      const body = view.formations[by] ? " zo-link-body" : "";
      return svg("path", { d: `M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by_.toFixed(1)}`, class: `zo-link zo-link-${kind}${body}` });
    }),
  );
}

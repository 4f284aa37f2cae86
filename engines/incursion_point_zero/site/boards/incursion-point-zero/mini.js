// A small picture of a position, for thumbnails: map, round and surviving Soldiers. No focus, no clicks.

import { svg } from "../../elements.js";
import { loadStyles } from "../../styles.js";
import { card, token } from "./art.js";
import { soldiersAt } from "./descriptions.js";
import { picture } from "./dom.js";
import { columnOf, SPACES, zoneOf } from "./geometry.js";
import { location } from "./names.js";

const WIDTH = 500;
const ROW = 132;

function space(view, at, turned) {
  const place = view?.spaces[at];
  const x = (turned ? 5 - columnOf(at) : columnOf(at) - 1) * 100;
  const y = (turned ? zoneOf(at) - 1 : 4 - zoneOf(at)) * ROW;
  const group = svg("g", { transform: `translate(${x} ${y})` });
  const kind = place?.location ? location(place.location).kind : "none";
  group.append(svg("rect", { x: 3, y: 3, width: 94, height: ROW - 6, rx: 8, class: "ip-ground", "data-kind": kind }));
  const names = view ? soldiersAt(view, at) : [];
  const id = place?.under ?? (place?.card && place.card !== "down" ? place.card : "");
  if (place && (place.card || place.under) && !names.length) group.append(svg("g", { transform: "translate(26 32) scale(1.45)" }, card(id, { down: place.card === "down" || !place.card })));
  names.forEach((name, nth) => {
    const scale = names.length > 1 ? 1.02 : 1.5;
    const transform = names.length > 1 ? `translate(${2 + nth * 48} 40)` : "translate(16 26)";
    const hidden = view.soldiers[name].state === "hidden" ? "ip-hidden" : "";
    group.append(svg("g", { transform: `${transform} scale(${scale})`, class: hidden }, token(name, view.soldiers[name])));
  });
  if (names.length && place?.card === "Missile") group.append(svg("g", { transform: `translate(66 ${ROW - 46}) scale(.9)` }, card("Missile", { down: false })));
  return group;
}

function foot(view) {
  const group = svg("g", { transform: `translate(0 ${4 * ROW + 16})` });
  for (let round = 1; round <= 6; round += 1) {
    const state = round < view.round ? "past" : round === view.round ? "now" : "ahead";
    group.append(svg("rect", { x: 6 + (round - 1) * 82, y: 0, width: 74, height: 18, rx: 9, class: "ip-mini-round", "data-state": state }));
  }
  view.order.forEach((name, nth) => group.append(svg("g", { transform: `translate(${5 + nth * 62} 44) scale(1.22)` }, token(name, view.soldiers[name]))));
  return group;
}

/** Draw a view into `root`; Strike at the bottom unless `turned`. */
export function drawMini(root, view, { turned = false } = {}) {
  loadStyles("incursion-point-zero", "incursion-point-zero-panels");
  const element = picture(`0 0 ${WIDTH} ${WIDTH * 1.4}`, "ip-mini", ...SPACES.map((at) => space(view, at, turned)));
  if (view) element.append(foot(view));
  root.replaceChildren(element);
}

// A small picture of a position, for thumbnails: tiles and pawns, the track, the score. No focus, no clicks.

import { translate } from "../../../site/words.js";
import { loadStyles } from "../../styles.js";
import { draw, make } from "./dom.js";
import { box, centre, corners } from "./geometry.js";
import { face, pawn, pawnPicture, SEATS } from "./signs.js";

const FULL = ["C", "R1", "R2", "R3", "R4", "R5", "R6", "T1", "T2", "T3", "T4", "T5", "T6"];

loadStyles("zero-day");

function tile(place, held) {
  const [x, y] = centre(place);
  const dots = Array.from({ length: held.neutral }, (_, n) => draw("circle", { class: "zd-neutral", r: 7, cx: 20 * n - 10 * (held.neutral - 1), cy: 22 }));
  return draw("g", { class: `zd-tile zd-${held.tile.toLowerCase()}`, transform: `translate(${x} ${y})` }, draw("polygon", { class: "zd-hex", points: corners(48) }), dots);
}

function people(board) {
  return Object.entries(board).flatMap(([place, held]) => held.pawns.map((seat, n) => {
    const [x, y] = centre(place);
    return pawn(seat, { transform: `translate(${x + 30 * (n - (held.pawns.length - 1) / 2)} ${y - 12}) scale(2)` });
  }));
}

/** Draw a view into `root`. */
export function drawMini(root, view) {
  const board = view?.board ?? {};
  const svg = draw("svg", { class: "zd-map", viewBox: box(FULL).join(" "), "aria-hidden": "true" }, Object.entries(board).map(([place, held]) => tile(place, held)), people(board));
  const track = make("div", { class: "zd-mini-track", "aria-hidden": "true" }, (view?.track ?? []).map((place, spot) => {
    const [sign, , kind] = face(place.tile);
    return make("span", { class: `zd-face-${kind}${spot === view.marker ? " zd-now" : ""}` }, place.seat === null ? sign : pawnPicture(place.seat));
  }));
  const score = make("p", { class: "zd-mini-score" }, view ? view.seats.map(({ score: points }, seat) => make("span", { title: translate("{side}: {n} of {all}", { side: SEATS[seat], n: points, all: view.goal }) }, pawnPicture(seat), String(points))) : "");
  root.replaceChildren(make("div", { class: "zd-mini" }, svg, track, score));
}

// Names of sides, kinds and areas.

import { mark, translate, translateIn } from "../../../site/words.js";

const SEATS = [mark("Order"), mark("Chaos")];
export const KINDS = { s: mark("small"), b: mark("big") };
const AREAS = { small: mark("small triangle"), big: mark("big triangle"), battle: mark("battle area") };
const PLACES = { north: mark("north"), south: mark("south") };
const MEN = { s: mark("your small chessman"), b: mark("your big chessman") };
const THEIR_MEN = { s: mark("{side}'s small chessman"), b: mark("{side}'s big chessman") };

export const other = (seat) => 1 - seat;
export const upper = (text) => text[0].toUpperCase() + text.slice(1);
export const sideName = (seat) => translate(SEATS[seat]);
export const kindName = (kind) => translate(KINDS[kind]);
export const kindOfArea = (area) => translate(AREAS[area.kind]);

/** Return the name of a territory: "north". */
export const place = (key) => translate(PLACES[key] ?? key);
export const placeName = (key) => upper(place(key));

/** Translate the first sentence if the seat is the viewer's, otherwise the second with {side}. */
export const translateForSide = (view, seat, yours, theirs, params) => translate(view.viewer === seat ? yours : theirs, { side: sideName(seat), ...params });

/** "you", "Chaos" */
export const sideOrYou = (view, seat) => (view.viewer === seat ? translateIn("side", "you") : sideName(seat));

/** "your big chessman", "Chaos's big chessman" */
export const man = (view, seat, kind) => translateForSide(view, seat, MEN[kind], THEIR_MEN[kind]);
export const ownMan = (kind) => upper(translate(MEN[kind]));

/** Format 1.5 as "1½", 2 as "2". */
export function formatHalves(points) {
  const wholePoints = Math.floor(Math.abs(points));
  const text = points % 1 ? `${wholePoints || ""}½` : String(wholePoints);
  return points < 0 ? `−${text}` : text;
}

/** Return the territory that a side owns now. */
export const findTerritory = (view, seat) => Object.keys(view.owners).find((key) => view.owners[key] === seat);

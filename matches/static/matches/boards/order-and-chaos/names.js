// Sides, kinds and areas in words.

import { marked, spoken, spokenIn } from "../../../site/words.js";

const SEATS = [marked("Order"), marked("Chaos")];
export const KINDS = { s: marked("small"), b: marked("big") };
const AREAS = { small: marked("small triangle"), big: marked("big triangle"), battle: marked("battle area") };
const PLACES = { north: marked("north"), south: marked("south") };
const MEN = { s: marked("your small chessman"), b: marked("your big chessman") };
const THEIR_MEN = { s: marked("{side}'s small chessman"), b: marked("{side}'s big chessman") };

export const other = (seat) => 1 - seat;
export const upper = (text) => text[0].toUpperCase() + text.slice(1);
export const sideName = (seat) => spoken(SEATS[seat]);
export const kindName = (kind) => spoken(KINDS[kind]);
export const kindOfArea = (area) => spoken(AREAS[area.kind]);

/** The name of a territory: "north". */
export const place = (key) => spoken(PLACES[key] ?? key);
export const placeName = (key) => upper(place(key));

/** One of two sentences: of what is the viewer's, or of what is the {side}'s. */
export const ofSide = (view, seat, yours, theirs, given) => spoken(view.viewer === seat ? yours : theirs, { side: sideName(seat), ...given });

/** "you", "Chaos" */
export const who = (view, seat) => (view.viewer === seat ? spokenIn("side", "you") : sideName(seat));

/** "your big chessman", "Chaos's big chessman" */
export const man = (view, seat, kind) => ofSide(view, seat, MEN[kind], THEIR_MEN[kind]);
export const ownMan = (kind) => upper(spoken(MEN[kind]));

/** 1.5 as "1½", 2 as "2". */
export function half(points) {
  const whole = Math.floor(Math.abs(points));
  const text = points % 1 ? `${whole || ""}½` : String(whole);
  return points < 0 ? `−${text}` : text;
}

/** The territory that is a side's now. */
export const landOf = (view, seat) => Object.keys(view.owners).find((key) => view.owners[key] === seat);

// Sides, kinds and areas in words.

export const SEATS = ["Order", "Chaos"];
export const KINDS = { s: "small", b: "big" };
const AREAS = { small: "small triangle", big: "big triangle", battle: "battle area" };

export const other = (seat) => 1 - seat;
export const upper = (text) => text[0].toUpperCase() + text.slice(1);
export const kindOfArea = (area) => AREAS[area.kind];
export const placeName = (key) => upper(key);

/** "your", "Chaos's": whose something is, for this viewer. */
export const whose = (view, seat) => (view.viewer === seat ? "your" : `${SEATS[seat]}'s`);

/** "you", "Chaos" */
export const who = (view, seat) => (view.viewer === seat ? "you" : SEATS[seat]);

/** A verb for "you" or for a side: does(view, 0, "dominate", "dominates"). */
export const does = (view, seat, yours, theirs) => `${who(view, seat)} ${view.viewer === seat ? yours : theirs}`;

export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** 1.5 as "1½", 2 as "2". */
export function half(points) {
  const whole = Math.floor(Math.abs(points));
  const text = points % 1 ? `${whole || ""}½` : String(whole);
  return points < 0 ? `−${text}` : text;
}

/** The territory that is a side's now. */
export const landOf = (view, seat) => Object.keys(view.owners).find((key) => view.owners[key] === seat);

// What a player's strip shows of a side: how much it occupies, and its dead in order.

import { make } from "../../elements.js";
import { KINDS, SEATS, half } from "./names.js";
import { token } from "./shapes.js";

export function losses(view, seat) {
  const box = make("div", "oc-tally small");
  if (!view) return box;
  const { classroom } = view.options;
  const held = `${view.occupation[seat]} of ${view.occupation_to_win}`;
  const land = make("span", "nowrap", classroom ? `Points ${half(view.points[seat])}` : `Occupies ${held}`);
  land.title = classroom ? "Points of the classroom model" : `Chessmen that count in the other side's territory; ${view.occupation_to_win} win`;
  box.append(land);
  const grave = view.graves[seat];
  if (!grave.length) return box;
  const list = make("ul", "oc-dead-list");
  list.setAttribute("aria-label", `${SEATS[seat]}'s dead, longest dead first`);
  for (const kind of grave) {
    const item = make("li", "", token(seat, kind), make("span", "visually-hidden", KINDS[kind]));
    item.title = `a ${KINDS[kind]} chessman, dead`;
    list.append(item);
  }
  box.append(make("div", "oc-dead-row", "Dead", list));
  return box;
}

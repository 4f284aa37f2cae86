// The counts in a player's strip: occupation, and the dead in order.

import { translate } from "../../../site/words.js";
import { make } from "../../elements.js";
import { formatHalves, kindName, sideName } from "./names.js";
import { token } from "./shapes.js";

export function losses(view, seat) {
  const box = make("div", "oc-tally small");
  if (!view) return box;
  const { classroom } = view.options;
  const held = { n: view.occupation[seat], all: view.occupation_to_win };
  const land = make("span", "nowrap", classroom ? translate("Points {points}", { points: formatHalves(view.points[seat]) }) : translate("Occupies {n} of {all}", held));
  land.title = classroom ? translate("Points in the classroom model") : translate("Chessmen that count in the enemy territory; {n} are needed to win", { n: view.occupation_to_win });
  box.append(land);
  const grave = view.graves[seat];
  if (!grave.length) return box;
  const list = make("ul", "oc-dead-list");
  list.setAttribute("aria-label", translate("{side}'s dead, longest dead first", { side: sideName(seat) }));
  for (const kind of grave) {
    const item = make("li", "", token(seat, kind), make("span", "visually-hidden", kindName(kind)));
    item.title = kind === "b" ? translate("a big chessman, dead") : translate("a small chessman, dead");
    list.append(item);
  }
  box.append(make("div", "oc-dead-row", translate("Dead"), list));
  return box;
}

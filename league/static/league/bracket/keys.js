// Keyboard control of a bracket: arrows go from match to match, + and - zoom.

import { translate } from "../../site/words.js";

/** Return the match that an arrow leads to, or the match itself if there is none. */
export function step(plan, from, arrow) {
  if (arrow === "ArrowRight") return from.next ?? from;
  if (arrow === "ArrowLeft") return from.from.map((key) => plan.byKey.get(key)).find(Boolean) ?? from;
  const column = plan.boxes.filter((box) => box.x === from.x).sort((box, next) => box.y - next.y);
  const at = column.indexOf(from) + (arrow === "ArrowDown" ? 1 : -1);
  return column[at] ?? from;
}

/** Describe a match in a sentence for screen readers. */
export function sentence(box, name) {
  const describeSide = (seed) => (seed ? translate("{name}, seed {seed}", { name: name(seed), seed }) : translate("to be decided"));
  const side = (at) => `${describeSide(box.sides[at])}${box.points[at] ? `: ${box.points[at]}` : ""}`;
  const state = { live: translate(", in progress"), open: translate(", not decided yet"), wait: "", over: "" }[box.state];
  const won = box.winner >= 0 && box.sides[box.winner] ? translate(". {name} advances", { name: name(box.sides[box.winner]) }) : "";
  return `${box.round}, ${translate("match {number}", { number: box.order })}: ${translate("{one} vs {other}", { one: side(0), other: side(1) })}${state}${won}${box.forfeit ? translate(", walkover") : box.reported ? translate(", reported") : ""}.`;
}

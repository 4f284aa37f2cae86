// Going about a bracket by keyboard: from match to match with the arrows, nearer and farther with + and -.

import { translate } from "../../site/words.js";

/** Where an arrow leads from a match; the match itself where there is nothing. */
export function step(plan, from, arrow) {
  if (arrow === "ArrowRight") return from.next ?? from;
  if (arrow === "ArrowLeft") return from.from.map((key) => plan.byKey.get(key)).find(Boolean) ?? from;
  const column = plan.boxes.filter((box) => box.x === from.x).sort((box, next) => box.y - next.y);
  const at = column.indexOf(from) + (arrow === "ArrowDown" ? 1 : -1);
  return column[at] ?? from;
}

/** A match in a sentence, for those who do not see it. */
export function sentence(box, name) {
  const describeSide = (seed) => (seed ? translate("{name}, seed {seed}", { name: name(seed), seed }) : translate("to be decided"));
  const side = (at) => `${describeSide(box.sides[at])}${box.points[at] ? `: ${box.points[at]}` : ""}`;
  const state = { live: translate(", in progress"), open: translate(", not decided yet"), wait: "", over: "" }[box.state];
  const won = box.winner >= 0 && box.sides[box.winner] ? translate(". {name} advances", { name: name(box.sides[box.winner]) }) : "";
  return `${box.round}, ${box.key}: ${translate("{one} vs {other}", { one: side(0), other: side(1) })}${state}${won}.`;
}

// Going about a bracket by keyboard: from match to match with the arrows, nearer and farther with + and -.

import { translate } from "../../site/words.js";

/** Where an arrow leads from a match; the match itself where there is nothing. */
export function step(plan, from, arrow) {
  if (arrow === "ArrowRight") return from.next ?? from;
  if (arrow === "ArrowLeft") return from.from.map((key) => plan.byKey.get(key)).find(Boolean) ?? from;
  const column = plan.boxes.filter((one) => one.x === from.x).sort((one, other) => one.y - other.y);
  const at = column.indexOf(from) + (arrow === "ArrowDown" ? 1 : -1);
  return column[at] ?? from;
}

/** A match in a sentence, for those who do not see it. */
export function sentence(one, name) {
  const known = (seed) => (seed ? translate("{name}, seed {seed}", { name: name(seed), seed }) : translate("to be decided"));
  const side = (at) => `${known(one.sides[at])}${one.points[at] ? `: ${one.points[at]}` : ""}`;
  const state = { live: translate(", in progress"), open: translate(", not decided yet"), wait: "", over: "" }[one.state];
  const won = one.winner >= 0 && one.sides[one.winner] ? translate(". {name} advances", { name: name(one.sides[one.winner]) }) : "";
  return `${one.round}, ${one.key}: ${translate("{one} vs {other}", { one: side(0), other: side(1) })}${state}${won}.`;
}

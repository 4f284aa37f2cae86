// Going about a bracket by keyboard: from match to match with the arrows, nearer and farther with + and -.

/** Where an arrow leads from a match; the match itself where there is nothing. */
export function step(plan, from, arrow) {
  if (arrow === "ArrowRight") return from.next ?? from;
  if (arrow === "ArrowLeft") return from.from.map((key) => plan.byKey.get(key)).find(Boolean) ?? from;
  const column = plan.boxes.filter((one) => one.x === from.x).sort((one, other) => one.y - other.y);
  const at = column.indexOf(from) + (arrow === "ArrowDown" ? 1 : -1);
  return column[at] ?? from;
}

/** A match in a sentence, for those who do not see it. */
export function spoken(one, name) {
  const side = (at) => `${one.sides[at] ? `${name(one.sides[at])}, seed ${one.sides[at]}` : "not known yet"}${one.points[at] ? `: ${one.points[at]}` : ""}`;
  const state = { live: ", being played", open: ", not decided", wait: "", over: "" }[one.state];
  const won = one.winner >= 0 && one.sides[one.winner] ? `. ${name(one.sides[one.winner])} goes on` : "";
  return `${one.round}, ${one.key}: ${side(0)} against ${side(1)}${state}${won}.`;
}

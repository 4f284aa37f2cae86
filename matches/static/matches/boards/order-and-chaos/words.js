// What stands where, what that means, and what can be done now, in words.

import { KINDS, SEATS, count, does, half, kindOfArea, landOf, other, placeName, upper, who, whose } from "./names.js";

const number = ["no", "one", "two", "three", "four", "five", "six"];

export function isMyTurn(board) {
  return Boolean(board.can?.submit && board.to_act.includes(board.viewer.seat));
}

/** One sentence: what the match waits for, from the viewer's side. */
export function status(board) {
  const { view } = board;
  if (!view) return "The board is being laid.";
  if (isMyTurn(board)) {
    if (board.legal?.length === 1 && board.legal[0] === "pass") return "None of your chessmen can move: pass.";
    return `Your turn, ${SEATS[board.viewer.seat]}: choose a chessman to move.`;
  }
  if (!board.to_act.length) return "Waiting for the referee.";
  return `Waiting for ${board.to_act.map((seat) => SEATS[seat]).join(" and ")} to move.`;
}

/** "two of yours (one big, one small)" */
function crowd(view, seat, men) {
  const own = men.filter(([side]) => side === seat);
  if (!own.length) return "";
  const kinds = ["b", "s"].map((kind) => [own.filter(([, one]) => one === kind).length, KINDS[kind]]).filter(([n]) => n);
  return `${upper(who(view, seat))}: ${kinds.map(([n, kind]) => `${n} ${kind}`).join(", ")}`;
}

function standing(view, men) {
  const both = [0, 1].map((seat) => crowd(view, seat, men)).filter(Boolean);
  return both.length ? `${both.join("; ")}.` : "Nobody is here.";
}

const stuckHere = (view, seat) => (view.viewer === seat ? "yours" : `${SEATS[seat]}'s`);

function battleWords(view, name) {
  const { men, dominator, closed } = view.areas[name];
  if (dominator === null) return ["Who enters first dominates it."];
  const enemy = other(dominator);
  const strength = men.filter(([seat]) => seat === dominator).length;
  const leads = does(view, dominator, "dominate", "dominates");
  if (closed.length === 2) return [`${upper(leads)} it with ${number[strength]}: it is full and closed to both.`];
  const words = [`${upper(leads)} it with ${number[strength]}.`];
  if (strength === 1) words.push(`That binds nobody; ${does(view, enemy, "take", "takes")} it over with more chessmen here.`);
  else {
    const bound = [men.length > strength && "cannot leave", closed.includes(enemy) && "cannot enter"].filter(Boolean);
    if (bound.length) words.push(`${upper(stuckHere(view, enemy))} ${bound.join(" and ")}.`);
    else words.push(`What ${does(view, enemy, "send", "sends")} here cannot leave again.`);
  }
  if (men.length >= 4) words.push(`It is full: ${does(view, dominator, "may", "may")} still enter, and ${view.viewer === dominator ? "kill" : "kills"} one by it.`);
  else words.push(`${count(4 - men.length, "place")} free.`);
  return words;
}

function counts(view, name) {
  const area = view.board.areas[name];
  const [man] = view.areas[name].men;
  if (!man || !area.territory) return null;
  const [seat, kind, moved] = man;
  const matches = KINDS[kind] === area.kind && view.owners[area.territory] !== seat;
  return { seat, kind, matches, moved };
}

/** Whether what stands in an area counts for its side's occupation. */
export function doesCount(view, name) {
  const found = counts(view, name);
  return Boolean(found?.matches && found.moved);
}

function triangleWords(view, name) {
  const area = view.board.areas[name];
  const [man] = view.areas[name].men;
  const words = [];
  if (!man) words.push(area.kind === "small" ? "Only a small chessman can enter." : "One chessman of either kind can enter.");
  else if (area.kind === "small") words.push("Full: nobody can enter.");
  else if (man[1] === "s") words.push(`Only a big one of ${who(view, other(man[0])).replace("you", "yours")} can enter, and kills it.`);
  else words.push(`Nobody can enter; ${stuckHere(view, man[0])} in the small triangles beside it can pass to the battle area behind.`);
  const found = counts(view, name);
  if (found?.matches) {
    words.push(found.moved ? `It counts for ${whose(view, found.seat)} occupation.` : "It has not moved in this match, so it does not count for occupation.");
  }
  if (area.core) words.push("Core: who steps in owns this territory; the other one goes to the opponent.");
  return words;
}

/** {title, text} about an area or a grave (by the key of its territory), as it is now. */
export function explain(view, cell) {
  const area = view.board.areas[cell];
  if (!area) return graveWords(view, cell);
  const { men } = view.areas[cell];
  const land = area.territory ? `, ${area.territory}: ${whose(view, view.owners[area.territory])} territory` : "";
  const title = `${cell}, ${area.core ? "core and " : ""}${kindOfArea(area)}${land}`;
  const words = area.kind === "battle" ? battleWords(view, cell) : triangleWords(view, cell);
  if (area.revive) words.push(`Revive point of the ${area.revive}: ${whose(view, view.owners[area.revive])} dead come back here.`);
  return { title, text: [standing(view, men), ...words].join(" ") };
}

function graveWords(view, key) {
  const seat = view.owners[key];
  const dead = view.graves[seat];
  const order = dead.length ? `Longest dead first: ${dead.map((kind) => KINDS[kind]).join(", ")}.` : "Nobody is dead.";
  const end = `${upper(does(view, seat, "lose", "loses"))} with ${number[view.dead_to_lose] ?? view.dead_to_lose} still dead after that.`;
  const rule = `After each own turn they try to enter ${view.revive[seat]}. ${view.options.classroom ? "" : end}`;
  return { title: `Grave of the ${key}: ${whose(view, seat)} dead`, text: `${order} ${rule}`.trim() };
}

/** A cell for a screen reader: what it is, who stands there, what that means. */
export function cellWords(view, cell) {
  const { title, text } = explain(view, cell);
  return `${title}: ${text.replace(/\.$/, "")}`;
}

/** Why no chessman of the mover in this area can be chosen. */
export function stuck(view, cell) {
  const { frozen, men } = view.areas[cell];
  if (frozen === view.seat) {
    const strength = men.filter(([seat]) => seat !== view.seat).length;
    return `${SEATS[other(view.seat)]} dominates ${cell} with ${number[strength]}: your chessmen there cannot move.`;
  }
  return `Your chessman in ${cell} has nowhere to go now.`;
}

/** What somebody should know before the next move; an empty list while nothing presses. */
export function warnings(view) {
  if (view.phase !== "play") return [];
  const found = [];
  for (const seat of [0, 1]) {
    const missing = view.occupation_to_win - view.occupation[seat];
    if (!view.options.classroom && missing === 1) found.push(`${upper(does(view, seat, "need", "needs"))} one more place in ${whose(view, other(seat))} territory to win.`);
  }
  const dead = view.graves[view.seat].length;
  if (!view.options.classroom && dead >= view.dead_to_lose) {
    const must = dead - view.dead_to_lose + 1;
    found.push(`${upper(does(view, view.seat, "have", "has"))} ${number[dead]} dead: unless ${number[must]} can enter ${view.revive[view.seat]} at the end of this turn, ${does(view, view.seat, "lose", "loses")}.`);
  }
  const quiet = view.quiet_limit - view.quiet;
  if (!view.options.classroom && quiet <= 20) found.push(`${count(quiet, "quiet turn")} left; then points decide.`);
  if (view.stood > 1 && view.stood === view.stood_limit - 1) found.push("If this position comes once more, points decide.");
  return found;
}

/** What the points would say now, with the classroom's lost point: "Order is ahead 2½ to 1". */
export function score(view) {
  const points = [...view.points];
  const ahead = points[0] === points[1] ? null : points[0] > points[1] ? 0 : 1;
  const fined = view.options.classroom && ahead === view.seat;
  if (fined) points[ahead] -= 1;
  const note = fined ? ` (one point less for ${SEATS[ahead]}, who is ahead and to move)` : "";
  const sum = `${half(points[0])} to ${half(points[1])}`;
  if (points[0] === points[1]) return `a draw, ${sum}${note}`;
  const winner = points[0] > points[1] ? 0 : 1;
  return `a win for ${SEATS[winner]}, Order ${half(points[0])}, Chaos ${half(points[1])}${note}`;
}

/** Whose each territory is: "The south is yours, the north is Chaos's." */
export function lands(view) {
  return `${[0, 1].map((seat) => `${placeName(landOf(view, seat))}: ${view.viewer === seat ? "you" : SEATS[seat]}`).join(" · ")}`;
}

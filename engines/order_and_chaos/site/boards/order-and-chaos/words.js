// Texts about areas, chessmen and what can be done now.

import { mark, translate, translateIn, translateMany } from "../../../site/words.js";
import { findTerritory, formatHalves, kindName, kindOfArea, KINDS, other, place, placeName, sideName, sideOrYou, translateForSide, upper } from "./names.js";

/** Return a number of chessmen as a word: "no", "one", "two". */
function number(n) {
  if (n > 6) return String(n);
  return [
    translateIn("chessmen", "no"),
    translateIn("chessmen", "one"),
    translateIn("chessmen", "two"),
    translateIn("chessmen", "three"),
    translateIn("chessmen", "four"),
    translateIn("chessmen", "five"),
    translateIn("chessmen", "six"),
  ][n];
}

export function isMyTurn(board) {
  return Boolean(board.can?.submit && board.to_act.includes(board.viewer.seat));
}

/** Return a sentence on what the match waits for, from the viewer's side. */
export function status(board) {
  const { view } = board;
  if (!view) return translate("Loading board…");
  if (isMyTurn(board)) {
    if (board.legal?.length === 1 && board.legal[0] === "pass") {
      return translate(view.barred?.length ? mark("Every move would repeat a position too often: pass.") : mark("None of your chessmen can move: pass."));
    }
    return translate("Your turn, {side}: choose a chessman to move.", { side: sideName(board.viewer.seat) });
  }
  if (!board.to_act.length) return translate("Waiting for the server…");
  return translate("Waiting for {names} to move.", { names: board.to_act.map(sideName).join(translate(" and ")) });
}

/** "two of yours (one big, one small)" */
function crowd(view, seat, men) {
  const own = men.filter(([side]) => side === seat);
  if (!own.length) return "";
  const all = { b: mark("{n} big"), s: mark("{n} small") };
  const kinds = ["b", "s"].map((kind) => [own.filter(([, manKind]) => manKind === kind).length, kind]).filter(([n]) => n);
  return `${upper(sideOrYou(view, seat))}: ${kinds.map(([n, kind]) => translate(all[kind], { n })).join(", ")}`;
}

function standing(view, men) {
  const both = [0, 1].map((seat) => crowd(view, seat, men)).filter(Boolean);
  return both.length ? `${both.join("; ")}.` : translate("Empty.");
}

/** Describe the restrictions on the side that does not dominate a battle area. */
function bondWords(view, enemy, { leave, enter }) {
  if (leave && enter) return translateForSide(view, enemy, mark("Your chessmen can't leave or enter."), mark("{side}'s chessmen can't leave or enter."));
  if (leave) return translateForSide(view, enemy, mark("Your chessmen can't leave."), mark("{side}'s chessmen can't leave."));
  if (enter) return translateForSide(view, enemy, mark("Your chessmen can't enter."), mark("{side}'s chessmen can't enter."));
  return translateForSide(view, enemy, mark("Chessmen you send here can't leave again."), mark("Chessmen that {side} sends here can't leave again."));
}

function battleWords(view, name) {
  const { men, dominator, closed } = view.areas[name];
  if (dominator === null) return [translate("The first side to enter dominates it.")];
  const enemy = other(dominator);
  const strength = men.filter(([seat]) => seat === dominator).length;
  const n = number(strength);
  if (closed.length === 2) {
    const both = [mark("You dominate it with {n}: it is full and closed to both."), mark("{side} dominates it with {n}: it is full and closed to both.")];
    return [translateForSide(view, dominator, ...both, { n })];
  }
  const words = [translateForSide(view, dominator, mark("You dominate it with {n}."), mark("{side} dominates it with {n}."), { n })];
  if (strength > 1) words.push(bondWords(view, enemy, { leave: men.length > strength, enter: closed.includes(enemy) }));
  else words.push(translateForSide(view, enemy, mark("You can enter and leave freely, and take it over with more chessmen here."), mark("{side} can enter and leave freely, and takes it over with more chessmen here.")));
  if (men.length < 4) words.push(translateMany("Room for {n} more chessman.", "Room for {n} more chessmen.", 4 - men.length));
  else words.push(translateForSide(view, dominator, mark("It is full: you can still enter and kill one enemy."), mark("It is full: {side} can still enter and kill one enemy.")));
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

/** Return whether the chessmen in an area count for their side's occupation. */
export function doesCount(view, name) {
  const occupation = counts(view, name);
  return Boolean(occupation?.matches && occupation.moved);
}

function triangleWords(view, name) {
  const area = view.board.areas[name];
  const [man] = view.areas[name].men;
  const words = [];
  if (!man) words.push(area.kind === "small" ? translate("Only a small chessman can enter.") : translate("One chessman of either kind can enter."));
  else if (area.kind === "small") words.push(translate("Full: no chessman can enter."));
  else if (man[1] === "s") words.push(translateForSide(view, other(man[0]), mark("Only your big chessmen can enter, and kill it."), mark("Only {side}'s big chessmen can enter, and kill it.")));
  else {
    const past = [mark("No chessman can enter. Yours in the small triangles next to it can pass to the battle area behind it."), mark("No chessman can enter. {side}'s chessmen in the small triangles next to it can pass to the battle area " +
      "behind it.")];
    words.push(translateForSide(view, man[0], ...past));
  }
  const occupation = counts(view, name);
  if (occupation?.matches) {
    if (occupation.moved) words.push(translateForSide(view, occupation.seat, mark("It counts for your occupation."), mark("It counts for {side}'s occupation.")));
    else words.push(translate("It has not moved in this match, so it doesn't count for occupation."));
  }
  if (area.core) words.push(translate("Core: a side that steps in owns this territory, and the other one goes to its opponent."));
  return words;
}

/** Return {title, text} about an area or a grave (by the key of its territory). */
export function explainCell(view, cell) {
  const area = view.board.areas[cell];
  if (!area) return graveWords(view, cell);
  const { men } = view.areas[cell];
  const land = area.territory ? translateForSide(view, view.owners[area.territory], mark("{place}: your territory"), mark("{place}: {side}'s territory"), { place: place(area.territory) }) : "";
  const kind = kindOfArea(area);
  const title = [cell, area.core ? translate("core and {kind}", { kind }) : kind, land].filter(Boolean).join(", ");
  const words = area.kind === "battle" ? battleWords(view, cell) : triangleWords(view, cell);
  if (area.revive) {
    const back = [mark("Revive point of the {place}: your dead come back here."), mark("Revive point of the {place}: {side}'s dead come back here.")];
    words.push(translateForSide(view, view.owners[area.revive], ...back, { place: place(area.revive) }));
  }
  return { title, text: [standing(view, men), ...words].join(" ") };
}

function graveWords(view, key) {
  const seat = view.owners[key];
  const dead = view.graves[seat];
  const order = dead.length ? translate("Longest dead first: {kinds}.", { kinds: dead.map(kindName).join(", ") }) : translate("The grave is empty.");
  const end = translateForSide(view, seat, mark("You lose if {n} are still dead after that."), mark("{side} loses if {n} are still dead after that."), { n: number(view.dead_to_lose) });
  const rule = translate("They try to return at {area} at the end of each of their side's turns.", { area: view.revive[seat] });
  const title = translateForSide(view, seat, mark("Grave of the {place}: your dead"), mark("Grave of the {place}: {side}'s dead"), { place: place(key) });
  return { title, text: `${order} ${rule} ${view.options.classroom ? "" : end}`.trim() };
}

/** Describe a cell for screen readers: its kind, its chessmen and the rules that apply. */
export function cellWords(view, cell) {
  const { title, text } = explainCell(view, cell);
  return `${title}: ${text.replace(/\.$/, "")}`;
}

/** Explain why a move that would repeat a position too often is not legal. */
export function explainBarred(view, text) {
  return translateMany(
    "{move} is barred: the position after it has already occurred {n} time.",
    "{move} is barred: the position after it has already occurred {n} times.",
    view.repeats[text],
    { move: text },
  );
}

/** Explain why no chessman of the mover in this area can be chosen. */
export function explainStuck(view, cell) {
  const { frozen, men } = view.areas[cell];
  if (frozen === view.seat) {
    const strength = men.filter(([seat]) => seat !== view.seat).length;
    const params = { side: sideName(other(view.seat)), area: cell, n: number(strength) };
    return translate("{side} dominates {area} with {n}: your chessmen there can't move.", params);
  }
  return translate("Your chessman in {area} can't move now.", { area: cell });
}

/** Return warnings for the next move; empty if there are none. */
export function warnings(view) {
  if (view.phase !== "play") return [];
  const warnings = [];
  for (const seat of [0, 1]) {
    const missing = view.occupation_to_win - view.occupation[seat];
    if (view.options.classroom || missing !== 1) continue;
    const enemy = other(seat);
    if (view.viewer === seat) warnings.push(translate("You need one more chessman in {side}'s territory to win.", { side: sideName(enemy) }));
    else warnings.push(translateForSide(view, enemy, mark("{winner} needs one more chessman in your territory to win."), mark("{winner} needs one more chessman in {side}'s territory to win."), { winner: sideName(seat) }));
  }
  const dead = view.graves[view.seat].length;
  if (!view.options.classroom && dead >= view.dead_to_lose) {
    const params = { dead: number(dead), must: number(dead - view.dead_to_lose + 1), area: view.revive[view.seat] };
    const lost = [
      mark("You have {dead} dead: unless {must} can enter {area} at the end of this turn, you lose."),
      mark("{side} has {dead} dead: unless {must} can enter {area} at the end of this turn, {side} loses."),
    ];
    warnings.push(translateForSide(view, view.seat, ...lost, params));
  }
  const quiet = view.quiet_limit - view.quiet;
  if (!view.options.classroom && quiet <= 20) warnings.push(translateMany("{n} quiet turn left; then points decide.", "{n} quiet turns left; then points decide.", quiet));
  if (view.barred === null && view.stood > 1 && view.stood === view.stood_limit - 1) warnings.push(translate("If this position occurs once more, points decide."));
  if (view.barred?.length) {
    const moves = view.barred.join(", ");
    warnings.push(translateMany("{n} move is barred because it would repeat a position too often: {moves}.", "{n} moves are barred because they would repeat a position too often: {moves}.", view.barred.length, { moves }));
  }
  return warnings;
}

/** Describe the score with the point deducted in a classroom match, whose held points decide between equal ones. */
export function score(view) {
  const points = [...view.points];
  const ahead = points[0] === points[1] ? null : points[0] > points[1] ? 0 : 1;
  const fined = view.penalty > 0 && ahead === view.seat;
  if (fined) points[ahead] -= view.penalty;
  const note = fined ? ` ${translate("One point is deducted because {side} is ahead and to move.", { side: sideName(ahead) })}` : "";
  const [order, chaos] = points.map(formatHalves);
  if (points[0] === points[1] && view.held) return describeHeld(view, order) + note;
  if (points[0] === points[1]) return translate("Right now: a draw, {one} to {two}.", { one: order, two: chaos }) + note;
  const winner = sideName(points[0] > points[1] ? 0 : 1);
  return translate("Right now: a win for {side}, Order {one}, Chaos {two}.", { side: winner, one: order, two: chaos }) + note;
}

/** Describe what the held points decide: "Right now: equal points, 2½. Held points: Order 40, Chaos 38: a win for Order." */
function describeHeld({ held }, points) {
  const params = { points, one: formatHalves(held[0]), two: formatHalves(held[1]) };
  if (held[0] === held[1]) return translate("Right now: equal points, {points}. Held points: Order {one}, Chaos {two}: a draw.", params);
  const side = sideName(held[0] > held[1] ? 0 : 1);
  return translate("Right now: equal points, {points}. Held points: Order {one}, Chaos {two}: a win for {side}.", { ...params, side });
}

/** Return the owners of the territories. */
export function lands(view) {
  return `${[0, 1].map((seat) => `${placeName(findTerritory(view, seat))}: ${sideOrYou(view, seat)}`).join(" · ")}`;
}

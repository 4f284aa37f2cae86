// Texts: what is happening, what can be done and what was just done.

import { mark, translate, translateIn, translateMany } from "../../../site/words.js";
import { ability, cardName, joinAnd, locationName } from "./names.js";

const THEY = [mark("The Strike Team"), mark("The Terrorists")];
const subjectOf = (seat) => translate(seat ? mark("the Terrorists") : mark("the Strike Team"));

export const isMyTurn = (board) => Boolean(board.can?.submit && board.to_act.includes(board.viewer.seat));

/** "1 of 3 dice" */
const joinFaces = (dice) => translateMany("{hits} of {n} die", "{hits} of {n} dice", dice.length, { hits: dice.filter(Boolean).length });

const EVENTS = {
  round: (n) => translate("Round {n} begins.", { n }),
  respawn: (soldier) => translate("The {one} may return.", { one: soldier }),
  enter: (soldier, space) => translate("The {one} enters on {space}.", { one: soldier, space }),
  move: (soldier, space) => translate("The {one} moves to {space}.", { one: soldier, space }),
  uncover: (soldier, space) => translate("The {one} comes out on {space}.", { one: soldier, space }),
  blocked: (soldier, space) => translate("No room for the {one} on {space}: it stays where it is.", { one: soldier, space }),
  held: (soldier) => translate("The {one} is held and can't leave.", { one: soldier }),
  pass: (soldier) => translate("The {one} ends its activation.", { one: soldier }),
  card: (card, space) => translate("{card} is turned up on {space}.", { card: cardName(card), space }),
  take: (soldier, card) => translate("The {one} takes the {card}.", { one: soldier, card: cardName(card) }),
  use: (soldier, card) => translate("The {one} uses the {card}.", { one: soldier, card: cardName(card) }),
  look: (soldier, space) => translate("The {one} looks at {space} from afar.", { one: soldier, space }),
  ability: (soldier, id) => translate("The {one} uses {ability}.", { one: soldier, ability: ability(id).name }),
  jammed: (soldier) => translate("The {one}'s ability has no effect.", { one: soldier }),
  declined: (soldier) => translate("The {one} holds back.", { one: soldier }),
  attack: (soldier, target) => translate("The {one} attacks the {other}.", { one: soldier, other: target }),
  free: (soldier, target) => translate("The {one} makes a Free Attack on the {other}.", { one: soldier, other: target }),
  dice: (soldier, dice) => translate("The {one} rolls successes on {faces}.", { one: soldier, faces: joinFaces(dice) }),
  damage: (soldier, n) => translate("The {one} takes {n} damage.", { one: soldier, n }),
  heal: (soldier, n) => translate("The {one} heals {n}.", { one: soldier, n }),
  death: (soldier) => translate("The {one} is killed.", { one: soldier }),
  place: (side, id, space) => translate(side ? mark("The Terrorists placed {card} on {space}.") : mark("The Strike Team placed {card} on {space}."), { card: locationName(id), space }),
  discard: (side, id) =>
    translate(side ? mark("The Terrorists couldn't place a Location and discarded {card}.") : mark("The Strike Team couldn't place a Location and discarded {card}."), { card: locationName(id) }),
};

/** Describe the effects of the last action. */
export function describeLastTurn(view) {
  return (view?.events ?? []).map(([word, ...parts]) => EVENTS[word]?.(...parts) ?? "").filter(Boolean).join(" ");
}

const ASKED = {
  skill: ({ other: target, announced }) => translate("The {other} announces {ability}.", { other: target, ability: ability(announced).name }),
  depart: ({ other: target, soldier }) => translate("The {other} is about to leave the {soldier}'s space.", { other: target, soldier }),
  arrival: ({ other: target, soldier }) => translate("The {other} is now next to the {soldier}.", { other: target, soldier }),
  attack: ({ other: target, soldier }) => translate("The {soldier} is about to roll against the {other}.", { soldier, other: target }),
  rolled: ({ other: target, soldier, faces: dice }) => translate("The {soldier} rolled successes on {faces} against the {other}.", { soldier, faces: joinFaces(dice), other: target }),
  hit: ({ other: target, amount }) => translate("The {other} is about to take {n} damage.", { other: target, n: amount }),
};

/** Return an open question as {why, what}: its cause and what is asked. */
export function describeQuestion(q) {
  const { soldier, other: target, space } = q;
  if (q.kind === "free") return { why: translate("The {other} is leaving the {soldier}'s space.", { other: target, soldier }), what: translate("Make a Free Attack without Base Damage on it?") };
  if (q.kind === "reveal") return { why: translate("The {soldier} is on {space}.", { soldier, space }), what: translate("Turn up a card within range {range}?", { range: q.range }) };
  const { name } = ability(q.ability);
  if (q.kind === "arrive") return { why: translate("The {soldier} has reached its enemies.", { soldier }), what: translate("Choose a target for its {ability}: {others}.", { ability: name, others: joinAnd(q.others) }) };
  return { why: ASKED[q.moment](q), what: translate("Use the {soldier}'s {ability}?", { soldier, ability: name }) };
}

/** "2 moves left" */
export const movesLeft = (n) => (n ? translateMany("{n} move left", "{n} moves left", n) : translate("no moves left"));

const ACTS = {
  off: mark("Your turn: the {soldier} enters the map ({left}, {shot})."),
  hidden: mark("Your turn: the {soldier} is hidden. Pass to stay hidden; any other action brings it out ({left}, {shot})."),
};

function describeActivation(view, isOwn, legal) {
  const { soldier, moves, moving, attacked } = view.turn;
  const state = view.soldiers[soldier];
  const left = moves === null ? translateIn("soldier", "hidden") : movesLeft(moving && moves > 0 ? moves : 0);
  if (!isOwn) return translate("{side}: waiting for the {soldier} to act ({left}).", { side: translate(THEY[state.side]), soldier, left });
  const targets = (legal ?? []).filter((text) => text.startsWith("attack")).length;
  const aim = targets ? translateMany("{n} target in range", "{n} targets in range", targets) : translate("no target in range");
  return translate(ACTS[state.state] ?? mark("Your turn: the {soldier} acts ({left}, {shot})."), { soldier, left, shot: attacked ? translate("has attacked") : aim });
}

const MINE = {
  squad: () => translate("Choose your squad: four classes in turn order, with a Gamer for each."),
  place: (view, legal) => (legal?.[0]?.startsWith("discard") ? translate("None of your Locations fits on the map: discard one.") : view.hand.length ? translate("Your turn to build the map: choose a Location, then a space for it.") : translate("Your turn to build the map.")),
  drop: (view) => translateMany("Small map: drop {n} more Incursion card.", "Small map: drop {n} more Incursion cards.", view.to_drop),
  lay: (view) => translateMany("Lay your cards face down: {n} card left.", "Lay your cards face down: {n} cards left.", view.to_lay_count),
};
const THEIRS = {
  squad: mark("Waiting for {names} to choose a squad."),
  place: mark("Waiting for {names} to place a Location."),
  drop: mark("Waiting for {names} to drop Incursion cards."),
  lay: mark("Waiting for {names} to lay Incursion cards."),
};

/** Return a sentence on what the match waits for, from the viewer's side. */
export function status(board) {
  const { view } = board;
  if (!view) return translate("Loading board…");
  const isOwn = isMyTurn(board);
  if (view.question) {
    const pending = describeQuestion(view.question);
    if (isOwn) return translate("Your decision: {why} {what}", pending);
    return view.question.side ? translate("{why} The Terrorists are deciding: {what}", pending) : translate("{why} The Strike Team is deciding: {what}", pending);
  }
  if (!board.to_act.length) return view.fight ? translate("Rolling dice…") : translate("Dealing cards…");
  if (view.phase === "play") return describeActivation(view, isOwn, board.legal);
  if (isOwn) return MINE[view.phase]?.(view, board.legal) ?? translate("Your turn.");
  const own = view.phase === "squad" && board.viewer.seat !== null ? `${translate("Squad submitted.")} ` : "";
  return own + translate(THEIRS[view.phase] ?? mark("Waiting for {names} to act."), { names: joinAnd(board.to_act.map(subjectOf)) });
}

/** Describe how close each side is to its goal. */
export function describeProgress(view) {
  const { missile } = view;
  if (view.outcome) return "";
  if (!missile) return translate("Missile: not found yet.");
  const place = view.spaces[missile];
  const params = { space: missile };
  if (place?.card !== "Missile") return view.viewer === 1 ? translate("Missile: hidden on {space} (only you can see it).", params) : translate("Missile: hidden on {space}.", params);
  const guards = view.order.filter((name) => view.soldiers[name].side === 1 && view.soldiers[name].at === missile && view.soldiers[name].state === "map");
  return guards.length ? translate("Missile: found on {space}, held by the {guards}.", { ...params, guards: joinAnd(guards) }) : translate("Missile: found on {space}.", params);
}

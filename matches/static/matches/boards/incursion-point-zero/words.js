// What is happening, what can be done and what has just been done, in sentences.

import { mark, translate, translateIn, translateMany } from "../../../site/words.js";
import { ability, cardName, listed, locationName } from "./names.js";

const THEY = [mark("The Strike Team"), mark("The Terrorists")];
const they = (seat) => translate(seat ? mark("the Terrorists") : mark("the Strike Team"));

export const isMyTurn = (board) => Boolean(board.can?.submit && board.to_act.includes(board.viewer.seat));

const faces = (dice) => translate("{n} of {all}", { n: dice.filter(Boolean).length, all: dice.length });

const EVENTS = {
  round: (n) => translate("Round {n} begins.", { n }),
  respawn: (one) => translate("The {one} may return.", { one }),
  enter: (one, space) => translate("The {one} enters on {space}.", { one, space }),
  move: (one, space) => translate("The {one} moves to {space}.", { one, space }),
  uncover: (one, space) => translate("The {one} comes out on {space}.", { one, space }),
  blocked: (one, space) => translate("No room for the {one} on {space}: it stays where it is.", { one, space }),
  held: (one) => translate("The {one} is held and can't leave.", { one }),
  pass: (one) => translate("The {one} ends its activation.", { one }),
  card: (card, space) => translate("{card} is turned up on {space}.", { card: cardName(card), space }),
  take: (one, card) => translate("The {one} takes the {card}.", { one, card: cardName(card) }),
  use: (one, card) => translate("The {one} uses the {card}.", { one, card: cardName(card) }),
  look: (one, space) => translate("The {one} looks at {space} from afar.", { one, space }),
  ability: (one, id) => translate("The {one} uses {ability}.", { one, ability: ability(id).name }),
  jammed: (one) => translate("The {one}'s ability has no effect.", { one }),
  declined: (one) => translate("The {one} holds back.", { one }),
  attack: (one, other) => translate("The {one} attacks the {other}.", { one, other }),
  free: (one, other) => translate("The {one} makes a Free Attack on the {other}.", { one, other }),
  dice: (one, dice) => translate("The {one} rolls successes on {faces} dice.", { one, faces: faces(dice) }),
  damage: (one, n) => translate("The {one} takes {n} damage.", { one, n }),
  heal: (one, n) => translate("The {one} heals {n}.", { one, n }),
  death: (one) => translate("The {one} is killed.", { one }),
  place: (side, id, space) => translate(side ? mark("The Terrorists placed {card} on {space}.") : mark("The Strike Team placed {card} on {space}."), { card: locationName(id), space }),
  discard: (side, id) =>
    translate(side ? mark("The Terrorists couldn't place a Location and discarded {card}.") : mark("The Strike Team couldn't place a Location and discarded {card}."), { card: locationName(id) }),
};

/** What the last action brought about. */
export function told(view) {
  return (view?.events ?? []).map(([word, ...parts]) => EVENTS[word]?.(...parts) ?? "").filter(Boolean).join(" ");
}

const ASKED = {
  skill: ({ other, announced }) => translate("The {other} announces {ability}.", { other, ability: ability(announced).name }),
  depart: ({ other, soldier }) => translate("The {other} is about to leave the {soldier}'s space.", { other, soldier }),
  arrival: ({ other, soldier }) => translate("The {other} is now next to the {soldier}.", { other, soldier }),
  attack: ({ other, soldier }) => translate("The {soldier} is about to roll against the {other}.", { soldier, other }),
  rolled: ({ other, soldier, faces: dice }) => translate("The {soldier} rolled successes on {faces} dice against the {other}.", { soldier, faces: faces(dice), other }),
  hit: ({ other, amount }) => translate("The {other} is about to take {n} damage.", { other, n: amount }),
};

/** An open question: {why, what}, what brought it up and what is asked. */
export function question(q) {
  const { soldier, other, space } = q;
  if (q.kind === "free") return { why: translate("The {other} is leaving the {soldier}'s space.", { other, soldier }), what: translate("Make a Free Attack without Base Damage on it?") };
  if (q.kind === "reveal") return { why: translate("The {soldier} is on {space}.", { soldier, space }), what: translate("Turn up a card within range {range}?", { range: q.range }) };
  const { name } = ability(q.ability);
  if (q.kind === "arrive") return { why: translate("The {soldier} has reached its enemies.", { soldier }), what: translate("Choose a target for its {ability}: {others}.", { ability: name, others: listed(q.others) }) };
  return { why: ASKED[q.moment](q), what: translate("Use the {soldier}'s {ability}?", { soldier, ability: name }) };
}

/** "2 moves left" */
export const movesLeft = (n) => (n ? translateMany("{n} move left", "{n} moves left", n) : translate("no moves left"));

const ACTS = {
  off: mark("Your turn: the {soldier} enters the map ({left}, {shot})."),
  hidden: mark("Your turn: the {soldier} is hidden. Pass to stay hidden; any other action brings it out ({left}, {shot})."),
};

function activation(view, mine, legal) {
  const { soldier, moves, moving, attacked } = view.turn;
  const one = view.soldiers[soldier];
  const left = moves === null ? translateIn("soldier", "hidden") : movesLeft(moving && moves > 0 ? moves : 0);
  if (!mine) return translate("{side}: waiting for the {soldier} to act ({left}).", { side: translate(THEY[one.side]), soldier, left });
  const targets = (legal ?? []).filter((text) => text.startsWith("attack")).length;
  const aim = targets ? translateMany("{n} target in range", "{n} targets in range", targets) : translate("no target in range");
  return translate(ACTS[one.state] ?? mark("Your turn: the {soldier} acts ({left}, {shot})."), { soldier, left, shot: attacked ? translate("has attacked") : aim });
}

const MINE = {
  squad: () => translate("Choose your squad: four classes in turn order, with a Gamer for each."),
  place: (view) => (view.hand.length ? translate("Your turn to build the map: choose a Location, then a space for it.") : translate("Your turn to build the map.")),
  drop: (view) => translateMany("Small map: drop {n} more Incursion card.", "Small map: drop {n} more Incursion cards.", view.to_drop),
  lay: (view) => translateMany("Lay your cards face down: {n} card left.", "Lay your cards face down: {n} cards left.", view.to_lay_count),
};
const THEIRS = {
  squad: mark("Waiting for {names} to choose a squad."),
  place: mark("Waiting for {names} to place a Location."),
  drop: mark("Waiting for {names} to drop Incursion cards."),
  lay: mark("Waiting for {names} to lay Incursion cards."),
};

/** One sentence: what the match waits for, from the viewer's side. */
export function status(board) {
  const { view } = board;
  if (!view) return translate("Loading board…");
  const mine = isMyTurn(board);
  if (view.question) {
    const asked = question(view.question);
    if (mine) return translate("Your decision: {why} {what}", asked);
    return view.question.side ? translate("{why} The Terrorists are deciding: {what}", asked) : translate("{why} The Strike Team is deciding: {what}", asked);
  }
  if (!board.to_act.length) return view.fight ? translate("Rolling dice…") : translate("Dealing cards…");
  if (view.phase === "play") return activation(view, mine, board.legal);
  if (mine) return MINE[view.phase]?.(view) ?? translate("Your turn.");
  const own = view.phase === "squad" && board.viewer.seat !== null ? `${translate("Squad submitted.")} ` : "";
  return own + translate(THEIRS[view.phase] ?? mark("Waiting for {names} to act."), { names: listed(board.to_act.map(they)) });
}

/** How near each side is to its goal. */
export function progress(view) {
  const { missile } = view;
  if (view.outcome) return "";
  if (!missile) return translate("Missile: not found yet.");
  const place = view.spaces[missile];
  const given = { space: missile };
  if (place?.card !== "Missile") return view.viewer === 1 ? translate("Missile: hidden on {space} (only you can see it).", given) : translate("Missile: hidden on {space}.", given);
  const guards = view.order.filter((name) => view.soldiers[name].side === 1 && view.soldiers[name].at === missile && view.soldiers[name].state === "map");
  return guards.length ? translate("Missile: found on {space}, held by the {guards}.", { ...given, guards: listed(guards) }) : translate("Missile: found on {space}.", given);
}

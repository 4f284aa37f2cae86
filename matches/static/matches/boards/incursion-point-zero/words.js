// What is happening, what can be done and what has just been done, in sentences.

import { marked, spoken, spokenIn, spokenMany } from "../../../site/words.js";
import { ability, cardName, listed, locationName } from "./names.js";

const THEY = [marked("The Strike Team"), marked("The Terrorists")];
const they = (seat) => spoken(seat ? marked("the Terrorists") : marked("the Strike Team"));

export const isMyTurn = (board) => Boolean(board.can?.submit && board.to_act.includes(board.viewer.seat));

const faces = (dice) => spoken("{n} of {all}", { n: dice.filter(Boolean).length, all: dice.length });

const EVENTS = {
  round: (n) => spoken("Round {n} begins.", { n }),
  respawn: (one) => spoken("The {one} may return.", { one }),
  enter: (one, space) => spoken("The {one} enters on {space}.", { one, space }),
  move: (one, space) => spoken("The {one} moves to {space}.", { one, space }),
  uncover: (one, space) => spoken("The {one} comes out on {space}.", { one, space }),
  blocked: (one, space) => spoken("No room for the {one} on {space}: it stays where it is.", { one, space }),
  held: (one) => spoken("The {one} is held and can't leave.", { one }),
  pass: (one) => spoken("The {one} ends its activation.", { one }),
  card: (card, space) => spoken("{card} is turned up on {space}.", { card: cardName(card), space }),
  take: (one, card) => spoken("The {one} takes the {card}.", { one, card: cardName(card) }),
  use: (one, card) => spoken("The {one} uses the {card}.", { one, card: cardName(card) }),
  look: (one, space) => spoken("The {one} looks at {space} from afar.", { one, space }),
  ability: (one, id) => spoken("The {one} uses {ability}.", { one, ability: ability(id).name }),
  jammed: (one) => spoken("The {one}'s ability has no effect.", { one }),
  declined: (one) => spoken("The {one} holds back.", { one }),
  attack: (one, other) => spoken("The {one} attacks the {other}.", { one, other }),
  free: (one, other) => spoken("The {one} makes a Free Attack on the {other}.", { one, other }),
  dice: (one, dice) => spoken("The {one} rolls successes on {faces} dice.", { one, faces: faces(dice) }),
  damage: (one, n) => spoken("The {one} takes {n} damage.", { one, n }),
  heal: (one, n) => spoken("The {one} heals {n}.", { one, n }),
  death: (one) => spoken("The {one} is killed.", { one }),
  place: (side, id, space) => spoken(side ? marked("The Terrorists placed {card} on {space}.") : marked("The Strike Team placed {card} on {space}."), { card: locationName(id), space }),
  discard: (side, id) =>
    spoken(side ? marked("The Terrorists couldn't place a Location and discarded {card}.") : marked("The Strike Team couldn't place a Location and discarded {card}."), { card: locationName(id) }),
};

/** What the last action brought about. */
export function told(view) {
  return (view?.events ?? []).map(([word, ...parts]) => EVENTS[word]?.(...parts) ?? "").filter(Boolean).join(" ");
}

const ASKED = {
  skill: ({ other, announced }) => spoken("The {other} announces {ability}.", { other, ability: ability(announced).name }),
  depart: ({ other, soldier }) => spoken("The {other} is about to leave the {soldier}'s space.", { other, soldier }),
  arrival: ({ other, soldier }) => spoken("The {other} is now next to the {soldier}.", { other, soldier }),
  attack: ({ other, soldier }) => spoken("The {soldier} is about to roll against the {other}.", { soldier, other }),
  rolled: ({ other, soldier, faces: dice }) => spoken("The {soldier} rolled successes on {faces} dice against the {other}.", { soldier, faces: faces(dice), other }),
  hit: ({ other, amount }) => spoken("The {other} is about to take {n} damage.", { other, n: amount }),
};

/** An open question: {why, what}, what brought it up and what is asked. */
export function question(q) {
  const { soldier, other, space } = q;
  if (q.kind === "free") return { why: spoken("The {other} is leaving the {soldier}'s space.", { other, soldier }), what: spoken("Make a Free Attack without Base Damage on it?") };
  if (q.kind === "reveal") return { why: spoken("The {soldier} is on {space}.", { soldier, space }), what: spoken("Turn up a card within range {range}?", { range: q.range }) };
  const { name } = ability(q.ability);
  if (q.kind === "arrive") return { why: spoken("The {soldier} has reached its enemies.", { soldier }), what: spoken("Choose a target for its {ability}: {others}.", { ability: name, others: listed(q.others) }) };
  return { why: ASKED[q.moment](q), what: spoken("Use the {soldier}'s {ability}?", { soldier, ability: name }) };
}

/** "2 moves left" */
export const movesLeft = (n) => (n ? spokenMany("{n} move left", "{n} moves left", n) : spoken("no moves left"));

const ACTS = {
  off: marked("Your turn: the {soldier} enters the map ({left}, {shot})."),
  hidden: marked("Your turn: the {soldier} is hidden. Pass to stay hidden; any other action brings it out ({left}, {shot})."),
};

function activation(view, mine, legal) {
  const { soldier, moves, moving, attacked } = view.turn;
  const one = view.soldiers[soldier];
  const left = moves === null ? spokenIn("soldier", "hidden") : movesLeft(moving && moves > 0 ? moves : 0);
  if (!mine) return spoken("{side}: waiting for the {soldier} to act ({left}).", { side: spoken(THEY[one.side]), soldier, left });
  const targets = (legal ?? []).filter((text) => text.startsWith("attack")).length;
  const aim = targets ? spokenMany("{n} target in range", "{n} targets in range", targets) : spoken("no target in range");
  return spoken(ACTS[one.state] ?? marked("Your turn: the {soldier} acts ({left}, {shot})."), { soldier, left, shot: attacked ? spoken("has attacked") : aim });
}

const MINE = {
  squad: () => spoken("Choose your squad: four classes in turn order, with a Gamer for each."),
  place: (view) => (view.hand.length ? spoken("Your turn to build the map: choose a Location, then a space for it.") : spoken("Your turn to build the map.")),
  drop: (view) => spokenMany("Small map: drop {n} more Incursion card.", "Small map: drop {n} more Incursion cards.", view.to_drop),
  lay: (view) => spokenMany("Lay your cards face down: {n} card left.", "Lay your cards face down: {n} cards left.", view.to_lay_count),
};
const THEIRS = {
  squad: marked("Waiting for {names} to choose a squad."),
  place: marked("Waiting for {names} to place a Location."),
  drop: marked("Waiting for {names} to drop Incursion cards."),
  lay: marked("Waiting for {names} to lay Incursion cards."),
};

/** One sentence: what the match waits for, from the viewer's side. */
export function status(board) {
  const { view } = board;
  if (!view) return spoken("Loading board…");
  const mine = isMyTurn(board);
  if (view.question) {
    const asked = question(view.question);
    if (mine) return spoken("Your decision: {why} {what}", asked);
    return view.question.side ? spoken("{why} The Terrorists are deciding: {what}", asked) : spoken("{why} The Strike Team is deciding: {what}", asked);
  }
  if (!board.to_act.length) return view.fight ? spoken("Rolling dice…") : spoken("Dealing cards…");
  if (view.phase === "play") return activation(view, mine, board.legal);
  if (mine) return MINE[view.phase]?.(view) ?? spoken("Your turn.");
  const own = view.phase === "squad" && board.viewer.seat !== null ? `${spoken("Squad submitted.")} ` : "";
  return own + spoken(THEIRS[view.phase] ?? marked("Waiting for {names} to act."), { names: listed(board.to_act.map(they)) });
}

/** How near each side is to its goal. */
export function progress(view) {
  const { missile } = view;
  if (view.outcome) return "";
  if (!missile) return spoken("Missile: not found yet.");
  const place = view.spaces[missile];
  const given = { space: missile };
  if (place?.card !== "Missile") return view.viewer === 1 ? spoken("Missile: hidden on {space} (only you can see it).", given) : spoken("Missile: hidden on {space}.", given);
  const guards = view.order.filter((name) => view.soldiers[name].side === 1 && view.soldiers[name].at === missile && view.soldiers[name].state === "map");
  return guards.length ? spoken("Missile: found on {space}, held by the {guards}.", { ...given, guards: listed(guards) }) : spoken("Missile: found on {space}.", given);
}

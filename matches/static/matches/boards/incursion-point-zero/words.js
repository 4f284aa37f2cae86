// What is happening, what can be done and what has just been done, in sentences.

import { SIDES, ability, cardName, count, listed, locationName } from "./names.js";

const THEY = ["The Strike Team", "The Terrorists"];
const is = (side) => (side ? "are" : "is");

export const isMyTurn = (board) => Boolean(board.can?.submit && board.to_act.includes(board.viewer.seat));

const faces = (dice) => `${dice.filter(Boolean).length} of ${dice.length}`;

const EVENTS = {
  round: (n) => `Round ${n} begins.`,
  respawn: (one) => `The ${one} may return.`,
  enter: (one, space) => `The ${one} enters on ${space}.`,
  move: (one, space) => `The ${one} moves to ${space}.`,
  uncover: (one, space) => `The ${one} comes out on ${space}.`,
  blocked: (one, space) => `There is no room for the ${one} on ${space}: it stays.`,
  held: (one) => `The ${one} is held and stays.`,
  pass: (one) => `The ${one} ends its activation.`,
  card: (card, space) => `${cardName(card)} turned up on ${space}.`,
  take: (one, card) => `The ${one} takes the ${cardName(card)}.`,
  use: (one, card) => `The ${one} uses the ${cardName(card)}.`,
  look: (one, space) => `The ${one} looks at ${space} from afar.`,
  ability: (one, id) => `The ${one} uses ${ability(id).name}.`,
  jammed: (one) => `It has no effect for the ${one}.`,
  declined: (one) => `The ${one} holds back.`,
  attack: (one, other) => `The ${one} attacks the ${other}.`,
  free: (one, other) => `The ${one} makes a Free Attack on the ${other}.`,
  dice: (one, dice) => `The ${one} rolls ${faces(dice)} successes.`,
  damage: (one, n) => `The ${one} takes ${n} damage.`,
  heal: (one, n) => `The ${one} heals ${n}.`,
  death: (one) => `The ${one} is killed.`,
  place: (side, id, space) => `${THEY[side]} placed ${locationName(id)} on ${space}.`,
  discard: (side, id) => `${THEY[side]} could place nothing and discarded ${locationName(id)}.`,
};

/** What the last action brought about. */
export function told(view) {
  return (view?.events ?? []).map(([word, ...parts]) => EVENTS[word]?.(...parts) ?? "").filter(Boolean).join(" ");
}

const ASKED = {
  skill: (q) => `The ${q.other} announces ${ability(q.announced).name}.`,
  depart: (q) => `The ${q.other} is about to leave the ${q.soldier}'s space.`,
  arrival: (q) => `The ${q.other} has come next to the ${q.soldier}.`,
  attack: (q) => `The ${q.soldier} is about to roll against the ${q.other}.`,
  rolled: (q) => `The ${q.soldier} has rolled ${faces(q.faces)} successes against the ${q.other}.`,
  hit: (q) => `The ${q.other} is about to take ${q.amount} damage.`,
};

/** An open question: {why, what}, what brought it up and what is asked. */
export function question(q) {
  if (q.kind === "free") return { why: `The ${q.other} is leaving the ${q.soldier}'s space.`, what: "Make a Free Attack without Base Damage on it?" };
  if (q.kind === "reveal") return { why: `The ${q.soldier} is on ${q.space}.`, what: `Turn up a card within range ${q.range}?` };
  if (q.kind === "arrive") return { why: `The ${q.soldier} has come to its enemies.`, what: `Whom does its ${ability(q.ability).name} hit: ${listed(q.others)}?` };
  return { why: ASKED[q.moment](q), what: `Use the ${q.soldier}'s ${ability(q.ability).name}?` };
}

function activation(view, mine, legal) {
  const { soldier, moves, moving, attacked } = view.turn;
  const one = view.soldiers[soldier];
  const whose = mine ? "Your turn: the" : `${THEY[one.side]}: waiting for the`;
  const left = moves === null ? "hidden" : moving && moves > 0 ? `${count(moves, "move")} left` : "no moves left";
  const targets = (legal ?? []).filter((text) => text.startsWith("attack")).length;
  const shot = attacked ? "has attacked" : targets ? `${count(targets, "target")} in range` : "no target in range";
  if (!mine) return `${whose} ${soldier} to act (${left}).`;
  const where = one.state === "off" ? "enters the map" : one.state === "hidden" ? "hides: pass to stay hidden, anything else brings it out" : "acts";
  return `${whose} ${soldier} ${where} (${left}, ${shot}).`;
}

const MINE = {
  squad: () => "Choose your squad: four classes, a Gamer for each, in the order in which they will act.",
  place: (view) => (view.hand.length ? "Your turn to build the map: take a Location and choose its space." : "Your turn to build the map."),
  drop: (view) => `The map is short: drop ${count(view.to_drop, "more Incursion card")}.`,
  lay: (view) => `Lay your cards face down: ${count(view.to_lay_count, "card")} left.`,
};
const THEIRS = {
  squad: "to choose a squad",
  place: "to place a Location",
  drop: "to drop Incursion cards",
  lay: "to lay the Incursion cards",
};

/** One sentence: what the match waits for, from the viewer's side. */
export function status(board) {
  const { view } = board;
  if (!view) return "The board is being laid.";
  const mine = isMyTurn(board);
  if (view.question) {
    const { why, what } = question(view.question);
    return mine ? `You are asked: ${why} ${what}` : `${why} ${THEY[view.question.side]} ${is(view.question.side)} asked: ${what}`;
  }
  if (!board.to_act.length) return view.fight ? "The dice are rolling." : "The referee deals.";
  if (view.phase === "play") return activation(view, mine, board.legal);
  if (mine) return MINE[view.phase]?.(view) ?? "Your turn.";
  const own = view.phase === "squad" && board.viewer.seat !== null ? "Your squad is in. " : "";
  return `${own}Waiting for ${listed(board.to_act.map((seat) => `the ${SIDES[seat]}`))} ${THEIRS[view.phase] ?? "to act"}.`;
}

/** How near each side is to its goal. */
export function progress(view) {
  const { missile } = view;
  if (view.outcome) return "";
  if (!missile) return "Missile: not found yet.";
  const place = view.spaces[missile];
  if (place?.card !== "Missile") return `Missile: hidden on ${missile}${view.viewer === 1 ? " (only you know)" : ""}.`;
  const guards = view.order.filter((name) => view.soldiers[name].side === 1 && view.soldiers[name].at === missile && view.soldiers[name].state === "map");
  return guards.length ? `Missile: found on ${missile}, held by the ${listed(guards)}.` : `Missile: found on ${missile}.`;
}

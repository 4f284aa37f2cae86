// The state of the match as a whole in words: before it starts, while it is held, and how it ended.

import { dated } from "../site/dates.js";
import { spoken } from "../site/words.js";

const nameOf = (seat) => (seat.player ? `${seat.name} (${seat.player})` : seat.name);

function opening(board) {
  const open = board.seats.filter((seat) => !seat.player);
  const by = board.start_by ? ` ${spoken("It has to start by {time}.", { time: dated(board.start_by) })}` : "";
  if (board.preparing) return spoken("The players draw their Gamers. The match starts when they are done.");
  if (board.can.take_seat) return spoken("A seat is free: take it and play.") + by;
  if (open.length) return spoken("Waiting for a player to take {seats}.", { seats: open.map((seat) => seat.name).join(spoken(" and ")) }) + by;
  if (board.can.ready) return spoken("The match is about to start: say that you are ready.") + by;
  const missing = board.seats.filter((seat) => !seat.ready).map(nameOf);
  if (!missing.length) return spoken("The match is about to start.");
  return spoken("Waiting for {names} to be ready.", { names: missing.join(spoken(" and ")) }) + by;
}

/** Some of more than two seats won together. */
function shared(winners, mine) {
  const others = winners.filter((seat) => seat.number !== mine).map(nameOf);
  const names = others.join(spoken(" and "));
  return others.length < winners.length ? spoken("You share the win with {names}.", { names }) : spoken("{names} share the win.", { names });
}

/** "You won." and the like, for a match with an outcome. */
export function verdict(board) {
  const winners = board.seats.filter((seat) => board.outcome.ranks[seat.number] === 1);
  const mine = board.viewer.seat;
  if (!winners.length) return spoken("Nobody won.");
  if (winners.length === board.seats.length) return spoken("The match is drawn.");
  if (winners.length > 1) return shared(winners, mine);
  if (winners[0].number === mine) return spoken("You won.");
  if (mine !== null) return spoken("You lost to {name}.", { name: winners[0].player || winners[0].name });
  return spoken("{name} won.", { name: nameOf(winners[0]) });
}

/** By agreement, or by a referee with the reason; what was ruled since stands behind it. */
function paused({ ruling, paused_until }) {
  if (paused_until) return spoken("The players have paused the match. The clocks stand still.");
  if (ruling?.held && ruling.word === "stop") return ruling.text;
  return `${spoken("The match is paused: the clocks stand still.")} ${ruling?.held ? ruling.text : ""}`.trim();
}

const HELD = {
  scheduled: () => spoken("The match has not been opened yet."),
  open: opening,
  paused,
  review: () => spoken("The match is held for review by a referee. The clocks stand still."),
  void: (board) => (board.ruling?.held ? board.ruling.text : spoken("The match was called off: it counts for nothing.")),
  closed: (board) => (board.outcome ? `${verdict(board)} ${how(board)}` : spoken("The match is over.")),
};

/** How it ended: by a ruling, in the referee's words. */
export function how({ outcome, ruling }) {
  const ruled = ["ruled", "disqualified"].includes(outcome.reason) && ruling;
  return ruled ? ruling.text : outcome.text;
}

/** The sentence for a match that is not being played, or null while it is. */
export function standing(board) {
  return HELD[board.status]?.(board) ?? null;
}

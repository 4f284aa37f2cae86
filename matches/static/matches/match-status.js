// Status texts of a match that is not being played: before the start, paused, under review, ended.

import { formatDate } from "../site/dates.js";
import { translate } from "../site/words.js";

const nameOf = (seat) => (seat.player ? `${seat.name} (${seat.player})` : seat.name);

function describeOpen(board) {
  const open = board.seats.filter((seat) => !seat.player);
  const by = board.start_by ? ` ${translate("The match must start by {time}.", { time: formatDate(board.start_by) })}` : "";
  if (board.preparing) return translate("The players are drafting their Gamers. The match starts after the draft.");
  if (board.can.take_seat) return translate("There is an open seat. Take it to play.") + by;
  if (open.length) return translate("Waiting for a player to take {seats}.", { seats: open.map((seat) => seat.name).join(translate(" and ")) }) + by;
  if (board.can.ready) return translate("The match is about to start. It waits for you.") + by;
  const missing = board.seats.filter((seat) => !seat.ready).map(nameOf);
  if (!missing.length) return translate("The match is about to start.");
  return translate("Waiting for {names} to be ready.", { names: missing.join(translate(" and ")) }) + by;
}

/** Describe a win that several of more than two seats share. */
function describeSharedWin(winners, ownNumber) {
  const others = winners.filter((seat) => seat.number !== ownNumber).map(nameOf);
  const names = others.join(translate(" and "));
  return others.length < winners.length ? translate("You share the win with {names}.", { names }) : translate("{names} share the win.", { names });
}

/** Describe the result of a match with an outcome, e.g. "You won." */
export function describeOutcome(board) {
  const winners = board.seats.filter((seat) => board.outcome.ranks[seat.number] === 1);
  const ownSeat = board.viewer.seat;
  if (!winners.length) return translate("There is no winner.");
  if (winners.length === board.seats.length) return translate("The match ended in a draw.");
  if (winners.length > 1) return describeSharedWin(winners, ownSeat);
  if (winners[0].number === ownSeat) return translate("You won.");
  if (ownSeat !== null) return translate("You lost to {name}.", { name: winners[0].player || winners[0].name });
  return translate("{name} won.", { name: nameOf(winners[0]) });
}

/** Describe a pause: by agreement, or by a referee, with the ruling. */
function describePaused({ ruling, paused_until }) {
  if (paused_until) return translate("The players paused the match. Clocks are stopped.");
  if (ruling?.held && ruling.word === "stop") return ruling.text;
  return `${translate("Match paused. Clocks are stopped.")} ${ruling?.held ? ruling.text : ""}`.trim();
}

/** Describe a match that does not count: annulled, aborted in play (`lastLine` of the log says by whom), or never started. */
export function describeVoid({ ruling, entry }, lastLine = "") {
  if (ruling?.held) return { verdict: translate("Match annulled."), reason: ruling.text };
  if (!entry) return { verdict: translate("This match never started."), reason: translate("It doesn't count.") };
  return { verdict: translate("Match aborted."), reason: `${lastLine} ${translate("It doesn't count.")}`.trim() };
}

const HELD = {
  scheduled: () => translate("The match isn't open yet."),
  open: describeOpen,
  paused: describePaused,
  review: () => translate("A referee is reviewing this match. Clocks are stopped."),
  void: (board) => Object.values(describeVoid(board)).filter(Boolean).join(" "),
  closed: (board) => (board.outcome ? `${describeOutcome(board)} ${describeReason(board)}` : translate("The match is over.")),
};

/** Return how the match ended, in the referee's words after a ruling. */
export function describeReason({ outcome, ruling }) {
  const ruled = ["ruled", "disqualified"].includes(outcome.reason) && ruling;
  return ruled ? ruling.text : outcome.text;
}

/** Return the status text of a match that is not being played, or null while it is. */
export function describeStatus(board) {
  return HELD[board.status]?.(board) ?? null;
}

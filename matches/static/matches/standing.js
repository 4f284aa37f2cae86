// The state of the match as a whole in words: before it starts, while it is held, and how it ended.

const soon = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

const nameOf = (seat) => (seat.player ? `${seat.name} (${seat.player})` : seat.name);

function opening(board) {
  const open = board.seats.filter((seat) => !seat.player);
  const by = board.start_by ? ` It has to start by ${soon.format(board.start_by)}.` : "";
  if (board.can.take_seat) return `A seat is free: take it and play.${by}`;
  if (open.length) return `Waiting for a player to take ${open.map((seat) => seat.name).join(" and ")}.${by}`;
  if (board.can.ready) return `The match is about to start: say that you are ready.${by}`;
  const missing = board.seats.filter((seat) => !seat.ready).map(nameOf);
  return missing.length ? `Waiting for ${missing.join(" and ")} to be ready.${by}` : "The match is about to start.";
}

/** Some of more than two seats won together. */
function shared(winners, mine) {
  const others = winners.filter((seat) => seat.number !== mine).map(nameOf);
  const won = others.length < winners.length;
  return won ? `You share the win with ${others.join(" and ")}.` : `${others.join(" and ")} share the win.`;
}

/** "You won." and the like, for a match with an outcome. */
export function verdict(board) {
  const winners = board.seats.filter((seat) => board.outcome.ranks[seat.number] === 1);
  const mine = board.viewer.seat;
  if (!winners.length) return "Nobody won.";
  if (winners.length === board.seats.length) return "The match is drawn.";
  if (winners.length > 1) return shared(winners, mine);
  if (winners[0].number === mine) return "You won.";
  if (mine !== null) return `You lost to ${winners[0].player || winners[0].name}.`;
  return `${nameOf(winners[0])} won.`;
}

/** By agreement, or by a referee with the reason; what was ruled since stands behind it. */
function paused({ ruling, paused_until }) {
  if (paused_until) return "The players have paused the match. The clocks stand still.";
  if (ruling?.held && ruling.word === "stop") return ruling.text;
  return `The match is paused: the clocks stand still. ${ruling?.held ? ruling.text : ""}`.trim();
}

const HELD = {
  scheduled: () => "The match has not been opened yet.",
  open: opening,
  paused,
  review: () => "The match is held for review by a referee. The clocks stand still.",
  void: (board) => (board.ruling?.held ? board.ruling.text : "The match was called off: it counts for nothing."),
  closed: (board) => (board.outcome ? `${verdict(board)} ${how(board)}` : "The match is over."),
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

// The two strips above and below the board: who sits there, the clock's place, and what the side has lost.

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export class Players {
  constructor(top, bottom) {
    this.top = top;
    this.bottom = bottom;
    this.below = 0;
  }

  /** The strip of a seat: the viewer's own below, else the first seat's. */
  strip(seat) {
    return seat === this.below ? this.bottom : this.top;
  }

  /** `below` is the seat at the bottom; `losses(seat)` the element to show for what the seat has lost. */
  draw(board, { below, losses }) {
    this.below = below;
    for (const seat of board.seats) this.drawSeat(board, seat, losses(seat.number));
  }

  drawSeat(board, seat, losses) {
    const strip = this.strip(seat.number);
    const side = strip.querySelector("[data-side]");
    side.className = `side side-${seat.number} strip-name`;
    const link = strip.querySelector("[data-player]");
    setText(link, seat.player || "Open seat");
    if (seat.url) link.setAttribute("href", seat.url);
    else link.removeAttribute("href");
    setText(strip.querySelector("[data-seat-name]"), seat.name);
    setText(strip.querySelector("[data-badge]"), this.badge(board, seat));
    strip.querySelector("[data-badge]").hidden = !this.badge(board, seat);
    strip.classList.toggle("strip-acting", board.status === "playing" && board.to_act.includes(seat.number));
    strip.querySelector("[data-losses]").replaceChildren(losses);
  }

  badge(board, seat) {
    const words = [];
    if (seat.number === board.viewer.seat) words.push("you");
    if (seat.bot) words.push("bot");
    if (board.status === "open" && seat.player && seat.ready) words.push("ready");
    if (board.outcome?.ranks[seat.number] === 1) words.push("winner");
    return words.join(" · ");
  }
}

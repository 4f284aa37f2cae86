// The strips above and below the board, one a seat: who sits there, the clock's place, and what the side has (lost).

import { translate, translateIn } from "../site/words.js";

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export class Players {
  /** `top` and `bottom` hold the strips between them; which strip lies where may change. */
  constructor(top, bottom) {
    this.top = top;
    this.bottom = bottom;
    this.below = null;
    const strips = [...top.children, ...bottom.children];
    this.strips = new Map(strips.map((strip) => [Number(strip.dataset.strip), strip]));
  }

  /** The strip of a seat. */
  strip(seat) {
    return this.strips.get(seat);
  }

  /** `below` is the seat at the bottom; `losses(seat)` the element to show for what the seat has lost, or has. */
  draw(board, { below, losses }) {
    if (below !== this.below) this.arrange(below);
    for (const seat of board.seats) this.drawSeat(board, seat, losses(seat.number));
  }

  /** One seat's strip at the bottom, the others on top in their order. */
  arrange(below) {
    this.below = below;
    const seats = [...this.strips.keys()].sort((a, b) => a - b);
    this.top.append(...seats.filter((seat) => seat !== below).map((seat) => this.strip(seat)));
    this.bottom.append(this.strip(below));
  }

  drawSeat(board, seat, losses) {
    const strip = this.strip(seat.number);
    const link = strip.querySelector("[data-player]");
    setText(link, seat.player || translate("Open seat"));
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
    if (seat.number === board.viewer.seat) words.push(translateIn("badge", "you"));
    if (seat.bot) words.push(translate("bot"));
    if (seat.berserk) words.push(translate("berserk: half the time"));
    if (board.status === "open" && seat.player && seat.ready) words.push(translate("ready"));
    if (board.outcome?.ranks[seat.number] === 1) words.push(this.firstPlace(board));
    return words.join(" · ");
  }

  /** What a first rank is called: of everybody it is a draw, of some a shared first place. */
  firstPlace({ seats, outcome }) {
    const winners = seats.filter(({ number }) => outcome.ranks[number] === 1).length;
    if (winners === 1) return translate("winner");
    return winners === seats.length ? translate("draw") : translate("shared 1st");
  }
}

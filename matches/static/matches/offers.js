// What players agree on: buttons to ask, what is asked and the answers to it, the end of a pause, and who has gone.

import { dated } from "../site/dates.js";
import { mark, translate } from "../site/words.js";
import { button, make } from "./elements.js";
import { face, Offset } from "./times.js";

const ASKS = {
  draw: mark("Offer draw"),
  takeback: mark("Request takeback"),
  pause: mark("Request pause"),
  resume: mark("I'm back"),
};
const ASKED = {
  draw: [mark("Draw offered. Waiting for an answer."), mark("{name} offers a draw.")],
  takeback: [mark("Takeback requested. Waiting for an answer."), mark("{name} requests a takeback.")],
  pause: [mark("Pause requested. Waiting for an answer."), mark("{name} requests a pause (at most 15 minutes).")],
  resume: [mark("You're back. Waiting for the other players."), mark("{name} is back and wants to resume.")],
};
const YES = { draw: mark("Accept draw"), takeback: mark("Accept takeback"), pause: mark("Accept pause"), resume: mark("Resume") };
const NO = { draw: mark("Decline"), takeback: mark("Decline"), pause: mark("Decline") };

const nameOf = (board, seat) => board.seats[seat].player || board.seats[seat].name;

export class Talks {
  /** `ask(what, body)` posts to one of the match's own addresses. */
  constructor(root, ask) {
    this.root = root;
    this.ask = ask;
    this.offset = new Offset();
    this.part = (name) => root.querySelector(`[data-talk="${name}"]`);
    this.shown = "";
  }

  draw(board) {
    clearTimeout(this.timer);
    this.board = board;
    if (board.status === "playing") this.offset.see(board.clock.now); // in a pause the clock shows when that began
    // Buttons are made anew only when they change: one that has the focus must not vanish under the finger.
    const shown = JSON.stringify([board.can, board.asked, board.gone, board.paused_until, board.status]);
    if (shown !== this.shown) {
      this.shown = shown;
      this.part("questions").replaceChildren(...board.asked.map((offer) => this.question(offer)));
      this.part("gone").replaceChildren(...board.gone.filter((seat) => seat.seat !== board.viewer.seat).map((seat) => this.absent(seat)));
      this.part("asks").replaceChildren(...this.asks());
    }
    this.root.hidden = !this.root.querySelector("button, p");
    this.tick();
  }

  say(kind, reply) {
    return () => this.ask(kind, { do: reply });
  }

  asks() {
    const { can, viewer, status } = this.board;
    if (viewer.seat === null) return status === "paused" ? [make("p", "small", this.until())] : [];
    const kinds = Object.keys(ASKS)
      .filter((kind) => can[kind])
      .map((kind) => button(translate(ASKS[kind]), kind === "resume" ? "btn-primary" : "btn-small", this.say(kind, "offer")));
    if (can.abort) kinds.push(button(translate("Abort match"), "btn-small", () => this.ask("abort", {})));
    if (status === "paused") kinds.unshift(make("p", "small", this.until()));
    return kinds;
  }

  until() {
    const at = this.board.paused_until;
    if (!at) return "";
    const time = dated(at, "time");
    return translate("The match resumes when all players are back, or at {time}.", { time });
  }

  question({ kind, seat, agreed }) {
    const { viewer } = this.board;
    const box = make("div", "notice");
    const isOwn = viewer.seat === seat;
    const text = translate(ASKED[kind][isOwn ? 0 : 1], { name: nameOf(this.board, seat) });
    box.append(make("p", "", text));
    if (isOwn && kind !== "resume") box.append(make("p", "row", button(translate("Cancel offer"), "btn-small", this.say(kind, "withdraw"))));
    if (!isOwn && viewer.seat !== null && !agreed.includes(viewer.seat)) {
      const answers = [button(translate(YES[kind]), "btn-small btn-primary", this.say(kind, "accept"))];
      if (NO[kind]) answers.push(button(translate(NO[kind]), "btn-small", this.say(kind, "decline")));
      box.append(make("p", "row", ...answers));
    }
    return box;
  }

  absent({ seat, claim_at }) {
    const { can } = this.board;
    const box = make("div", "notice notice-warn");
    const line = make("p", "");
    line.dataset.claimAt = claim_at;
    line.dataset.name = nameOf(this.board, seat);
    line.dataset.may = String(can.claim);
    box.append(line);
    if (can.claim) {
      const claim = (text, result) => button(text, "btn-small", () => this.ask("claim", { seat, what: result }));
      const two = this.board.seats.length === 2;
      const row = make("p", "row", claim(two ? translate("Claim win") : translate("Continue without player"), "win"));
      if (can.draws) row.append(claim(translate("Claim draw"), "draw"));
      row.dataset.claims = claim_at;
      row.hidden = true;
      box.append(row);
    }
    return box;
  }

  /** The countdown runs by the server's clock; when it is over the claims can be pressed. */
  tick() {
    const lines = [...this.root.querySelectorAll("[data-claim-at]")];
    const now = this.offset.now();
    for (const line of lines) {
      const left = Number(line.dataset.claimAt) - now;
      const status = translate("{name} has disconnected.", { name: line.dataset.name });
      const may = left > 0 ? translate("You can claim the win in {time}.", { time: face(left + 999) }) : translate("You can claim the win now.");
      const text = line.dataset.may === "true" ? `${status} ${may}` : status;
      if (line.textContent !== text) line.textContent = text;
    }
    for (const row of this.root.querySelectorAll("[data-claims]")) row.hidden = Number(row.dataset.claims) > now;
    if (lines.length) this.timer = setTimeout(() => this.tick(), 1000);
  }
}

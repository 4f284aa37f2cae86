// Offers between players (draw, takeback, pause, resume), the end of a pause, and disconnected players.

import { formatDate } from "../site/dates.js";
import { mark, translate } from "../site/words.js";
import { button, make } from "./elements.js";
import { formatTime, ServerClock } from "./times.js";

const OFFER_LABELS = {
  draw: mark("Offer draw"),
  takeback: mark("Request takeback"),
  pause: mark("Request pause"),
  resume: mark("I'm back"),
};
const OFFER_TEXTS = {
  draw: [mark("Draw offered. Waiting for an answer."), mark("{name} offers a draw.")],
  takeback: [mark("Takeback requested. Waiting for an answer."), mark("{name} requests a takeback.")],
  pause: [mark("Pause requested. Waiting for an answer."), mark("{name} requests a pause (at most 15 minutes).")],
  resume: [mark("You're back. Waiting for the other players."), mark("{name} is back and wants to resume.")],
};
const ACCEPT_LABELS = { draw: mark("Accept draw"), takeback: mark("Accept takeback"), pause: mark("Accept pause"), resume: mark("Resume") };
const DECLINE_LABELS = { draw: mark("Decline"), takeback: mark("Decline"), pause: mark("Decline") };

const nameOf = (board, seat) => board.seats[seat].player || board.seats[seat].name;

export class Offers {
  /**
   * `root` holds questions and absences, `asks` the buttons; `ask(action, body)` posts to an endpoint of the match, and
   * `abort()` asks whether to abort it.
   */
  constructor(root, asks, { ask, abort }) {
    Object.assign(this, { root, asks, ask, abort });
    this.offset = new ServerClock();
    this.part = (name) => root.querySelector(`[data-talk="${name}"]`);
    this.shown = "";
    this.dismissed = new Set();
  }

  draw(board) {
    clearTimeout(this.timer);
    this.board = board;
    if (board.status === "playing") this.offset.observe(board.clock.now); // in a pause the clock shows when that began
    // Replace buttons only when they change, so that a focused or pressed one stays.
    const shown = JSON.stringify([board.can, board.asked, board.answered, board.gone, board.paused_until, board.status]);
    if (shown !== this.shown) {
      this.shown = shown;
      const answered = board.answered.filter(({ n }) => !this.isDismissed(n));
      this.part("questions").replaceChildren(...answered.map((offer) => this.createAnswer(offer)), ...board.asked.map((offer) => this.createOffer(offer)));
      const absent = board.gone.filter((seat) => seat.seat !== board.viewer.seat).map((seat) => this.createAbsence(seat));
      this.part("gone").replaceChildren(...this.createPauseNotes(), ...absent);
      this.asks.replaceChildren(...this.createOfferButtons());
    }
    this.root.hidden = !this.root.querySelector("button, p");
    this.tick();
  }

  respond(kind, reply) {
    return () => this.ask(kind, { do: reply });
  }

  createOfferButtons() {
    const { can, viewer } = this.board;
    if (viewer.seat === null) return [];
    const kinds = Object.keys(OFFER_LABELS).filter((kind) => can[kind] && kind !== "resume");
    const buttons = kinds.map((kind) => button(translate(OFFER_LABELS[kind]), "btn-small btn-quiet", this.respond(kind, "offer")));
    if (can.abort) buttons.push(button(translate("Abort match"), "btn-small btn-quiet", () => this.abort()));
    return buttons;
  }

  /** Return when a pause ends, and the button of a player who is back. */
  createPauseNotes() {
    const { can, status, viewer } = this.board;
    const resume = can.resume && viewer.seat !== null;
    if (status !== "paused" && !resume) return [];
    const back = resume ? button(translate(OFFER_LABELS.resume), "btn-small btn-primary", this.respond("resume", "offer")) : "";
    return [make("div", "notice", make("p", "", this.describePauseEnd()), make("p", "row", back))];
  }

  describePauseEnd() {
    const at = this.board.paused_until;
    if (!at) return "";
    const time = formatDate(at, "time");
    return translate("The match resumes when all players are back, or at {time}.", { time });
  }

  createOffer({ kind, seat, agreed }) {
    const { viewer } = this.board;
    const box = make("div", "notice");
    const isOwn = viewer.seat === seat;
    const text = translate(OFFER_TEXTS[kind][isOwn ? 0 : 1], { name: nameOf(this.board, seat) });
    box.append(make("p", "", text));
    if (isOwn && kind !== "resume") box.append(make("p", "row", button(translate("Cancel offer"), "btn-small", this.respond(kind, "withdraw"))));
    if (!isOwn && viewer.seat !== null && !agreed.includes(viewer.seat)) {
      const answers = [button(translate(ACCEPT_LABELS[kind]), "btn-small btn-primary", this.respond(kind, "accept"))];
      if (DECLINE_LABELS[kind]) answers.push(button(translate(DECLINE_LABELS[kind]), "btn-small", this.respond(kind, "decline")));
      box.append(make("p", "row", ...answers));
    }
    return box;
  }

  /** Create the notice of an offer that came to nothing, which stays until it is dismissed or the same is offered again. */
  createAnswer({ n, text }) {
    const box = make("div", "notice notice-warn spread", make("p", "", text));
    const dismiss = button(translate("Dismiss"), "btn-small", () => {
      this.dismiss(n);
      box.remove();
      this.root.hidden = !this.root.querySelector("button, p");
    });
    box.append(dismiss);
    return box;
  }

  slot(n) {
    return `answered-${this.board.match_id}-${n}`;
  }

  isDismissed(n) {
    try {
      return this.dismissed.has(n) || sessionStorage.getItem(this.slot(n)) !== null;
    } catch {
      return false; // storage may be forbidden; then it is dismissed until the next reload
    }
  }

  dismiss(n) {
    this.dismissed.add(n);
    try {
      sessionStorage.setItem(this.slot(n), "");
    } catch {
      // The set has it.
    }
  }

  createAbsence({ seat, claim_at }) {
    const { can } = this.board;
    const box = make("div", "notice notice-warn");
    const line = make("p", "");
    line.dataset.claimAt = claim_at;
    line.dataset.name = nameOf(this.board, seat);
    line.dataset.may = String(can.claim);
    box.append(line);
    if (can.claim) {
      const createClaim = (text, result) => button(text, "btn-small", () => this.ask("claim", { seat, what: result }));
      const two = this.board.seats.length === 2;
      const row = make("p", "row", createClaim(two ? translate("Claim win") : translate("Continue without player"), "win"));
      if (can.draws) row.append(createClaim(translate("Claim draw"), "draw"));
      row.dataset.claims = claim_at;
      row.hidden = true;
      box.append(row);
    }
    return box;
  }

  /** Update the countdowns by the server's clock; enable claims when they end. */
  tick() {
    const lines = [...this.root.querySelectorAll("[data-claim-at]")];
    const now = this.offset.now();
    for (const line of lines) {
      const left = Number(line.dataset.claimAt) - now;
      const status = translate("{name} has disconnected.", { name: line.dataset.name });
      const may = left > 0 ? translate("You can claim the win in {time}.", { time: formatTime(left + 999) }) : translate("You can claim the win now.");
      const text = line.dataset.may === "true" ? `${status} ${may}` : status;
      if (line.textContent !== text) line.textContent = text;
    }
    for (const row of this.root.querySelectorAll("[data-claims]")) row.hidden = Number(row.dataset.claims) > now;
    if (lines.length) this.timer = setTimeout(() => this.tick(), 1000);
  }
}

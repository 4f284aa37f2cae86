// What players agree on: buttons to ask, what is asked and the answers to it, the end of a pause, and who has gone.

import { button, make } from "./elements.js";
import { Offset, face } from "./times.js";

const ASKS = {
  draw: "Offer a draw",
  takeback: "Ask to take the move back",
  pause: "Ask for a pause",
  resume: "I am back: go on",
};
const ASKED = {
  draw: ["have offered a draw", "offers a draw"],
  takeback: ["have asked to take your last move back", "asks to take the last move back"],
  pause: ["have asked for a pause", "asks for a pause of 15 minutes at most"],
  resume: ["are back", "is back and wants to go on"],
};
const YES = { draw: "Agree to the draw", takeback: "Let it be taken back", pause: "Agree to the pause", resume: "Go on" };
const NO = { draw: "Decline", takeback: "Do not", pause: "Decline" };

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
      this.part("questions").replaceChildren(...board.asked.map((one) => this.question(one)));
      this.part("gone").replaceChildren(...board.gone.filter((one) => one.seat !== board.viewer.seat).map((one) => this.absent(one)));
      this.part("asks").replaceChildren(...this.asks());
    }
    this.root.hidden = !this.root.querySelector("button, p");
    this.tick();
  }

  say(kind, answer) {
    return () => this.ask(kind, { do: answer });
  }

  asks() {
    const { can, viewer, status } = this.board;
    if (viewer.seat === null) return status === "paused" ? [make("p", "small", this.until())] : [];
    const found = Object.keys(ASKS)
      .filter((kind) => can[kind])
      .map((kind) => button(ASKS[kind], kind === "resume" ? "btn-primary" : "btn-small", this.say(kind, "offer")));
    if (can.abort) found.push(button("Call the match off", "btn-small", () => this.ask("abort", {})));
    if (status === "paused") found.unshift(make("p", "small", this.until()));
    return found;
  }

  until() {
    const at = this.board.paused_until;
    if (!at) return "";
    const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(at);
    return `The match goes on when everybody is back, at the latest at ${time}.`;
  }

  question({ kind, seat, agreed }) {
    const { viewer } = this.board;
    const box = make("div", "notice");
    const mine = viewer.seat === seat;
    const text = mine ? `You ${ASKED[kind][0]}. The others have not answered yet.` : `${nameOf(this.board, seat)} ${ASKED[kind][1]}.`;
    box.append(make("p", "", text));
    if (mine && kind !== "resume") box.append(make("p", "row", button("Withdraw", "btn-small", this.say(kind, "withdraw"))));
    if (!mine && viewer.seat !== null && !agreed.includes(viewer.seat)) {
      const answers = [button(YES[kind], "btn-small btn-primary", this.say(kind, "accept"))];
      if (NO[kind]) answers.push(button(NO[kind], "btn-small", this.say(kind, "decline")));
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
      const claim = (text, what) => button(text, "btn-small", () => this.ask("claim", { seat, what }));
      const two = this.board.seats.length === 2;
      const row = make("p", "row", claim(two ? "Claim the win" : "Go on without this player", "win"));
      if (can.draws) row.append(claim("Claim a draw", "draw"));
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
      const when = left > 0 ? `in ${face(left + 999)}` : "now";
      const text = `${line.dataset.name} has gone.${line.dataset.may === "true" ? ` You may claim the match ${when}.` : ""}`;
      if (line.textContent !== text) line.textContent = text;
    }
    for (const row of this.root.querySelectorAll("[data-claims]")) row.hidden = Number(row.dataset.claims) > now;
    if (lines.length) this.timer = setTimeout(() => this.tick(), 1000);
  }
}

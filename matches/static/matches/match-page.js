// Everything on the match page that is not the board: seats, ready, resign, typed moves, result, guide, connection.

import { translate, translateIn } from "../site/words.js";
import { MatchExtras } from "./match-extras.js";
import { getClientSeed } from "./client-seed.js";
import { post } from "./match-api.js";
import { Offers } from "./offers.js";
import { ResultPanel } from "./result.js";

const MAX_COMPLETIONS = 40; // completions offered at once

export class MatchPage {
  constructor(page, acts) {
    this.page = page;
    this.acts = acts;
    this.part = (name) => page.querySelector(`[data-part="${name}"]`);
    this.offers = new Offers(this.part("talks"), page.querySelector("[data-talk=asks]"), {
      ask: (action, body) => this.request(action, body),
      abort: () => this.part("abort-dialog").showModal(),
    });
    this.extras = new MatchExtras(this.part("company"), this.part("ready"));
    this.result = new ResultPanel(this.part("result"), this.part("company"), acts.isEmpty);
    this.listen();
  }

  listen() {
    this.part("typed").addEventListener("submit", (event) => this.onTyped(event));
    this.part("ready").addEventListener("click", () => this.request("ready", { nonce: getClientSeed(this.board) }));
    this.part("berserk").addEventListener("click", () => this.request("berserk", {}));
    this.part("undo").addEventListener("click", () => this.acts.submit("undo"));
    this.part("resign").addEventListener("click", () => this.part("resign-dialog").showModal());
    for (const action of ["resign", "abort"]) {
      this.part(`${action}-dialog`).addEventListener("close", (event) => {
        if (event.target.returnValue === action) this.request(action, {});
        event.target.returnValue = "";
      });
    }
    this.part("guide").addEventListener("click", () => this.openGuide());
    this.part("turn").hidden = !this.acts.turn;
    this.part("turn").addEventListener("click", () => this.acts.turn());
    this.part("typed").elements.move.addEventListener("input", () => this.complete());
    this.part("watch").addEventListener("click", () => this.acts.watch());
    for (const dialog of this.page.querySelectorAll("dialog")) {
      dialog.addEventListener("click", (event) => event.target === dialog && dialog.close("cancel"));
    }
  }

  async onTyped(event) {
    event.preventDefault();
    const input = event.target.elements.move;
    if (!input.value.trim() || input.readOnly) return;
    input.readOnly = true;
    if (await this.enter(input.value.trim())) input.value = "";
    input.readOnly = !this.isTyping();
    this.complete();
  }

  /** Submit a typed move, or plan it as a premove; return whether it was taken. */
  async enter(text) {
    if (this.board.can.submit) return (await this.acts.submit(text)).state !== "refused";
    const isPlanned = this.acts.premove.set(text);
    if (!isPlanned) this.acts.refuse(translate("{move} can't be a premove. Enter a move of one of your pieces.", { move: text }));
    return isPlanned;
  }

  /** Return the moves that can be typed now, premoves too; null for none. */
  get typable() {
    return this.board.can.submit ? this.board.legal : this.acts.premove.list(this.board);
  }

  /** Return whether a move can be typed now. */
  isTyping() {
    return this.typable !== null && this.board.view?.phase !== "choose";
  }

  /** Show the field for moves while the match is played, so that it keeps its place and the focus between turns. */
  drawTyped(board) {
    const form = this.part("typed");
    const typing = this.isTyping();
    form.hidden = !typing && (board.status !== "playing" || board.viewer.seat === null || form.hidden);
    form.elements.move.readOnly = !typing;
    form.elements.move.placeholder = typing ? (board.can.submit ? (board.legal[0] ?? "") : translate("Premove")) : translate("Not your turn");
    if (typing) this.complete();
  }

  /** Offer completions of the typed move and explain it. */
  complete() {
    const { value } = this.part("typed").elements.move;
    const typed = value.trim().toLowerCase().replace(/\s+/g, " ");
    const fits = (this.typable ?? []).filter((text) => text.toLowerCase().startsWith(typed));
    this.part("typed-moves").replaceChildren(...fits.slice(0, MAX_COMPLETIONS).map((text) => new Option(text, text)));
    const completion = fits.find((text) => text.toLowerCase() === typed) ?? (fits.length === 1 && typed ? fits[0] : "");
    const words = completion && this.board.can.submit ? this.acts.explain(completion, this.board) : "";
    this.part("typed-words").textContent = words && completion.toLowerCase() !== typed ? `${completion}: ${words}` : words;
  }

  /** POST to an endpoint of the match, then refresh or show the error. */
  async request(action, body) {
    try {
      const response = await post(`/api/v1/matches/${this.board.match_id}/${action}/`, body);
      if (!response.ok || response.body.state === "refused") {
        return this.acts.refuse(response.body.text || translate("Something went wrong. Please try again."));
      }
      // Taking a seat may sign a guest in: the page and its stream have to start anew as that player.
      if (action === "seat") location.reload();
      else this.acts.refresh();
    } catch {
      this.acts.refuse(translate("The server cannot be reached. Check your connection and try again."));
    }
  }

  openGuide() {
    this.part("guide-body").replaceChildren(...this.acts.guide());
    this.part("guide-dialog").showModal();
  }

  draw(board, { replaying = false } = {}) {
    this.board = board;
    this.page.dataset.status = board.status;
    this.drawTyped(board);
    this.part("ready").hidden = !board.can.ready;
    this.part("berserk").hidden = !board.can.berserk;
    this.part("undo").hidden = !board.can.undo;
    this.part("resign").hidden = !board.can.resign;
    this.part("review-tab").hidden = board.status !== "closed" || !board.entry;
    this.offers.draw(board);
    this.extras.draw(board);
    this.drawTitle(board);
    this.drawSeats(board);
    this.result.draw(board, replaying);
    if (this.connected !== undefined) this.showConnection(this.connected, board);
  }

  /** Title the match after its players if it has no title. */
  drawTitle(board) {
    const title = board.title || board.seats.map((seat) => seat.player || translate("Open seat")).join(translateIn("versus", " vs "));
    const heading = this.page.querySelector("h1");
    if (heading.textContent !== title) heading.textContent = title;
  }

  drawSeats(board) {
    const open = board.can.take_seat ? board.seats.filter((seat) => !seat.player && !seat.by_link) : [];
    this.part("seats").replaceChildren(...open.map((seat) => this.seatButton(seat)));
  }

  seatButton(seat) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn-primary";
    button.textContent = translate("Take seat: {name}", { name: seat.name });
    button.addEventListener("click", () => this.request("seat", { seat: seat.number, nonce: getClientSeed(this.board) }));
    return button;
  }

  showConnection(connected, board) {
    this.connected = connected;
    const badge = this.part("connection");
    const live = board.status !== "closed" && board.status !== "void";
    badge.hidden = !live;
    const begun = !["scheduled", "open"].includes(board.status);
    badge.className = !connected ? "badge badge-warn" : begun ? "badge badge-live" : "badge";
    badge.textContent = !connected ? translate("Reconnecting…") : begun ? translate("live") : translate("not started");
  }
}

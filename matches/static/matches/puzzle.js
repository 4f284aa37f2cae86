// A puzzle: the board waits for one move, which the server judges. The page does not hold the answer.

import { translate } from "../site/words.js";
import { loadBoard, mountAlone } from "./games.js";
import { post } from "./match-api.js";

export class Puzzle {
  /** `board` is that of the position, `send(path, body)` posts to an endpoint of the puzzle. */
  constructor(page, board, mount, send) {
    this.board = board;
    this.send = send;
    this.part = (name) => page.querySelector(`[data-puzzle="${name}"]`);
    const near = (name) => page.querySelector(`[data-part="${name}"]`);
    this.game = mountAlone(mount, near, (text) => this.submit(text));
    this.part("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const { move } = event.target.elements;
      if (move.value.trim()) this.submit(move.value.trim());
      move.value = "";
    });
    this.part("hint").addEventListener("click", () => this.hint());
    this.part("solution").addEventListener("click", () => this.solve());
  }

  /** Have a move judged. Resolves to what boards expect of a submitted move. */
  async submit(move) {
    if (this.over) return { state: "refused", code: "over", text: "" };
    const body = await this.ask("attempts/", { move });
    if (!body) return { state: "refused", code: "puzzle", text: "" };
    if (body.is_right) {
      this.finish(body, translate("Right! {why}", { why: body.text }));
      return { state: "accepted", entry: body.board.entry };
    }
    this.tell("wrong", translate("Not the best move. {why}", { why: body.text }));
    this.score(body);
    // Draw the board anew, so that another piece can be chosen.
    setTimeout(() => this.draw(this.board, false));
    return { state: "refused", code: "puzzle", text: body.text };
  }

  async hint() {
    const body = await this.ask("hint/");
    if (body) this.tell("hinted", body.text);
  }

  async solve() {
    const body = await this.ask("solution/");
    if (body) this.finish(body, translate("The answer is {answer}. {why}", { answer: body.answer, why: body.text }));
  }

  /** Post to the puzzle. Resolves to the body of the response, or to null after telling why there is none. */
  async ask(path, sent) {
    if (this.busy) return null;
    this.busy = true;
    this.tell("wrong", "");
    try {
      const { ok, body, status } = await this.send(path, sent);
      if (ok) return body;
      this.refuse(body.text ?? translate("Server error ({status}). Try again.", { status }));
    } catch {
      this.refuse(translate("The server cannot be reached. Check your connection and try again."));
    } finally {
      this.busy = false;
    }
    return null;
  }

  refuse(text) {
    this.tell("wrong", text);
    setTimeout(() => this.draw(this.board, false));
  }

  /** Show the board after the answer, and the way to the next puzzle. */
  finish(body, text) {
    this.over = true;
    this.draw(body.board, true);
    this.tell("right", text);
    this.tell("hinted", "");
    this.score(body);
    for (const name of ["hint", "solution", "typed"]) this.part(name).hidden = true;
    const next = this.part("next");
    next.classList.add("btn-primary");
    next.focus({ preventScroll: true });
  }

  score({ change, days, puzzle_rating: rating }) {
    const parts = [translate("Puzzle rating: {rating}.", { rating })];
    if (change) {
      const difference = change.after - change.before;
      const signed = difference < 0 ? `−${-difference}` : `+${difference}`;
      parts.push(translate("Your rating: {rating} ({difference}).", { rating: change.after, difference: signed }));
      parts.push(translate("Solved in a row: {n}.", { n: change.streak }));
    }
    if (days) parts.push(translate("Days in a row: {n}.", { n: days }));
    this.part("terms").hidden = true;
    this.tell("score", parts.join(" "));
  }

  draw(board, animate) {
    const shown = structuredClone(board);
    shown.view.viewer = shown.viewer.seat;
    this.game.draw(shown, { animate });
  }

  tell(name, text) {
    const element = this.part(name);
    if (element.textContent !== text) element.textContent = text;
    element.hidden = !text;
  }
}

const data = document.getElementById("puzzle");
if (data) {
  const board = JSON.parse(data.textContent);
  const { mount } = await loadBoard(board.game);
  const page = document.querySelector("[data-puzzle-page]");
  const address = page.dataset.puzzlePage;
  const puzzle = new Puzzle(page, board, mount, (path, body) => post(`${address}${path}`, body));
  puzzle.draw(board, false);
  page.classList.add("match-ready");
}

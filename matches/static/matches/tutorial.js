// A tutorial: a fixed line of moves, each explained, pointed at on the board and waited for.

import { translate } from "../site/words.js";
import { BoardPointer } from "./board-pointer.js";
import { loadBoard, mountAlone } from "./games.js";

const ANSWER_MS = 1200; // between a move and each entry that follows it
const normalize = (text) => text.toUpperCase().replace(/\s+/g, " ").trim();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Tutorial {
  /** `tutorial` has goal, board and steps (matches/queries/tutorials.py). */
  constructor(page, tutorial, mount) {
    this.page = page;
    this.tutorial = tutorial;
    this.part = (name) => page.querySelector(`[data-tutorial="${name}"]`);
    const near = (name) => page.querySelector(`[data-part="${name}"]`);
    this.pointer = new BoardPointer(page);
    this.game = mountAlone(mount, near, (text) => this.submit(text));
    this.part("show").addEventListener("click", () => this.showMove());
    this.part("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const { move } = event.target.elements;
      if (move.value.trim()) this.submit(move.value);
      move.value = "";
    });
    this.part("again").addEventListener("click", () => this.start());
  }

  get step() {
    return this.tutorial.steps[this.at];
  }

  start() {
    this.at = 0;
    this.round = (this.round ?? 0) + 1;
    this.tell("done", "");
    this.draw(this.tutorial.board, false);
    this.explain();
  }

  /** Accept the move of the step, and answer any other one. */
  async submit(text) {
    const { step } = this;
    if (!step || this.busy) return { state: "refused", code: "tutorial", text: "" };
    if (normalize(text) !== normalize(step.do)) {
      this.tell("wrong", translate("Not this time. {advice}", { advice: step.wrong }));
      // Draw the board anew, so that another piece can be chosen.
      setTimeout(() => this.draw(this.board, false));
      return { state: "refused", code: "tutorial", text: step.wrong };
    }
    this.follow(step);
    return { state: "accepted", entry: step.boards[0].entry };
  }

  /** Show the move and its answers, then go on to the next step. */
  async follow(step) {
    const { round } = this;
    this.busy = true;
    this.pointer.clear();
    this.tell("wrong", "");
    for (const [number, board] of step.boards.entries()) {
      if (number) await sleep(ANSWER_MS);
      if (this.round !== round) return;
      this.draw(board, true, number === step.boards.length - 1);
    }
    this.busy = false;
    this.tell("done", translate("Right! {result}", { result: step.done }));
    this.at += 1;
    this.explain();
  }

  draw(board, animate, playable = true) {
    this.board = board;
    const shown = structuredClone(board);
    shown.view.viewer = shown.viewer.seat;
    if (!playable || shown.status === "closed" || this.at + (this.busy ? 1 : 0) >= this.tutorial.steps.length) {
      Object.assign(shown, { to_act: [], legal: null, can: {} });
    }
    this.game.draw(shown, { animate });
  }

  explain() {
    const { steps, goal } = this.tutorial;
    const over = !this.step;
    this.busy = false;
    this.tell("wrong", "");
    this.tell("count", over ? "" : translate("Step {n} of {all}", { n: this.at + 1, all: steps.length }));
    this.tell("goal", this.at ? "" : translate("Goal: {goal}", { goal }));
    this.tell("title", over ? translate("Tutorial finished") : this.step.title);
    this.tell("text", over ? translate("You know the basics. Now try a practice match, with hints and plenty of time.") : this.step.text);
    this.part("progress").value = this.at;
    this.part("show").hidden = over;
    this.part("next").hidden = !over;
    this.pointer.show(over ? [] : this.step.mark);
    if (over) this.part("next").querySelector("button, a").focus({ preventScroll: true });
  }

  /** Show the move of the step on boards that can, and in notation. */
  showMove() {
    this.tell("wrong", translate("The move is {notation}.", { notation: this.step.do }));
    this.pointer.show(this.step.mark);
    this.page.querySelector("[data-part=board]").dispatchEvent(new CustomEvent("suggest", { detail: this.step.do }));
  }

  tell(name, text) {
    const element = this.part(name);
    if (element.textContent !== text) element.textContent = text;
    if (["wrong", "done", "goal"].includes(name)) element.hidden = !text;
  }
}

const data = document.getElementById("tutorial");
if (data) {
  const tutorial = JSON.parse(data.textContent);
  const { mount } = await loadBoard(tutorial.board.game);
  const page = document.querySelector("[data-match-page]");
  new Tutorial(page, tutorial, mount).start();
  page.classList.add("match-ready");
}

// The drawing of a bracket. The list of rounds below it has the same content for screen readers.

import { button, make, set, svg } from "../matches/elements.js";
import { subscribe } from "../site/stream.js";
import { translate } from "../site/words.js";
import { sentence, step } from "./bracket/keys.js";
import { BOX, layout } from "./bracket/layout.js";
import { Painter } from "./bracket/painter.js";
import { MARGIN, TOOLS, Viewport } from "./bracket/viewport.js";

const NEAR = 0.95; // at which names are 12 px high
const READABLE = 0.85;
const MOST_PX = 900; // of the height on a phone, where the page scrolls down and the drawing sideways
const PAUSE = 400; // several results at once are fetched once

class Bracket {
  constructor(root) {
    this.root = root;
    this.picture = svg("svg", { class: "bracket-picture", "aria-hidden": "true" });
    this.said = make("p", "visually-hidden");
    set(this.said, { role: "status" });
    set(this.root, { tabindex: 0, role: "group", "aria-label": translate("Bracket. Use the arrow keys to move between matches, Enter to open one, Space to show the other side's " +
      "path, + and - to zoom and 0 to show everything. The rounds are listed below.") });
    this.painter = new Painter(this.picture);
    this.painter.results = root.dataset.results;
    this.painter.target = document.querySelector("base")?.target || null; // SVG links don't follow it by themselves
    this.view = new Viewport(root, this.picture, () => this.painter.plan && this.paint());
    root.replaceChildren(this.tools(), this.picture, this.said);
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focus", () => this.chosen && this.choose(this.chosen));
    root.addEventListener("blur", () => this.forget());
    this.picture.addEventListener("pointerover", (event) => this.painter.light(this.seedAt(event.target)));
    this.picture.addEventListener("pointerleave", () => this.painter.light(this.chosen ? this.leader() : null));
    addEventListener("beforeprint", () => this.print());
    addEventListener("afterprint", () => this.view.show());
  }

  tools() {
    const bar = make(
      "div", "bracket-tools",
      button("+", "btn-small", () => this.view.zoom(1.35)),
      button("−", "btn-small", () => this.view.zoom(1 / 1.35)),
      button(translate("Fit"), "btn-small", () => this.view.fit()),
    );
    for (const [at, label] of [translate("Zoom in"), translate("Zoom out"), translate("Fit whole bracket")].entries()) bar.children[at].setAttribute("aria-label", label);
    this.mine = button(translate("Find your match"), "btn-small", () => this.find());
    this.mine.hidden = true;
    bar.append(this.mine);
    return bar;
  }

  seedAt(target) {
    return Number(target.closest?.("[data-seed]")?.dataset.seed) || null;
  }

  paint() {
    this.painter.paint(this.view.sight(40), this.view.look.scale);
  }

  async refresh() {
    const credentials = this.root.dataset.topic ? "same-origin" : "omit"; // an embedded page uses no cookies
    const response = await fetch(this.root.dataset.bracket, { credentials, headers: { Accept: "application/json" } });
    if (response.ok) this.take(await response.json());
  }

  take(data) {
    const fresh = !this.data;
    this.data = data;
    this.plan = layout(data);
    this.view.world = this.plan;
    this.painter.take(data, this.plan);
    const height = this.plan.height * NEAR + TOOLS + MARGIN;
    this.root.style.setProperty("--drawn", `${Math.min(height, MOST_PX)}px`);
    this.root.classList.toggle("is-tall", height > MOST_PX);
    this.root.hidden = false;
    this.mine.hidden = !this.ownMatch();
    if (this.chosen) this.chosen = this.plan.byKey.get(this.chosen.key) ?? null;
    if (fresh) this.begin();
    else this.view.show();
    this.root.dataset.drawn = "yes";
  }

  /** Show all of a bracket that is readable as a whole; otherwise the reader's match, or a match in progress. */
  begin() {
    this.view.fit();
    if (this.view.look.scale < READABLE) this.find();
  }

  ownMatch() {
    const ownBoxes = this.plan.boxes.filter((box) => this.data.own && box.sides.includes(this.data.own));
    return ownBoxes.find((box) => box.state !== "over") ?? ownBoxes.at(-1);
  }

  find() {
    const { boxes } = this.plan;
    const box = this.ownMatch() ?? boxes.find((box) => box.state === "live") ?? boxes.find((box) => box.state === "open") ?? boxes.at(-1);
    this.view.centre(box.x + BOX.width / 2, box.y + BOX.height / 2, NEAR);
  }

  key(event) {
    if (event.target !== this.root || event.ctrlKey || event.metaKey || event.altKey) return;
    const commands = { "+": () => this.view.zoom(1.35), "=": () => this.view.zoom(1.35), "-": () => this.view.zoom(1 / 1.35), 0: () => this.view.fit(), Enter: () => this.open(), " ": () => this.turn(), Escape: () => this.root.blur() };
    const command = event.key.startsWith("Arrow") ? () => this.go(event.key) : commands[event.key];
    if (!command || !this.plan) return;
    event.preventDefault();
    command();
  }

  go(arrow) {
    this.other = false;
    this.choose(this.chosen ? step(this.plan, this.chosen, arrow) : (this.ownMatch() ?? this.plan.boxes[0]));
  }

  choose(box) {
    this.chosen = box;
    this.root.dataset.chosen = box.key;
    this.painter.choose(box);
    this.painter.light(this.leader());
    this.said.textContent = sentence(box, (seed) => this.painter.name(seed));
    if (this.view.look.scale < 0.4) this.view.zoom(NEAR / this.view.look.scale);
    this.view.reveal({ x: box.x, y: box.y, ...BOX });
  }

  /** Return the seed whose path is shown: the winner of the chosen match, else its first side; Space switches sides. */
  leader() {
    const first = Math.max(0, this.chosen.winner);
    return this.chosen.sides[this.other ? 1 - first : first];
  }

  turn() {
    if (!this.chosen) return;
    this.other = !this.other;
    this.painter.light(this.leader());
  }

  open() {
    const address = this.chosen && this.painter.address(this.chosen);
    if (address) location.assign(address);
  }

  forget() {
    this.painter.choose(null);
    this.painter.light(null);
  }

  /** Draw the whole bracket with names for printing. */
  print() {
    if (!this.plan) return;
    set(this.picture, { viewBox: `-30 -10 ${this.plan.width + 40} ${this.plan.height + 30}` });
    this.painter.paint({ left: -1, top: -1, right: Infinity, bottom: Infinity }, 1);
  }
}

const root = document.querySelector("[data-bracket]");
if (root) {
  const drawing = new Bracket(root);
  let timer = 0;
  drawing.refresh();
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => drawing.refresh(), PAUSE);
  };
  if (root.dataset.topic) subscribe([root.dataset.topic], { changed: later });
}

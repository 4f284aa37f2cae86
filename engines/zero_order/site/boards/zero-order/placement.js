// Placing tokens: tiles when building the map, units in deployment, defeated units as tiles at the end of a turn.

import { mark, translate } from "../../../site/words.js";
import { make } from "../../elements.js";
import { unitPicture } from "./unit-drawings.js";
import { LINE, mirrored, placeOf, territory } from "./hexes.js";
import { nameOf, TOKENS } from "./tokens.js";
import { tokenCard } from "./hints.js";

const PROMPTS = {
  map: mark("Tile to lay: {name}. Choose a grid in your territory."),
  deploy: mark("Unit to deploy: {name}. Choose one of the marked tiles."),
  build: mark("Defeated: {name}. Choose a grid without a tile, on either side."),
};
const NOTES = {
  map: mark("Which token lies where matters only for Import, which can turn a tile into a unit later."),
  deploy: "",
  build: mark("It becomes a tile of its own colour."),
};

/** Ready-made maps: White's grids in the order in which they are wanted; Grey's are their mirror images. */
export const MAPS = [
  { name: mark("Front"), about: mark("Tiles close to the Battle Line: the units meet early."), grids: "C4 B4 D4 A3 E5 C3 B3 D3 A2 E4 C2 B2".split(" ") },
  { name: mark("Wedge"), about: mark("A column in the middle with open sides."), grids: "C4 C3 B4 D4 C2 B3 D3 C1 B2 D2 B1 A1".split(" ") },
  { name: mark("Wings"), about: mark("Two strong sides around a thin middle."), grids: "B4 D4 A3 E5 A2 E4 B3 D3 C4 A1 E3 B2".split(" ") },
];

export class Placement {
  constructor(field, dock, { submit, say }) {
    Object.assign(this, { field, dock, submit, say });
    this.armed = null;
    this.pending = null;
    this.entry = null;
    this.suggested = null;
    this.auto = null; // the name of the map that is followed while the rest is placed, "" for none
  }

  draw(board) {
    this.board = board;
    if (this.entry !== board.entry) this.pending = this.suggested = null;
    this.entry = board.entry;
    this.grids = new Map(); // code -> grid -> notation
    for (const text of board.legal ?? []) {
      const [, code, grid] = text.split(" ");
      if (!this.grids.has(code)) this.grids.set(code, new Map());
      this.grids.get(code).set(grid, text);
    }
    if (!this.grids.has(this.armed)) this.armed = this.grids.keys().next().value ?? null;
    if (board.view.phase === "build") this.auto = null;
    this.show();
    if (this.auto !== null && !this.pending) this.placeOne();
  }

  /** Place all that is left of the map and the units, turn by turn. */
  fill(map) {
    this.auto = this.auto === map ? null : map;
    this.show();
    if (this.auto !== null && !this.pending) this.placeOne();
  }

  /** Place one token: on the map that was chosen, otherwise near the Battle Line. */
  placeOne() {
    const codes = [...this.grids.keys()];
    const code = codes[Math.floor(Math.random() * codes.length)];
    const open = [...this.grids.get(code).keys()];
    const shape = MAPS.find(({ name }) => name === this.auto)?.grids ?? [];
    const own = (grid) => (this.seat === 1 ? mirrored(grid) : grid);
    const planned = this.board.view.phase === "map" ? shape.map(own).find((grid) => open.includes(grid)) : null;
    const distance = (grid) => Math.abs(placeOf(grid)[1] - LINE) + Math.random();
    const grid = planned ?? open.reduce((best, other) => (distance(other) < distance(best) ? other : best));
    this.send(this.grids.get(code).get(grid), grid);
  }

  /** Return the buttons that place the rest: at will, or in the shape of a ready-made map. */
  fillButtons() {
    const { phase } = this.board.view;
    if (phase === "build") return [];
    if (this.auto !== null) return [{ text: translate("Stop"), act: () => this.fill(this.auto) }];
    const maps = phase === "map" ? MAPS.map(({ name, about }) => ({ text: translate(name), title: translate(about), act: () => this.fill(name) })) : [];
    return [{ text: translate("Fill the rest"), act: () => this.fill("") }, ...maps];
  }

  forget() {
    this.entry = null;
  }

  get seat() {
    const { view, viewer } = this.board;
    return view.phase === "build" ? 1 - viewer.seat : viewer.seat;
  }

  show() {
    const { phase } = this.board.view;
    if (this.pending) {
      this.field.mark({ [this.pending]: "pending" });
      return this.dock.show({ prompt: translate("Sent…"), buttons: this.auto === null ? [] : this.fillButtons() });
    }
    this.mark();
    const note = NOTES[phase] ? [make("p", "small muted zo-note", translate(NOTES[phase]))] : [];
    this.dock.show({ prompt: translate(PROMPTS[phase], { name: nameOf(this.armed) }), extra: [this.hand(), ...note], buttons: this.fillButtons() });
  }

  mark() {
    const grids = [...(this.grids.get(this.armed)?.keys() ?? [])];
    this.field.mark(Object.fromEntries(grids.map((grid) => [grid, grid === this.suggested ? "suggested" : "place"])));
  }

  /** Show a suggested grid. */
  suggest(text) {
    const [, code, grid] = text.split(" ");
    if (this.pending || !this.grids.get(code)?.has(grid)) return;
    this.armed = code;
    this.suggested = grid;
    this.show();
  }

  hand() {
    const tokens = [...this.grids.keys()].map((code) => this.tokenButton(code));
    const hand = make("div", "zo-hand", ...tokens);
    hand.setAttribute("role", "group");
    hand.setAttribute("aria-label", translate("Tokens to place"));
    return hand;
  }

  tokenButton(code) {
    const words = make("span", "visually-hidden", nameOf(code));
    const element = make("button", "zo-token", unitPicture(this.seat, code), words);
    element.type = "button";
    element.dataset.code = code;
    element.title = `${nameOf(code)}: ${translate(TOKENS[code].short)}`;
    element.setAttribute("aria-pressed", String(code === this.armed));
    element.addEventListener("click", () => this.arm(code));
    this.dock.looksAt(element, () => tokenCard(code, this.seat));
    return element;
  }

  arm(code) {
    this.armed = code;
    this.show();
    this.dock.look(tokenCard(code, this.seat));
    this.say(translate(PROMPTS[this.board.view.phase], { name: nameOf(code) }), { quiet: true });
  }

  onPick(grid) {
    if (this.pending) return;
    const text = this.grids.get(this.armed)?.get(grid);
    if (text) this.send(text, grid);
    else this.say(this.why(grid));
  }

  onExit() {}

  /** Explain why nothing can be placed on a grid. */
  why(grid) {
    const { view, viewer } = this.board;
    const tile = view.tiles[grid];
    if (view.phase === "deploy") {
      if (!tile) return translate("{grid} has no tile. Deploy the unit on one of your tiles.", { grid });
      if (view.units[grid]) return translate("There is already a unit on {grid}.", { grid });
      return tile[0] === viewer.seat ? translate("{grid} is too close to an opponent's unit.", { grid }) : translate("The tile on {grid} is not yours.", { grid });
    }
    if (tile) return translate("There is already a tile on {grid}.", { grid });
    if (view.phase === "build") return translate("Choose one of the marked grids.");
    if (placeOf(grid)[1] === LINE) return translate("{grid} is on the Battle Line. No tiles can be laid there now.", { grid });
    if (territory(grid) !== viewer.seat) return translate("{grid} is not in your territory.", { grid });
    return view.options.joined_map ? translate("In this match your first tile must touch C5, and every later one must touch one of yours.") : translate("Choose one of the marked grids.");
  }

  cancel() {}

  async send(text, grid) {
    this.pending = grid;
    this.show();
    const verdict = await this.submit(text);
    if (this.pending !== grid || verdict.state !== "refused") return;
    this.pending = this.auto = null;
    this.show();
  }

  // Dragging a token from the hand to a grid

  holds(grid, element) {
    const code = element?.closest("[data-code]")?.dataset.code;
    return !this.pending && code && this.grids.has(code) ? [this.seat, code] : null;
  }

  start(grid, [, code]) {
    this.armed = code;
    this.mark();
  }

  drop(from, to) {
    if (to) this.onPick(to);
    else this.show();
  }
}

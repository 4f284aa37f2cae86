// The tiles as an SVG: draws views, handles arrow keys and reports clicks. It contains no rules.

import { mark, translate, translateMany } from "../../../site/words.js";
import { draw } from "./dom.js";
import { box, centre, corners, neighbour } from "./geometry.js";
import { neutral, pawn, SEATS, TILES, TOKENS } from "./signs.js";
import { list } from "./words.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MARKS = { go: mark(", can be chosen"), sybil: mark(", can be chosen with Sybil"), chosen: mark(", chosen"), pending: mark(", sent") };
const LONG = 10; // letters; longer names are condensed to fit their tile

/** Describe a tile and the pawns on it. */
function tileWords(place, { tile, neutral: pawns, pawns: seats, token }, viewer) {
  const people = seats.map((seat) => (seat === viewer ? translate("your pawn") : SEATS[seat]));
  const there = [pawns ? translateMany("{n} neutral pawn", "{n} neutral pawns", pawns) : "", ...people, token ? translate("the {token} token, which {does}", { token, does: translate(TOKENS[token][1]) }) : ""].filter(Boolean);
  return `${place}, ${tile}: ${translate(TILES[tile][1])}. ${there.length ? translate("Here: {what}", { what: list(there) }) : translate("No pawns here")}`;
}

export class TileMap {
  constructor(root, { onPick, onCancel }) {
    this.root = root;
    this.acts = { onPick, onCancel };
    this.cells = new Map();
    this.pawns = new Map();
    this.current = "C";
    this.svg = draw("svg", { class: "zd-map", role: "group", "aria-label": translate("Tiles. Use the arrow keys to move and Enter to choose.") });
    this.tiles = draw("g");
    this.people = draw("g", { class: "zd-people" });
    this.svg.append(this.tiles, this.people);
    root.append(this.svg);
    this.listen();
  }

  listen() {
    const place = (event) => event.target.closest("[data-place]")?.dataset.place;
    this.svg.addEventListener("click", (event) => {
      if (!place(event)) return;
      this.setCurrent(place(event));
      this.acts.onPick(place(event));
    });
    this.svg.addEventListener("keydown", (event) => this.onKey(event));
  }

  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (ARROWS[event.key]) this.step(ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.acts.onPick(this.current);
    else if (event.key === "Escape") this.acts.onCancel();
    else return;
    event.preventDefault();
  }

  step(way) {
    const next = neighbour([...this.cells.keys()], this.current, way);
    if (!next) return;
    this.setCurrent(next);
    this.cells.get(next).focus();
  }

  setCurrent(place) {
    this.cells.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = place;
    this.cells.get(place)?.setAttribute("tabindex", "0");
  }

  /** Show a view's board. `marks` by place: go, sybil, chosen, pending; `last` is the place of the newest action. */
  draw(view, marks, last) {
    const places = Object.keys(view.board);
    this.root.hidden = !places.length;
    if (!places.length) return;
    const key = places.map((place) => place + view.board[place].tile).join();
    if (key !== this.key) this.lay(places, view, key);
    for (const place of places) this.fill(place, view.board[place], view.viewer, marks[place] ?? "", place === last);
    this.stand(view);
  }

  lay(places, view, key) {
    this.key = key;
    this.cells.clear();
    this.svg.setAttribute("viewBox", box(places).join(" "));
    this.tiles.replaceChildren(...places.map((place) => this.cell(place, view.board[place].tile)));
    this.setCurrent(places.includes(this.current) ? this.current : "C");
  }

  cell(place, tile) {
    const [x, y] = centre(place);
    const element = draw("g", { class: `zd-tile zd-${tile.toLowerCase()}`, role: "button", tabindex: "-1", "data-place": place, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
      draw("polygon", { class: "zd-hex", points: corners(48) }),
      draw("polygon", { class: "zd-ring", points: corners(44) }),
      draw("text", { class: "zd-place", y: -32 }, place),
      draw("text", { class: "zd-name", y: -17, ...(tile.length > LONG ? { textLength: 68, lengthAdjust: "spacingAndGlyphs" } : {}) }, tile),
      draw("text", { class: "zd-gives", y: -3 }, translate(TILES[tile][0])),
      draw("g", { class: "zd-things" }));
    this.cells.set(place, element);
    return element;
  }

  fill(place, held, viewer, kind, last) {
    const cell = this.cells.get(place);
    const words = tileWords(place, held, viewer);
    cell.dataset.mark = kind;
    cell.dataset.about = words;
    cell.classList.toggle("zd-last", last);
    cell.setAttribute("aria-label", words + translate(MARKS[kind] ?? ""));
    const left = -10.5 * (held.neutral + 1.9 * held.pawns.length - 1) / 2;
    const things = [...Array(held.neutral).keys()].map((n) => neutral(left + 10.5 * n, 11));
    if (held.token) {
      things.push(draw("g", { class: "zd-token", transform: "translate(0 29)" },
        draw("rect", { x: -26, y: -7, width: 52, height: 14, rx: 4 }),
        draw("text", { y: 3.8 }, held.token)));
    }
    cell.querySelector(".zd-things").replaceChildren(...things);
  }

  /** Move the players' pawns to their places, animated. */
  stand(view) {
    for (const [place, held] of Object.entries(view.board)) {
      const [x, y] = centre(place);
      const left = -10.5 * (held.neutral + 1.9 * held.pawns.length - 1) / 2 + 10.5 * held.neutral;
      held.pawns.forEach((seat, n) => this.put(seat, x + left + 5 + 20 * n, y + 10));
    }
    for (const [seat, shape] of this.pawns) {
      if (view.seats[seat]?.at) continue;
      shape.remove();
      this.pawns.delete(seat);
    }
  }

  put(seat, x, y) {
    if (!this.pawns.has(seat)) {
      this.pawns.set(seat, pawn(seat, { "data-pawn": seat }));
      this.people.append(this.pawns.get(seat));
    }
    this.pawns.get(seat).style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }
}

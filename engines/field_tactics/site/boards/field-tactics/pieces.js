// The sixteen pieces: names, descriptions and drawings.

import { mark, translate } from "../../../site/words.js";
import { INSIGNIA, SHAPES } from "./insignia.js";

const MOVES = {
  step: mark("One square forward, back, left or right."),
  charge: mark("One square forward, back, left or right; or two straight forward if the first is empty."),
  fly: mark("Any number of squares forward or back in its column, over pieces and the river; or one square sideways."),
  slide: mark("Any number of free squares left or right; or one square forward or back. Clears mines."),
  never: mark("Never moves."),
};

const piece = (name, count, moves, more = {}) => ({ name, count, moves, leader: false, ...more });

export const PIECES = {
  G3: piece(mark("Three-star General"), 1, "step", { leader: true, note: mark("Loses only to the Spy.") }),
  G2: piece(mark("Two-star General"), 1, "step", { leader: true }),
  G1: piece(mark("One-star General"), 1, "step", { leader: true }),
  F3: piece(mark("Colonel"), 1, "step", { leader: true }),
  F2: piece(mark("Lieutenant Colonel"), 1, "step", { leader: true }),
  F1: piece(mark("Major"), 1, "step", { leader: true }),
  C3: piece(mark("Captain"), 2, "step"),
  C2: piece(mark("First Lieutenant"), 2, "step"),
  C1: piece(mark("Second Lieutenant"), 2, "step"),
  PL: piece(mark("Plane"), 2, "fly", { note: mark("Beats field officers, clears mines.") }),
  TK: piece(mark("Tank"), 2, "charge", { note: mark("Beats officers, loses to the Engineer.") }),
  CV: piece(mark("Cavalry"), 1, "charge"),
  EN: piece(mark("Engineer"), 2, "slide", { note: mark("Beats the Tank.") }),
  SP: piece(mark("Spy"), 1, "step", { note: mark("Beats only the Three-star General.") }),
  MN: piece(mark("Mine"), 2, "never", { note: mark("Takes its attacker with it, unless that is a Plane or an Engineer. Can't be placed on a bridge entrance.") }),
  FL: piece(mark("Flag"), 1, "never", {
    note: mark("As strong as your own piece directly behind it; with nothing behind it, it loses to everything. Can't be " +
      "placed on a bridge entrance."),
  }),
};

export const CODES = Object.keys(PIECES);
export const SEATS = ["Red", "Blue"]; // as in the notation
const SIDES = [mark("Red"), mark("Blue")];
export const sideName = (seat) => translate(SIDES[seat]);
export const nameOf = (code) => translate(PIECES[code]?.name ?? mark("hidden piece"));
export const movesOf = (code) => translate(MOVES[PIECES[code].moves]);
export const noteOf = (code) => translate(PIECES[code].note ?? "");
export const canMove = (code) => PIECES[code].moves !== "never";

const NS = "http://www.w3.org/2000/svg";

/** Insert the SVG symbols of the pieces into the page, once. */
export function addSymbols() {
  if (document.getElementById("ft-symbols")) return;
  const symbols = [...SHAPES.map((shape, seat) => [`shape-${seat}`, shape]), ...Object.entries(INSIGNIA)];
  const inside = symbols.map(([id, body]) => `<symbol id="ft-${id}" viewBox="0 0 48 48">${body}</symbol>`);
  const sheet = new DOMParser().parseFromString(`<svg xmlns="${NS}" id="ft-symbols">${inside.join("")}</svg>`, "image/svg+xml");
  const svg = document.importNode(sheet.documentElement, true);
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("ft-symbols");
  document.body.append(svg);
}

/** Return the drawing of a piece; `code` null is a back. It is decorative: the square or button around it has the label. */
export function drawPiece(seat, code) {
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 48 48");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("ft-piece", `ft-piece-${seat}`);
  if (!code) svg.classList.add("ft-piece-back");
  for (const id of [`shape-${seat}`, code ?? `back-${seat}`]) {
    const use = document.createElementNS(NS, "use");
    use.setAttribute("href", `#ft-${id}`);
    svg.append(use);
  }
  return svg;
}

// A set-up in the making: which piece stands on which home square. Pure values; the page draws them.

import { translate, translateMany } from "../../../site/words.js";
import { bridgeheads, homeRows, ownToColumns } from "./geometry.js";
import { CODES, nameOf, PIECES } from "./pieces.js";

/** Rows as the owner sees them, laid on the seat's squares: {"A1": "G3", ...}. */
export function fromRows(rows, seat) {
  const placed = {};
  homeRows(seat).forEach((squares, i) => {
    const codes = ownToColumns(rows[i], seat);
    squares.forEach((square, j) => (placed[square] = codes[j]));
  });
  return placed;
}

/** The notation the referee takes; empty squares are left out, so it is complete only without problems. */
export function toText(placed, seat) {
  return homeRows(seat)
    .map((squares) => squares.map((square) => placed[square]).filter(Boolean).join(" "))
    .join(" / ");
}

/** The set-up that a text in the notation describes, or null when it is not one. */
export function fromText(text, seat) {
  const groups = text.toUpperCase().trim().split(/\s*[\/\n]+\s*/).map((group) => group.split(/[\s,]+/).filter(Boolean));
  const squares = homeRows(seat);
  if (groups.length !== 4 || groups.some((group, i) => group.length !== squares[i].length)) return null;
  if (groups.flat().some((code) => !PIECES[code])) return null;
  return Object.fromEntries(groups.flatMap((group, i) => group.map((code, j) => [squares[i][j], code])));
}

/** How many of each piece are still to be placed. */
export function left(placed) {
  const used = Object.values(placed);
  return Object.fromEntries(CODES.map((code) => [code, PIECES[code].count - used.filter((other) => other === code).length]));
}

/** What is wrong or missing, in sentences; empty when the set-up can be sent. */
export function problems(placed, seat) {
  const problems = [];
  const open = 23 - Object.keys(placed).length;
  if (open) problems.push(open === 23 ? translate("Place all 23 pieces.") : translateMany("{n} piece left to place.", "{n} pieces left to place.", open));
  for (const [code, count] of Object.entries(left(placed))) {
    if (count < 0) problems.push(translateMany("{piece}: 1 too many.", "{piece}: {n} too many.", -count, { piece: nameOf(code) }));
  }
  for (const square of bridgeheads(seat)) {
    const wrong = misplaced(placed, seat, square);
    if (wrong) problems.push(wrong);
  }
  return problems;
}

/** Why what stands on a square may not stand there; empty where it may. */
export function misplaced(placed, seat, square) {
  if (!bridgeheads(seat).includes(square)) return "";
  if (placed[square] === "MN") return translate("You can't place the Mine on the bridge entrance {square}.", { square });
  return placed[square] === "FL" ? translate("You can't place the Flag on the bridge entrance {square}.", { square }) : "";
}

/** The set-up after a piece is put on a square; one that stood there goes back to the tray. */
export function put(placed, square, code) {
  return { ...placed, [square]: code };
}

/** Two squares exchange what stands on them (either may be empty). */
export function swap(placed, a, b) {
  const next = { ...placed };
  [next[a], next[b]] = [placed[b], placed[a]];
  if (!next[a]) delete next[a];
  if (!next[b]) delete next[b];
  return next;
}

export function lift(placed, square) {
  const next = { ...placed };
  delete next[square];
  return next;
}

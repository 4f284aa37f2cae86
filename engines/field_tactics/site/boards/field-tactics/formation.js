// A draft of a set-up: the pieces by home square. Pure values without DOM.

import { translate, translateMany } from "../../../site/words.js";
import { bridgeheads, homeRows, ownToColumns } from "./geometry.js";
import { CODES, nameOf, PIECES } from "./pieces.js";

/** Return the pieces by square, {"A1": "G3", ...}, from rows as the owner sees them. */
export function fromRows(rows, seat) {
  const placed = {};
  homeRows(seat).forEach((squares, i) => {
    const codes = ownToColumns(rows[i], seat);
    squares.forEach((square, j) => (placed[square] = codes[j]));
  });
  return placed;
}

/** Return the notation of a set-up. Empty squares are omitted, so it is complete only if there are no problems. */
export function toText(placed, seat) {
  return homeRows(seat)
    .map((squares) => squares.map((square) => placed[square]).filter(Boolean).join(" "))
    .join(" / ");
}

/** Return the set-up of a notation, or null if it is invalid. */
export function fromText(text, seat) {
  const groups = text.toUpperCase().trim().split(/\s*[\/\n]+\s*/).map((group) => group.split(/[\s,]+/).filter(Boolean));
  const squares = homeRows(seat);
  if (groups.length !== 4 || groups.some((group, i) => group.length !== squares[i].length)) return null;
  if (groups.flat().some((code) => !PIECES[code])) return null;
  return Object.fromEntries(groups.flatMap((group, i) => group.map((code, j) => [squares[i][j], code])));
}

/** Return how many of each piece are left to place. */
export function left(placed) {
  const used = Object.values(placed);
  return Object.fromEntries(CODES.map((code) => [code, PIECES[code].count - used.filter((other) => other === code).length]));
}

/** Return what is wrong or missing, in sentences; empty if the set-up can be sent. */
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

/** Return why the piece on a square is not allowed there; empty if it is. */
export function misplaced(placed, seat, square) {
  if (!bridgeheads(seat).includes(square)) return "";
  if (placed[square] === "MN") return translate("You can't place the Mine on the bridge entrance {square}.", { square });
  return placed[square] === "FL" ? translate("You can't place the Flag on the bridge entrance {square}.", { square }) : "";
}

/** Return the set-up with a piece placed on a square; the piece that was there returns to the tray. */
export function put(placed, square, code) {
  return { ...placed, [square]: code };
}

/** Return the set-up with the contents of two squares swapped (either may be empty). */
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

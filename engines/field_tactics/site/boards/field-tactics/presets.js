// Ready-made set-ups, as the owner sees them: back row first, each row from left to right.

import { mark } from "../../../site/words.js";
import { fromRows, left } from "./formation.js";
import { bridgeheads } from "./geometry.js";
import { CODES, PIECES } from "./pieces.js";

const rows = (text) => text.split("/").map((row) => row.trim().split(" "));

export const PRESETS = [
  {
    name: mark("Fortress"),
    about: mark("A mine sits on the base with the flag in front of it; strong generals wait behind the bridges."),
    rows: rows("C1 EN MN C1 SP / C2 F1 FL G2 MN C2 / PL G3 F2 EN G1 PL / C3 TK C3 CV TK F3"),
  },
  {
    name: mark("Left hook"),
    about: mark("The strongest pieces stand in a column at the left bridge; the right side only holds."),
    rows: rows("MN C1 G1 MN C1 / PL SP FL F1 C2 EN / F2 G3 EN C2 F3 PL / TK G2 C3 CV TK C3"),
  },
  {
    name: mark("Open skies"),
    about: mark("Planes in front, ready to cross the river on the wings and clear the way for the officers."),
    rows: rows("C2 F1 G2 MN C2 / C1 EN MN FL SP C1 / EN G1 F2 C3 TK F3 / PL G3 C3 CV TK PL"),
  },
  {
    name: mark("Spy trap"),
    about: mark("A modest guard on the left bridge with the spy right behind it, waiting for the great general."),
    rows: rows("MN C1 F1 C1 EN / PL F2 MN FL C2 PL / G1 SP C2 F3 G2 EN / TK C3 CV G3 TK C3"),
  },
  {
    name: mark("Steady line"),
    about: mark("Tanks on both bridges, a general behind each, mines beside the base: good for a first match."),
    rows: rows("C1 MN G1 MN C1 / C2 PL FL F2 PL C2 / F1 G2 EN EN G3 SP / C3 TK F3 CV TK C3"),
  },
];

export const flipped = (preset) => preset.map((row) => [...row].reverse());

const ARMY = CODES.flatMap((code) => Array(PIECES[code].count).fill(code));

function shuffled(items) {
  const deck = [...items];
  for (let i = deck.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

/** Return the squares of a set-up completed after the ready-made one that agrees most, keeping what is placed. */
export function fillRest(placed, seat) {
  const agrees = (squares) => Object.entries(placed).filter(([square, code]) => squares[square] === code).length;
  const ready = shuffled(PRESETS.flatMap(({ rows }) => [rows, flipped(rows)])).map((rows) => fromRows(rows, seat));
  const model = ready.reduce((best, other) => (agrees(other) > agrees(best) ? other : best));
  const open = Object.keys(model).filter((square) => !placed[square]);
  const heads = bridgeheads(seat);
  const rest = Object.entries(left(placed)).flatMap(([code, count]) => Array(Math.max(0, count)).fill(code));
  const fixed = (code) => code === "MN" || code === "FL";
  const filled = { ...placed };
  const take = (square, code) => {
    if (!rest.includes(code)) return;
    filled[square] = rest.splice(rest.indexOf(code), 1)[0];
  };
  for (const square of open) take(square, model[square]);
  const order = open.filter((square) => !filled[square]).sort((a, b) => heads.includes(b) - heads.includes(a));
  for (const square of order) {
    const movable = rest.find((code) => !fixed(code));
    take(square, heads.includes(square) ? movable : (rest.find(fixed) ?? movable));
  }
  // A bridge entrance takes no mine and no flag: exchange one that was filled with another square that was.
  for (const head of heads.filter((square) => open.includes(square) && !filled[square])) {
    const other = open.find((square) => filled[square] && !heads.includes(square) && !fixed(filled[square]));
    if (!other) continue;
    filled[head] = filled[other];
    delete filled[other];
    take(other, rest[0]);
  }
  return filled;
}

/** A random set-up in rows of 5, 6, 6 and 6 that keeps mines and flag off the bridge entrances. */
export function randomRows() {
  for (;;) {
    const deck = shuffled(ARMY);
    const rows = [deck.slice(0, 5), deck.slice(5, 11), deck.slice(11, 17), deck.slice(17)];
    const heads = [rows[3][1], rows[3][4]];
    if (!heads.includes("MN") && !heads.includes("FL")) return rows;
  }
}

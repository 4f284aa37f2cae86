// Animation of the last move, in a layer above the board: the piece travels, and in a battle the two clash.

import { prefersReducedMotion } from "../../motion.js";
import { drawPiece } from "./pieces.js";
import { lastCodes } from "./words.js";

const TRAVEL = 260;
const CLASH = 620;

/** Return whether `after` is the position one board move after `before`. */
export function isNextMove(before, after) {
  return Boolean(before && after?.last && after.turn === before.turn + 1);
}

function centre(frame, cell) {
  const outer = frame.getBoundingClientRect();
  const inner = cell.getBoundingClientRect();
  return [inner.left - outer.left + inner.width / 2, inner.top - outer.top + inner.height / 2];
}

function actor(layer, seat, code, [x, y], size) {
  const element = document.createElement("div");
  element.className = "ft-actor";
  element.style.width = element.style.height = `${size}px`;
  element.style.left = `${x - size / 2}px`;
  element.style.top = `${y - size / 2}px`;
  element.append(drawPiece(seat, code));
  layer.append(element);
  return element;
}

function clash(layer, [x, y], size) {
  const element = document.createElement("div");
  element.className = "ft-clash";
  element.style.width = element.style.height = `${size * 1.5}px`;
  element.style.left = `${x - size * 0.75}px`;
  element.style.top = `${y - size * 0.75}px`;
  layer.append(element);
  const frames = [{ opacity: 0, scale: 0.3 }, { opacity: 1, scale: 1, offset: 0.4 }, { opacity: 0, scale: 1.15 }];
  element.animate(frames, { duration: CLASH, delay: TRAVEL - 40, fill: "both", easing: "ease-out" });
}

function fall(element) {
  const frames = [{ opacity: 1 }, { opacity: 1, offset: 0.35 }, { opacity: 0, scale: 0.55, rotate: "24deg" }];
  element.animate(frames, { duration: CLASH, delay: TRAVEL, fill: "both", easing: "ease-in" });
}

/** Animate the last move of `after`. `arrived`: the mover was already dragged there. Returns a function that stops it. */
export function animateMove(grid, before, after, { arrived = false } = {}) {
  if (prefersReducedMotion()) return () => {};
  const { by, from, to, battle } = after.last;
  const cell = grid.cells.get(to);
  const size = grid.cells.get("A1").clientWidth;
  const layer = document.createElement("div");
  layer.className = "ft-layer";
  grid.frame.append(layer);
  cell.classList.add("ft-acting");

  const [start, end] = [centre(grid.frame, grid.cells.get(from)), centre(grid.frame, cell)];
  const codes = lastCodes(after);
  const target = battle ? actor(layer, 1 - by, codes.target, end, size) : null;
  const mover = actor(layer, by, codes.mover ?? before.squares[from]?.[1] ?? null, end, size);
  const path = arrived ? [0, 0] : [start[0] - end[0], start[1] - end[1]];
  mover.animate([{ translate: `${path[0]}px ${path[1]}px` }, { translate: "0 0" }], {
    duration: TRAVEL,
    easing: "cubic-bezier(.3,.1,.2,1)",
  });
  if (battle) {
    clash(layer, end, size);
    if (battle !== "o") fall(mover);
    if (battle !== "x") fall(target);
    if (battle === "x") layer.append(target);
  }

  const finish = () => {
    clearTimeout(timer);
    layer.remove();
    cell.classList.remove("ft-acting");
  };
  const timer = setTimeout(finish, battle ? TRAVEL + CLASH : TRAVEL);
  return finish;
}

/** Return a card with the pieces of the last battle and its result; null without a battle. */
export function battleCard(view, text) {
  if (!view?.last?.battle) return null;
  const { by, battle } = view.last;
  const { mover, target } = lastCodes(view);
  const card = document.createElement("div");
  card.className = "ft-report";
  const sides = [[by, mover, battle !== "o"], [1 - by, target, battle !== "x"]].map(([seat, code, lost]) => {
    const side = document.createElement("span");
    side.className = lost ? "ft-report-piece ft-lost" : "ft-report-piece";
    side.append(drawPiece(seat, code));
    return side;
  });
  const swords = document.createElement("span");
  swords.className = "ft-report-swords";
  swords.setAttribute("aria-hidden", "true");
  swords.textContent = "⚔";
  const words = document.createElement("p");
  words.textContent = text;
  card.append(sides[0], swords, sides[1], words);
  return card;
}

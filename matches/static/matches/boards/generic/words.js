// The words of the board: cells, moves and whose turn it is. Names come translated from the game.

import { translate } from "../../../site/words.js";
import { make } from "../../elements.js";

/** Describe a cell and its pieces for screen readers. */
export function cellWords(cell, { pieces = [] }, board) {
  const place = cell.label ?? cell.name;
  const here = pieces.filter((piece) => piece.cell === cell.name);
  if (!here.length) return translate("{place}, empty", { place });
  const names = here.map(({ owner, name, label }) => {
    const piece = label && label !== name ? `${name} ${label}` : name;
    if (owner === null) return piece;
    return owner === board.viewer.seat ? translate("your {piece}", { piece }) : translate("{side}'s {piece}", { side: board.seats[owner].name, piece });
  });
  return `${place}, ${names.join(", ")}`;
}

/** Return the label of a move: the game's, by the notation or its first word, else the notation. */
export function moveLabel(text, { words = {} }) {
  if (words[text]) return words[text];
  const [first, ...rest] = text.split(" ");
  return words[first] ? [words[first], ...rest].join(" ") : text;
}

/** Return whose turn it is. */
export function status(board) {
  const { view, viewer, to_act: acting, seats } = board;
  if (!view) return translate("Loading board…");
  if (acting.includes(viewer.seat)) return board.legal ? translate("Your turn.") : translate("Your turn. Enter your move.");
  const names = acting.map((seat) => seats[seat].name).join(translate(" and "));
  return names ? translate("Waiting for {names} to act.", { names }) : translate("Waiting for the server…");
}

/** Return the counters of a seat, for its strip. */
export function losses(view, seat) {
  const own = (view?.board.counters ?? []).filter((counter) => counter.owner === seat);
  return make("span", "gb-counters small", ...own.map(({ name, value }) => make("span", "gb-counter", `${name}: `, make("strong", "num", String(value)))));
}

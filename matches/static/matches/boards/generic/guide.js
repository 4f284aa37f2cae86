// The goal and the guide of a game without a board script of its own.

import { mark, translate } from "../../../site/words.js";
import { make } from "../../elements.js";

const HOW = [
  mark("Places and cards with a ring can be chosen. Choose a piece and then its place, or the place alone."),
  mark("Moves without a place are buttons below the board."),
  mark("With keys: the arrows move over the board, Enter chooses, Esc cancels."),
  mark("Every side has its own colour and shape. A question mark is a piece that you can't see."),
];

/** Return the goal in one sentence. */
export const goal = (view) => view.board.goal ?? "";

/** Return the content of the guide dialog. */
export function guide(description) {
  const text = description?.goal ?? "";
  return [...(text ? [make("p", "", text)] : []), make("ul", "", ...HOW.map((line) => make("li", "", translate(line))))];
}

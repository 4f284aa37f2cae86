// The list of keys: those of every match page, and those of one game's board.

import { mark, translate } from "../site/words.js";
import { make } from "./elements.js";

const ARROWS = ["←", "↑", "→", "↓"];
const BOARD = [
  [["Tab"], mark("Go to the board")],
  [ARROWS, mark("Move over the board")],
  [["Enter", "Space"], mark("Choose a piece or a place")],
  [["Esc"], mark("Cancel the choice")],
];
const PAGE = [
  [["←", "→"], mark("Outside the board: step back and forward")],
  [["Home", "End"], mark("First and last position")],
  [["?"], mark("This list")],
];

/** Return the entries of a description list. `keys` are the game's own: rows of keys and a marked text. */
export function describeKeys(keys = []) {
  return [...BOARD, ...keys, ...PAGE].map(([row, text]) => {
    const names = row.flatMap((key, index) => (index ? [" ", make("kbd", "", key)] : [make("kbd", "", key)]));
    return make("div", "", make("dt", "", ...names), make("dd", "", translate(text)));
  });
}

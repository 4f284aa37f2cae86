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
const GAMES = {
  "field-tactics": [
    [["Enter"], mark("On a hidden piece: note your guess")],
    [["Delete"], mark("Set-up: take the piece off the board; later: remove your guess")],
  ],
  "order-and-chaos": [[["S", "B"], mark("Choose the small or the big chessman")]],
  "zero-order": [
    [["A-E"], mark("Go to this column")],
    [["1-9"], mark("Go to this row")],
  ],
  "zero-day": [],
  "incursion-point-zero": [[["Y", "N"], mark("Answer a question with yes or no")]],
};
const PAGE = [
  [["←", "→"], mark("Outside the board: step back and forward")],
  [["Home", "End"], mark("First and last position")],
  [["?"], mark("This list")],
];

/** Return the entries of a description list. */
export function describeKeys(game) {
  return [...BOARD, ...(GAMES[game] ?? []), ...PAGE].map(([keys, text]) => {
    const names = keys.flatMap((key, index) => (index ? [" ", make("kbd", "", key)] : [make("kbd", "", key)]));
    return make("div", "", make("dt", "", ...names), make("dd", "", translate(text)));
  });
}

// What the match page asks of the game besides its board: see matches/games.js.

import { mark } from "../../../site/words.js";

export const isEmpty = (view) => !Object.keys(view.squares).length;
export const chooseSound = (view, before) => (view.last?.battle || view.duels.length > (before?.duels?.length ?? 0) ? "battle" : "");
export const keys = [
  [["Enter"], mark("On a hidden piece: note your guess")],
  [["Delete"], mark("Set-up: take the piece off the board; later: remove your guess")],
];

// What the match page asks of the game besides its board: see matches/games.js.

import { mark } from "../../../site/words.js";

export const isEmpty = (view) => !Object.keys(view.tiles).length && !Object.keys(view.units).length;
export const chooseSound = (view) => (view.last?.gone.length ? "battle" : "");
export const keys = [
  [["A-E"], mark("Go to this column")],
  [["1-9"], mark("Go to this row")],
];

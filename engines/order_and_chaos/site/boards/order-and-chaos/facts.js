// What the match page asks of the game besides its board: see matches/games.js.

import { mark } from "../../../site/words.js";

export const chooseSound = (view) => (view.last?.killed ? "battle" : "");
export const keys = [[["S", "B"], mark("Choose the small or the big chessman")]];

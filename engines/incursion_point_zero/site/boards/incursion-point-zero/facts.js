// What the match page asks of the game besides its board: see matches/games.js.

import { mark } from "../../../site/words.js";

export const isEmpty = (view) => !Object.keys(view.spaces).length;
export const keys = [[["Y", "N"], mark("Answer a question with yes or no")]];

/** Dice come before what they do. */
export function chooseSound(view) {
  const words = new Set(view.events.map(([word]) => word));
  if (words.has("dice")) return "dice";
  return words.has("death") || words.has("damage") ? "battle" : "";
}

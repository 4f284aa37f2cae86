// The scripts of each game, loaded when they are needed, after its words.

import { loadMessages } from "../site/words.js";

/** The generic board stands in for a script that is missing or broken; it draws nothing unless the view describes a board. */
const orGeneric = (name) => (error) => {
  console.warn(error);
  return import(`./boards/${name}.js`);
};

/**
 * Load the board of a game: `mount`, and if the game has them `keys` (rows of matches/keys.js), `isEmpty(view)` (nothing stands on
 * the board) and `chooseSound(view, before)` (the sound of the last action, "" for that of a move).
 */
export const loadBoard = (game) => loadMessages(game).then(() => import(`./boards/${game}.js`)).catch(orGeneric("generic"));

/** Load the small pictures of a game: `drawMini`. */
export const loadMini = (game) => loadMessages(game).then(() => import(`./boards/${game}/mini.js`)).catch(orGeneric("generic/mini"));

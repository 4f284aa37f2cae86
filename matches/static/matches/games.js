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

/**
 * Mount a board on a page without a match. `near(name)` is a part of the page, `submit(text)` takes a move. What the board says
 * stands until a position is drawn.
 */
export function mountAlone(mount, near, submit) {
  const say = (text, { quiet } = {}) => (near("hint").textContent = quiet ? "" : text);
  const game = mount(near("board"), { submit, say, panel: near("panel"), report: near("report"), choices: near("choices") });
  return {
    draw(board, options) {
      say("");
      game.draw(board, options);
    },
    status: (board) => game.status(board),
  };
}

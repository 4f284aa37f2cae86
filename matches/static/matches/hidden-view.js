// The full board for a referee who revealed hidden information: drawn once, without updates or moves.

import { translate } from "../site/words.js";
import { loadBoard } from "./games.js";

const page = document.querySelector("[data-look]");
const part = (name) => page.querySelector(`[data-part="${name}"]`);
const board = JSON.parse(document.getElementById("board").textContent);

const { mount } = await loadBoard(board.game);
const refuseSubmit = async () => ({ state: "refused", entry: null, code: "only-looking", text: translate("This view is read-only.") });
const game = mount(part("board"), { submit: refuseSubmit, say: () => {}, panel: part("panel"), report: part("report"), note: part("note") });
board.view.viewer = null;
game.draw({ ...board, legal: null, to_act: [], can: {} }, { animate: false });
part("status").textContent = game.describeLast(board.view) || "";

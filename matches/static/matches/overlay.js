// The overlay of a match: names, clocks, score, status and board, for streaming software. Nothing in it can be operated.

import { subscribe } from "../site/stream.js";
import { translate } from "../site/words.js";
import { Clocks } from "./clocks.js";
import { make } from "./elements.js";
import { loadBoard } from "./games.js";
import { describeStatus } from "./match-status.js";
import { Players } from "./players.js";
import { isSamePosition } from "./positions.js";

const root = document.querySelector("[data-overlay]");
const part = (name) => root.querySelector(`[data-part="${name}"]`);
const first = JSON.parse(document.getElementById("board").textContent);
const players = new Players(part("top"), part("bottom"));
const clocks = new Clocks((seat) => players.strip(seat));
const game = "look" in root.dataset ? await mountBoard() : null;
let shown = null;

async function mountBoard() {
  const { mount } = await loadBoard(first.game);
  const submit = async () => ({ state: "refused", entry: null, code: "only-looking", text: translate("This view is read-only.") });
  const aside = Object.fromEntries(["panel", "report", "choices", "controls", "note"].map((name) => [name, make("div", "")]));
  return mount(part("board"), { submit, say: () => {}, ...aside });
}

function describeScore(board, seat) {
  const rank = board.outcome?.ranks[seat];
  if (rank === undefined) return game?.losses(board.view, seat) ?? "";
  const winners = board.outcome.ranks.filter((each) => each === 1).length;
  return make("strong", "overlay-result", rank === 1 ? (winners > 1 ? "½" : "1") : "0");
}

function draw(board) {
  if (board.view) board.view.viewer = null;
  if (game && !(shown && isSamePosition(shown, board))) game.draw({ ...board, legal: null, can: {} }, { animate: shown !== null });
  shown = board;
  players.draw(board, { below: 0, losses: (seat) => describeScore(board, seat) });
  for (const link of root.querySelectorAll("[data-player]")) link.removeAttribute("href");
  clocks.draw(board.clock, { frozen: board.status !== "playing", over: board.status === "closed" });
  const text = describeStatus(board) ?? game?.status(board) ?? "";
  if (game) part("status").textContent = text;
}

draw(first);
root.dataset.drawn = "yes";
subscribe([`match.${first.match_id}`], { match: draw }, { entry: first.entry });

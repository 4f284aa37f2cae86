// The viewer's running matches on any page: every [data-own-match="12"] shows whose turn it is, and the clock.

import { subscribe } from "../site/stream.js";
import { translate } from "../site/words.js";
import { formatTime, getTimeLeft, ServerClock } from "./times.js";

const offset = new ServerClock();
const boards = new Map(); // match id -> its newest board, null before the first
const endings = new Map(); // match id -> what ends its subscription

const find = (id) => [...document.querySelectorAll(`[data-own-match="${id}"]`)];
const isOver = ({ status }) => status === "closed" || status === "void";

function describe({ status, to_act, viewer }) {
  if (status === "closed" || status === "void") return translate("Match over");
  if (status === "review") return translate("Under review");
  if (status !== "playing") return translate("Paused");
  return to_act.includes(viewer?.seat) ? translate("Your turn") : translate("Opponent's turn");
}

/** Return the time of the viewer's seat if it is their turn, otherwise of the first seat that is to act. */
function getClockText({ clock, status, to_act, viewer }) {
  const seat = to_act.includes(viewer?.seat) ? viewer.seat : to_act[0];
  if (status !== "playing" || seat === undefined) return "";
  const { turn, reserve } = getTimeLeft(clock, seat, offset.now());
  return formatTime(turn > 0 ? turn : reserve);
}

function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

function draw(element, board) {
  const turn = element.querySelector("[data-part=turn]");
  setText(turn, describe(board));
  turn?.classList.toggle("own-turn-mine", board.status === "playing" && board.to_act.includes(board.viewer?.seat));
  setText(element.querySelector("[data-part=clock]"), getClockText(board));
  if (isOver(board)) setText(element.querySelector("[data-part=resume]"), translate("View result"));
}

function store(board) {
  if (board.status === "playing") offset.observe(board.clock.now);
  boards.set(String(board.match_id), board);
  for (const element of find(board.match_id)) draw(element, board);
}

/** Follow the matches that are on the page now, e.g. after htmx has swapped in a fragment. */
function update() {
  const ids = new Set([...document.querySelectorAll("[data-own-match]")].map((element) => element.dataset.ownMatch));
  for (const id of ids) {
    if (!endings.has(id)) endings.set(id, subscribe([`match.${id}`], { match: store }, { rests: true }));
    else if (boards.has(id)) for (const element of find(id)) draw(element, boards.get(id));
  }
  for (const [id, end] of endings) {
    if (ids.has(id)) continue;
    end();
    for (const map of [endings, boards]) map.delete(id);
  }
}

update();
document.addEventListener("htmx:load", update);
document.addEventListener("htmx:oobAfterSwap", update);
setInterval(() => {
  for (const [id, board] of boards) for (const element of find(id)) draw(element, board);
}, 500);

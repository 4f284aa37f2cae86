// The match page: one board for players, spectators and, after the end, replays. Everything shown comes from boards
// that the server sent; what a player does goes out as notation.

import { resync, subscribe } from "../site/stream.js";
import { mark, translate } from "../site/words.js";
import { Clocks } from "./clocks.js";
import { Desk } from "./match-page.js";
import { BOARDS } from "./games.js";
import { Kept } from "./local-record.js";
import { Log } from "./log.js";
import { Players } from "./players.js";
import { samePosition } from "./positions.js";
import { afterPress } from "./press-guard.js";
import { Replay } from "./replay.js";
import { freshKey, moveNonce, submit as send, UNREACHABLE } from "./match-api.js";
import { standing } from "./match-status.js";
import { Unsent } from "./unsent-move.js";

const page = document.querySelector("[data-match-page]");
const part = (name) => page.querySelector(`[data-part="${name}"]`);

const first = JSON.parse(document.getElementById("board").textContent);
const title = document.title;
const log = new Log(part("log"));
const players = new Players(part("top"), part("bottom"));
const clocks = new Clocks((seat) => players.strip(seat));
const localRecord = new Kept(first.match_id, { warning: part("changed"), save: part("receipts") });
let current = first;
let shown = null; // the board that the game shows, unless it is to be drawn anew in any case
let replay = null;
let turns = 0; // how often the board was turned by hand

const { mount } = await BOARDS[first.game]();
const game = mount(part("board"), { submit, say, panel: part("panel"), report: part("report"), choices: part("choices") });
const desk = new Desk(page, {
  submit,
  refuse,
  guide: game.guide,
  turn: game.turn ? turnBoard : null,
  explain: (text, board) => game.explain?.(text, board) ?? "",
  watch: startReplay,
  refresh: () => resync(first.match_id),
});

function setText(name, text) {
  const element = part(name);
  if (element.textContent !== text) element.textContent = text;
}

const TRY_AGAIN = 15000; // what could not be sent is tried again by itself, until it is stored or the player forgets it

let announced = "";
function announce(text) {
  if (!text || text === announced) return;
  announced = text;
  part("live").textContent = text;
}

/** A hint near the board. Quiet ones are for screen readers and disappear with the next. */
function say(text, { quiet = false } = {}) {
  if (!quiet || !text) setText("hint", text);
  part("refusal").hidden = true;
  if (text) announce(text);
}

function refuse(text) {
  setText("refusal", text);
  part("refusal").hidden = !text;
  announce(text);
}

const NOTES = {
  sending: "",
  waiting: mark("Sent. Waiting for the server…"),
  retrying: mark("Connection problems. Resending… your move will only count once."),
};

function submit(text) {
  return deliver({ turn: current.viewer.turn, text, key: freshKey(), nonce: moveNonce() });
}

let sending = 0;
const unsent = new Unsent(part("unsent"), first.match_id, deliver);

async function deliver(move) {
  refuse("");
  unsent.drop();
  sending += 1;
  const verdict = await send(current.match_id, move, (kind) => setText("hint", translate(NOTES[kind])));
  sending -= 1;
  localRecord.receipt(verdict.receipt);
  setText("hint", "");
  if (verdict.code === UNREACHABLE) {
    unsent.keep(move, verdict.text);
    announce(verdict.text);
    setTimeout(() => unsent.move === move && !sending && unsent.again(), TRY_AGAIN);
  } else if (verdict.state === "refused") refuse(verdict.text);
  if (verdict.state === "waiting") {
    shown = null; // it may yet be refused: whatever comes next lets the player choose again
    say(translate("Move received. Waiting for the server to confirm it."));
  }
  // The stream normally brings the new board; this is for the case that it does not.
  const behind = () => current.entry < (verdict.entry ?? Infinity);
  if (verdict.state !== "refused") setTimeout(() => behind() && resync(current.match_id), 900);
  return verdict;
}

/** Who sits below the board: the viewer, else the first seat; turning the board moves on to the next. */
function below(board) {
  return ((board.viewer.seat ?? 0) + turns) % board.seats.length;
}

function drawPeople(board, view) {
  players.draw(board, { below: below(board), losses: (seat) => game.losses(view, seat) });
}

function drawClocks() {
  clocks.draw(current.clock, { frozen: current.status !== "playing", over: current.status === "closed" });
}

function news(before, board) {
  const text = board.view ? game.told(board.view) : "";
  const fresh = text !== (before.view ? game.told(before.view) : "");
  return [fresh ? text : "", part("status").textContent].filter(Boolean).join(" ");
}

function draw(board, { opening = false } = {}) {
  const before = current;
  current = board;
  if (board.view) board.view.viewer = board.viewer.seat;
  log.add(board.log);
  localRecord.board(board);
  setText("hash", board.hash);
  if (replay) return;
  if (!shown || !samePosition(shown, board)) game.draw(board, { animate: !opening });
  shown = board;
  drawPeople(board, board.view);
  drawClocks();
  const canMove = board.can.submit;
  setText("status", standing(board) ?? game.status(board));
  part("status").classList.toggle("status-mine", canMove || board.can.ready || board.can.take_seat);
  document.title = canMove ? `● ${translate("Your turn")} · ${title}` : title;
  desk.draw(board);
  unsent.draw(board);
  if (before.viewer.turn !== board.viewer.turn || board.entry !== before.entry) {
    part("refusal").hidden = true;
    setText("hint", "");
  }
  if (!opening && board.entry !== before.entry) announce(news(before, board));
}

function turnBoard() {
  turns += 1;
  game.turn();
  if (replay) replay.draw(false);
  else {
    drawPeople(current, current.view);
    drawClocks();
  }
}

function showFrame(frame, eyes, { animate }) {
  const seat = /^\d+$/.test(eyes) ? Number(eyes) : current.viewer.seat;
  const view = { ...frame.view, viewer: eyes === "all" || eyes === "spectator" ? null : seat };
  const board = { ...current, viewer: { seat, turn: 0 }, view, legal: null, to_act: [], can: {} };
  shown = null;
  game.draw(board, { animate });
  drawPeople(board, view);
  const { turn_ms, reserve_ms } = current.clock;
  const seats = current.seats.map(({ number }) => frame.left[number] ?? { turn_left: turn_ms, reserve_left: reserve_ms });
  clocks.draw({ ...current.clock, seats }, { frozen: true });
  log.mark(frame.n);
  setText("status", frame.text || translate("Start of the match."));
  part("status").classList.remove("status-mine");
}

async function startReplay() {
  if (replay) return;
  const lines = (frames, choose) => log.replace(frames, choose);
  replay = new Replay(part("replay"), current.match_id, { show: showFrame, lines });
  try {
    await replay.start();
    desk.draw(current, { replaying: true });
  } catch (error) {
    replay = null;
    refuse(error.message);
  }
}

page.classList.add("match-ready");
draw(first, { opening: true });
let lost = false;
const state = (connected) => {
  desk.connection(connected, current);
  if (connected && lost && !sending) unsent.again(); // the line is back
  lost = !connected;
};
subscribe([`match.${first.match_id}`], { match: afterPress(draw), state }, { entry: first.entry });
if (first.status === "closed" && first.entry) startReplay();

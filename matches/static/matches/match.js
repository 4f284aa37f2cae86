// The match page: one board for players, spectators and, after the end, replays. Everything shown comes from boards
// that the server sent; what a player does goes out as notation.

import { resync, subscribe } from "../site/stream.js";
import { mark, translate } from "../site/words.js";
import { Clocks } from "./clocks.js";
import { LastTurn } from "./last-turn.js";
import { MatchPage } from "./match-page.js";
import { ForcedMoves } from "./forced-moves.js";
import { loadBoard } from "./games.js";
import { LocalRecord } from "./local-record.js";
import { Log } from "./log.js";
import { Players } from "./players.js";
import { isSamePosition } from "./positions.js";
import { deferDuringPress } from "./press-guard.js";
import { Premove } from "./premove.js";
import { ReplayControl } from "./replay-control.js";
import { createKey, createMoveNonce, submit as send, UNREACHABLE } from "./match-api.js";
import { describeStatus } from "./match-status.js";
import { UnsentMove } from "./unsent-move.js";

const page = document.querySelector("[data-match-page]");
const part = (name) => page.querySelector(`[data-part="${name}"]`);

const first = JSON.parse(document.getElementById("board").textContent);
const title = document.title;
const log = new Log(part("log"));
const players = new Players(part("top"), part("bottom"));
const clocks = new Clocks((seat) => players.strip(seat));
const lines = new Map(); // the log by entry, as the viewer may read it
let isGoalShown = true;
const localRecord = new LocalRecord(first.match_id, { warning: part("changed"), downloadButton: part("receipts") });
let current = first;
let shown = null; // the board that the game shows, unless it is to be drawn anew in any case
let turns = 0; // how often the board was turned by hand

const { mount, isEmpty } = await loadBoard(first.game);
const places = Object.fromEntries(["panel", "report", "choices", "controls", "note"].map((name) => [name, part(name)]));
const premove = new Premove(part("premove"), { game: () => game, submit, say, refuse });
const planning = { list: (board) => premove.list(board), set: (text) => premove.set(text, current), cancel: () => premove.cancel() };
const game = mount(part("board"), { submit, say, premove: planning, ...places });
const conditionalRoot = part("conditional"); // only in open games
const { ConditionalMoves } = conditionalRoot ? await import("./conditional-moves.js") : {};
const conditionalMoves = conditionalRoot && new ConditionalMoves(conditionalRoot, first.match_id, {
  moves: (board, seat) => game.premoves?.list({ ...board, viewer: { ...board.viewer, seat } }) ?? [],
  say,
});
const matchPage = new MatchPage(page, {
  submit,
  premove: planning,
  refuse,
  guide: game.guide,
  isEmpty,
  turn: game.turn ? turnBoard : null,
  explain: (text, board) => game.explain?.(text, board) ?? "",
  watch: () => replays.start().then(() => part("replay").scrollIntoView({ block: "nearest" })),
  refresh: () => resync(first.match_id),
});
const replays = new ReplayControl(part, first.match_id, {
  show: showFrame,
  lines: (frames, choose) => log.replace(frames, choose),
  started: () => matchPage.draw(current, { replaying: true }),
  left: backToMatch,
  refuse,
});

const lastTurn = new LastTurn(part("last-turn"), {
  illustrate: game.illustrate,
  turnOf: game.turnOf,
  replay: (from, to) => replays.watch(from, to),
});
part("goal").querySelector("[data-goal=close]").addEventListener("click", () => {
  isGoalShown = false;
  part("goal").hidden = true;
});

function setText(name, text) {
  const element = part(name);
  if (element.textContent !== text) element.textContent = text;
}

const RESEND_DELAY_MS = 15000; // what could not be sent is tried again by itself, until it is stored or the player forgets it

let announced = "";
function announce(text) {
  if (!text || text === announced) return;
  announced = text;
  part("live").textContent = text;
}

/** Show a hint near the board; a quiet one only to screen readers. */
function say(text, { quiet = false } = {}) {
  setText("hint", quiet ? "" : text); // what was said before is out of date
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

function submit(text, key = createKey()) {
  return sendMove({ turn: current.viewer.turn, text, key, nonce: createMoveNonce() });
}

let sending = 0;
const forcedMoves = new ForcedMoves({ say, play: (text, key) => !sending && submit(text, key) });
const unsent = new UnsentMove(part("unsent"), first.match_id, sendMove);

async function sendMove(move) {
  refuse("");
  unsent.discard();
  sending += 1;
  const verdict = await send(current.match_id, move, (kind) => setText("hint", translate(NOTES[kind])));
  sending -= 1;
  localRecord.addReceipt(verdict.receipt);
  setText("hint", "");
  if (verdict.code === UNREACHABLE) {
    unsent.keep(move, verdict.text);
    announce(verdict.text);
    setTimeout(() => unsent.move === move && !sending && unsent.resend(), RESEND_DELAY_MS);
  } else if (verdict.state === "refused") refuse(verdict.text);
  if (verdict.state === "waiting") {
    shown = null; // it may yet be refused: whatever comes next lets the player choose again
    say(translate("Move received. Waiting for the server to confirm it."));
  }
  // Normally the stream brings the new board; fetch it if it doesn't.
  const isBehind = () => current.entry < (verdict.entry ?? Infinity);
  if (verdict.state !== "refused") setTimeout(() => isBehind() && resync(current.match_id), 900);
  return verdict;
}

/** Return the seat below the board: the viewer's, else the first, moved on by each flip. */
function findBottomSeat(board) {
  return ((board.viewer.seat ?? 0) + turns) % board.seats.length;
}

function drawPlayers(board, view) {
  players.draw(board, { below: findBottomSeat(board), losses: (seat) => game.losses(view, seat) });
}

function drawClocks() {
  clocks.draw(current.clock, { frozen: current.status !== "playing", over: current.status === "closed" });
}

/** Show the game's goal to a player until their first action. */
function drawGoal({ status, viewer, view }) {
  isGoalShown &&= viewer.seat !== null && ![...lines.values()].some(({ by }) => by === viewer.seat);
  const text = isGoalShown && status === "playing" && view ? game.goal(view, viewer.seat) : "";
  part("goal").hidden = !text;
  if (text) part("goal").querySelector("[data-goal=text]").textContent = text;
}

function drawLastTurn({ seats, status, viewer, entry }) {
  const { frames } = replays.history;
  const since = status === "closed" && entry ? 0 : (frames[0]?.n ?? Infinity);
  lastTurn.draw([...lines.values()], { seat: viewer.seat, seats, frames, since });
}

function describeNews(before, board) {
  const text = board.view ? game.describeLast(board.view) : "";
  const fresh = text !== (before.view ? game.describeLast(before.view) : "");
  return [fresh ? text : "", part("status").textContent].filter(Boolean).join(" ");
}

function draw(board, { opening = false } = {}) {
  const before = current;
  current = board;
  if (board.view) board.view.viewer = board.viewer.seat;
  log.add(board.log);
  for (const line of board.log ?? []) lines.set(line.n, line);
  localRecord.recordBoard(board);
  setText("hash", board.hash);
  if (replays.update(board)) {
    if (replays.isLive) matchPage.draw(board);
    premove.draw(board);
    return;
  }
  if (!shown || !isSamePosition(shown, board)) game.draw(board, { animate: !opening });
  shown = board;
  drawPlayers(board, board.view);
  drawClocks();
  const canMove = board.can.submit;
  setText("status", describeStatus(board) ?? game.status(board));
  part("status").classList.toggle("status-mine", canMove || board.can.ready || board.can.take_seat);
  document.title = canMove ? `● ${translate("Your turn")} · ${title}` : title;
  matchPage.draw(board);
  unsent.draw(board);
  drawGoal(board);
  drawLastTurn(board);
  if (before.viewer.turn !== board.viewer.turn || board.entry !== before.entry) setText("hint", "");
  if (board.status !== before.status) refuse(""); // otherwise it stays until the player acts again
  if (!opening && board.entry !== before.entry) announce(describeNews(before, board));
  forcedMoves.draw(board);
  conditionalMoves?.draw(board);
  premove.draw(board);
}

function turnBoard() {
  turns += 1;
  game.turn();
  if (replays.replay) replays.replay.draw(false);
  else {
    drawPlayers(current, current.view);
    drawClocks();
  }
}

function showFrame(frame, playerView, { animate }) {
  const seat = /^\d+$/.test(playerView) ? Number(playerView) : current.viewer.seat;
  const view = { ...frame.view, viewer: playerView === "all" || playerView === "spectator" ? null : seat };
  const board = { ...current, viewer: { seat, turn: 0 }, view, legal: null, to_act: [], can: {} };
  shown = null;
  game.draw(board, { animate });
  drawPlayers(board, view);
  const { turn_ms, reserve_ms } = current.clock;
  const seats = current.seats.map(({ number }) => frame.left[number] ?? { turn_left: turn_ms, reserve_left: reserve_ms });
  if (replays.isLive) drawClocks();
  else clocks.draw({ ...current.clock, seats }, { frozen: true });
  log.mark(frame.n);
  if (replays.isLive) lastTurn.mark(frame.n);
  else {
    const { frames, at } = replays.replay;
    lastTurn.draw(frames.slice(1, at + 1), { seat: view.viewer, seats: current.seats, frames, since: 0 });
  }
  setText("status", frame.text || translate("Start of the match."));
  part("status").classList.remove("status-mine");
  page.dataset.step = frame.n;
  page.dispatchEvent(new CustomEvent("frame", { detail: frame.n }));
}

function backToMatch() {
  delete page.dataset.step;
  shown = null;
  log.mark(null);
  draw(current, { opening: true });
}

page.classList.add("match-ready");
draw(first, { opening: true });
page.addEventListener("show-step", ({ detail }) => replays.showStep(detail)); // from the review
let lost = false;
const onConnection = (connected) => {
  matchPage.showConnection(connected, current);
  if (connected && lost && !sending) unsent.resend(); // the line is back
  lost = !connected;
};
subscribe([`match.${first.match_id}`], { match: deferDuringPress(draw), state: onConnection }, { entry: first.entry });
if (first.status === "closed" && first.entry) replays.start();

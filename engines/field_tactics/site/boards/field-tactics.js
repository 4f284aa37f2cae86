// The board of Field Tactics: draws views and sends notation. It contains no rules.

import { mark, translate } from "../../site/words.js";
import { loadStyles } from "../styles.js";
import { animateMove, battleCard, isNextMove } from "./field-tactics/battle.js";
import { pieceDrags } from "./field-tactics/drag.js";
import { Grid } from "./field-tactics/grid.js";
import { goal, guide } from "./field-tactics/guide.js";
import { createFirstMovePanel, Moves } from "./field-tactics/moves.js";
import { createDeductionPad } from "./field-tactics/deduction.js";
import { NoteChooser } from "./field-tactics/note-chooser.js";
import { Notes } from "./field-tactics/notes.js";
import { drawPiece, nameOf, sideName } from "./field-tactics/pieces.js";
import { Setup } from "./field-tactics/setup.js";
import { describeLastDuel, describeLastMove, isMyTurn, quietWarning, status } from "./field-tactics/words.js";
export { chooseSound, isEmpty, keys } from "./field-tactics/facts.js";

await loadStyles("field-tactics", "field-tactics-panels");

function modeOf(board) {
  return board.view && isMyTurn(board) ? board.view.phase : "watch";
}

/** Describe the last duel, else the last move. */
function describeLastTurn(view) {
  return (view?.phase === "duel" || view?.duels?.length ? describeLastDuel(view) : "") || describeLastMove(view);
}

/** Return a list of the destroyed pieces of a seat. */
function losses(view, seat) {
  const list = document.createElement("ul");
  list.className = "ft-losses";
  list.setAttribute("aria-label", translate("{side}'s destroyed pieces", { side: sideName(seat) }));
  for (const code of view?.lost?.[seat] ?? []) {
    const item = document.createElement("li");
    const words = document.createElement("span");
    words.className = "visually-hidden";
    words.textContent = nameOf(code);
    item.title = nameOf(code);
    item.append(drawPiece(seat, code), words);
    list.append(item);
  }
  return list;
}

/** Return the label of a player's half during set-up. */
function halfNote(board, seat) {
  const { view } = board;
  if (!view) return "";
  if (view.phase === "choose") return translate("{side}'s half", { side: sideName(seat) });
  if (view.phase !== "setup") return "";
  return translate(view.ready[seat] ? mark("{side} is set up") : mark("{side} is setting up"), { side: sideName(seat) });
}

/**
 * Mount the board on `root`, with its tray in `panel`, what submits it in `controls`, questions before play near the status in
 * `choices`, and warnings in `report`.
 * `submit(text)` resolves to {state, code, text}; `say(text, {quiet})` shows a hint near the board.
 * Returns what the match page needs: draw, status, describeLast, illustrate, losses, goal, guide, turn.
 */
export function mount(root, { submit, say, panel, report, choices, controls }) {
  const grid = new Grid(root, { onPick: (square) => pickSquare(square), onCancel: () => act().cancel() });
  const moves = new Moves(grid, { submit, say });
  const setup = new Setup(grid, { submit, say, panel, controls });
  const halves = [0, 1].map((half) => {
    const note = document.createElement("p");
    note.className = "ft-half-note";
    note.setAttribute("aria-hidden", "true");
    grid.frame.append(note);
    return note;
  });
  let board = null;
  let mode = "watch";
  let turnedByHand = false;
  let stop = () => {};
  let notes = null;
  const chooser = new NoteChooser(grid.frame, { choose: noteGuess, leave: (square) => grid.focus(square) });

  const act = () => (mode === "setup" ? setup : moves);
  grid.onOtherKey = (key, square) => (mode === "setup" ? setup.onKey(key, square) : key === "Delete" && clearGuess(square));

  /** Return whether a click on a square asks for a guess: on a hidden piece, unless it can be attacked or was meant to be. */
  const isNoted = (square) => mode !== "setup" && !moves.chosen && !moves.pending && notes?.canNote(board.view, square);

  function pickSquare(square) {
    if (!isNoted(square)) return act().onPick(square);
    chooser.ask(square, grid.cells.get(square), { seat: 1 - notes.seat, guess: notes.guess(square), possible: notes.possible(board.view, square) });
  }

  function noteGuess(square, code) {
    if (!notes?.canNote(board.view, square)) return; // it has moved or fallen since
    notes.set(square, code);
    draw(board, { animate: false });
    say(code ? translate("Your guess for {square}: {piece}.", { square, piece: nameOf(code) }) : translate("No guess for {square}.", { square }), { quiet: true });
  }

  function clearGuess(square) {
    if (!notes?.guess(square)) return false;
    noteGuess(square, "");
    return true;
  }

  /** Return the notes for a board; null for spectators, before play, after the end and for earlier positions. */
  function findNotes({ match_id, viewer, view, status }) {
    if (!match_id || viewer.seat === null || !["play", "duel"].includes(view?.phase) || status === "closed") return null;
    own ??= new Notes(match_id, viewer.seat);
    return own.follow(view) ? own : null;
  }
  let own = null;

  const pick = (element) => act().pick(element.closest(".ft-square")?.dataset.square, element);
  const dragging = {
    pick: (element) => (board ? pick(element) : null),
    start: (from) => act().start(from),
    drop: (from, to) => act().drop(from, to),
  };
  pieceDrags(root, dragging);
  pieceDrags(panel, dragging);
  root.addEventListener("suggest", (event) => act().suggest(event.detail)); // a hint in a tutorial

  function showNotes() {
    halves.forEach((note, half) => {
      const own = half === board.viewer.seat && mode === "setup";
      const empty = !Object.values(board.view?.squares ?? {}).some(([seat]) => seat === half);
      note.textContent = own || !empty ? "" : halfNote(board, half);
      note.hidden = !note.textContent;
      note.style.gridRow = (half === 0) !== grid.turned ? "6 / span 4" : "1 / span 4";
    });
  }

  function showPanel() {
    if (mode !== "setup") setup.close();
    if (mode !== "setup") panel.replaceChildren(...(notes ? [createDeductionPad(board.view, notes)] : []));
    choices?.replaceChildren(...(mode === "choose" ? [createFirstMovePanel(board, submit)] : []));
  }

  function showReport() {
    const warning = board.view ? quietWarning(board.view) : "";
    report.replaceChildren();
    if (!warning) return;
    const line = document.createElement("p");
    line.className = "notice notice-warn small";
    line.textContent = warning;
    report.append(line);
  }

  function draw(next, { animate = true } = {}) {
    stop();
    const before = board?.view;
    const pending = moves.pending;
    board = next;
    mode = modeOf(next);
    notes = findNotes(next);
    if (before?.turn !== next.view?.turn) chooser.close();
    const { view } = next;
    grid.turn((next.viewer.seat === 1) !== turnedByHand);
    if (mode === "setup") setup.draw(next);
    else {
      grid.draw(view?.squares ?? {}, next.viewer.seat, notes?.guesses);
      moves.draw(next, mode, view?.last ? [view.last.from, view.last.to] : []);
    }
    root.dataset.mode = mode;
    showNotes();
    showPanel();
    showReport();
    if (animate && isNextMove(before, view)) {
      const arrived = pending?.[1] === view.last.to && view.last.by === next.viewer.seat;
      stop = animateMove(grid, before, view, { arrived });
    }
  }

  return {
    draw,
    status,
    describeLast: describeLastTurn,
    illustrate: (view, { by }) => (view.last?.by === by && view.phase !== "duel" ? battleCard(view, describeLastMove(view)) : null),
    losses,
    goal,
    guide: () => guide(board?.viewer.seat ?? 0, board?.view?.options),
    turn() {
      turnedByHand = !turnedByHand;
      if (board) draw(board, { animate: false });
    },
  };
}

// The board of Zero Order: draws views and sends notation. It contains no rules.

import { equal } from "../positions.js";
import { loadStyles } from "../styles.js";
import { Dock } from "./zero-order/dock.js";
import { unitDrags } from "./zero-order/drag.js";
import { gridCard } from "./zero-order/hints.js";
import { Field } from "./zero-order/field.js";
import { goal, guide } from "./zero-order/guide.js";
import { Placement } from "./zero-order/placement.js";
import { illustrate, losses, report as reportOf } from "./zero-order/report.js";
import { Team } from "./zero-order/team.js";
import { describeLastAction } from "./zero-order/log-lines.js";
import { Turn } from "./zero-order/turn.js";
import { MoveEntry } from "./zero-order/move-entry.js";
import { isMyTurn, status } from "./zero-order/words.js";
export { chooseSound, isEmpty, keys } from "./zero-order/facts.js";

await loadStyles("zero-order", "zero-order-panels");

const MODES = { team: "team", map: "placing", deploy: "placing", build: "placing", support: "turn", move: "turn", act: "turn", combo: "turn" };

const modeOf = (board) => (board.view && isMyTurn(board) ? (MODES[board.view.phase] ?? "watch") : "watch");

const at = (view, grid) => [view?.tiles[grid], view?.units[grid]];

/** Return whether a view follows another by its last action; then units glide. */
const changed = (before, after) => Boolean(before && after && JSON.stringify(before.last) !== JSON.stringify(after.last));

/**
 * Mount the board on `root`, with the current choice in `controls`, what is looked at and typed notation in `panel`, and what
 * is in play in `report`.
 * `submit(text)` resolves to {state, code, text}; `say(text, {quiet})` shows a hint near the board.
 * Returns what the match page needs: draw, status, describeLast, illustrate, losses, goal, guide, turn.
 */
export function mount(root, { submit, say, panel, report, controls }) {
  let board = null;
  let mode = "watch";
  let looked = null;
  let turnedByHand = false;
  const watch = { onPick() {}, onExit() {}, cancel() {}, holds: () => null };
  const field = new Field(root, {
    onPick: (grid) => act().onPick(grid),
    onExit: (key) => act().onExit(key),
    onCancel: () => act().cancel(),
    onLook: (grid) => look(grid),
  });
  const moveEntry = new MoveEntry(panel, { submit });
  const dock = new Dock(controls ?? panel, panel);
  const acts = {
    watch,
    turn: new Turn(field, dock, { submit, say }),
    placing: new Placement(field, dock, { submit, say }),
    team: new Team(root, dock, panel, { submit, say }),
  };
  const act = () => (mode === "team" ? watch : acts[mode]);

  /** Explain a grid and show its axes on hover, focus and tap; on touch they stay after leaving it. */
  function look(grid) {
    looked = grid;
    showAxes();
    if (board && (grid || !board.view)) dock.look(gridCard(board, grid));
  }

  /** Show the axes of the acting unit, else of the grid in focus. */
  function showAxes() {
    const acting = mode === "turn" && acts.turn.composer?.verb ? acts.turn.composer.actor : null;
    field.showAxes(acting ?? looked);
  }

  const dragging = {
    held(element) {
      if (!board) return null;
      const from = element.closest?.("[data-grid]")?.dataset.grid ?? null;
      const unit = act().holds(from, element);
      return unit ? { from, unit } : null;
    },
    start: (from, unit) => act().start(from, unit),
    drop: (from, to) => act().drop(from, to),
  };
  unitDrags(root, dragging);
  unitDrags(controls ?? panel, dragging);
  // A hint in a tutorial.
  root.addEventListener("suggest", (event) => {
    if (mode !== "watch") acts[mode].suggest(event.detail);
    moveEntry.write(event.detail);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && dock.root.contains(event.target)) act().cancel();
  });

  function draw(next, { animate = true } = {}) {
    const before = board?.view;
    const choosing = mode === "team"; // keeps the card of a token, which does not depend on the position
    // Keep the card of a grid until something happens there; then show the unit that moved there.
    if (looked && !next.view?.units[looked] && !equal(at(before, looked), at(next.view, looked))) look(null);
    board = next;
    mode = modeOf(next);
    const { view, viewer } = next;
    field.turn((viewer.seat === 1) !== turnedByHand);
    field.draw(view, viewer.seat, { animate: animate && changed(before, view) });
    root.dataset.mode = mode;
    if (mode !== "team") acts.team.close();
    if (mode !== "turn") acts.turn.forget();
    if (mode !== "placing") acts.placing.forget();
    if (mode === "watch") dock.clear();
    else acts[mode].draw(next);
    moveEntry.draw(next, mode !== "watch");
    showAxes();
    if (looked && view) dock.look(gridCard(next, looked));
    else if (!choosing || mode !== "team") dock.look([]);
    report.replaceChildren(...reportOf(view, viewer.seat));
  }

  return {
    draw,
    status,
    describeLast: describeLastAction,
    illustrate,
    losses,
    goal,
    guide: () => guide(board?.viewer.seat ?? 0, board?.view?.options),
    turn() {
      turnedByHand = !turnedByHand;
      if (board) draw(board, { animate: false });
    },
  };
}

// Dragging a unit, or a token of the hand, with mouse, pen or finger. A press that does not travel stays a click.

import { make, unitPicture } from "./draw.js";

const THRESHOLD = 6; // pixels

/** Let things be dragged within `area`. `held(element)`: {from, unit: [seat, code]} or null; then `start`, `drop(from, grid)`. */
export function draggable(area, { held, start, drop }) {
  area.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || !down.isPrimary) return;
    const what = held(down.target);
    if (what) follow(down, what, { start, drop });
  });
}

function follow(down, what, { start, drop }) {
  let ghost = null;
  let over = null;
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-grid]") ?? null;

  function hover(cell) {
    if (cell === over) return;
    over?.classList.remove("zo-over-drag");
    over = cell;
    over?.classList.add("zo-over-drag");
  }

  function onMove(event) {
    if (event.pointerId !== down.pointerId) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < THRESHOLD) return;
      ghost = make("div", "zo-ghost", unitPicture(...what.unit));
      document.body.append(ghost);
      start(what.from, what.unit);
    }
    event.preventDefault();
    ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    hover(under(event));
  }

  function finish(event, cancelled) {
    if (event.pointerId !== undefined && event.pointerId !== down.pointerId) return;
    controller.abort();
    if (!ghost) return;
    const cell = cancelled ? null : under(event);
    hover(null);
    ghost.remove();
    swallowClick();
    drop(what.from, cell?.dataset.grid ?? null);
  }

  addEventListener("pointermove", onMove, { ...options, passive: false });
  addEventListener("pointerup", (event) => finish(event, false), options);
  addEventListener("pointercancel", (event) => finish(event, true), options);
  addEventListener("keydown", (event) => event.key === "Escape" && finish(event, true), options);
}

// The click that browsers send after a drag would undo what the drop did.
function swallowClick() {
  const stop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 50);
}

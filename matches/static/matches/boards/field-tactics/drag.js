// Dragging a piece with mouse, pen or finger. A press that does not travel stays an ordinary click.

import { drawPiece } from "./pieces.js";

const THRESHOLD = 6; // pixels

/**
 * Let pieces be dragged within `area`. `pick(element)` names what is under the finger: {from, piece: [seat, code]} or
 * null when it may not be dragged; `start(from)` and `drop(from, square or null, element)` tell how it goes on.
 */
export function draggable(area, { pick, start, drop }) {
  area.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || !down.isPrimary) return;
    const held = pick(down.target);
    if (held) follow(area, down, held, { start, drop });
  });
}

function follow(area, down, held, { start, drop }) {
  let ghost = null;
  let over = null;
  const controller = new AbortController();
  const options = { signal: controller.signal };

  const under = (event) => document.elementFromPoint(event.clientX, event.clientY);

  function hover(element) {
    const cell = element?.closest(".ft-square") ?? null;
    if (cell === over) return;
    over?.classList.remove("ft-over");
    over = cell;
    over?.classList.add("ft-over");
  }

  function onMove(event) {
    if (event.pointerId !== down.pointerId) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < THRESHOLD) return;
      ghost = makeGhost(area, held.piece);
      start(held.from);
    }
    event.preventDefault();
    ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    hover(under(event));
  }

  function finish(event, cancelled) {
    if (event.pointerId !== undefined && event.pointerId !== down.pointerId) return;
    controller.abort();
    if (!ghost) return;
    const element = cancelled ? null : under(event);
    hover(null);
    ghost.remove();
    swallowClick();
    drop(held.from, element?.closest(".ft-square")?.dataset.square ?? null, element);
  }

  addEventListener("pointermove", onMove, { ...options, passive: false });
  addEventListener("pointerup", (event) => finish(event, false), options);
  addEventListener("pointercancel", (event) => finish(event, true), options);
  addEventListener("keydown", (event) => event.key === "Escape" && finish(event, true), options);
}

function makeGhost(area, piece) {
  const ghost = document.createElement("div");
  ghost.className = "ft-ghost";
  const size = document.querySelector(".ft-square:not(.ft-base)")?.clientWidth ?? 48;
  ghost.style.width = ghost.style.height = `${size}px`;
  ghost.append(drawPiece(...piece));
  document.body.append(ghost);
  return ghost;
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

// Dragging a chessman with mouse, pen or finger. A press that does not travel stays an ordinary click.

const THRESHOLD = 6; // pixels

/** `free(element)` names what is under the finger, {from, kind, ghost()}, or null; `start` and `drop(held, cell)` go on. */
export function draggable(board, { free, start, drop }) {
  board.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || !down.isPrimary) return;
    const held = free(down.target);
    if (held) follow(board, down, held, { start, drop });
  });
}

function follow(board, down, held, { start, drop }) {
  let ghost = null;
  let over = null;
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-area]")?.dataset.area ?? null;

  function hover(cell) {
    if (cell === over) return;
    board.querySelector(".oc-over")?.classList.remove("oc-over");
    over = cell;
    if (cell) board.querySelector(`.oc-cell[data-area="${cell}"]`)?.classList.add("oc-over");
  }

  function onMove(event) {
    if (event.pointerId !== down.pointerId) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < THRESHOLD) return;
      ghost = makeGhost(board, held);
      start(held);
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
    drop(held, cell);
  }

  addEventListener("pointermove", onMove, { ...options, passive: false });
  addEventListener("pointerup", (event) => finish(event, false), options);
  addEventListener("pointercancel", (event) => finish(event, true), options);
  addEventListener("keydown", (event) => event.key === "Escape" && finish(event, true), options);
}

function makeGhost(board, held) {
  const ghost = document.createElement("div");
  ghost.className = "oc-ghost";
  const size = (board.getBoundingClientRect().width * 92) / board.viewBox.baseVal.width;
  ghost.style.width = ghost.style.height = `${size}px`;
  ghost.style.margin = `${-size / 2}px 0 0 ${-size / 2}px`;
  ghost.append(held.ghost());
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

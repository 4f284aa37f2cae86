// Dragging with mouse, pen or finger. A press without movement remains a click.

const THRESHOLD = 6; // pixels

/**
 * Let things be dragged within `area`. `pick(element)` names what is pressed, or null where nothing may be dragged;
 * `ghost(held)` is the element that follows the pointer, `place(element)` where something may be dropped (it gets the
 * class `over`), and `start(held)` and `drop(held, place or null)` tell how it goes on.
 */
export function makeDraggable(area, game) {
  area.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || !down.isPrimary) return;
    const held = game.pick(down.target);
    if (held) follow(down, held, game);
  });
}

function follow(down, held, { ghost: makeGhost, place, over, start, drop }) {
  const controller = new AbortController();
  const options = { signal: controller.signal };
  let ghost = null;
  let highlighted = null;

  function findTarget(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    return element ? (place(element) ?? null) : null;
  }

  function highlight(target) {
    if (!over || target === highlighted) return;
    highlighted?.classList.remove(over);
    highlighted = target;
    highlighted?.classList.add(over);
  }

  function onMove(event) {
    if (event.pointerId !== down.pointerId) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < THRESHOLD) return;
      ghost = makeGhost(held);
      document.body.append(ghost);
      start(held);
    }
    event.preventDefault();
    ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    highlight(findTarget(event));
  }

  function finish(event, cancelled) {
    if (event.pointerId !== undefined && event.pointerId !== down.pointerId) return;
    controller.abort();
    if (!ghost) return;
    const target = cancelled ? null : findTarget(event);
    highlight(null);
    ghost.remove();
    swallowClick();
    drop(held, target);
  }

  addEventListener("pointermove", onMove, { ...options, passive: false });
  addEventListener("pointerup", (event) => finish(event, false), options);
  addEventListener("pointercancel", (event) => finish(event, true), options);
  addEventListener("keydown", (event) => event.key === "Escape" && finish(event, true), options);
}

// Browsers send a click after a drag, which would undo the drop.
function swallowClick() {
  const stop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 50);
}

// Dragging the active Soldier, or a card of the hand, to a space. A press that does not travel stays an ordinary click.

const THRESHOLD = 6; // pixels

const spaceUnder = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".ip-cell")?.dataset.space ?? null;

/**
 * Let things within `area` be dragged. `pick(element)` returns the element to show under the finger, or null when
 * nothing may be dragged there; `start()` and `drop(space or null)` tell how it goes on.
 */
export function draggable(area, { pick, start, drop }) {
  area.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || !down.isPrimary) return;
    const held = pick(down.target);
    if (held) follow(down, held, { start, drop });
  });
}

function follow(down, held, { start, drop }) {
  const controller = new AbortController();
  const options = { signal: controller.signal };
  let ghost = null;

  function onMove(event) {
    if (event.pointerId !== down.pointerId) return;
    if (!ghost) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < THRESHOLD) return;
      ghost = held.cloneNode(true);
      ghost.classList.add("ip-ghost");
      document.body.append(ghost);
      start(down.target);
    }
    event.preventDefault();
    ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  }

  function finish(event, cancelled) {
    if (event.pointerId !== undefined && event.pointerId !== down.pointerId) return;
    controller.abort();
    if (!ghost) return;
    ghost.remove();
    swallowClick();
    drop(cancelled ? null : spaceUnder(event));
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

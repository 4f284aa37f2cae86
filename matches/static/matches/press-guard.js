// Delays updates during a press, so that nothing under the pointer is redrawn or moves.

const MAX_PRESS_MS = 500; // ms; who presses longer drags or reads, and is shown what is new

/** Wrap `show` so that updates during a press are shown after it, in order. */
export function deferDuringPress(show) {
  const waiting = [];
  let timer = 0;

  function release() {
    clearTimeout(timer);
    timer = 0;
    for (const news of waiting.splice(0)) show(news);
  }

  function press({ isPrimary }) {
    if (!isPrimary) return;
    clearTimeout(timer);
    timer = setTimeout(release, MAX_PRESS_MS);
  }

  addEventListener("pointerdown", press, { capture: true });
  // The click belongs to the press, and so does what it does.
  for (const end of ["click", "pointercancel"]) addEventListener(end, () => timer && setTimeout(release), { capture: true });
  return (news) => {
    if (timer) waiting.push(news);
    else show(news);
  };
}

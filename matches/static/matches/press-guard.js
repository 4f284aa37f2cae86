// News waits while something is pressed: what lies under the finger must not be drawn anew, or move, before it is let go.

const MAX_PRESS_MS = 500; // ms; who presses longer drags or reads, and is shown what is new

/** `show`, but what is to be shown during a press is shown after it, in the order in which it came. */
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

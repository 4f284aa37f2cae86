// Countdown to the deadline, by the server's clock.

import { formatTime, ServerClock } from "../../matches/times.js";
import { translate } from "../../site/words.js";

/** Count down to the deadline. Calls `onLate` if the deadline is `after` milliseconds past and nothing has arrived. */
export function startClock(serverNow, onLate, after) {
  const offset = new ServerClock();
  let lastRequest = 0;
  offset.observe(serverNow);

  function tick() {
    const shown = document.querySelector("#room-status [data-deadline]");
    if (!shown) return;
    const deadline = Number(shown.dataset.deadline);
    const left = deadline - offset.now();
    const words = left > 0 ? formatTime(left) : translate("Time is up");
    if (shown.textContent !== words) shown.textContent = words;
    shown.classList.toggle("room-late", left < 10000);
    if (left < -after && lastRequest !== deadline) {
      lastRequest = deadline;
      onLate();
    }
  }

  setInterval(tick, 200);
  tick();
  return { tick, observe: (now) => offset.observe(now), now: () => offset.now() };
}

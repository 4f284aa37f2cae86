// The time that is left, counted down by the server's clock.

import { face, Offset } from "../../matches/times.js";
import { translate } from "../../site/words.js";

/** `late` is called when nothing has been heard for `after` milliseconds since a deadline fell. */
export function startClock(serverNow, late, after) {
  const offset = new Offset();
  let lastRequest = 0;
  offset.see(serverNow);

  function look() {
    const shown = document.querySelector("#room-status [data-deadline]");
    if (!shown) return;
    const deadline = Number(shown.dataset.deadline);
    const left = deadline - offset.now();
    const words = left > 0 ? face(left) : translate("Time is up");
    if (shown.textContent !== words) shown.textContent = words;
    shown.classList.toggle("room-late", left < 10000);
    if (left < -after && lastRequest !== deadline) {
      lastRequest = deadline;
      late();
    }
  }

  setInterval(look, 200);
  look();
  return { look, see: (now) => offset.see(now), now: () => offset.now() };
}

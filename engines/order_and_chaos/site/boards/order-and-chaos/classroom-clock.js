// The clock of a classroom match: five minutes from the first turn, for both sides together.

import { translate } from "../../../site/words.js";
import { formatTime, ServerClock } from "../../times.js";

/** `show(text or null)` is called with the remaining time. The first log line has the time of the first turn. */
export function startClassroomClock(show) {
  const offset = new ServerClock();
  let began = null;
  let board = null;
  let timer = 0;

  function tick() {
    clearTimeout(timer);
    const view = board.view;
    if (view?.time_ms === null || !view || view.phase === "over") return show(null);
    if (began === null) return show(translate("Classroom match: {time} from the first turn.", { time: formatTime(view.time_ms) }));
    const left = began + view.time_ms - offset.now();
    if (board.status === "playing") timer = setTimeout(tick, left < 11000 ? 100 : 1000);
    return show(left > 0 ? translate("Classroom match: {time} left.", { time: formatTime(left) }) : translate("Classroom time is up. The points are being counted."));
  }

  return {
    draw(next) {
      board = next;
      if (next.clock && next.status === "playing") offset.observe(next.clock.now);
      for (const { by, at } of next.log ?? []) if (by !== null && at && (began === null || at < began)) began = at;
      if (next.view?.turn === 0) began = null;
      tick();
    },
  };
}

// Clock times, by the server's clock: `clock.now` is its time when the board was rendered.

import { translate } from "../site/words.js";

/** Format milliseconds as m:ss, with tenths below ten seconds, or with hours or days. */
export function formatTime(ms) {
  const left = Math.max(0, ms);
  if (left < 10000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(left / 1000);
  const pad = (n) => String(n).padStart(2, "0");
  if (seconds >= 172800) return translate("{days} d {hours} h", { days: Math.floor(seconds / 86400), hours: Math.floor((seconds % 86400) / 3600) });
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`;
  return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
}

/** Estimates the server's clock: the largest offset seen is the best, as every message arrives late. */
export class ServerClock {
  constructor() {
    this.ms = null;
  }

  observe(serverNow, ownNow = Date.now()) {
    const seen = serverNow - ownNow;
    // More than a minute back is no latency: the local clock was changed.
    if (this.ms === null || seen > this.ms || seen < this.ms - 60000) this.ms = seen;
  }

  now() {
    return Date.now() + (this.ms ?? 0);
  }
}

/** Return {turn, reserve, running} of a seat at server time `at` (ms). Turn time runs first, then the time bank. */
export function getTimeLeft(clock, seat, at) {
  const { turn_left, reserve_left, running, starts } = clock.seats[seat];
  const elapsed = running ? Math.max(0, at - Math.max(clock.now, starts ?? 0)) : 0;
  const over = Math.max(0, elapsed - turn_left);
  return { turn: Math.max(0, turn_left - elapsed), reserve: Math.max(0, reserve_left - over), running };
}

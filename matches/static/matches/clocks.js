// The clocks of a match, one a seat; several may run at once: turn time large, reserve beside it, and a word when time is short.

import { formatDate } from "../site/dates.js";
import { translate } from "../site/words.js";
import { formatTime, getTimeLeft, ServerClock } from "./times.js";

const LOW_TIME_MS = 30000; // turn time and reserve together

function describeWarning({ turn, reserve, running }, hasReserve) {
  if (!running) return "";
  if (turn + reserve <= 0) return translate("Time is up");
  if (turn + reserve <= LOW_TIME_MS) return translate("⚠ Low time");
  if (turn <= 0 && hasReserve) return translate("Using time bank");
  return hasReserve && turn <= LOW_TIME_MS ? translate("Turn time low") : "";
}

function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

export class Clocks {
  /** `strips` gives the element of a seat, with [data-turn], [data-reserve] and [data-warning] inside. */
  constructor(strips) {
    this.strips = strips;
    this.offset = new ServerClock();
    this.clock = null;
  }

  /** Take a new clock. `frozen` doesn't count down (replay, pause); `over` shows only the remaining time banks. */
  draw(clock, { frozen = false, over = false } = {}) {
    if (clock && !frozen) this.offset.observe(clock.now);
    this.clock = clock;
    this.frozen = frozen;
    this.over = over;
    clearTimeout(this.timer);
    this.tick();
  }

  tick() {
    if (!this.clock) return;
    const at = this.frozen ? this.clock.now : this.offset.now();
    let pause = 1000;
    this.clock.seats.forEach((_, seat) => {
      const left = getTimeLeft(this.clock, seat, at);
      this.show(seat, left);
      if (left.running && (left.turn > 0 ? left.turn : left.reserve) < 11000) pause = 100;
      else if (left.running) pause = Math.min(pause, 200);
    });
    if (!this.frozen && this.clock.seats.some((seat) => seat.running)) this.timer = setTimeout(() => this.tick(), pause);
  }

  /** Return until when a seat is on vacation, or "". */
  describeVacation(seat) {
    const until = this.clock.seats[seat].away_until;
    if (!until || until <= this.offset.now()) return "";
    return translate("On vacation until {time}", { time: formatDate(until) });
  }

  show(seat, left) {
    const strip = this.strips(seat);
    if (!strip) return;
    const isShared = this.clock.turn_ms === 0; // all the time is one
    const hasReserve = this.clock.reserve_ms > 0 && !isShared;
    const reserve = hasReserve || isShared ? formatTime(left.reserve) : "";
    const turn = isShared ? reserve : left.turn > 0 ? formatTime(left.turn) : "0:00";
    setText(strip.querySelector("[data-turn]"), this.over && !isShared ? reserve : turn);
    setText(strip.querySelector("[data-reserve]"), hasReserve ? (this.over ? translate("left in time bank") : translate("+ {reserve} bank", { reserve })) : "");
    const words = this.frozen ? "" : this.describeVacation(seat) || describeWarning(left, hasReserve);
    setText(strip.querySelector("[data-warning]"), words);
    const box = strip.querySelector(".clock");
    const running = Boolean(left.running) && !this.frozen;
    box.classList.toggle("clock-running", running);
    box.classList.toggle("clock-low", words.startsWith("⚠"));
    box.classList.toggle("clock-reserve", running && left.turn <= 0 && hasReserve);
  }
}

// A clock that a test moves on by hand, in place of a window's own.

import { cleanup, settle } from "./testing.js";

const NAMES = ["setTimeout", "setInterval", "clearTimeout", "clearInterval"];

/** Stop the time of a window at `start` (ms). `advance(ms)` runs what falls due meanwhile, in order. */
export function fakeTime(win = window, start = 1_700_000_000_000) {
  const timers = new Map();
  let [now, next] = [start, 1];
  const before = Object.fromEntries(NAMES.map((name) => [name, win[name]]));
  const dateNow = win.Date.now;
  const add = (again) => (act, ms = 0) => {
    timers.set(next, { at: now + ms, act, every: again ? ms : null });
    return next++;
  };
  const drop = (id) => timers.delete(id);
  Object.assign(win, { setTimeout: add(false), setInterval: add(true), clearTimeout: drop, clearInterval: drop });
  win.Date.now = () => now;
  cleanup(() => {
    Object.assign(win, before);
    win.Date.now = dateNow;
  });

  const due = (end) => [...timers].filter(([, { at }]) => at <= end).sort(([, first], [, second]) => first.at - second.at)[0];

  async function advance(ms) {
    const end = now + ms;
    await settle(); // what has been promised already comes first
    for (let next = due(end); next; next = due(end)) {
      const [id, timer] = next;
      now = Math.max(now, timer.at);
      if (timer.every === null) timers.delete(id);
      else timer.at += timer.every;
      timer.act();
      await settle();
    }
    now = end;
  }

  return { advance, now: () => now };
}

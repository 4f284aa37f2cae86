// Clock faces, the server's clock, and what a seat has left.

import { boardOf, equal, test } from "/tests/testing.js";
import { fakeTime } from "/tests/fake-time.js";
import { formatTime, getTimeLeft, ServerClock } from "/static/matches/times.js";

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

test("A clock face has minutes and seconds, and hours where it is long", () => {
  equal(formatTime(3 * MINUTE), "3:00");
  equal(formatTime(59 * MINUTE + 59 * SECOND), "59:59");
  equal(formatTime(10 * SECOND), "0:10");
  equal(formatTime(HOUR + 2 * MINUTE + 3 * SECOND), "1:02:03");
  equal(formatTime(2 * DAY - 1), "47:59:59");
});

test("Two days and more are days and hours", () => {
  equal(formatTime(2 * DAY), "2 d 0 h");
  equal(formatTime(3 * DAY - 1), "2 d 23 h");
});

test("Below ten seconds tenths are shown, and nothing below zero", () => {
  equal(formatTime(9999), "0:09.9");
  equal(formatTime(SECOND), "0:01.0");
  equal([formatTime(99), formatTime(0), formatTime(-5000)], ["0:00.0", "0:00.0", "0:00.0"]);
});

test("A face never shows more than is left", () => {
  equal([formatTime(MINUTE - 1), formatTime(1999)], ["0:59", "0:01.9"]);
});

test("The server's clock is as far ahead as the quickest message says", async () => {
  const time = fakeTime(window, 1_000_000);
  const offset = new ServerClock();
  offset.observe(1_004_800); // 200 ms under way
  offset.observe(1_004_950); // 50 ms
  offset.observe(1_004_000); // a second
  equal(offset.now(), 1_004_950);
  await time.advance(3000);
  equal(offset.now(), 1_007_950);
});

test("A server behind our clock is followed as well", () => {
  fakeTime(window, 1_000_000);
  const offset = new ServerClock();
  offset.observe(400_000);
  equal(offset.now(), 400_000);
});

test("Where our own clock has been set forward by more than a minute, the server is believed again", async () => {
  const time = fakeTime(window, 1_000_000);
  const offset = new ServerClock();
  offset.observe(1_000_000);
  await time.advance(HOUR); // nobody waited so long: the clock was set
  offset.observe(1_005_000);
  equal(offset.now(), 1_005_000);
});

test("Before any message our own clock counts", () => {
  fakeTime(window, 1_000_000);
  equal(new ServerClock().now(), 1_000_000);
});

const clock = (seat, now = 0) => ({ now, seats: [{ turn_left: 3 * MINUTE, reserve_left: 5 * MINUTE, running: true, ...seat }] });

test("The turn's time burns first, then the time bank", () => {
  equal(getTimeLeft(clock(), 0, MINUTE), { turn: 2 * MINUTE, reserve: 5 * MINUTE, running: true });
  equal(getTimeLeft(clock(), 0, 3 * MINUTE), { turn: 0, reserve: 5 * MINUTE, running: true });
  equal(getTimeLeft(clock(), 0, 4 * MINUTE), { turn: 0, reserve: 4 * MINUTE, running: true });
  equal(getTimeLeft(clock(), 0, HOUR), { turn: 0, reserve: 0, running: true });
});

test("A clock that does not run loses nothing", () => {
  equal(getTimeLeft(clock({ running: false }), 0, HOUR), { turn: 3 * MINUTE, reserve: 5 * MINUTE, running: false });
});

test("A running clock begins to count when the vacation is over", () => {
  const away = clock({ starts: DAY });
  equal(getTimeLeft(away, 0, HOUR).turn, 3 * MINUTE);
  equal(getTimeLeft(away, 0, DAY + MINUTE).turn, 2 * MINUTE);
});

test("A message that comes late from the past takes nothing away", () => {
  equal(getTimeLeft(clock({}, MINUTE), 0, 0).turn, 3 * MINUTE);
});

const CONTROLS = {
  "3 minutes a turn and a time bank": { turn_ms: 3 * MINUTE, reserve_ms: 5 * MINUTE },
  "10 minutes and an increment": { turn_ms: 0, reserve_ms: 10 * MINUTE, increment_ms: 5 * SECOND },
  "a minute a turn without a time bank": { turn_ms: MINUTE, reserve_ms: 0 },
};

for (const [words, control] of Object.entries(CONTROLS)) {
  test(`With ${words}, the page counts as the referee does`, async () => {
    const options = { game: "order-and-chaos", control };
    const { clock: first } = await boardOf(options);
    for (const after_ms of [1, 59_999, 2 * MINUTE, 4 * MINUTE, 9 * MINUTE]) {
      const { clock: later } = await boardOf({ ...options, after_ms });
      for (const seat of [0, 1]) {
        const { turn_left, reserve_left, running } = later.seats[seat];
        equal(getTimeLeft(first, seat, later.now), { turn: turn_left, reserve: reserve_left, running }, `seat ${seat} after ${after_ms} ms`);
      }
    }
  });
}

// The clocks beside the board: what they show of each kind of time control, and when they warn.

import { equal, includes, ok, stage, test } from "/tests/testing.js";
import { fakeTime } from "/tests/fake-time.js";
import { Clocks } from "/static/matches/clocks.js";

const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000];
const BANK = "bank"; // what the time bank is called
const WARNINGS = { up: "Time is up", low: "⚠ Low time", bank: "Using time bank", turn: "Turn time low" };
const STRIP = `<section><div class="clock"><span data-turn></span><span data-reserve></span></div><p data-warning></p></section>`;
const SERVER = 5_000_000; // when the figures were made, by the server's clock

/** Clocks on a page whose own clock is four minutes behind the server's. */
function seated(seats, control = { turn_ms: 3 * MINUTE, reserve_ms: 5 * MINUTE }) {
  const time = fakeTime(window, SERVER - 4 * MINUTE);
  const strips = [...stage(STRIP.repeat(seats.length)).children];
  const clocks = new Clocks((seat) => strips[seat]);
  const clock = (now, figures) => ({ ...control, now, seats: figures.map((figure) => ({ turn_left: control.turn_ms, reserve_left: control.reserve_ms, running: false, ...figure })) });
  const read = (seat = 0) => {
    const text = (name) => strips[seat].querySelector(`[data-${name}]`).textContent;
    const classes = [...strips[seat].querySelector(".clock").classList].filter((name) => name !== "clock");
    return { turn: text("turn"), bank: text("reserve"), warning: text("warning"), classes };
  };
  clocks.draw(clock(SERVER, seats));
  return { clocks, clock, time, read };
}

test("The clock of the side to move runs, the other one stands", async () => {
  const { time, read } = seated([{ running: true }, {}]);
  equal(read(0).classes, ["clock-running"]);
  await time.advance(65 * SECOND);
  equal([read(0).turn, read(1).turn], ["1:55", "3:00"]);
  equal(read(1).classes, []);
});

test("Both clocks run where both are to act", async () => {
  const { time, read } = seated([{ running: true }, { running: true, turn_left: 2 * MINUTE }]);
  await time.advance(60 * SECOND);
  equal([read(0).turn, read(1).turn], ["2:00", "1:00"]);
});

test("The time bank stands beside the turn's time, and burns when that is gone", async () => {
  const { time, read } = seated([{ running: true }]);
  equal(read().bank, `+ 5:00 ${BANK}`);
  await time.advance(2 * MINUTE + 45 * SECOND);
  equal([read().turn, read().bank, read().warning], ["0:15", `+ 5:00 ${BANK}`, WARNINGS.turn]);
  await time.advance(45 * SECOND);
  equal([read().turn, read().bank, read().warning], ["0:00", `+ 4:30 ${BANK}`, WARNINGS.bank]);
  equal(read().classes, ["clock-running", "clock-reserve"]);
});

test("With half a minute left in all, the clock warns; at the end the time is up", async () => {
  const { time, read } = seated([{ running: true, turn_left: 0, reserve_left: 31 * SECOND }]);
  equal(read().warning, WARNINGS.bank);
  await time.advance(SECOND);
  equal(read().warning, WARNINGS.low);
  ok(read().classes.includes("clock-low"));
  await time.advance(30 * SECOND);
  equal([read().warning, read().bank], [WARNINGS.up, `+ 0:00.0 ${BANK}`]);
});

test("The warning is for a running clock alone", () => {
  equal(seated([{ turn_left: SECOND, reserve_left: 0 }]).read().warning, "");
});

test("The last ten seconds are counted in tenths, and shown as often", async () => {
  const { time, read } = seated([{ running: true, turn_left: 9500, reserve_left: 0 }], { turn_ms: MINUTE, reserve_ms: 0 });
  await time.advance(300);
  equal(read().turn, "0:09.2");
});

test("With an increment all time is one, and a new turn brings more", async () => {
  const { clocks, clock, time, read } = seated([{ running: true }], { turn_ms: 0, reserve_ms: 10 * MINUTE, increment_ms: 5 * SECOND });
  await time.advance(90 * SECOND);
  equal([read().turn, read().bank, read().warning], ["8:30", "", ""]);
  clocks.draw(clock(SERVER + 90 * SECOND, [{ reserve_left: 8 * MINUTE + 35 * SECOND }]));
  await time.advance(90 * SECOND);
  equal([read().turn, read().classes], ["8:35", []]);
});

test("Without a time bank none is shown, and a turn of days is told in days", () => {
  const { read } = seated([{ running: true }], { turn_ms: 3 * DAY, reserve_ms: 0 });
  equal([read().turn, read().bank, read().warning], ["3 d 0 h", "", ""]);
});

test("A late message does not turn the clock back", async () => {
  const { clocks, clock, time, read } = seated([{ running: true }]);
  await time.advance(10 * SECOND);
  clocks.draw(clock(SERVER + 9 * SECOND, [{ running: true, turn_left: 171 * SECOND }])); // a second under way
  equal(read().turn, "2:50");
});

test("In a pause the clocks show what is left and do not move", async () => {
  const { clocks, clock, time, read } = seated([{ running: true }]);
  clocks.draw(clock(SERVER + 20 * SECOND, [{ running: false, turn_left: 160 * SECOND }]), { frozen: true });
  await time.advance(MINUTE);
  equal([read().turn, read().warning, read().classes], ["2:40", "", []]);
});

test("A replay shows the clocks of its moment, also of one that ran", async () => {
  const { clocks, clock, time, read } = seated([{}]);
  clocks.draw(clock(1000, [{ running: true, turn_left: 5 * SECOND, reserve_left: 0 }]), { frozen: true });
  await time.advance(MINUTE);
  equal([read().turn, read().warning, read().classes], ["0:05.0", "", []]);
});

test("Drawn after a replay, a clock runs on from the server's time of now", async () => {
  const { clocks, clock, time, read } = seated([{ running: true }]);
  clocks.draw(clock(1000, [{ running: true }]), { frozen: true });
  await time.advance(30 * SECOND);
  clocks.draw(clock(SERVER, [{ running: true }]));
  equal(read().turn, "2:30");
});

test("When the match is over, what is left of the time bank is shown", () => {
  const { clocks, clock, read } = seated([{}]);
  clocks.draw(clock(SERVER, [{ turn_left: 0, reserve_left: 2 * MINUTE }]), { frozen: true, over: true });
  equal(read().turn, "2:00");
  includes(read().bank, BANK);
});

test("A match with an increment that is over shows what was left of all time", () => {
  const { clocks, clock, read } = seated([{}], { turn_ms: 0, reserve_ms: 10 * MINUTE });
  clocks.draw(clock(SERVER, [{ reserve_left: 2 * MINUTE }]), { frozen: true, over: true });
  equal([read().turn, read().bank], ["2:00", ""]);
});

test("A player on vacation is shown so, until it is over", async () => {
  const { time, read } = seated([{ running: true, away_until: SERVER + MINUTE, starts: SERVER + MINUTE }], { turn_ms: 3 * DAY, reserve_ms: 0 });
  includes(read().warning, "On vacation until");
  equal(read().turn, "3 d 0 h");
  await time.advance(MINUTE + SECOND);
  equal([read().turn, read().warning], ["2 d 23 h", ""]);
});


// The clock of the draft room: counted down by the server's time, and asking when a deadline has passed unheard.

import { equal, stage, test } from "/tests/testing.js";
import { fakeTime } from "/tests/fake-time.js";
import { startClock } from "/static/league/drafts/clock.js";

const SERVER = 9_000_000;

function room(deadline, { behind = 0, after = 2000 } = {}) {
  const time = fakeTime(window, SERVER - behind);
  const shown = stage(`<div id="room-status"><b data-deadline="${deadline}"></b></div>`).querySelector("b");
  const requests = [];
  const clock = startClock(SERVER, () => requests.push(time.now()), after);
  return { time, shown, asked: requests, clock };
}

test("The time that is left is counted by the server's clock", async () => {
  const { time, shown } = room(SERVER + 90_000, { behind: 30_000 });
  equal(shown.textContent, "1:30");
  await time.advance(60_000);
  equal(shown.textContent, "0:30");
});

test("The last ten seconds are marked", async () => {
  const { time, shown } = room(SERVER + 11_000);
  equal(shown.classList.contains("room-late"), false);
  await time.advance(1200);
  equal([shown.classList.contains("room-late"), shown.textContent], [true, "0:09.8"]);
});

test("After the deadline the time is up; unheard of for long, the room is asked for once", async () => {
  const { time, shown, asked: requests } = room(SERVER + 1000);
  await time.advance(1000);
  equal([shown.textContent, requests.length], ["Time is up", 0]);
  await time.advance(2400);
  equal(requests.length, 1);
  await time.advance(60_000);
  equal(requests.length, 1);
});

test("A new deadline counts anew", async () => {
  const { time, shown, asked: requests } = room(SERVER + 1000);
  await time.advance(5000);
  shown.dataset.deadline = SERVER + 65_000;
  await time.advance(200);
  equal(shown.textContent, "0:59");
  await time.advance(70_000);
  equal(requests.length, 2);
});

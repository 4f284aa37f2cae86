// News waits while something is pressed, so that nothing moves under the finger.

import { equal, stage, test } from "/tests/testing.js";
import { fakeTime } from "/tests/fake-time.js";
import { deferDuringPress } from "/static/matches/press-guard.js";

/** A page with news, and a finger on it. */
function page() {
  const time = fakeTime();
  const root = stage();
  const shown = [];
  const send = (type, more) => root.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, ...more }));
  return { time, shown, send, tell: deferDuringPress((news) => shown.push(news)) };
}

test("News is shown at once while nothing is pressed", () => {
  const { tell, shown } = page();
  tell(1);
  equal(shown, [1]);
});

test("What comes during a press is shown after its click, in order", async () => {
  const { time, tell, shown, send } = page();
  send("pointerdown");
  tell(1);
  tell(2);
  equal(shown, []);
  send("click");
  equal(shown, [], "the click belongs to the press");
  await time.advance(0);
  equal(shown, [1, 2]);
  tell(3);
  equal(shown, [1, 2, 3]);
});

test("A press that is cancelled shows it, too", async () => {
  const { time, tell, shown, send } = page();
  send("pointerdown");
  tell(1);
  send("pointercancel");
  await time.advance(0);
  equal(shown, [1]);
});

test("Whoever presses for longer than half a second is shown what is new", async () => {
  const { time, tell, shown, send } = page();
  send("pointerdown");
  tell(1);
  await time.advance(499);
  equal(shown, []);
  await time.advance(1);
  equal(shown, [1]);
});

test("A second finger does not hold news back", () => {
  const { tell, shown, send } = page();
  send("pointerdown", { isPrimary: false });
  tell(1);
  equal(shown, [1]);
});

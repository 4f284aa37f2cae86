// The page's one connection for news: boards and changes, gaps, a line that breaks, and pages that nobody looks at.

import { equal, ok, test } from "/tests/testing.js";
import { board, change, follow, following, openStream } from "/tests/fake-stream.js";

const BOARD = "/api/v1/matches/12/";

// One connection

test("All that a page follows comes over one connection", async () => {
  const stream = await openStream();
  follow(stream, ["match.12"]);
  follow(stream, ["lobby", "match.12"]);
  await stream.time.advance(50);
  equal(stream.connections.length, 1);
  equal(stream.last().topics, ["lobby", "match.12"]);
});

test("Another topic opens the connection anew with all of them, a known one does not", async () => {
  const { stream } = await following();
  follow(stream, ["match.12"]);
  await stream.time.advance(50);
  equal(stream.connections.length, 1);
  follow(stream, ["event.4"]);
  await stream.time.advance(50);
  ok(stream.connections[0].closed);
  equal(stream.last().topics, ["event.4", "match.12"]);
});

test("Whoever stops following is told nothing more, and the last one closes the connection", async () => {
  const { stream, reader } = await following();
  reader.stop();
  stream.last().sends("match", board(1));
  await stream.time.advance(50);
  equal(reader.of("match"), []);
  equal([stream.connections.length, stream.last().closed], [1, true]);
});

test("A connection says how long ago the page was asked for, a later one how long the line was silent", async () => {
  const { stream } = await following();
  equal(stream.last().age >= 700 && stream.last().age < 800, true);
  await stream.time.advance(3000);
  stream.last().sends("beat");
  await stream.time.advance(4000);
  follow(stream, ["lobby"]);
  await stream.time.advance(50);
  equal(stream.last().age, 4050);
});

// Boards and changes

test("A board goes to those who follow its match, and to nobody else", async () => {
  const { stream, reader } = await following();
  const other = follow(stream, ["match.13"]);
  stream.last().sends("match", board(1));
  equal(reader.of("match"), [board(1)]);
  equal(other.of("match"), []);
});

test("After a whole board, changes are enough: each is told as a whole board", async () => {
  const { stream, reader } = await following();
  stream.last().sends("match", board(1, { view: { turn: 1, squares: { A1: [0, "G1"] } } }));
  stream.last().sends("change", change(1, 2, { "~view": { "=turn": 2, "~squares": { "-A1": 0, "=A2": [0, "G1"] } } }, [{ n: 2 }]));
  equal(reader.of("match").at(-1), board(2, { view: { turn: 2, squares: { A2: [0, "G1"] } }, log: [{ n: 2 }] }));
});

test("What a reader does to its board does not reach the next change", async () => {
  const { stream, reader } = await following();
  stream.last().sends("match", board(1, { view: { turn: 1 } }));
  reader.of("match")[0].view.turn = 99;
  stream.last().sends("change", change(1, 2, {}, [{ n: 2 }]));
  equal(reader.of("match")[1].view, { turn: 1 });
});

test("A change of a board that never came opens the connection anew", async () => {
  const { stream, entries } = await following();
  stream.last().sends("change", change(1, 2));
  await stream.time.advance(1300);
  equal(entries(), []);
  equal(stream.connections.length, 2);
});

test("A change of another entry than the last one opens the connection anew", async () => {
  const { stream, entries } = await following();
  stream.last().sends("match", board(1));
  stream.last().sends("change", change(2, 3));
  await stream.time.advance(1300);
  equal(entries(), [1]);
  equal(stream.connections.length, 2);
});

test("After a reconnect, a change without its whole board don't count", async () => {
  const { stream, entries } = await following();
  stream.last().sends("match", board(1));
  stream.last().fails();
  stream.last().opens();
  stream.last().sends("change", change(1, 2));
  await stream.time.advance(1300);
  equal(entries(), [1]);
  equal(stream.connections.length, 2);
});

test("An unreadable change opens the connection anew", async () => {
  const { stream } = await following();
  stream.last().sends("match", board(1));
  stream.last().sends("change", "{");
  await stream.time.advance(1300);
  equal(stream.connections.length, 2);
});

// Gaps

test("An older board than the one that is shown is dropped; the same one is told again", async () => {
  const { stream, entries } = await following();
  for (const entry of [5, 4, 5]) stream.last().sends("match", board(entry));
  equal(entries(), [5, 5]);
});

test("A board with all log lines since the last one is told as it is", async () => {
  const { stream, entries } = await following();
  stream.last().sends("match", board(1));
  stream.last().sends("match", board(3, { log: [{ n: 2 }, { n: 3 }] }));
  equal([entries(), stream.asked], [[1, 3], []]);
});

test("Where log lines are missing, the board is fetched with all of them", async () => {
  const { stream, reader } = await following();
  const fullBoard = board(3, { log: [{ n: 1 }, { n: 2 }, { n: 3 }] });
  stream.answers.set(BOARD, fullBoard);
  stream.last().sends("match", board(1));
  stream.last().sends("match", board(3, { log: [{ n: 3 }] }));
  await stream.time.advance(0);
  equal(stream.asked, [BOARD]);
  equal(reader.of("match"), [board(1), fullBoard]);
});

test("A gap is noticed after the entry that the page was sent with, too", async () => {
  const { stream } = await following({ entry: 7 });
  stream.last().sends("match", board(8, { log: [{ n: 8 }] }));
  equal(stream.asked, []);
  stream.last().sends("match", board(10, { log: [{ n: 10 }] }));
  equal(stream.asked, [BOARD]);
});

test("An unreadable board is fetched instead", async () => {
  const { stream, entries } = await following();
  stream.answers.set(BOARD, board(4));
  stream.last().sends("match", "not JSON");
  await stream.time.advance(0);
  equal(entries(), [4]);
});

test("A board that cannot be fetched shows that the line is down", async () => {
  const { stream, reader } = await following();
  stream.answers.set(BOARD, 503);
  await stream.resync(12);
  equal(reader.of("state"), [true, false]);
});

// News of other topics

test("News of a topic go to its followers; unreadable ones to all", async () => {
  const { stream } = await following();
  const lobby = follow(stream, ["lobby"]);
  const event = follow(stream, ["event.4"]);
  await stream.time.advance(50);
  stream.last().sends("changed", { topic: "lobby" });
  stream.last().sends("picture", { topic: "event.4", n: 1 });
  equal([lobby.of("changed"), event.of("changed"), event.of("picture")], [["lobby"], [], [{ topic: "event.4", n: 1 }]]);
  stream.last().sends("changed", "?");
  equal([lobby.of("changed"), event.of("changed")], [["lobby", "lobby"], ["event.4"]]);
});

// The line

test("While the browser reconnects by itself the page waits for it, and says that the line is down", async () => {
  const { stream, reader } = await following();
  stream.last().fails();
  stream.last().fails();
  await stream.time.advance(10_000);
  equal(stream.connections.length, 1);
  equal(reader.of("state"), [true, false]);
  stream.last().opens();
  equal(reader.of("state"), [true, false, true]);
});

test("A late follower is told the state of the line", async () => {
  const { stream } = await following();
  equal(follow(stream, ["match.12"]).of("state"), [true]);
});

test("A connection that was refused is tried again after 1, 2, 4, 8, 15 and then every 30 seconds, give or take a fifth", async () => {
  const { stream } = await following();
  const waits = [];
  for (let times = 0; times < 7; times++) {
    const [count, since] = [stream.connections.length, stream.time.now()];
    stream.last().fails({ forGood: true });
    while (stream.connections.length === count) await stream.time.advance(100);
    waits.push(stream.time.now() - since);
  }
  [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000].forEach((expected, at) => ok(waits[at] >= expected * 0.8 && waits[at] <= expected * 1.2 + 100, `wait ${at + 1} was ${waits[at]} ms`));
});

test("A connection that stood again begins with a short wait", async () => {
  const { stream } = await following();
  for (let times = 0; times < 4; times++) {
    stream.last().fails({ forGood: true });
    await stream.time.advance(10_000);
  }
  stream.last().opens();
  const count = stream.connections.length;
  stream.last().fails({ forGood: true });
  await stream.time.advance(1300);
  equal(stream.connections.length, count + 1);
});

test("A line whose heartbeat has stopped for 45 seconds is taken as broken and opened anew", async () => {
  const { stream, reader } = await following();
  stream.answers.set(BOARD, board(1));
  stream.last().sends("match", board(1));
  stream.last().sends("beat");
  await stream.time.advance(44_000);
  equal(stream.connections.length, 1);
  await stream.time.advance(6000);
  equal(stream.connections.length, 2);
  equal(reader.of("state"), [true, false]);
});

test("A line with a heartbeat is left alone", async () => {
  const { stream } = await following();
  stream.answers.set(BOARD, board(1));
  stream.last().sends("match", board(1));
  for (let beats = 0; beats < 20; beats++) {
    stream.last().sends("beat");
    await stream.time.advance(15_000);
  }
  equal(stream.connections.length, 1);
});

test("Offline is shown at once; back online, the connection is opened anew", async () => {
  const { stream, reader } = await following();
  stream.win.dispatchEvent(new Event("offline"));
  equal(reader.of("state"), [true, false]);
  stream.win.dispatchEvent(new Event("online"));
  equal(stream.connections.length, 2);
});

// A hint that was lost

test("A player's page without news for 15 seconds looks for itself, and does so again after 15 more", async () => {
  const { stream, entries } = await following();
  stream.answers.set(BOARD, board(1));
  stream.last().sends("match", board(1));
  await stream.time.advance(14_000);
  equal(stream.asked, []);
  await stream.time.advance(6000);
  equal(stream.asked, [BOARD]);
  await stream.time.advance(15_000);
  equal(stream.asked, [BOARD, BOARD]);
  equal([entries(), stream.connections.length], [[1], 1]);
});

test("What it finds there is told, and the connection that lost it is opened anew", async () => {
  const { stream, entries } = await following();
  stream.last().sends("match", board(1));
  stream.answers.set(BOARD, board(2));
  await stream.time.advance(20_000);
  equal(entries(), [1, 2]);
  equal(stream.connections.length, 2);
});

for (const [whose, more] of [["A spectator's page", { viewer: { seat: null, turn: 0 } }], ["The page of a match that is over", { status: "closed" }]]) {
  test(`${whose} looks after a minute only`, async () => {
    const { stream } = await following();
    stream.last().sends("match", board(1, more));
    await stream.time.advance(59_000);
    equal(stream.asked, []);
    stream.answers.set(BOARD, board(1, more));
    await stream.time.advance(10_000);
    equal(stream.asked.length, 1);
  });
}

// Pages that nobody looks at

function look(stream, seen) {
  Object.defineProperty(stream.win.document, "hidden", { value: !seen, configurable: true });
  stream.win.document.dispatchEvent(new Event("visibilitychange"));
}

async function withTopics(...topics) {
  const stream = await openStream();
  const reader = follow(stream, topics);
  await stream.time.advance(50);
  stream.last().opens();
  return { stream, reader };
}

test("A hidden page with nothing live but the bell gives its connection away after five seconds, and reads again when it is seen", async () => {
  const { stream, reader } = await withTopics("notices.3.abc");
  look(stream, false);
  await stream.time.advance(4900);
  equal(stream.last().closed, false);
  await stream.time.advance(200);
  equal(stream.last().closed, true);
  look(stream, true);
  equal(stream.connections.length, 2);
  equal(reader.of("changed"), ["notices.3.abc"]);
});

test("A page that is seen again within five seconds keeps its connection", async () => {
  const { stream } = await withTopics("notices.3.abc");
  look(stream, false);
  await stream.time.advance(3000);
  look(stream, true);
  await stream.time.advance(10_000);
  equal([stream.connections.length, stream.last().closed], [1, false]);
});

test("A hidden page with nothing live but the bell and the bar of a match gives its connection away, too", async () => {
  const { stream } = await following({ rests: true });
  follow(stream, ["notices.3.abc"]);
  await stream.time.advance(50);
  look(stream, false);
  await stream.time.advance(5100);
  equal(stream.last().closed, true);
});

test("A hidden page with a match keeps its connection", async () => {
  const { stream } = await withTopics("match.12", "notices.3.abc");
  look(stream, false);
  await stream.time.advance(60_000);
  equal([stream.connections.length, stream.last().closed], [1, false]);
});

test("A page that comes back from the browser's memory connects anew", async () => {
  const { stream } = await withTopics("match.12");
  stream.win.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  equal(stream.last().closed, true);
  stream.win.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  equal(stream.connections.length, 2);
});

// `stream.js` on a page whose connections, answers and time are the test's.

import { fakeTime } from "./fake-time.js";
import { openPage } from "./pages.js";

/** A connection that the page has opened. The test plays the server: `opens()`, `sends(kind, data)`, `fails()`. */
class Connection extends EventTarget {
  constructor(address) {
    super();
    this.address = new URL(address, location.href);
    this.readyState = 0;
  }

  get topics() {
    return this.address.searchParams.get("topics").split(",");
  }

  get age() {
    return Number(this.address.searchParams.get("age"));
  }

  get closed() {
    return this.readyState === 2;
  }

  close() {
    this.readyState = 2;
  }

  opens() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  sends(kind, data = null) {
    this.dispatchEvent(new MessageEvent(kind, { data: typeof data === "string" ? data : JSON.stringify(data) }));
  }

  /** The line breaks; unless the browser gives up for good, it tries again by itself. */
  fails({ forGood = false } = {}) {
    this.readyState = forGood ? 2 : 0;
    this.dispatchEvent(new Event("error"));
  }
}

/** The board of match 12 after an entry. */
export const board = (entry, more = {}) => ({ match: 12, entry, status: "playing", viewer: { seat: 0, turn: 1 }, log: [], ...more });

/** What changed of match 12 between two entries. */
export const change = (from, entry, more = {}, log = []) => ({ match: 12, from, change: { "=entry": entry, ...more }, log });

/**
 * {subscribe, resync, connections, last(), answers, asked, time, win}: `answers` maps a path to what the API says there
 * (a value, or a status), `asked` are the paths that were asked for.
 */
export async function openStream() {
  const page = openPage();
  const connections = [];
  const asked = [];
  const answers = new Map();
  page.win.EventSource = class extends Connection {
    static CLOSED = 2;

    constructor(address) {
      super(address);
      connections.push(this);
    }
  };
  page.win.fetch = async (path) => {
    asked.push(path);
    const answer = answers.get(path);
    if (answer === undefined) throw new TypeError("no network");
    return { ok: typeof answer !== "number", status: answer, json: async () => structuredClone(answer) };
  };
  const time = fakeTime(page.win, Math.ceil(page.win.performance.timeOrigin) + 700);
  const stream = await page.load("/static/site/stream.js");
  return { ...stream, connections, last: () => connections.at(-1), answers, asked, time, win: page.win };
}

/** Follow topics on a stream and note what is told: [kind, value]. */
export function follow(stream, topics, options) {
  const told = [];
  const note = (kind) => (value) => told.push([kind, value]);
  const stop = stream.subscribe(topics, { match: note("match"), changed: note("changed"), picture: note("picture"), state: note("state") }, options);
  return { told, stop, of: (kind) => told.filter(([one]) => one === kind).map(([, value]) => value) };
}

/** A page that follows match 12 and whose connection stands. */
export async function following(options) {
  const stream = await openStream();
  const reader = follow(stream, ["match.12"], options);
  await stream.time.advance(50);
  stream.last().opens();
  return { stream, reader, entries: () => reader.of("match").map(({ entry }) => entry) };
}

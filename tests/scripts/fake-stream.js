// `stream.js` on a page whose connections, answers and time are the test's.

import { fakeTime } from "./fake-time.js";
import { openPage } from "./pages.js";

/** A connection that the page has opened. The test plays the server: `opens()`, `sends(kind, data)`, `fails()`. */
class Connection extends EventTarget {
  constructor(url) {
    super();
    this.address = new URL(url, location.href);
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
export const board = (entry, more = {}) => ({ match_id: 12, entry, status: "playing", viewer: { seat: 0, turn: 1 }, log: [], ...more });

/** What changed of match 12 between two entries. */
export const change = (from, entry, more = {}, log = []) => ({ match_id: 12, from, change: { "=entry": entry, ...more }, log });

/**
 * {subscribe, resync, connections, last(), answers, asked, time, win}: `answers` maps a path to what the API says there
 * (a value, or a status), `asked` are the paths that were asked for.
 */
export async function openStream() {
  const page = openPage();
  const connections = [];
  const requests = [];
  const answers = new Map();
  page.win.EventSource = class extends Connection {
    static CLOSED = 2;

    constructor(url) {
      super(url);
      connections.push(this);
    }
  };
  page.win.fetch = async (path) => {
    requests.push(path);
    const response = answers.get(path);
    if (response === undefined) throw new TypeError("no network");
    return { ok: typeof response !== "number", status: response, json: async () => structuredClone(response) };
  };
  const time = fakeTime(page.win, Math.ceil(page.win.performance.timeOrigin) + 700);
  const stream = await page.load("/static/site/stream.js");
  return { ...stream, connections, last: () => connections.at(-1), answers, asked: requests, time, win: page.win };
}

/** Follow topics on a stream and record the calls as [kind, value]. */
export function follow(stream, topics, options) {
  const events = [];
  const note = (kind) => (value) => events.push([kind, value]);
  const stop = stream.subscribe(topics, { match: note("match"), changed: note("changed"), picture: note("picture"), state: note("state") }, options);
  return { events, stop, of: (kind) => events.filter(([name]) => name === kind).map(([, value]) => value) };
}

/** A page that follows match 12 and whose connection stands. */
export async function following(options) {
  const stream = await openStream();
  const reader = follow(stream, ["match.12"], options);
  await stream.time.advance(50);
  stream.last().opens();
  return { stream, reader, entries: () => reader.of("match").map(({ entry }) => entry) };
}

// Sending a move: the same key until it is judged, and never twice.

import { cleanup, equal, includes, settle, test } from "/tests/testing.js";
import { fakeTime } from "/tests/fake-time.js";
import { createKey, submit, UNREACHABLE } from "/static/matches/match-api.js";

const MOVE = { turn: 3, text: "A1-A2", key: "k1" };
const ACCEPTED = { state: "accepted", entry: 8, code: "", text: "" };
const WAITING = { state: "waiting", entry: null, code: "", text: "" };

/** A server that gives these answers one after the other: {status, body}, or null where it cannot be reached. */
function serverWith(...answers) {
  const before = window.fetch;
  cleanup(() => (window.fetch = before));
  const requests = [];
  window.fetch = async (path, { body }) => {
    requests.push({ path, body: JSON.parse(body) });
    const response = answers[Math.min(requests.length, answers.length) - 1];
    if (!response) throw new TypeError("Failed to fetch");
    return { ok: response.status < 400, status: response.status, text: async () => response.raw ?? JSON.stringify(response.body) };
  };
  return requests;
}

/** Submit a move and let time run until there is a verdict. */
async function verdictOf(requests) {
  const time = fakeTime();
  const notes = [];
  let verdict = null;
  submit(12, MOVE, (note) => notes.push(note)).then((result) => (verdict = result));
  for (let seconds = 0; !verdict && seconds < 60; seconds++) await time.advance(1000);
  await settle();
  return { verdict, notes, requests };
}

test("An accepted move is sent once", async () => {
  const { verdict, notes, requests } = await verdictOf(serverWith({ status: 200, body: ACCEPTED }));
  equal([verdict, notes, requests.length], [ACCEPTED, ["sending"], 1]);
  equal(requests[0], { path: "/api/v1/matches/12/submissions/?wait=2", body: MOVE });
});

test("A refused move says why", async () => {
  const { verdict } = await verdictOf(serverWith({ status: 409, body: { code: "not-your-turn", text: "It is not your turn." } }));
  equal([verdict.state, verdict.code, verdict.text], ["refused", "not-your-turn", "It is not your turn."]);
});

test("An error page instead of JSON is told by its status", async () => {
  const { verdict } = await verdictOf(serverWith({ status: 413, raw: "<html>" }));
  equal([verdict.state, verdict.code], ["refused", "http-413"]);
  includes(verdict.text, "413");
});

test("Over a weak line the same key goes out again until it arrives", async () => {
  const { verdict, notes, requests } = await verdictOf(serverWith(null, { status: 502, raw: "" }, { status: 200, body: ACCEPTED }));
  equal([verdict.state, notes], ["accepted", ["sending", "retrying", "retrying"]]);
  equal(requests.map(({ body }) => body.key), ["k1", "k1", "k1"]);
});

test("A move that waits for the referee is asked for again with its key", async () => {
  const { verdict, notes } = await verdictOf(serverWith({ status: 202, body: WAITING }, { status: 200, body: ACCEPTED }));
  equal([verdict.state, notes], ["accepted", ["sending", "waiting"]]);
});

test("After six attempts the move is given back as not known to be stored", async () => {
  const { verdict, requests } = await verdictOf(serverWith(null));
  equal([verdict.state, verdict.code, requests.length], ["refused", UNREACHABLE, 6]);
});

test("A move that was stored once is never called unsent, however silent the server is then", async () => {
  const { verdict } = await verdictOf(serverWith({ status: 202, body: WAITING }, null));
  equal(verdict, WAITING);
});

test("A site without its database says so", async () => {
  const { verdict } = await verdictOf(serverWith({ status: 503, body: { code: "unavailable" } }));
  equal(verdict.code, UNREACHABLE);
  includes(verdict.text, "temporarily unavailable");
});

test("Every key is another one", () => {
  equal(new Set(Array.from({ length: 100 }, createKey)).size, 100);
});

// The page's connection to the stream. All subscriptions share one EventSource.
// A match arrives in full once, then as changes; subscribers get full boards. If something is missing,
// the stream is reopened or the board fetched.

import { applyChange } from "./changes.js";
import { translate } from "./words.js";

const QUIET_LIMIT = 45000; // without a sign of life for so long, after the server has shown that it has a heartbeat
const REFRESH = 60000; // a server without a heartbeat is asked by hand this often
const REST_AFTER = 5000; // of a hidden page of which only the head is live: browsers have few connections to a site
const LOOK_AFTER = 15000; // without news of a match for so long, its players' pages look themselves; others four times as long
const isPublic = "publicView" in document.documentElement.dataset; // others see this page: it shows nothing of its reader's own
const BACKOFF = [1000, 2000, 4000, 8000, 15000, 30000];

// Kept on the window: the same module may be loaded under two addresses (hashed and plain).
const hub = (globalThis[Symbol.for("league-zero.stream")] ??= {
  subscribers: new Set(),
  source: null,
  topics: "",
  entries: new Map(),
  bases: new Map(), // match -> the board that the next change is made to; subscribers get copies
  connected: null,
  heardAt: 0,
  beats: false,
  failures: 0,
  newsAt: new Map(), // match -> when something was last heard of it
  boring: new Set(), // matches that the viewer does not play, or that are over
  timer: 0,
  scheduled: false,
});

const hasTopic = (subscriber, topic) => subscriber.topics.has(topic);
const listTopics = () => [...new Set([...hub.subscribers].flatMap((subscriber) => [...subscriber.topics]))].sort();

function notify(topic, kind, value) {
  for (const subscriber of hub.subscribers) if (hasTopic(subscriber, topic)) subscriber[kind]?.(value);
}

function setConnected(connected) {
  if (hub.connected === connected) return;
  hub.connected = connected;
  for (const subscriber of hub.subscribers) subscriber.state?.(connected);
}

function markHeard() {
  hub.heardAt = Date.now();
}

function publishBoard(board) {
  const before = hub.entries.get(board.match_id);
  if (before !== undefined && board.entry < before) return;
  hub.entries.set(board.match_id, board.entry);
  hub.newsAt.set(board.match_id, Date.now());
  hub.boring[board.viewer?.seat === null || board.status === "closed" ? "add" : "delete"](board.match_id);
  notify(`match.${board.match_id}`, "match", board);
}

/** Whether log lines between the last board seen and this one are missing. */
function hasGap(board) {
  const before = hub.entries.get(board.match_id);
  if (before === undefined || board.entry <= before + 1) return false;
  return !board.log?.some((line) => line.n === before + 1);
}

/** Fetch the current board. Rejects on a failed request. */
async function fetchBoard(match) {
  const response = await fetch(`/api/v1/matches/${match}/`, { headers: { Accept: "application/json" }, credentials: isPublic ? "omit" : "same-origin" });
  if (!response.ok) throw new Error(translate("Couldn't load the board ({status}). Reload the page.", { status: response.status }));
  return response.json();
}

/** Fetch a match's board and publish it to its subscribers. */
export async function resync(match) {
  try {
    publishBoard(await fetchBoard(match));
    markHeard();
  } catch {
    setConnected(false);
  }
}

function resyncAll() {
  for (const topic of listTopics()) if (topic.startsWith("match.")) resync(topic.slice(6));
}

function onMatch(event) {
  markHeard();
  let board;
  try {
    board = JSON.parse(event.data);
  } catch {
    return resyncAll();
  }
  applyBoard(board);
}

function applyBoard(board) {
  hub.bases.set(board.match_id, board);
  if (hasGap(board)) resync(board.match_id);
  else publishBoard(structuredClone(board));
}

function onChange(event) {
  markHeard();
  let message = null;
  try {
    message = JSON.parse(event.data);
  } catch {
    // Unreadable: handled below as a missing base.
  }
  const base = message && hub.bases.get(message.match_id);
  if (!base || base.entry !== message.from) return reopenLater();
  applyBoard({ ...applyChange(base, message.change), log: message.log });
}

function onChanged(event) {
  markHeard();
  try {
    const { topic } = JSON.parse(event.data);
    notify(topic, "changed", topic);
  } catch {
    for (const topic of listTopics()) notify(topic, "changed", topic);
  }
}

function onPicture(event) {
  markHeard();
  try {
    const picture = JSON.parse(event.data);
    notify(picture.topic, "picture", picture);
  } catch {
    for (const topic of listTopics()) notify(topic, "changed", topic);
  }
}

function onBeat() {
  hub.beats = true;
  markHeard();
}

function onError() {
  setConnected(false);
  if (hub.source?.readyState === EventSource.CLOSED) reopenLater();
}

function reopenLater() {
  clearTimeout(hub.timer);
  const pause = BACKOFF[Math.min(hub.failures++, BACKOFF.length - 1)];
  hub.timer = setTimeout(connect, pause * (0.8 + Math.random() * 0.4));
}

function connect() {
  clearTimeout(hub.timer);
  hub.resting = false;
  hub.source?.close();
  hub.topics = listTopics().join(",");
  if (!hub.topics) return;
  // What changed since the page was asked for, or the line before this one was heard last, is to be read again.
  const age = Math.max(0, Math.round(Date.now() - (hub.heardAt || performance.timeOrigin)));
  markHeard();
  const source = new EventSource(`/stream?topics=${hub.topics}&age=${Math.min(age, 86400000)}&changes=1${isPublic ? "&public=1" : ""}`);
  hub.source = source;
  source.addEventListener("open", () => {
    hub.failures = 0;
    hub.bases.clear();
    markHeard();
    setConnected(true);
  });
  source.addEventListener("match", onMatch);
  source.addEventListener("change", onChange);
  source.addEventListener("changed", onChanged);
  source.addEventListener("picture", onPicture);
  source.addEventListener("beat", onBeat);
  source.addEventListener("error", onError);
  if (document.hidden) wake();
}

function checkConnection() {
  if (!hub.source || document.hidden) return;
  const quiet = Date.now() - hub.heardAt;
  if (hub.beats && quiet > QUIET_LIMIT) {
    setConnected(false);
    connect();
  } else if (!hub.beats && quiet > REFRESH) {
    markHeard();
    resyncAll();
  } else for (const topic of listTopics()) if (topic.startsWith("match.")) refetchIfQuiet(Number(topic.slice(6)));
}

/** Fetch a board that had no update for long: messages may be lost. */
async function refetchIfQuiet(match) {
  const quiet = Date.now() - (hub.newsAt.get(match) ?? 0);
  if (quiet < LOOK_AFTER * (hub.boring.has(match) ? 4 : 1)) return;
  hub.newsAt.set(match, Date.now());
  try {
    const board = await fetchBoard(match);
    if (board.entry <= (hub.entries.get(match) ?? -1)) return;
    publishBoard(board);
    connect();
  } catch {
    // The stream reports a lost connection itself.
  }
}

/** Return whether only the page's head (the notification bell, the live bar) is live: then a hidden page closes its connection. */
const isOnlyHead = () => [...hub.subscribers].every(({ topics, rests }) => rests || [...topics].every((topic) => topic.startsWith("notices.")));

function disconnectIfIdle() {
  if (!document.hidden || !isOnlyHead()) return; // meanwhile looked at, or something else has become live
  clearTimeout(hub.timer);
  hub.source?.close();
  hub.resting = true;
}

function wake() {
  clearTimeout(hub.rester);
  if (document.hidden && hub.source && isOnlyHead()) hub.rester = setTimeout(disconnectIfIdle, REST_AFTER);
  if (document.hidden || !hub.source) return;
  if (hub.resting) {
    connect();
    for (const topic of listTopics()) notify(topic, "changed", topic);
  } else if (!hub.connected || Date.now() - hub.heardAt > QUIET_LIMIT) connect();
}

if (!hub.watching) {
  hub.watching = setInterval(checkConnection, 5000);
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("offline", () => setConnected(false));
  addEventListener("pagehide", () => hub.source?.close());
  addEventListener("pageshow", (event) => event.persisted && connect());
}

/**
 * Follow topics ("match.12", "event.4", "lobby").
 * Handlers: match(board), picture(picture), changed(topic), state(connected). Returns a function that ends the subscription.
 * `entry`: the newest entry the page already shows of a match it was rendered with, so that a gap is noticed.
 * `rests`: a hidden page need not stay connected for this.
 */
export function subscribe(topics, handlers, { entry, rests = false } = {}) {
  const subscriber = { ...handlers, topics: new Set(topics), rests };
  hub.subscribers.add(subscriber);
  for (const topic of topics) if (topic.startsWith("match.")) hub.newsAt.set(Number(topic.slice(6)), Date.now());
  if (entry !== undefined && topics.length === 1) hub.entries.set(Number(topics[0].slice(6)), entry);
  if (hub.connected !== null) handlers.state?.(hub.connected);
  refreshSoon();
  return () => {
    hub.subscribers.delete(subscriber);
    refreshSoon();
  };
}

function refreshSoon() {
  if (hub.scheduled) return;
  hub.scheduled = true;
  // One tick late, so that all modules of a page are in the first connection.
  setTimeout(() => {
    hub.scheduled = false;
    if (listTopics().join(",") !== hub.topics) connect();
  }, 50);
}

// The live room: the server's pieces of the board, put in place as they change. Everybody gets the same ones; what only
// the reader may see is the desk, which is fetched by itself.

import { subscribe } from "../../site/stream.js";
import { translate } from "../../site/words.js";
import { ring, startBellForm } from "./bell.js";
import { startChat } from "./chat.js";
import { startClock } from "./clock.js";
import { Controls } from "./controls.js";
import { Pool } from "./pool.js";
import { startTabs } from "./tabs.js";

const LISTS = [
  ["room-team-", "room-teams", false],
  ["room-row-", "room-rows", false],
  ["room-pick-", "room-picks", true],
];
const HERE = 10000;
const LATE = 2500; // after a deadline without news

const root = document.getElementById("room");
let mark = Number(root.dataset.mark);
let fetching = null;

const clock = startClock(Number(root.dataset.now), () => refetch(), LATE);
const pool = new Pool();
const controls = document.getElementById("own-desk") ? new Controls(root, pool) : null;

function elementOf(html) {
  const frame = document.createElement("template");
  frame.innerHTML = html;
  return frame.content.firstElementChild;
}

function placePiece(id, html) {
  const old = document.getElementById(id);
  if (!html) return old?.remove();
  const fresh = elementOf(html);
  if (old) {
    const open = [...old.querySelectorAll("details")].map((details) => details.open);
    old.replaceWith(fresh);
    fresh.querySelectorAll("details").forEach((details, at) => open[at] !== undefined && (details.open = open[at]));
    return;
  }
  const [, list, first] = LISTS.find(([start]) => id.startsWith(start)) ?? [];
  if (!list) return;
  const holder = document.getElementById(list);
  if (first) holder.prepend(fresh);
  else holder.append(fresh);
}

// The pieces are everybody's; the reader's own column is marked here.
function markOwn() {
  const { yours } = root.dataset;
  if (yours) for (const cell of document.querySelectorAll(`.room-grid [data-team="${yours}"]`)) cell.classList.add("room-own");
}

// Newest pick first.
function sortPieces(pieces) {
  const number = ([id]) => Number(id.match(/\d+$/)?.[0] ?? 0);
  return Object.entries(pieces).sort((first, second) => number(first) - number(second));
}

// Only a full board may be older than ours: a backup may have been restored.
function draw(picture, isWhole = false) {
  clock.observe(picture.now);
  if (isWhole ? picture.mark === mark : picture.mark <= mark) return;
  if (picture.from > mark) return refetch();
  if (picture.from === 0) {
    for (const element of document.querySelectorAll("[id^='room-pick-'], [id^='room-row-']")) {
      if (!(element.id in picture.pieces)) element.remove();
    }
  }
  const began = root.dataset.status === "setup" && picture.status !== "setup";
  const ended = picture.status !== root.dataset.status && ["finished", "cancelled"].includes(picture.status);
  mark = picture.mark;
  root.dataset.status = picture.status;
  document.getElementById("resume-held")?.toggleAttribute("hidden", picture.status !== "review");
  for (const [id, html] of sortPieces(picture.pieces)) placePiece(id, html);
  if (picture.status === "finished" && ended && root.dataset.next) return location.assign(root.dataset.next);
  if (began || ended) {
    setTimeout(() => location.reload(), Math.random() * 1500); // head, pool and panel are other ones now; not all at once
    return;
  }
  markOwn();
  pool.markTaken(picture.taken);
  clock.tick();
  controls?.refresh();
}

async function refetch() {
  fetching ??= fetch(root.dataset.board, { headers: { Accept: "application/json" } })
    .then((response) => (response.ok ? response.json() : Promise.reject(new Error(String(response.status)))))
    .then((picture) => draw(picture, true))
    .catch(() => setTimeout(refetch, 3000))
    .finally(() => (fetching = null));
  return fetching;
}

function formatLine(connected) {
  document.getElementById("room-line").textContent = connected ? "" : translate("Disconnected. Reconnecting…");
}

subscribe([`draft.${root.dataset.draft}`], {
  picture: draw,
  changed: refetch,
  state: (connected) => {
    formatLine(connected);
    if (connected) refetch();
  },
});

if (controls) {
  controls.onTurn = ring;
  controls.afterwards = () => setTimeout(() => refetch(), 1200);
  const reportPresence = () => document.hidden || ["finished", "cancelled"].includes(root.dataset.status) || controls.here();
  reportPresence();
  setInterval(reportPresence, HERE);
  document.addEventListener("visibilitychange", reportPresence);
} else if (document.getElementById("direct")) {
  new Controls(root, null);
}
startTabs(document.querySelector(".room-tabs"));
markOwn();
startChat(root);
startBellForm(document.getElementById("room-sound"));

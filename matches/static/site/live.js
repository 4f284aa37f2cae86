// Elements with data-live-topic="event.4" get a DOM event "changed" when that topic changes, for hx-trigger="changed".

import { subscribe } from "./stream.js";

const followed = new Set();
let lost = false;

function findElements(topic) {
  return [...document.querySelectorAll("[data-live-topic]")].filter((element) => topicsOf(element).includes(topic));
}

function topicsOf(element) {
  return element.dataset.liveTopic.split(/[\s,]+/).filter(Boolean);
}

function announce(topic) {
  for (const element of findElements(topic)) element.dispatchEvent(new CustomEvent("changed", { detail: { topic } }));
}

// Changes during a lost connection are not sent again, so refetch everything.
function onState(connected) {
  if (connected && lost) followed.forEach(announce);
  lost = !connected;
}

function follow() {
  const fresh = [...document.querySelectorAll("[data-live-topic]")].flatMap(topicsOf).filter((topic) => !followed.has(topic));
  if (!fresh.length) return;
  for (const topic of fresh) followed.add(topic);
  subscribe(fresh, { changed: announce, state: onState });
}

follow();
document.addEventListener("htmx:load", follow);

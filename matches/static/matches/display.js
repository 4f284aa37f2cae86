// Beside the board: sounds, colours of the board, full screen, the list of keys, and how many are watching.

import { subscribe } from "../site/stream.js";
import { translateMany } from "../site/words.js";
import { loadBoard } from "./games.js";
import { loadSettings, saveSettings } from "./settings.js";
import { chooseSounds, Player } from "./sounds.js";

const page = document.querySelector("[data-match-page]");
const part = (name) => page.querySelector(`[data-display="${name}"]`);
const first = JSON.parse(document.getElementById("board").textContent);
const form = part("dialog").querySelector("form");
let settings = loadSettings();
let board = first;
const player = new Player(() => settings);

function apply() {
  page.dataset.board = settings.board;
}

function readForm() {
  settings = { sound: form.elements.sound.checked, volume: Number(form.elements.volume.value), board: form.elements.board.value, forced: form.elements.forced.checked };
  saveSettings(settings);
  apply();
}

function openSettings() {
  form.elements.sound.checked = settings.sound;
  form.elements.volume.value = settings.volume;
  form.elements.board.value = settings.board;
  form.elements.forced.checked = settings.forced;
  part("dialog").showModal();
}

function toggleFullscreen() {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  change.catch(() => {}); // the browser may refuse, and says why itself
}

async function openKeys() {
  const [{ describeKeys }, { keys }] = await Promise.all([import("./keys.js"), loadBoard(first.game)]);
  if (part("keys-dialog").open) return;
  part("keys-list").replaceChildren(...describeKeys(keys));
  part("keys-dialog").showModal();
}

function onKey(event) {
  const isTyping = event.target.closest?.("input:not([type=range]), textarea, select, dialog, [contenteditable]");
  if (event.key !== "?" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  openKeys();
}

function showWatching(count, most) {
  part("watching").hidden = !count;
  const n = count >= most ? `${most}+` : String(count);
  part("watching").textContent = translateMany("{count} spectator", "{count} spectators", count, { count: n });
}

/** The player's own clock warns by a class; it may do so only on a strip that belongs to the viewer. */
function listenForLowTime() {
  const strip = page.querySelector(`[data-strip="${first.viewer.seat}"] .clock`);
  if (!strip) return;
  let wasLow = true; // no sound for what was so when the page was opened
  new MutationObserver(() => {
    const isLow = strip.classList.contains("clock-low") && strip.classList.contains("clock-running");
    if (isLow && !wasLow) player.play("low");
    wasLow = isLow;
  }).observe(strip, { attributes: true, attributeFilter: ["class"] });
}

form.addEventListener("input", readForm);
part("open").addEventListener("click", openSettings);
part("test").addEventListener("click", () => player.start("turn", settings.volume));
part("keys").addEventListener("click", openKeys);
part("fullscreen").hidden = !document.fullscreenEnabled;
part("fullscreen").addEventListener("click", toggleFullscreen);
document.addEventListener("keydown", onKey);
apply();
listenForLowTime();
showWatching(Number(part("watching").dataset.count), Number(part("watching").dataset.most));
subscribe([`match.${first.match_id}`], {
  async match(next) {
    const before = board;
    board = next;
    const { chooseSound } = await loadBoard(first.game);
    player.play(...chooseSounds(before, next, chooseSound));
  },
}, { entry: first.entry });
subscribe([`watching.${first.match_id}`], { picture: ({ count, most }) => showWatching(count, most) });

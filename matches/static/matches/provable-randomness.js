// Provably fair dice: sends the player's client seed when the page of an open match is opened, and
// compares the published seeds with the stored ones when the section is opened.

import { translate } from "../site/words.js";
import { findClientSeed, getClientSeed } from "./client-seed.js";
import { post } from "./match-api.js";

const root = document.querySelector("[data-part=chance]");
const board = JSON.parse(document.getElementById("board").textContent);
const path = `/api/v1/matches/${board.match_id}/chance/`;
const part = (name) => root.querySelector(`[data-chance="${name}"]`);

async function fetchRandomness() {
  const response = await fetch(path, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(translate("Server error ({status}). Try again.", { status: response.status }));
  return response.json();
}

/** Send the client seed if the viewer's seat has none yet. */
async function sendClientSeed() {
  const { seat } = board.viewer;
  if (board.status !== "open" || seat === null) return;
  try {
    if (!(await fetchRandomness()).given[seat]) await post(path, { nonce: getClientSeed(board) });
  } catch {
    // The match can be played without it, and the next visit retries.
  }
}

function describeOwnSeed(chance) {
  const stored = findClientSeed(board.match_id);
  if (!stored || board.viewer.seat === null) return "";
  if (stored.commitment !== chance.commitment) return translate("The seed hash has changed since this browser sent your client seed.");
  if (chance.draws) return translate("The seed hash matches the one saved in this browser.");
  if (!chance.nonces) return translate("Client seed sent. It is shown once the match starts.");
  if (chance.nonces[board.viewer.seat] !== stored.nonce) return translate("Your client seed is not the one that this browser sent.");
  return translate("The seed hash and your client seed match those saved in this browser.");
}

function createRow(term, words) {
  const row = document.createElement("div");
  const name = document.createElement("dt");
  const text = document.createElement("dd");
  const code = document.createElement("code");
  name.textContent = term;
  code.textContent = words;
  text.append(code);
  row.append(name, text);
  return row;
}

async function update() {
  if (!root.open) return;
  try {
    const chance = await fetchRandomness();
    const none = chance.nonces ? translate("none before the match") : translate("not revealed yet");
    const shown = chance.draws ? [] : board.seats; // The draws of a duplicate use no client seeds.
    const seats = shown.map((seat, at) => createRow(translate("Client seed: {seat}", { seat: seat.name }), chance.nonces?.[at] || none));
    part("facts").replaceChildren(createRow(translate("Seed hash (SHA-256)"), chance.commitment), ...seats);
    part("mine").textContent = describeOwnSeed(chance);
  } catch {
    part("mine").textContent = translate("Couldn't load the seeds. Close this section and open it again.");
  }
}

root.addEventListener("toggle", update);
sendClientSeed();

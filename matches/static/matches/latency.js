// Vacation in correspondence matches, and measurement of the player's ping.

import { resync, subscribe } from "../site/stream.js";
import { translate } from "../site/words.js";
import { post } from "./match-api.js";

const INTERVAL_MS = 20000; // from one measurement to the next
const box = document.querySelector('[data-part="timing"]');
const part = (name) => box.querySelector(`[data-timing="${name}"]`);
const match = box.dataset.match;
let board = JSON.parse(document.getElementById("board").textContent);

function draw(fresh) {
  board = fresh;
  const form = part("vacation");
  if (!form) return;
  form.hidden = !board.can.vacation;
  if (form.hidden) return;
  const left = board.clock.seats[board.viewer.seat].vacation_left;
  form.elements.days.max = left;
  part("left").textContent = translate("{n} of {all} vacation days left", { n: left, all: board.clock.vacation_days });
}

async function startVacation(event) {
  event.preventDefault();
  const problem = part("problem");
  problem.textContent = "";
  try {
    const response = await post(`/api/v1/matches/${match}/vacation/`, { days: Number(event.target.elements.days.value) });
    if (response.ok) resync(match);
    else problem.textContent = response.body.text || translate("Something went wrong. Please try again.");
  } catch {
    problem.textContent = translate("The server cannot be reached. Check your connection and try again.");
  }
}

/** Measure the ping: fetch a token and send it back; the server takes the time between. */
async function measure() {
  if (board.status !== "playing" || board.viewer.seat === null || document.hidden) return;
  try {
    const first = await post(`/api/v1/matches/${match}/lag/`, {});
    if (!first.ok) return;
    const { ok, body } = await post(`/api/v1/matches/${match}/lag/`, { echo: first.body.echo });
    if (ok) showPing(body.lag_ms);
  } catch {
    // The next measurement comes soon.
  }
}

function showPing(ms) {
  const element = part("lag");
  element.hidden = ms < 100;
  element.textContent = translate("Ping: {ms} ms. Up to 1 s of lag is credited back to your clock each move.", { ms: Math.round(ms) });
}

part("vacation")?.addEventListener("submit", startVacation);
draw(board);
subscribe([`match.${match}`], { match: draw });
measure();
setInterval(measure, INTERVAL_MS);

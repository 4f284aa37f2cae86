// The review beside the board: shows a better move on the board, and in the graph the step of the replay.

import { BoardPointer, namesIn } from "../matches/board-pointer.js";
import { translate } from "../site/words.js";

const page = document.querySelector("[data-match-page]");
const part = (name) => page.querySelector(`[data-part="${name}"]`);
const panel = document.getElementById("panel-review");
const pointer = new BoardPointer(page);
let wanted = parseAddress(); // {at, better}: a move to show before the entry after `at`
let step = null;

/** Return the move that the page's address asks for (`?at=12&better=B4-B5`); null without one. */
function parseAddress() {
  const { at, better } = Object.fromEntries(new URLSearchParams(location.search));
  return /^\d{1,6}$/.test(at ?? "") && better ? { at: Number(at), better } : null;
}

function showStep(at) {
  page.dispatchEvent(new CustomEvent("show-step", { detail: at }));
}

function drawGraph() {
  const graph = panel.querySelector("[data-review-graph]");
  const line = graph?.querySelector(".review-now");
  if (!line || step === null) return;
  const x = (600 * step) / Number(graph.dataset.reviewGraph);
  line.setAttribute("d", `M${x} 0V150`);
  line.setAttribute("visibility", "visible");
}

function drawBetter() {
  let words = wanted?.better; // its notation, until the review tells the move in words
  for (const link of panel.querySelectorAll("[data-review-at]")) {
    const isShown = wanted && Number(link.dataset.reviewAt) === wanted.at && link.dataset.reviewBetter === wanted.better;
    link.closest("li").toggleAttribute("data-shown", Boolean(isShown));
    if (isShown) words = link.dataset.reviewWords;
  }
  if (!wanted) return;
  pointer.show(namesIn(wanted.better), { arrow: true });
  const text = translate("Better than move {n}: {move}", { n: wanted.at + 1, move: words });
  part("hint").textContent = text;
  part("live").textContent = text;
}

function onFrame(n) {
  step = n;
  drawGraph();
  if (wanted && wanted.at !== n) {
    wanted = null;
    pointer.clear();
    part("hint").textContent = "";
  }
  drawBetter();
}

function onClick(event) {
  const link = event.target.closest("[data-review-at]");
  const graph = event.target.closest("[data-review-graph]");
  if (link) {
    event.preventDefault();
    wanted = { at: Number(link.dataset.reviewAt), better: link.dataset.reviewBetter };
    showStep(wanted.at);
    part("board").scrollIntoView({ block: "nearest" });
  } else if (graph) {
    const { left, width } = graph.getBoundingClientRect();
    showStep(Math.max(0, Math.round(((event.clientX - left) / width) * Number(graph.dataset.reviewGraph)) - 1));
  }
}

page.addEventListener("frame", ({ detail }) => onFrame(detail));
panel.addEventListener("click", onClick);
panel.addEventListener("htmx:afterSettle", () => {
  drawGraph();
  drawBetter();
});
if (page.dataset.step) onFrame(Number(page.dataset.step)); // shown before this module ran

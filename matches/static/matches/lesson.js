// The lesson beside the board of a match to learn: what matters now, step by step, and a move on request.
// The server says which steps belong to the moment; which of them have been read is kept in this browser.

import { subscribe } from "../site/stream.js";
import { translate } from "../site/words.js";
import { BoardPointer, namesIn } from "./board-pointer.js";
import { post } from "./match-api.js";

const root = document.querySelector("[data-part=lesson]");
const part = (name) => root.querySelector(`[data-lesson="${name}"]`);
const first = JSON.parse(document.getElementById("board").textContent);
const pointer = new BoardPointer(document.querySelector("[data-match-page]"));
const KEY = `lesson-${first.match_id}`;

function recall() {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Map(); // storage may be forbidden, or hold something else
  }
}

const read = recall(); // id -> [title, text]
let board = first;
let shown = null;

function keep() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...read]));
  } catch {
    // Without storage the lesson starts again after a reload.
  }
}

function setText(name, text) {
  if (part(name).textContent !== text) part(name).textContent = text;
}

function drawRead() {
  const lines = [...read.values()].map(([title, text]) => {
    const term = document.createElement("dt");
    const words = document.createElement("dd");
    term.textContent = title;
    words.textContent = text;
    return [term, words];
  });
  part("read").replaceChildren(...lines.flat());
}

function known(last) {
  if (!last) return translate("Your turn. Make a move.");
  return translate("Your turn. Current step: {title}.", { title: last.title });
}

function draw() {
  const { lesson, can } = board;
  if (!lesson) {
    root.hidden = board.status === "closed" || board.status === "void";
    return;
  }
  const unread = lesson.steps.filter((step) => !read.has(step.id));
  // The step on show stays until it is read or its moment has passed; then the newest unread one comes.
  shown = unread.find((step) => step.id === shown?.id) ?? unread[0] ?? null;
  const last = lesson.steps.at(-1);
  setText("title", shown?.title ?? translate("No new steps"));
  setText("text", shown?.text ?? (can.submit ? known(last) : translate("Waiting for your opponent.")));
  part("next").hidden = !shown;
  part("ask").hidden = !can.hint;
  setText("count", translate("{n} of {all} steps read", { n: read.size, all: lesson.of }));
  drawRead();
}

function forget() {
  part("hint").hidden = true;
  pointer.clear();
  setText("problem", "");
}

async function ask() {
  part("ask").disabled = true;
  forget();
  try {
    const response = await post(`/api/v1/matches/${board.match_id}/hint/`, {});
    if (!response.ok) setText("problem", response.body.text ?? translate("Couldn't load a hint. Please try again."));
    else if (response.body.turn === board.viewer.turn) show(response.body);
  } catch {
    setText("problem", translate("The server cannot be reached. Check your connection and try again."));
  }
  part("ask").disabled = false;
}

function show({ text, words }) {
  setText("words", words);
  setText("notation", text);
  part("hint").hidden = false;
  const typed = document.querySelector("[data-part=typed]");
  if (typed && !typed.elements.move.readOnly) typed.elements.move.value = text;
  pointer.show(namesIn(text));
  // A board that can fill in a move listens for this.
  document.querySelector("[data-part=board]").dispatchEvent(new CustomEvent("suggest", { detail: text }));
}

part("next").addEventListener("click", () => {
  if (shown) read.set(shown.id, [shown.title, shown.text]);
  keep();
  draw();
});
part("ask").addEventListener("click", ask);
subscribe([`match.${first.match_id}`], {
  match(next) {
    // Where both sides act at once, the other's act leaves a hint as good as it was.
    if (next.viewer.turn !== board.viewer.turn || !next.can.hint) forget();
    board = next;
    draw();
  },
}, { entry: first.entry });
draw();

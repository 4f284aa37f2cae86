// The practice ground: moves are played by the server from a position of the player's choice; nothing is stored.

import { translate } from "../site/words.js";
import { loadBoard, mountAlone } from "./games.js";

const page = document.querySelector("[data-practice]");
const part = (name) => page.querySelector(`[data-practice-part="${name}"]`);
const near = (name) => page.querySelector(`[data-part="${name}"]`);
const first = JSON.parse(document.getElementById("practice").textContent);

const { mount } = await loadBoard(first.game);
const game = mountAlone(mount, near, play);
let moves = [];
let busy = false;

function refuse(text) {
  part("refusal").textContent = text;
  part("refusal").hidden = !text;
}

function draw(board, animate = true) {
  const over = board.status === "closed";
  board.view.viewer = board.viewer.seat;
  game.draw(board, { animate });
  part("status").textContent = over ? translate("The dummy is beaten. Undo, or start again.") : game.status(board);
  part("undo").disabled = part("again").disabled = !moves.length;
}

/** Show the position after these moves. Resolves to what boards expect of a submitted move. */
async function show(next) {
  refuse("");
  if (busy) return { state: "refused", code: "busy", text: "" };
  busy = true;
  try {
    const { own, dummy, practice } = page.dataset;
    const response = await fetch(`${practice}?${new URLSearchParams({ own, dummy, moves: next.join(";") })}`, { headers: { Accept: "application/json" } });
    const body = await response.json();
    if (!response.ok) {
      refuse(body.text ?? translate("Something went wrong. Please try again."));
      return { state: "refused", code: body.code, text: body.text };
    }
    moves = next;
    draw(body);
    return { state: "accepted", entry: body.entry };
  } catch {
    refuse(translate("The server cannot be reached. Check your connection and try again."));
    return { state: "refused", code: "unreachable", text: "" };
  } finally {
    busy = false;
  }
}

function play(text) {
  return show([...moves, text]);
}

part("undo").addEventListener("click", () => show(moves.slice(0, -1)));
part("again").addEventListener("click", () => show([]));
part("form").addEventListener("submit", ({ target }) => {
  for (const side of ["own", "dummy"]) {
    const codes = [...target.querySelectorAll(`[data-unit="${side}"]`)];
    const places = [...target.querySelectorAll(`[data-unit-place="${side}"]`)];
    target.elements[side].value = codes.map((code, at) => code.value && `${code.value}-${places[at].value}`).filter(Boolean).join(" ");
  }
});
draw(first, false);
page.classList.add("match-ready");

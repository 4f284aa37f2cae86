// The grid of a round's results by keyboard: Enter and the arrow keys move between rows, and each row says in words what was
// typed. The pad below the grid types into the selected row, for touch. Without this script the fields are ordinary ones.

import { translate } from "../site/words.js";

const MEANINGS = {
  1: ({ home }) => translate("{name} wins", { name: home }),
  0: ({ away }) => translate("{name} wins", { name: away }),
  "=": () => translate("Draw"),
  "+": ({ home }) => translate("Walkover: {name}", { name: home }),
  "-": ({ away }) => translate("Walkover: {name}", { name: away }),
  "--": () => translate("Double forfeit"),
  "0-0": () => translate("Both lose"),
};
const SAME = { "1-0": "1", "0-1": "0", "1/2-1/2": "=", "½": "=", "1/2": "=", "½-½": "=", "+-": "+", "-+": "-", "00": "0-0" };
const SCORE = /^(\d{1,3}(?:\.5)?)-(\d{1,3}(?:\.5)?)$/;

// Return what a typed result means, or "" if it is no result.
export function describe(text, names) {
  const plain = text.replace(/\s/g, "").replace(/[–−:]/g, "-").replace(/,/g, ".");
  const key = SAME[plain] ?? plain;
  if (Object.hasOwn(MEANINGS, key)) return MEANINGS[key](names);
  const score = SCORE.exec(plain)?.slice(1).map(Number);
  if (!score) return "";
  return MEANINGS[score[0] > score[1] ? 1 : score[0] < score[1] ? 0 : "="](names);
}

export function mountGrid(form) {
  const fields = [...form.querySelectorAll("input[data-home]")];
  const pad = form.querySelector(".grid-keys");
  const save = form.querySelector(".save-bar .btn-primary");
  if (!fields.length) return;
  let selected = fields.find((field) => field === document.activeElement) ?? fields[0];

  function say(field) {
    field.parentElement.querySelector("output").textContent = describe(field.value, field.dataset);
  }

  function go(field) {
    field.focus();
    field.select?.();
  }

  function move(field, step) {
    const next = fields[fields.indexOf(field) + step];
    if (next) go(next);
    else if (step > 0) save.focus();
  }

  for (const field of fields) say(field);
  const named = /^#board-\d+$/.test(location.hash) && document.querySelector(location.hash)?.closest("li").querySelector("input[data-home]");
  if (named) go(named);
  form.addEventListener("focusin", ({ target }) => {
    if (fields.includes(target)) selected = target;
  });
  form.addEventListener("input", ({ target }) => {
    if (fields.includes(target)) say(target);
  });
  form.addEventListener("keydown", (event) => {
    if (!fields.includes(event.target) || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    move(event.target, step);
  });
  if (!pad) return;
  pad.hidden = false;
  // On touch screens the pad replaces the keyboard where no score has to be typed.
  if (matchMedia("(pointer: coarse)").matches) for (const field of fields) if ("short" in field.dataset) field.inputMode = "none";
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button")?.dataset.key;
    if (!key) return;
    selected.value = key;
    say(selected);
    move(selected, 1);
    selected.scrollIntoView({ block: "nearest" });
  });
}

const grid = document.querySelector("form#grid");
if (grid) mountGrid(grid);

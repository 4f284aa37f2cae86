// Which of the opponent's pieces are unaccounted for, and how many the player has noted: from the player's own view.

import { translate } from "../../../site/words.js";
import { make, set } from "../../elements.js";
import { countLeft } from "./notes.js";
import { CODES, drawPiece, nameOf } from "./pieces.js";

let isOpen = false; // of this page

function line(code, seat, left, noted) {
  const words = [`${nameOf(code)}: ${translate("{n} left", { n: left })}`, noted ? translate("{n} noted", { n: noted }) : ""].filter(Boolean).join(", ");
  const count = make("span", noted > left ? "ft-left-count ft-left-wrong" : "ft-left-count", noted ? `${noted}/${left}` : String(left));
  count.setAttribute("aria-hidden", "true");
  const item = make("li", left ? "" : "ft-left-none", drawPiece(seat, code), count, make("span", "visually-hidden", words));
  return set(item, { title: words, "data-code": code });
}

/** Return the pieces that the opponent of the notes' seat still has, as a list to open. */
export function createDeductionPad(view, notes) {
  const left = countLeft(view, notes.seat);
  const total = CODES.reduce((sum, code) => sum + left[code], 0);
  const guesses = Object.values(notes.guesses);
  const count = (code) => guesses.filter((each) => each === code).length;
  const tooMany = CODES.filter((code) => count(code) > left[code]);
  const pad = make(
    "details",
    "ft-left",
    make("summary", "", translate("Opponent's pieces: {n} left", { n: total })),
    make("ul", "list-plain ft-left-list", ...CODES.map((code) => line(code, 1 - notes.seat, left[code], count(code)))),
    tooMany.length ? make("p", "notice notice-warn small", translate("You have noted more than are left: {pieces}.", { pieces: tooMany.map(nameOf).join(", ") })) : null,
    make("p", "small muted", translate("Choose a hidden piece on the board to note your guess. Only you see it; it stays in this browser.")),
  );
  pad.open = isOpen;
  pad.addEventListener("toggle", () => (isOpen = pad.open));
  return pad;
}

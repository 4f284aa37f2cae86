// The initiative track: ten spots with their tiles and tokens.

import { mark, translate, translateIn } from "../../../site/words.js";
import { make } from "./dom.js";
import { face, pawnPicture, SEATS } from "./signs.js";

const MARKS = { go: mark(" Can be chosen."), chosen: mark(" Chosen."), pending: mark(" Sent.") };

/** Describe a spot. */
function spotWords(spot, { tile, back, seat }, view) {
  const holder = seat === null ? translateIn("spot", "Free") : seat === view.viewer ? translate("Your token") : translate("{side}'s token", { side: SEATS[seat] });
  const now = spot === view.marker ? ` ${translate("Current turn.")}` : "";
  return translate("Initiative spot {spot}: {tile}; on the back: {back}. {who}.", { spot, tile: face(tile)[1], back: face(back)[1], who: holder }) + now;
}

export class Track {
  constructor(root, { onPick, onCancel }) {
    this.acts = { onPick, onCancel };
    this.spots = Array.from({ length: 10 }, (_, spot) => this.spot(spot));
    this.root = make("div", { class: "zd-track", role: "group", "aria-label": translate("Initiative track. Use Left and Right to move and Enter to choose.") }, this.spots);
    root.append(this.root);
    this.current = 0;
    this.root.addEventListener("keydown", (event) => this.onKey(event));
  }

  spot(spot) {
    const click = () => {
      this.setCurrent(spot);
      this.acts.onPick(spot);
    };
    return make("button", { type: "button", class: "zd-spot", "data-spot": spot, tabindex: spot ? "-1" : "0", on: { click } });
  }

  onKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Escape") return this.acts.onCancel();
    if (!step) return;
    event.preventDefault();
    this.setCurrent((this.current + step + 10) % 10);
    this.spots[this.current].focus();
  }

  setCurrent(spot) {
    this.spots[this.current].setAttribute("tabindex", "-1");
    this.current = spot;
    this.spots[spot].setAttribute("tabindex", "0");
  }

  draw(view, marks) {
    this.root.hidden = !view.track.length;
    view.track.forEach((place, spot) => {
      const button = this.spots[spot];
      const [sign, , kind] = face(place.tile);
      const words = spotWords(spot, place, view);
      const state = marks[spot] ?? "";
      button.className = `zd-spot zd-face-${kind}`;
      button.classList.toggle("zd-now", spot === view.marker);
      button.dataset.mark = state;
      button.dataset.about = words;
      button.setAttribute("aria-label", words + translate(MARKS[state] ?? ""));
      button.replaceChildren(
        make("span", { class: "zd-number" }, String(spot)),
        make("span", { class: "zd-face" }, sign),
        make("span", { class: "zd-back" }, `↻${face(place.back)[0]}`),
        make("span", { class: "zd-holder" }, place.seat === null ? null : pawnPicture(place.seat)),
      );
    });
  }
}

// Small round signs for the states of a unit and what it did this turn. They are drawn, to be independent of fonts.

import { svg } from "../../elements.js";

const SHAPES = {
  I: "M0 -3.4V6M-3 -1.2H3M-5.2 1.6Q-4.4 6 0 6Q4.4 6 5.2 1.6M0 -6.4a1.5 1.5 0 1 0 0.01 0",
  D: "M-2.6 -4.4V4.4M2.6 -4.4V4.4",
  M: "M0 -6L5 -4.2V0C5 3.4 2.6 5.4 0 6.4C-2.6 5.4 -5 3.4 -5 0V-4.2Z",
  mover: "M-5 0H4.4M0.6 -4L4.6 0L0.6 4",
  landed: "M0 -4.6a4.6 4.6 0 1 0 0.01 0M0 -0.4a0.4 0.4 0 1 0 0.01 0",
  acted: "M-4.6 0.2l3.2 3.6L4.8 -4",
  off: "M-4 -4L4 4M4 -4L-4 4",
};

/** Return a sign around (0, 0); `name` is the letter of a state, "mover", "landed", "acted" or "off". */
export const sign = (name) => svg("g", { class: `zo-sign zo-sign-${name}` }, svg("circle", { r: 9.5 }), svg("path", { d: SHAPES[name] }));

/** Return a sign as a separate picture, for lists. */
export const signPicture = (name) => svg("svg", { viewBox: "-11 -11 22 22", "aria-hidden": "true", class: "zo-sign-picture" }, sign(name));

/** Return the sign with the number of units beneath a Stack. */
export function countSign(count) {
  const label = svg("text", { "text-anchor": "middle", y: 4.5 });
  label.textContent = `+${count}`;
  return svg("g", { class: "zo-sign zo-sign-count" }, svg("circle", { r: 9.5 }), label);
}

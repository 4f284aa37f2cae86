// The drawings: chessmen, signs and the patterns of the territories. Order is square and striped, Chaos round and
// dotted, so that sides differ by more than colour; big chessmen are larger and have a crown.

import { svg } from "../../elements.js";

export const points = (shape) => shape.map((point) => point.map((part) => part.toFixed(1)).join(",")).join(" ");
export const at = ([x, y]) => `translate(${x.toFixed(1)} ${y.toFixed(1)})`;

export const RADIUS = { s: 31, b: 42 };

function body(seat, radius, className) {
  if (seat === 1) return svg("circle", { class: className, r: radius });
  const side = radius * 0.88;
  return svg("rect", { class: className, x: -side, y: -side, width: 2 * side, height: 2 * side, rx: radius * 0.2 });
}

const CROWN = "M-21 14 L-24 -12 L-11 0 L0 -19 L11 0 L24 -12 L21 14 Z";

/** Return the drawing of a chessman, centred on the origin. */
export function man(seat, kind) {
  const radius = RADIUS[kind];
  const parts = [body(seat, radius, "oc-body"), body(seat, radius - 6, "oc-rim")];
  if (kind === "b") parts.push(svg("path", { class: "oc-crown", d: CROWN }));
  else parts.push(svg("circle", { class: "oc-pip", r: 9 }));
  return svg("g", { class: `oc-man-face oc-side-${seat}` }, ...parts);
}

/** Return a decorative picture of a chessman, for texts and lists. */
export function token(seat, kind) {
  return svg("svg", { class: "oc-token", viewBox: "-46 -46 92 92", "aria-hidden": "true" }, man(seat, kind));
}

/** Return the sign of the dominating side with the number of its chessmen. */
export function flag(seat, text) {
  const words = svg("text", { class: "oc-flag-text", y: 9 });
  words.textContent = text;
  return svg("g", { class: `oc-flag oc-side-${seat}` }, body(seat, 21, "oc-body"), words);
}

/** Return the sign that a side can't enter. */
export function barrier(seat) {
  return svg("g", { class: `oc-shut oc-side-${seat}` }, body(seat, 19, "oc-shut-body"), svg("path", { class: "oc-shut-bar", d: "M-11 0 H11" }));
}

/** Return the bars in front of a chessman that can't move. */
export function bars(radius) {
  const high = radius + 4;
  const lines = [-0.52, 0, 0.52].map((part) => `M${(part * radius).toFixed(1)} ${-high} V${high}`);
  return svg("path", { class: "oc-bars", d: lines.join(" ") });
}

/** Return the sign of a core (a star) or of a revive point (a returning arrow). */
export function sign(name) {
  if (name === "core") {
    const star = Array.from({ length: 10 }, (_, n) => {
      const radius = n % 2 ? 8 : 20;
      return [radius * Math.sin((n * Math.PI) / 5), -radius * Math.cos((n * Math.PI) / 5)];
    });
    return svg("g", { class: "oc-sign" }, svg("polygon", { class: "oc-star", points: points(star) }));
  }
  const arrow = svg("path", { class: "oc-arrow", d: "M9.5 -5.5 A11 11 0 1 0 11 3 M12 -13 L10 -4.5 L1.5 -7" });
  return svg("g", { class: "oc-sign" }, svg("circle", { class: "oc-sign-ground", r: 20 }), arrow);
}

/** Insert the patterns into the page, once. */
export function addPatterns() {
  if (document.getElementById("oc-patterns")) return;
  const stripes = svg("pattern", { id: "oc-pattern-0", width: 22, height: 22, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  stripes.append(svg("rect", { class: "oc-ink-0", width: 5, height: 22 }));
  const dots = svg("pattern", { id: "oc-pattern-1", width: 26, height: 26, patternUnits: "userSpaceOnUse" });
  dots.append(svg("circle", { class: "oc-ink-1", cx: 7, cy: 7, r: 4 }), svg("circle", { class: "oc-ink-1", cx: 20, cy: 20, r: 4 }));
  document.body.append(svg("svg", { id: "oc-patterns", class: "oc-patterns", "aria-hidden": "true" }, svg("defs", {}, stripes, dots)));
}

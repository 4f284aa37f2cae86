// SVG drawings: insignia of the classes, tokens, Incursion cards, dice. Their colours come from the page's CSS.

import { svg } from "../../elements.js";
import { picture } from "./dom.js";
import { soldierCard } from "./names.js";

// 24 by 24; lines unless a path is named solid.
const INSIGNIA = {
  Assault: ["M4 14l8-8 8 8M4 20l8-8 8 8"],
  Sniper: ["M12 5a7 7 0 1 0 .01 0zM12 1v7M12 16v7M1 12h7M16 12h7"],
  Breacher: ["M11 3h10v18H11zM2 12h12M10 8l4 4-4 4"],
  Medic: ["M9 3h6v6h6v6h-6v6H9v-6H3V9h6z"],
  Scout: ["M2 12c5-8 15-8 20 0-5 8-15 8-20 0z", "M12 9a3 3 0 1 0 .01 0z"],
  Heavy: ["M12 2l9 5v10l-9 5-9-5V7zM8 9v6M12 8v8M16 9v6"],
  Gunner: ["M2 9h15l5 3v2H13l-2 6H6l2-6H2z"],
  Marksman: ["M12 3a9 9 0 1 0 .01 0zM12 8a4 4 0 1 0 .01 0zM12 11.5v1"],
  Enforcer: ["M12 2l8 3v7c0 5-4 8-8 10-4-2-8-5-8-10V5zM4 11h16"],
  Guerrilla: ["M5 19C4 9 10 4 20 4c0 10-5 16-15 15zM3 21L14 10"],
  Saboteur: ["M10 9a6.5 6.5 0 1 0 .01 0zM14 10l3-4M17 6c1-4 4-3 5-2"],
  Warlord: ["M12 2l3 7 7 .6-5.4 4.7 1.7 7.2L12 17.6 5.7 21.5 7.4 14.3 2 9.6 9 9z"],
};
const ICONS = {
  Missile: ["M12 1c4 4 4 9 4 13H8c0-4 0-9 4-13zM8 11l-4 6h16l-4-6M10 17v5M14 17v5"],
  Mines: ["M12 7a5.5 5.5 0 1 0 .01 0zM12 2v5M12 18v4M2 12h5M17 12h5M5 5l3.5 3.5M19 5l-3.5 3.5M5 20l3.5-3.5M19 20l-3.5-3.5"],
  Trap: ["M12 3l10 18H2zM12 10v5M12 17.5v.5"],
  MedKit: ["M3 7h18v13H3zM9 7V4h6v3M12 10v7M8.5 13.5h7"],
  Armour: ["M7 3l2 3h6l2-3 4 4-2 4v10H5V11L3 7z"],
  Scope: ["M12 4a8 8 0 1 0 .01 0zM12 2v8M12 14v8M2 12h8M14 12h8"],
  Crate: ["M3 6h18v15H3zM3 6l18 15M21 6L3 21"],
  Deserted: ["M4 20h16M7 20V10l5-5 5 5v10M10 20v-5h4v5"],
};

function paths(list, attributes) {
  return list.map((d) => svg("path", { d, ...attributes }));
}

/** Return the sign of a class, a Gamer's gear or an Incursion card, in a box of `size` at x, y. */
export function sign(name, x, y, size, className = "ip-sign") {
  const drawn = INSIGNIA[name] ?? ICONS[name] ?? [];
  return svg("g", { class: className, transform: `translate(${x} ${y}) scale(${size / 24})` }, ...paths(drawn, {}));
}

function hearts(soldier, width) {
  const left = soldier.state === "dead" ? 0 : soldier.hp - soldier.damage;
  const step = width / soldier.hp;
  const boxes = Array.from({ length: soldier.hp }, (_, at) =>
    svg("rect", { x: at * step + 0.5, y: 0, width: step - 1, height: 6, class: at < left ? "ip-hp" : "ip-hp ip-hp-lost" }),
  );
  return svg("g", { class: "ip-hps", transform: "translate(0 48)" }, ...boxes);
}

/** Return a Soldier's token, 46 wide and 55 high: shape and colour show the side, sign and letters the class. */
export function token(name, soldier) {
  const { side, letters } = soldierCard(name);
  const shape = side
    ? svg("rect", { x: 1, y: 1, width: 44, height: 44, rx: 22, class: "ip-body" })
    : svg("rect", { x: 1, y: 1, width: 44, height: 44, rx: 7, class: "ip-body" });
  const text = svg("text", { x: 23, y: 38, class: "ip-letters" });
  text.textContent = letters;
  const group = svg("g", { class: `ip-token ip-side-${side}` }, shape, sign(name, 12, 6, 22), text);
  if (soldier) group.append(hearts(soldier, 46));
  if (soldier?.state === "dead") group.append(svg("path", { d: "M5 5L41 41M41 5L5 41", class: "ip-cross" }));
  return group;
}

export function tokenPicture(name, soldier = null) {
  return picture(soldier ? "0 0 46 56" : "0 0 46 46", "ip-token-picture", token(name, soldier));
}

/** Return a card of 34 by 42: its back, or its face if `name` is known; `down` is whether it lies face down. */
export function card(name, { down = true } = {}) {
  const group = svg("g", { class: down ? "ip-card ip-card-down" : "ip-card" });
  group.append(svg("rect", { x: 0.5, y: 0.5, width: 33, height: 41, rx: 4, class: "ip-card-body" }));
  if (name) group.append(sign(name, 5, 9, 24, `ip-sign ip-sign-${name.toLowerCase()}`));
  else {
    const mark = svg("text", { x: 17, y: 30, class: "ip-card-mark" });
    mark.textContent = "?";
    group.append(mark);
  }
  return group;
}

export const cardPicture = (name, options) => picture("0 0 34 42", "ip-card-picture", card(name, options));
export const signPicture = (name) => picture("0 0 24 24", "ip-sign-picture", sign(name, 0, 0, 24));

/** Return a die: a star is a success, an empty face a blank; `again` marks a reroll. */
export function die(face, { again = false, waiting = false } = {}) {
  const body = svg("rect", { x: 1.5, y: 1.5, width: 25, height: 25, rx: 5, class: "ip-die-body" });
  const star = svg("path", { d: "M14 4l2.8 6.4 7 .6-5.3 4.6 1.6 6.8L14 18.8 7.9 22.4l1.6-6.8L4.2 11l7-.6z", class: "ip-die-star" });
  const mark = waiting ? svg("circle", { cx: 14, cy: 14, r: 2.5, class: "ip-die-dot" }) : star;
  const drawn = picture("0 0 28 28", `ip-die${face ? " ip-die-hit" : ""}${again ? " ip-die-again" : ""}`, body);
  if (face || waiting) drawn.append(mark);
  return drawn;
}

// Signs: seats (a shape and a colour each), faces of initiative tiles, tiles, tokens, money.

import { mark, translate, translateMany } from "../../../site/words.js";
import { draw } from "./dom.js";

export const SEATS = ["Admin", "Hacker 1", "Hacker 2", "Hacker 3"];

const SHAPES = [
  () => draw("rect", { x: -8, y: -8, width: 16, height: 16, rx: 2 }),
  () => draw("circle", { r: 9 }),
  () => draw("path", { d: "M0-10.5 10.5 8h-21z" }),
  () => draw("path", { d: "M0-11 11 0 0 11-11 0z" }),
];

/** Return a seat's pawn or token around 0, 0: a shape with A, 1, 2 or 3 on it. */
export function pawn(seat, props = {}) {
  const letter = draw("text", { y: seat === 2 ? 6 : 3.6, "text-anchor": "middle" }, seat ? String(seat) : "A");
  return draw("g", { class: `zd-pawn zd-seat-${seat}`, ...props }, SHAPES[seat](), letter);
}

/** Return a seat's pawn as a separate picture. */
export const pawnPicture = (seat) => draw("svg", { class: "zd-sign", viewBox: "-12 -12 24 24", "aria-hidden": "true" }, pawn(seat));

/** Return a neutral pawn around 0, 0. */
export const neutral = (x, y) => draw("path", { class: "zd-neutral", transform: `translate(${x} ${y})`, d: "M-4 6.5c0-5 1.2-6 1.2-7.4a3.4 3.4 0 1 1 5.6 0C2.8.6 4 1.5 4 6.5z" });

/** Return the face of an initiative tile: a short sign, its meaning and its kind. */
export function face(text) {
  const [kind, amount] = text.split(" ");
  return {
    gain: [`+${amount}`, translateMany("gain {n} credit", "gain {n} credits", Number(amount)), "good"],
    pay: [`−${amount}`, translateMany("pay {n} credit", "pay {n} credits", Number(amount)), "bad"],
    bonus: ["★", translate("bonus: 1 protection for the Admin, 1 proxy for a Hacker"), "bonus"],
    blank: ["○", translate("blank: nothing happens"), "plain"],
    admin: ["A", translate("Admin only: no Hacker may move here"), "admin"],
    pointer: ["⇄", translate("Pointer: swaps places with the tile of another spot, which is then resolved"), "bonus"],
  }[kind];
}

/** The tiles with their actions, as a sign and in words. */
export const TILES = {
  Central: [mark("hack · 3¢"), mark("tile action: hack, for 3 credits")],
  Entertainment: ["+3¢", mark("tile action: gain 3 credits")],
  Business: ["+1¢ +1◆", mark("tile action: gain 1 credit and 1 proxy")],
  Residential: ["+2◆", mark("tile action: gain 2 proxies")],
  Slum: ["¢⇄◆ +1", mark("tile action: exchange credits and proxies one for one, then gain 1 of either")],
  Maritime: ["+2¢ ⇢⇢", mark("tile action: gain 2 credits; on your next turn you may jump two tiles")],
  Nature: [mark("to 5¢"), mark("tile action: gain credits until you have 5")],
  Industrial: [mark("+1◆ free"), mark("tile action: gain 1 proxy; your next initiative tile is free")],
  Void: ["–", mark("no action, and never a neutral pawn")],
};

export const TOKENS = {
  Defense: ["D", mark("denies Scramble, Eject, Scan, Purge and Booster")],
  Econ: ["E", mark("denies Invest, Optimize, Tax, Toll and Booster")],
  Util: ["U", mark("denies Progress, Singularity, Protection, Shell and Booster")],
};

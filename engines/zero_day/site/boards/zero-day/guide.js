// The rules summary.

import { mark, translate } from "../../../site/words.js";
import { make } from "./dom.js";
import { face, pawnPicture, SEATS, TILES, TOKENS } from "./signs.js";

const GOALS = [
  mark("The Admin hides four of the cards 0-9, the credentials. Hackers guess them with their keys 0-9 while the " +
    "Admin tries to close the security hole."),
  mark("The Admin collects progress, each Hacker collects info. The first player to reach the goal wins: 12 with two " +
    "players, 11 with three, 10 with four."),
  mark("Turns follow the track from 0 to 9. Your turn begins with the tile at your spot, which is then turned over, " +
    "and ends when you move your token to a free spot. On a higher spot you act again this round."),
  mark("¢ = credits, ◆ = proxies. You keep at most 10 of each at the end of your turn. If you can't pay for a tile on " +
    "the track, you lose the turn."),
];
const ADMIN = [
  mark("Up to two actions a turn: stack an unused card face down on an operation, or resolve an operation (pay its " +
    "price, take its cards back and get its effect N, which depends on the number of cards)."),
  mark("A hack asks how many of its keys are credentials. The Admin may spend one protection token and announce one " +
    "more, one less or the truth. The Hacker gets as much info as the Admin announces."),
  mark("Scramble replaces all four credentials."),
];
const HACKER = [
  mark("Off the board: pay 2 credits and jack in on a tip, or take 2 credits. On the board: jump to a neighbouring " +
    "tile with a neutral pawn (one is removed), or jack out."),
  mark("Then, in any order: use the tile's action once, install viruses (pay, lay a key on each), take keys back for " +
    "1 credit, deny, and on the Central hack with four keys for 3 credits."),
  mark("Deny, on a tile with an operation token: pay the Admin 1 credit for each card on an operation of the token's " +
    "type, look at the cards (none of them is a credential) and send them back."),
];

const items = (texts) => make("ul", {}, texts.map((text) => make("li", {}, translate(text))));
const table = (rows) => make("dl", { class: "zd-guide" }, rows.map(([sign, words]) => [make("dt", {}, sign), make("dd", {}, words)]).flat());

/** Return the goal in one sentence. */
export const goal = () => translate(GOALS[1]);

/** Return the content of the guide dialog. */
export function guide(view) {
  const faces = ["gain 2", "pay 2", "bonus", "blank", "admin", "pointer"].map((text) => [face(text)[0], face(text)[1]]);
  const viruses = (view?.viruses ?? []).map(({ name, credits, proxies, text }) => [`${name} ${credits}¢ ${proxies}◆`, text]);
  const extra = view?.advanced ? [make("p", {}, translate("Advanced: card X has no key and is never among the first credentials. From any tile except the Central, a " +
    "Hacker may hack once a turn for 3 credits and 3 proxies. Only its owner can install a personal virus."))] : [];
  return [
    items(GOALS),
    make("h3", {}, translate("The Admin")), items(ADMIN),
    make("h3", {}, translate("A Hacker")), items(HACKER), ...extra,
    make("p", { class: "row" }, SEATS.map((name, seat) => make("span", { class: "zd-held" }, pawnPicture(seat), name))),
    make("h3", {}, translate("Tiles")), table(Object.entries(TILES).map(([name, [sign, words]]) => [`${name} ${translate(sign)}`, translate(words)])),
    make("h3", {}, translate("Track tiles")), table(faces),
    make("h3", {}, translate("Operation tokens")), table(Object.entries(TOKENS).map(([name, [, words]]) => [name, translate(words)])),
    ...(viruses.length ? [make("h3", {}, translate("Viruses in this match")), table(viruses)] : []),
  ];
}

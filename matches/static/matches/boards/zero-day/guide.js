// The game on one screen.

import { marked, spoken } from "../../../site/words.js";
import { make } from "./dom.js";
import { SEATS, TILES, TOKENS, face, pawnPicture } from "./signs.js";

const GOALS = [
  marked("The Admin hides four of the cards 0-9, the credentials. Hackers guess them with their keys 0-9; the Admin hurries to close the hole."),
  marked("The Admin collects progress, each Hacker collects info. Whoever first has the goal (12 with two players, 11 with three, 10 with four) wins alone."),
  marked("Turns go along the track from 0 to 9. A turn begins with the tile of the own spot, which is then turned over, and ends by moving the token to a free spot. A spot further up acts again in this round."),
  marked("¢ are credits, ◆ are proxies. More than 10 of either are lost at the end of one's turn. Who cannot pay a tile of the track loses the turn."),
];
const ADMIN = [
  marked("Two actions a turn: stack an unused card face down on an operation, or resolve an operation: pay its price, take its cards back, and get its effect N for the number of cards."),
  marked("A hack asks how many of its keys are credentials. The Admin may spend one protection token and tell one more, one less, or the truth. The number told is the info that the Hacker gets."),
  marked("Scramble replaces all four credentials."),
];
const HACKER = [
  marked("Not on the board: pay 2 credits and jack in on a tip, or take 2 credits. On the board: jump to a neighbouring tile with a neutral pawn (one leaves), or jack out."),
  marked("Then, in any order: the tile's action once, install viruses (pay, lay a key on it), take keys back for 1 credit, deny, and on the Central hack with four keys for 3 credits."),
  marked("Deny, on a tile with an operation token: pay the Admin a credit for each card on an operation of the token's type, see the cards (they are no credentials), and send them back."),
];

const items = (texts) => make("ul", {}, texts.map((text) => make("li", {}, spoken(text))));
const table = (rows) => make("dl", { class: "zd-guide" }, rows.map(([sign, words]) => [make("dt", {}, sign), make("dd", {}, words)]).flat());

/** What the guide dialog shows. */
export function guide(view) {
  const faces = ["gain 2", "pay 2", "bonus", "blank", "admin", "pointer"].map((text) => [face(text)[0], face(text)[1]]);
  const viruses = (view?.viruses ?? []).map(({ name, credits, proxies, text }) => [`${name} ${credits}¢ ${proxies}◆`, text]);
  const extra = view?.advanced ? [make("p", {}, spoken("Advanced: the card X has no key and is never among the first credentials. From any tile but the Central a Hacker may hack once a turn for 3 credits and 3 proxies. A personal virus is its owner's alone."))] : [];
  return [
    items(GOALS),
    make("h3", {}, spoken("The Admin")), items(ADMIN),
    make("h3", {}, spoken("A Hacker")), items(HACKER), ...extra,
    make("p", { class: "row" }, SEATS.map((name, seat) => make("span", { class: "zd-held" }, pawnPicture(seat), name))),
    make("h3", {}, spoken("Tiles")), table(Object.entries(TILES).map(([name, [sign, words]]) => [`${name} ${spoken(sign)}`, spoken(words)])),
    make("h3", {}, spoken("Tiles of the track")), table(faces),
    make("h3", {}, spoken("Operation tokens")), table(Object.entries(TOKENS).map(([name, [, words]]) => [name, spoken(words)])),
    ...(viruses.length ? [make("h3", {}, spoken("Viruses of this match")), table(viruses)] : []),
  ];
}

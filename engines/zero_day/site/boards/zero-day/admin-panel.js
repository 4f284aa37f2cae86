// The Admin's desk: credentials, unused cards, naming four cards, and what Hackers can deduce.

import { translate, translateMany } from "../../../site/words.js";
import { button, make } from "./dom.js";
import { findPossibleSets } from "./deduction.js";
import { SEATS } from "./signs.js";
import { list } from "./words.js";

const place = (card) => CARDS.indexOf(card);
const CARDS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "X"];

/** Return the desk, for the Admin or a full view. */
export function createAdminPanel(turn) {
  const { view } = turn;
  if (turn.offers.any("credentials")) return createNaming(turn);
  if (!view.credentials) return null;
  return make("section", { class: "zd-desk" },
    make("h2", {}, view.viewer === 0 ? translate("Your desk") : translate("The Admin's desk")),
    make("p", { class: "zd-line" }, `${translate("Credentials")} `, make("span", { class: "zd-cards", "aria-label": translate("credentials {cards}", { cards: view.credentials.join(" ") }) }, view.credentials.map((card) => make("span", { class: "zd-card zd-secret" }, card)))),
    make("div", { class: "zd-line" }, `${translate("Unused")} `, createHand(turn)),
    make("p", { class: "small muted" }, `${translateMany("{n} protection token left.", "{n} protection tokens left.", view.protection)} `, canStack(turn) ? translate("Choose an unused card and then an operation, or drag the card there.") : ""));
}

const canStack = (turn) => turn.offers.any("stack");

function createHand(turn) {
  const { view, pick } = turn;
  if (!view.unused.length) return make("span", { class: "small muted" }, translate("all stacked"));
  return make("span", { class: "zd-hand" }, view.unused.map((card) => {
    if (!canStack(turn)) return make("span", { class: "zd-card" }, card);
    return make("button", {
      type: "button", class: "zd-card zd-card-button", draggable: "true", "data-id": `card ${card}`, "data-card": card, "aria-pressed": String(pick.card === card), "aria-label": translate("Unused card {card}", { card }),
      "data-about": translate("Card {card} is unused. You can stack it on an operation.", { card }),
      on: { click: () => turn.onCard(card), dragstart: (event) => event.dataTransfer.setData("text/plain", card) },
    }, card);
  }));
}

/** Return the controls for naming four cards, at the start or by Scramble. */
function createNaming(turn) {
  const { offers, pick, view } = turn;
  const sets = offers.of("credentials");
  const free = [...new Set(sets.flat())].sort((a, b) => place(a) - place(b));
  const four = [...pick.four].filter((card) => free.includes(card)).sort((a, b) => place(a) - place(b));
  const text = `credentials ${four.join(" ")}`;
  const draw = () => {
    const rest = free.filter((card) => !pick.four.has(card)).sort(() => Math.random() - 0.5);
    turn.choose({ four: new Set([...four, ...rest].slice(0, 4)) });
  };
  const nameAny = () => turn.send(`credentials ${sets[Math.floor(Math.random() * sets.length)].join(" ")}`);
  return make("section", { class: "zd-desk" },
    make("h2", {}, translate("Name four credentials")),
    make("div", { class: "zd-hand" }, free.map((card) => make("button", {
      type: "button", class: "zd-card zd-card-button", "data-id": `four ${card}`, "data-card": card, "aria-pressed": String(pick.four.has(card)), "aria-label": translate("Card {card}", { card }),
      on: { click: () => turn.toggle("four", card, 4) },
    }, card))),
    make("div", { class: "row zd-row" },
      button(four.length === 4 ? translate("Name {cards}", { cards: four.join(" ") }) : translate("Choose four: {n} chosen", { n: four.length }), () => turn.send(text), { id: "name", primary: true, small: false, disabled: !offers.has(text) || Boolean(turn.pending) }),
      four.length ? button(translate("Fill the rest"), draw, { id: "draw", disabled: four.length === 4 }) : button(translate("Name four at random"), nameAny, { id: "any", small: false, disabled: Boolean(turn.pending) })),
    make("p", { class: "small muted" }, view.phase === "scramble" ? translate("All stacked cards are back. You can't name the current credentials ({cards}) again.", { cards: view.credentials.join(" ") }) : translate("Only you can see them. You stack the other six cards on operations.")));
}

/** Return what each Hacker can have deduced from its own hacks, for the Admin or a full view. */
export function createWatch({ view }) {
  if (!view.era || !view.credentials) return null;
  const lines = view.seats.map((seat, number) => ({ seat, number })).filter(({ number, seat }) => number && !seat.gone).map(({ number }) => {
    const hacks = view.hacks.filter((hack) => hack.by === number && hack.era === view.era && hack.told !== null);
    const sets = findPossibleSets(view, number).length;
    const words = hacks.map((hack) => {
      const keys = `${hack.keys?.join(" ") ?? "?"}${hack.unused ? ` ${translate("(unused)")}` : ""}`;
      const truly = hack.match === null || hack.match === hack.told ? "" : `, ${translate("actual {n}", { n: hack.match })}`;
      return `${keys} → ${translate("announced {n}", { n: hack.told })}${truly}`;
    });
    return make("li", { class: "small" }, make("strong", {}, SEATS[number]), `: ${translateMany("at most {n} set possible.", "at most {n} sets possible.", sets)} ${words.length ? translate("Hacks: {hacks}.", { hacks: list(words) }) : translate("No hacks since the credentials were last named.")}`);
  });
  return make("section", { class: "zd-watch" }, make("h2", {}, translate("What Hackers can deduce")), make("ul", { class: "list-plain" }, lines));
}

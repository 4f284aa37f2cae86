// The Admin's desk: credentials, unused cards, naming four, and what the Hackers can have worked out.

import { button, make } from "./dom.js";
import { possible } from "./deduce.js";
import { SEATS } from "./signs.js";
import { list, plural } from "./words.js";

const place = (card) => CARDS.indexOf(card);
const CARDS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "X"];

/** The desk, for the Admin or an open view. */
export function desk(turn) {
  const { view } = turn;
  if (turn.offers.any("credentials")) return naming(turn);
  if (!view.credentials) return null;
  return make("section", { class: "zd-desk" },
    make("h2", {}, view.viewer === 0 ? "Your desk" : "The Admin's desk"),
    make("p", { class: "zd-line" }, "Credentials ", make("span", { class: "zd-cards", "aria-label": `credentials ${view.credentials.join(" ")}` }, view.credentials.map((card) => make("span", { class: "zd-card zd-secret" }, card)))),
    make("div", { class: "zd-line" }, "Unused ", hand(turn)),
    make("p", { class: "small muted" }, `${plural(view.protection, "protection token")} left. `, stackable(turn) ? "Choose an unused card, then the operation to lay it on; or drag it there." : ""),
    watched(view));
}

const stackable = (turn) => turn.offers.any("stack");

function hand(turn) {
  const { view, pick } = turn;
  if (!view.unused.length) return make("span", { class: "small muted" }, "all stacked");
  return make("span", { class: "zd-hand" }, view.unused.map((card) => {
    if (!stackable(turn)) return make("span", { class: "zd-card" }, card);
    return make("button", {
      type: "button", class: "zd-card zd-card-button", draggable: "true", "data-id": `card ${card}`, "data-card": card, "aria-pressed": String(pick.card === card), "aria-label": `Unused card ${card}`,
      "data-about": `Card ${card} is unused: it may be stacked on an operation.`,
      on: { click: () => turn.onCard(card), dragstart: (event) => event.dataTransfer.setData("text/plain", card) },
    }, card);
  }));
}

/** Naming four cards, at the start or by Scramble. */
function naming(turn) {
  const { offers, pick, view } = turn;
  const free = [...new Set(offers.of("credentials").flat())].sort((a, b) => place(a) - place(b));
  const four = [...pick.four].filter((card) => free.includes(card)).sort((a, b) => place(a) - place(b));
  const text = `credentials ${four.join(" ")}`;
  const draw = () => {
    const pool = [...free].sort(() => Math.random() - 0.5).slice(0, 4);
    turn.choose({ four: new Set(pool) });
  };
  return make("section", { class: "zd-desk" },
    make("h2", {}, "Name four credentials"),
    make("div", { class: "zd-hand" }, free.map((card) => make("button", {
      type: "button", class: "zd-card zd-card-button", "data-id": `four ${card}`, "data-card": card, "aria-pressed": String(pick.four.has(card)), "aria-label": `Card ${card}`,
      on: { click: () => turn.toggle("four", card, 4) },
    }, card))),
    make("div", { class: "row zd-row" },
      button(four.length === 4 ? `Name ${four.join(" ")}` : `Choose four: ${four.length} chosen`, () => turn.send(text), { id: "name", primary: true, small: false, disabled: !offers.has(text) || Boolean(turn.pending) }),
      button("Draw four at random", draw, { id: "draw" })),
    make("p", { class: "small muted" }, view.phase === "scramble" ? `All stacks are back. None of the credentials until now (${view.credentials.join(" ")}) may be named again.` : "Nobody else sees them. The other six are the cards that you stack on operations."));
}

/** What each Hacker can have worked out from its own hacks. */
function watched(view) {
  if (!view.era) return null;
  const lines = view.seats.map((seat, number) => ({ seat, number })).filter(({ number, seat }) => number && !seat.gone).map(({ number }) => {
    const made = view.hacks.filter((hack) => hack.by === number && hack.era === view.era && hack.told !== null);
    const sets = possible(view, number).length;
    const words = made.map((hack) => `${hack.keys?.join(" ") ?? "?"}${hack.unused ? " (unused)" : ""} → told ${hack.told}${hack.match === null || hack.match === hack.told ? "" : `, truly ${hack.match}`}`);
    return make("li", { class: "small" }, make("strong", {}, SEATS[number]), `: at most ${plural(sets, "set")} possible. ${words.length ? `Hacks: ${list(words)}.` : "No hack since the last naming."}`);
  });
  return make("details", { class: "zd-era", "data-id": "watched", open: true }, make("summary", {}, "What the Hackers can know"), make("ul", { class: "list-plain" }, lines));
}

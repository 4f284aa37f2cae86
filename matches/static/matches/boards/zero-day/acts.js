// The buttons for what can be done now, apart from tiles, spots and cards.

import { button, make } from "./dom.js";
import { after, possible } from "./deduce.js";
import { SEATS, face } from "./signs.js";
import { plural } from "./words.js";

const row = (...children) => make("div", { class: "row zd-row" }, children);
const note = (text) => make("p", { class: "small muted" }, text);

/** Everything for the seat that is to act; empty for others. */
export function acts(turn) {
  if (!turn.mine) return [];
  const made = [...startActs(turn), ...tokenActs(turn), ...moveActs(turn), ...tileActs(turn), ...choiceActs(turn), ...answers(turn), ...ending(turn)];
  return made.length ? [make("section", { class: "zd-acts", "aria-label": "What you can do now" }, made)] : [];
}

const EFFECTS = {
  Alice: "Alice: +1 credit",
  Bob: "Bob: +1 proxy",
  Carol: "Carol: 1 info for 3 credits",
  "Matilda credits": "Matilda: 3 proxies for 6 credits",
  "Matilda proxies": "Matilda: 5 credits for 4 proxies",
};

function startActs(turn) {
  const { offers, view } = turn;
  const made = offers.of("virus").map((words) => button(EFFECTS[words.join(" ")], () => turn.send(`virus ${words.join(" ")}`), { id: `virus ${words.join(" ")}` }));
  if (offers.has("tile")) {
    const { tile } = view.track[view.marker];
    const words = face(tile)[1].split(":")[0];
    const poor = tile.startsWith("pay") && !view.turn.waived && Number(tile.slice(4)) > view.seats[view.on_turn].credits;
    made.unshift(button(`Resolve the tile: ${words}${view.turn.waived && tile.startsWith("pay") ? " (free this time)" : ""}`, () => turn.send("tile"), { id: "tile", primary: true }));
    if (poor) return [row(made), note("You cannot pay this tile: resolving it now ends your turn at once.")];
  }
  const fetch = offers.any("tile") && !offers.has("tile") ? [note("Your tile is the Pointer: choose the spot of the track whose tile you fetch.")] : [];
  return made.length || fetch.length ? [row(made), ...fetch] : [];
}

function tokenActs(turn) {
  const waiting = turn.offers.firsts("token");
  if (!waiting.length) return [];
  return [row(waiting.map((type) => button(`${type} token`, () => turn.choose({ token: type }), { pressed: turn.token() === type }))), note("Choose a token, then a marked tile.")];
}

function moveActs(turn) {
  const { offers } = turn;
  const made = [];
  if (offers.has("credits")) made.push(button("Take 2 credits", () => turn.send("credits"), { id: "credits", about: "Take 2 credits instead of jacking in; then only your token is left to move." }));
  if (offers.has("jack-out")) made.push(button("Jack out", () => turn.send("jack-out"), { id: "jack-out", about: "Leave the board; then only your token is left to move." }));
  const sybils = new Set(offers.of("jump").filter(([, word]) => word === "sybil").map(([, , key]) => key));
  for (const key of sybils) {
    const chosen = turn.pick.sybil === key;
    made.push(button(`Jump with Sybil ${key}`, () => turn.choose({ sybil: chosen ? null : key }), { id: `sybil ${key}`, pressed: chosen, about: `Sybil leaves and key ${key} comes back; the jump may end where no neutral pawn stands.` }));
  }
  return made.length ? [row(made)] : [];
}

function tileActs(turn) {
  const { offers, view } = turn;
  if (offers.has("tile-action")) {
    const { tile } = view.board[view.seats[view.on_turn].at];
    return [row(button(`Use the tile: ${tile}`, () => turn.send("tile-action"), { id: "tile-action", primary: true }))];
  }
  return offers.any("tile-action") ? slum(turn) : [];
}

/** The Slum: how much to exchange in which direction, and the gift. */
function slum(turn) {
  const pays = turn.offers.of("tile-action").filter((words) => words.length === 3 && words[2] === "+credit").map(([count, goods]) => `${count} ${goods}`);
  const chosen = pays.includes(turn.pick.slum) ? turn.pick.slum : "";
  const choice = make("select", { class: "input zd-select", "data-id": "slum", "aria-label": "Exchange in the Slum", on: { change: (event) => turn.choose({ slum: event.target.value }) } },
    ["", ...pays].map((pay) => {
      const [count, goods] = pay.split(" ");
      const words = pay ? `${count} ${goods} for ${count} ${goods === "credits" ? "proxies" : "credits"}` : "exchange nothing";
      return make("option", { value: pay, selected: pay === chosen }, words);
    }));
  const gift = (plus, words) => button(words, () => turn.send(["tile-action", chosen, plus].filter(Boolean).join(" ")), { id: `gift ${plus}`, primary: true });
  return [row("Slum:", choice, gift("+credit", "and +1 credit"), gift("+proxy", "and +1 proxy"))];
}

function choiceActs(turn) {
  const { offers, view } = turn;
  const made = offers.firsts("purge").map((virus) => button(`Purge ${virus}`, () => turn.send(`purge ${virus}`), { id: `purge ${virus}` }));
  if (offers.any("swap")) made.push(note("Choose two free spots of the track; their tiles change places."));
  if (offers.has("end")) made.push(button(`Stop ${view.choice.operation} here`, () => turn.send("end"), { id: "end" }));
  return made.length ? [row(made)] : [];
}

const HOW = {
  no: "Tell the truth, keep the token",
  0: "Spend a token, tell the truth",
  "+1": "Spend a token, one more",
  "-1": "Spend a token, one less",
};

/** The Admin's answer to a hack, each with what it leads to. */
function answers(turn) {
  const { view, offers } = turn;
  if (!offers.any("protect")) return [];
  const { pending } = view;
  const known = possible(view, pending.by);
  const options = offers.firsts("protect").map((how) => answer(turn, how, known));
  const aim = pending.unused ? "your unused cards that are not stacked" : "your credentials";
  return [
    make("p", {}, `${SEATS[pending.by]} hands over `, make("strong", {}, pending.keys.join(" ")), ` against ${aim}: `, make("strong", {}, plural(pending.match, "match", "matches")), "."),
    make("div", { class: "zd-answers" }, options),
    note("All learn the number you tell and whether you spent a token, but not which way. With a token they must reckon with one more and one less; a false number also changes how much info the Hacker gets."),
  ];
}

function answer(turn, how, known) {
  const { view } = turn;
  const { pending } = view;
  const token = how !== "no";
  const told = token ? Math.max(0, pending.match + Number(how)) : pending.match;
  const left = after(known, { ...pending, told, token }).length;
  const score = view.seats[pending.by].score + told;
  const wins = score >= view.goal ? `: ${SEATS[pending.by]} wins` : ` (${score} of ${view.goal})`;
  const words = make("span", { class: "zd-answer" },
    make("strong", {}, `${HOW[how]}: tell ${told}`),
    make("span", { class: "small" }, `+${told} info${wins}. Leaves ${SEATS[pending.by]} at most ${plural(left, "possible set")}.`));
  return button(words, () => turn.send(`protect ${how}`), { id: `protect ${how}`, small: false });
}

/** A turn that is ended by moving the token says so, and confirms the chosen spot. */
function ending(turn) {
  const { offers, view, pick } = turn;
  if (!offers.any("init")) return [];
  if (!["act", "free"].includes(view.phase)) return [note("Choose a marked spot of the track above the tiles.")];
  if (pick.spot === null) return [note("When you are done: choose a marked spot of the track for your token. A spot above the marker acts again this round.")];
  const { tile } = view.track[pick.spot];
  return [row(button(`End the turn on spot ${pick.spot} (${face(tile)[1].split(":")[0]})`, () => turn.send(`init ${pick.spot}`), { id: "end-turn", primary: true }),
    button("Not yet", () => turn.cancel()))];
}

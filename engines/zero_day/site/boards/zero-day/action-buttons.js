// The buttons for actions that are not chosen on tiles, spots or cards.

import { mark, translate, translateMany } from "../../../site/words.js";
import { button, make } from "./dom.js";
import { filterSets, findPossibleSets } from "./deduction.js";
import { face, SEATS } from "./signs.js";

const createRow = (...children) => make("div", { class: "row zd-row" }, children);
const createNote = (text) => make("p", { class: "small muted" }, text);

/** Return the controls of the seat to act; empty for others. */
export function createActions(turn) {
  if (!turn.mine) return [];
  const buttons = [...createStartActions(turn), ...createTokenActions(turn), ...createMoveActions(turn), ...createTileActions(turn), ...createChoiceActions(turn), ...createAnswers(turn), ...createEndButton(turn)];
  return buttons.length ? [make("section", { class: "zd-acts", "aria-label": translate("Available actions") }, buttons)] : [];
}

const EFFECTS = {
  Alice: mark("Alice: +1 credit"),
  Bob: mark("Bob: +1 proxy"),
  Carol: mark("Carol: 1 info for 3 credits"),
  "Matilda credits": mark("Matilda: 3 proxies for 6 credits"),
  "Matilda proxies": mark("Matilda: 5 credits for 4 proxies"),
};

function createStartActions(turn) {
  const { offers, view } = turn;
  const buttons = offers.of("virus").map((words) => button(translate(EFFECTS[words.join(" ")]), () => turn.send(`virus ${words.join(" ")}`), { id: `virus ${words.join(" ")}` }));
  if (offers.has("tile")) {
    const { tile } = view.track[view.marker];
    const words = face(tile)[1].split(":")[0];
    const poor = tile.startsWith("pay") && !view.turn.waived && Number(tile.slice(4)) > view.seats[view.on_turn].credits;
    buttons.unshift(button(view.turn.waived && tile.startsWith("pay") ? translate("Resolve the tile: {tile} (free this time)", { tile: words }) : translate("Resolve the tile: {tile}", { tile: words }), () => turn.send("tile"), { id: "tile", primary: true }));
    if (poor) return [createRow(buttons), createNote(translate("You can't pay for this tile. Resolving it now ends your turn."))];
  }
  const fetch = offers.any("tile") && !offers.has("tile") ? [createNote(translate("Your tile is the Pointer. Choose another spot on the track to swap tiles with."))] : [];
  return buttons.length || fetch.length ? [createRow(buttons), ...fetch] : [];
}

function createTokenActions(turn) {
  const waiting = turn.offers.firsts("token");
  if (!waiting.length) return [];
  const fill = button(translate("Fill the rest"), () => turn.fillTokens(), { id: "fill", disabled: Boolean(turn.pending) });
  return [createRow(waiting.map((type) => button(translate("{type} token", { type }), () => turn.choose({ token: type }), { pressed: turn.token() === type })), fill), createNote(translate("Choose a token, then a marked tile."))];
}

function createMoveActions(turn) {
  const { offers } = turn;
  const buttons = [];
  if (offers.has("credits")) buttons.push(button(translate("Take 2 credits"), () => turn.send("credits"), { id: "credits", about: translate("Take 2 credits instead of jacking in. After that you only move your token.") }));
  if (offers.has("jack-out")) buttons.push(button(translate("Jack out"), () => turn.send("jack-out"), { id: "jack-out", about: translate("Leave the board. After that you only move your token.") }));
  const sybils = new Set(offers.of("jump").filter(([, word]) => word === "sybil").map(([, , key]) => key));
  for (const key of sybils) {
    const chosen = turn.pick.sybil === key;
    buttons.push(button(translate("Jump with Sybil {key}", { key }), () => turn.choose({ sybil: chosen ? null : key }), { id: `sybil ${key}`, pressed: chosen, about: translate("Sybil is uninstalled and key {key} returns to your hand. The jump may end on a tile without a neutral pawn.", { key }) }));
  }
  return buttons.length ? [createRow(buttons)] : [];
}

function createTileActions(turn) {
  const { offers, view } = turn;
  if (offers.has("tile-action")) {
    const { tile } = view.board[view.seats[view.on_turn].at];
    return [createRow(button(translate("Use the tile: {tile}", { tile }), () => turn.send("tile-action"), { id: "tile-action", primary: true }))];
  }
  return offers.any("tile-action") ? createSlumOptions(turn) : [];
}

/** Return the controls of the Slum: how much to exchange in which direction, and the gift. */
function createSlumOptions(turn) {
  const pays = turn.offers.of("tile-action").filter((words) => words.length === 3 && words[2] === "+credit").map(([count, goods]) => `${count} ${goods}`);
  const chosen = pays.includes(turn.pick.slum) ? turn.pick.slum : "";
  const choice = make("select", { class: "input zd-select", "data-id": "slum", "aria-label": translate("Exchange in the Slum"), on: { change: (event) => turn.choose({ slum: event.target.value }) } },
    ["", ...pays].map((pay) => {
      const [count, goods] = pay.split(" ");
      const exchanged = goods === "credits"
        ? translateMany("{n} credit for {n} proxy", "{n} credits for {n} proxies", Number(count))
        : translateMany("{n} proxy for {n} credit", "{n} proxies for {n} credits", Number(count));
      const words = pay ? exchanged : translate("no exchange");
      return make("option", { value: pay, selected: pay === chosen }, words);
    }));
  const createGiftOptions = (plus, words) => button(words, () => turn.send(["tile-action", chosen, plus].filter(Boolean).join(" ")), { id: `gift ${plus}`, primary: true });
  return [createRow("Slum:", choice, createGiftOptions("+credit", translate("Gain 1 credit")), createGiftOptions("+proxy", translate("Gain 1 proxy")))];
}

function createChoiceActions(turn) {
  const { offers, view } = turn;
  const buttons = offers.firsts("purge").map((virus) => button(translate("Purge {virus}", { virus }), () => turn.send(`purge ${virus}`), { id: `purge ${virus}` }));
  if (offers.any("swap")) buttons.push(createNote(translate("Choose two free spots on the track to swap their tiles.")));
  if (offers.has("end")) buttons.push(button(translate("End {operation}", { operation: view.choice.operation }), () => turn.send("end"), { id: "end" }));
  return buttons.length ? [createRow(buttons)] : [];
}

const HOW = {
  no: mark("Tell the truth, keep the token"),
  0: mark("Spend a token, tell the truth"),
  "+1": mark("Spend a token, one more"),
  "-1": mark("Spend a token, one less"),
};

/** Return the Admin's possible answers to a hack, each with its consequences. */
function createAnswers(turn) {
  const { view, offers } = turn;
  if (!offers.any("protect")) return [];
  const { pending } = view;
  const possibleSets = findPossibleSets(view, pending.by);
  const options = offers.firsts("protect").map((how) => createAnswer(turn, how, possibleSets));
  const params = { side: SEATS[pending.by], keys: pending.keys.join(" ") };
  const question = pending.unused
    ? translateMany("{side} hacks your unused cards that are not stacked with the keys {keys}: {n} match.", "{side} hacks your unused cards that are not stacked with the keys {keys}: {n} matches.", pending.match, params)
    : translateMany("{side} hacks your credentials with the keys {keys}: {n} match.", "{side} hacks your credentials with the keys {keys}: {n} matches.", pending.match, params);
  return [
    make("p", {}, question),
    make("div", { class: "zd-answers" }, options),
    createNote(translate("Everyone sees the number you announce and whether you spent a token, but not how you used it. With a token, " +
      "the true number may be one higher or lower. The Hacker gets as much info as you announce.")),
  ];
}

function createAnswer(turn, how, possibleSets) {
  const { view } = turn;
  const { pending } = view;
  const token = how !== "no";
  const number = token ? Math.max(0, pending.match + Number(how)) : pending.match;
  const left = filterSets(possibleSets, { ...pending, told: number, token }).length;
  const score = view.seats[pending.by].score + number;
  const side = SEATS[pending.by];
  const gain = score >= view.goal ? translate("+{n} info: {side} wins.", { n: number, side }) : translate("+{n} info ({score} of {goal}).", { n: number, score, goal: view.goal });
  const words = make("span", { class: "zd-answer" },
    make("strong", {}, `${translate(HOW[how])}: ${translate("announce {n}", { n: number })}`),
    make("span", { class: "small" }, `${gain} ${translateMany("Leaves {side} with at most {n} possible set.", "Leaves {side} with at most {n} possible sets.", left, { side })}`));
  return button(words, () => turn.send(`protect ${how}`), { id: `protect ${how}`, small: false });
}

/** Return the note on ending the turn by moving the token, and the button that confirms the spot. */
function createEndButton(turn) {
  const { offers, view, pick } = turn;
  if (!offers.any("init")) return [];
  if (!["act", "free"].includes(view.phase)) return [createNote(translate("Choose a marked spot on the track above the tiles."))];
  if (pick.spot === null) return [createNote(translate("When you're done, choose a marked spot on the track for your token. On a higher spot you act again this round."))];
  const { tile } = view.track[pick.spot];
  return [createRow(button(translate("End the turn on spot {spot} ({tile})", { spot: pick.spot, tile: face(tile)[1].split(":")[0] }), () => turn.send(`init ${pick.spot}`), { id: "end-turn", primary: true }),
    button(translate("Cancel"), () => turn.cancel()))];
}

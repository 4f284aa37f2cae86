// The board of Zero Day: draws views and sends notation. It contains no rules.

import { mark, translate, translateMany } from "../../site/words.js";
import { loadStyles } from "../styles.js";
import { createActions } from "./zero-day/action-buttons.js";
import { createAdminPanel, createWatch } from "./zero-day/admin-panel.js";
import { make, redraw } from "./zero-day/dom.js";
import { goal, guide } from "./zero-day/guide.js";
import { createHackControls, createKeys } from "./zero-day/keys.js";
import { TileMap } from "./zero-day/map.js";
import { createOperations, createViruses } from "./zero-day/market.js";
import { Memory } from "./zero-day/memory.js";
import { createNotebook } from "./zero-day/notebook.js";
import { conclude } from "./zero-day/notes.js";
import { Sections } from "./zero-day/sections.js";
import { Track } from "./zero-day/track.js";
import { Turn } from "./zero-day/turn.js";
import { credits, describeLastTurn, describeSeen, explain, proxies, status } from "./zero-day/words.js";
export { chooseSound, isEmpty } from "./zero-day/facts.js";

await loadStyles("zero-day", "zero-day-panel");

const HELP = mark("Point at anything, tap it or move to it with the keyboard to see what it is.");

/** Return the score, money, protection and place of a seat, for its strip. */
function losses(view, seat) {
  const own = view?.seats?.[seat];
  if (!own) return make("span");
  const parts = [
    ["zd-score", `${own.score}/${view.goal} ${seat ? translate("info") : translate("progress")}`, translate("{n} of the {goal} tokens needed to win", { n: own.score, goal: view.goal })],
    ["", `${own.credits}¢`, credits(own.credits)],
    seat ? ["", `${own.proxies}◆`, proxies(own.proxies)] : ["", translate("{n} protection", { n: view.protection }), translateMany("{n} protection token", "{n} protection tokens", view.protection)],
    seat && !own.gone ? ["muted", own.at ?? translate("not jacked in"), own.at ? translate("is on {place}, {tile}", { place: own.at, tile: view.board[own.at]?.tile }) : translate("is not on the board")] : null,
    own.next.includes("far") ? ["muted", "⇢⇢", translate("can jump two tiles next turn")] : null,
    own.next.includes("waive") ? ["muted", translate("free tile"), translate("does not pay for the next initiative tile")] : null,
    own.gone ? ["muted", translate("left"), translate("left the match")] : null,
  ];
  return make("ul", { class: "zd-has" }, parts.filter(Boolean).map(([kind, text, words]) => make("li", { class: kind || null, title: words, "data-about": words, "aria-label": `${text}: ${words}` }, text)));
}

/** Return the action that a seat has just made, with what it showed to the viewer; null if the log says all of it. */
function illustrate(view, { by, text }) {
  const last = view.events.at(-1);
  const seen = last?.[0] === by ? describeSeen(last, view) : "";
  return seen ? make("span", {}, `${text} ${seen}`) : null;
}

/** Return the turn of a view, within which the Admin answers hacks. */
const turnOf = (view) => (view.round && view.on_turn !== null ? { id: `${view.round} ${view.marker}`, seat: view.on_turn } : null);

/**
 * Mount the board on `root`, the available actions in `controls`, everything else that is acted with in `panel`, and what
 * is pointed at in `note`.
 * `submit(text)` resolves to {state, code, text}; `say(text, {quiet})` shows a hint near the board.
 * Returns what the match page needs: draw, status, describeLast, illustrate, turnOf, losses, goal, guide, explain.
 */
export function mount(root, { submit, say, panel, controls, note }) {
  const board = make("div", { class: "zd" });
  const about = make("p", { class: "zd-about small" }, translate(HELP));
  root.replaceChildren(board);
  const onAbout = (text) => (about.textContent = text || translate(HELP));
  const turn = new Turn({ submit, say, changed: () => show() });
  const cancel = () => turn.cancel();
  const track = new Track(board, { onPick: (spot) => turn.onSpot(spot), onCancel: cancel });
  const map = new TileMap(board, { onPick: (place) => turn.onPlace(place), onCancel: cancel });
  const tokens = make("p", { class: "zd-waiting small muted" });
  (note ?? board).append(about, tokens);
  panel.classList.add("zd-panel");
  controls?.classList.add("zd-controls");
  explainOn(root.closest("[data-match-page]") ?? panel, onAbout);
  droppable(panel, turn);
  const sections = new Sections(() => show());
  let memory = null;

  turn.kept = () => (["playing", "paused"].includes(turn.board?.status) ? memory.kept : {});

  function show() {
    const { view } = turn;
    if (!view) return;
    track.draw(view, turn.spots());
    map.draw(view, turn.places(), lastPlace(view));
    const waiting = Object.keys(view.tokens).filter((type) => !view.tokens[type]);
    tokens.textContent = view.round ? [translate("Round {n} of {all}.", { n: view.round, all: view.round_limit }), waiting.length ? translate("Tokens with the Admin: {tokens}.", { tokens: waiting.join(", ") }) : ""].filter(Boolean).join(" ") : "";
    if (controls) redraw(controls, ...createActions(turn));
    redraw(panel, ...(controls ? [] : createActions(turn)), ...parts(view));
  }

  /** Return the viewer's own cards or keys, and tabs for everything else. */
  function parts(view) {
    const seat = view.viewer;
    const { offers } = turn;
    const market = [
      { id: "operations", label: translate("Operations"), content: createOperations(turn), due: ["stack", "resolve", "deny"].some((verb) => offers.any(verb)) },
      { id: "viruses", label: translate("Viruses"), content: createViruses(turn), due: offers.any("install") || offers.any("uninstall") },
    ];
    const label = translate("On the table");
    const watch = { id: "watch", label: translate("Hackers"), content: createWatch(turn) };
    if (!(seat > 0) || !view.seats[seat]) return [createAdminPanel(turn), ...sections.create(label, [...market, watch])];
    if (!view.era) return sections.create(label, market);
    const notes = conclude(view, seat, memory, turn.board.status === "playing");
    const mind = [
      { id: "hack", label: translate("Hack"), content: createHackControls(turn, notes), due: offers.any("hack") || offers.any("repeat") },
      ...market,
      { id: "notebook", label: translate("Notebook"), content: createNotebook(turn, notes) },
      { id: "admin", label: translate("Admin"), content: createAdminPanel(turn) },
    ];
    return [createKeys(turn, notes), ...sections.create(label, mind, { held: turn.pick.virus !== null })];
  }

  function draw(next) {
    const seat = next.view?.viewer ?? next.viewer.seat;
    if (memory?.seat !== seat) memory = Object.assign(new Memory(next.match_id, seat ?? "watch"), { seat });
    turn.memory = memory;
    turn.draw(next);
    if (next.view && next.status === "playing" && seat > 0) memory.learn(next.view, seat);
    show();
  }

  return {
    draw,
    status,
    describeLast: describeLastTurn,
    illustrate,
    turnOf,
    losses,
    explain,
    goal,
    guide: () => guide(turn.view),
  };
}

/** Return the place of the newest action, if any. */
function lastPlace(view) {
  const words = view.events.at(-1)?.[1].split(" ") ?? [];
  return words.find((word) => word in view.board) ?? null;
}

/** Explain elements on hover, focus and tap; only after a tap, because the explanation can move the tapped element. */
function explainOn(page, onAbout) {
  const tell = ({ target }) => {
    const text = target.closest("[data-about]")?.dataset.about;
    if (text) onAbout(text);
  };
  page.addEventListener("pointerover", (event) => event.pointerType === "mouse" && tell(event));
  page.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && tell(event));
  page.addEventListener("click", tell);
}

/** Let cards be dragged onto operations. */
function droppable(panel, turn) {
  const target = (event) => event.target.closest("[data-operation]")?.dataset.operation;
  panel.addEventListener("dragover", (event) => target(event) && turn.offers.any("stack") && event.preventDefault());
  panel.addEventListener("drop", (event) => {
    const card = event.dataTransfer.getData("text/plain");
    if (!target(event) || !card) return;
    event.preventDefault();
    turn.stack(target(event), card);
  });
}

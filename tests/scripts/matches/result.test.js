// What the end of a match sounds like and says, and the positions that one may step back to while it runs.

import { equal, test } from "/tests/testing.js";
import { LiveHistory } from "/static/matches/live-history.js";
import { chooseSound, isEmpty } from "/static/matches/boards/field-tactics/facts.js";
import { chooseSound as chooseDice } from "/static/matches/boards/incursion-point-zero/facts.js";
import { Players } from "/static/matches/players.js";
import { describeResult } from "/static/matches/result.js";
import { loadSettings, saveSettings } from "/static/matches/settings.js";
import { chooseSounds } from "/static/matches/sounds.js";

const seats = [{ number: 0, name: "Red", player: "ada" }, { number: 1, name: "Blue", player: "ben" }];
const playing = (more = {}) => ({
  game: "field-tactics", status: "playing", entry: 8, seats, viewer: { seat: 0, turn: 4 }, can: { submit: false }, ruling: null,
  view: { squares: { A1: [0, "C1"] }, last: null, duels: [] }, clock: { seats: [] }, log: [], outcome: null, ...more,
});
const line = (n, by = 1) => ({ n, by, text: `line ${n}`, at: n });

test("A win says who won and how", () => {
  const outcome = { ranks: [1, 2], reason: "base", text: "Your General reached Blue's base." };
  equal(describeResult(playing({ status: "closed", outcome })), { verdict: "You won.", reason: outcome.text, note: "" });
  equal(describeResult(playing()), null);
});

test("A match that does not count says why", () => {
  const told = (more, last) => describeResult(playing({ status: "void", ...more }), last);
  equal(told({}, "Red aborts the match.").reason, "Red aborts the match. It doesn't count.");
  equal(told({ entry: 0, view: null }).verdict, "This match never started.");
  equal(told({ ruling: { held: "annul", text: "Annulled: a fault." } }).reason, "Annulled: a fault.");
});

test("Beside the names: the winner, a shared first place, or a draw, which nobody wins", () => {
  const badges = (...ranks) => {
    const board = playing({ status: "closed", viewer: { seat: null }, seats: ranks.map((_, number) => ({ number })), outcome: { ranks } });
    return board.seats.map((seat) => Players.prototype.badge(board, seat));
  };
  equal(badges(1, 2), ["winner", ""]);
  equal(badges(1, 1), ["draw", "draw"]);
  equal(badges(1, 2, 1), ["shared 1st", "", "shared 1st"]);
});

test("An empty board is explained", () => {
  const outcome = { ranks: [1, 2], reason: "resigned", text: "Blue resigns." };
  const ended = (more) => describeResult(playing({ status: "closed", outcome, ...more }), "", isEmpty).note;
  equal(ended({ view: { squares: {}, last: null, duels: [] } }), "The match ended during the set-up, so the board is empty.");
  equal(ended({ entry: 0, view: null }), "The match ended before it started, so the board is empty and there is no replay.");
});

test("Each update has its sounds", () => {
  const moved = (more) => playing({ entry: 9, log: [line(9)], ...more });
  const sounds = (before, next) => chooseSounds(before, next, chooseSound);
  equal(sounds(playing(), moved()), ["move"]);
  equal(sounds(playing(), moved({ view: { last: { battle: "o" }, duels: [] }, can: { submit: true } })), ["battle", "turn"]);
  equal(sounds(playing(), moved({ log: [line(9, null)] })), []);
  equal(sounds(playing(), moved({ status: "closed" })), ["end"]);
  equal(sounds(playing({ status: "closed" }), moved({ status: "closed" })), []);
  const rolled = moved({ view: { events: [["attack"], ["dice"]] } });
  equal(chooseSounds(playing(), rolled, chooseDice), ["dice"]);
  equal(chooseSounds(playing(), rolled), ["move"]);
});

test("One steps back to the positions that this page has received, and to no others", () => {
  const history = new LiveHistory();
  history.add(playing({ log: [line(7), line(8)] }));
  equal([history.hasPast, history.isPartial], [false, true]);
  history.add(playing({ entry: 9, log: [line(9)] }));
  history.add(playing({ entry: 9, log: [line(9)] }));
  equal(history.frames.map(({ n, text }) => [n, text]), [[8, "line 8"], [9, "line 9"]]);
  const fresh = new LiveHistory();
  fresh.add(playing({ entry: 1, log: [line(1, null)] }));
  equal(fresh.isPartial, false);
});

test("Settings are kept, and nonsense counts as the default", () => {
  saveSettings({ sound: false, volume: 30, board: "slate", forced: false });
  equal(loadSettings(), { sound: false, volume: 30, board: "slate", forced: false });
  localStorage.setItem("display", '{"volume": "loud", "board": "pink"}');
  equal(loadSettings(), { sound: true, volume: 60, board: "classic", forced: true });
  localStorage.setItem("display", "{");
  equal(loadSettings(), { sound: true, volume: 60, board: "classic", forced: true });
  localStorage.removeItem("display");
});

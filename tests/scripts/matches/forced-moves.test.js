// Moves without a choice are played for the player.

import { equal, test } from "/tests/testing.js";
import { fakeTime } from "/tests/fake-time.js";
import { ForcedMoves } from "/static/matches/forced-moves.js";
import { loadSettings, saveSettings } from "/static/matches/settings.js";

const BOARD = { match_id: 1, entry: 7, legal: ["pass"], lesson: null, viewer: { seat: 0, turn: 3 }, can: { forced: true, undo: false } };

function watch(settings = {}) {
  saveSettings({ ...loadSettings(), forced: true, ...settings });
  const played = [];
  return { played, moves: new ForcedMoves({ play: (text) => played.push(text), say() {} }) };
}

test("The only move is played once, after a moment", async () => {
  const time = fakeTime();
  const { played, moves } = watch();
  moves.draw(BOARD);
  equal(played, []);
  await time.advance(1000);
  moves.draw(BOARD);
  await time.advance(5000);
  equal(played, ["pass"]);
});

test("What can be undone waits longer, and an undo in that time stops it", async () => {
  const time = fakeTime();
  const { played, moves } = watch();
  moves.draw({ ...BOARD, can: { forced: true, undo: true } });
  await time.advance(2000);
  moves.draw({ ...BOARD, entry: 8, legal: ["a", "b"], can: { forced: false, undo: false } });
  await time.advance(9000);
  equal(played, []);
});

test("Nothing is played against the setting, in a lesson or where there is a choice", async () => {
  const time = fakeTime();
  const off = watch({ forced: false });
  off.moves.draw(BOARD);
  await time.advance(5000);
  const on = watch();
  on.moves.draw({ ...BOARD, lesson: {} });
  on.moves.draw({ ...BOARD, entry: 9, can: { forced: false, undo: false } });
  await time.advance(5000);
  equal([off.played, on.played], [[], []]);
});

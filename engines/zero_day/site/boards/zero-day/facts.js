// What the match page asks of the game besides its board: see matches/games.js.

export const isEmpty = (view) => !view.track.length;

/** A hack sounds like a battle. */
export function chooseSound(view, before) {
  const last = JSON.stringify(view.hacks.at(-1));
  return last && last !== JSON.stringify(before?.hacks?.at(-1)) ? "battle" : "";
}

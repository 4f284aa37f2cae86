// Live thumbnails: who is where around the small board.

import { boardOf, equal, stage, test } from "/tests/testing.js";
import { Thumbnail } from "/static/matches/mini.js";

async function drawn(seat) {
  const root = stage('<div data-mini-match="12"></div>').firstElementChild;
  await new Thumbnail(root).draw(await boardOf({ game: "order-and-chaos", seat }));
  const lines = [...root.querySelector(".mini").children].map((part) => part.querySelector(".side")?.title ?? part.className);
  return { lines, picture: root.querySelector("svg").innerHTML };
}

test("The viewer's own side is at the bottom, the board turned to it; of others, the first", async () => {
  const [first, second, spectator] = [await drawn(0), await drawn(1), await drawn(null)];
  equal(first.lines, ["Chaos", "mini-picture", "Order", "mini-foot"]);
  equal(second.lines, ["Order", "mini-picture", "Chaos", "mini-foot"]);
  equal([first.picture === spectator.picture, second.picture === spectator.picture], [true, false]);
});

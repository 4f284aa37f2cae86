// The buttons of a running match that ask the other players, and the one that ends it.

import { equal, stage, test } from "/tests/testing.js";
import { button, click } from "/tests/pointer.js";
import { Offers } from "/static/matches/offers.js";

test("To abort is asked before it is done; an offer is made at once", () => {
  const root = stage('<section><div data-talk="questions"></div><div data-talk="gone"></div></section><div></div>');
  const [talks, asks] = root.children;
  const done = [];
  const offers = new Offers(talks, asks, { ask: (...request) => done.push(request), abort: () => done.push("dialog") });
  const seats = [{ name: "Red" }, { name: "Blue" }];
  offers.draw({ can: { abort: true, draw: true }, seats, viewer: { seat: 0 }, asked: [], answered: [], gone: [], status: "open" });
  for (const text of ["Abort match", "Offer draw"]) click(button(asks, text));
  equal(done, ["dialog", ["draw", { do: "offer" }]]);
});

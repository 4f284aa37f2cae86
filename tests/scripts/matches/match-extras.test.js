// A match that has not begun: the one button that accepts it, and the badge in its head.

import { equal, stage, test } from "/tests/testing.js";
import { MatchExtras } from "/static/matches/match-extras.js";
import { MatchPage } from "/static/matches/match-page.js";

test("The button below the board accepts a challenge; otherwise it says that one is ready", () => {
  const [extras, ready] = stage("<div><section data-challenged></section></div><button></button>").children;
  new MatchExtras(extras, ready);
  equal(ready.textContent, "Accept challenge");
  extras.replaceChildren();
  extras.dispatchEvent(new Event("htmx:load"));
  equal(ready.textContent, "Ready");
});

test("A match is live once it has begun, and not after its end", () => {
  const badge = stage("<span></span>").firstElementChild;
  const told = (status, connected = true) => {
    MatchPage.prototype.showConnection.call({ part: () => badge }, connected, { status });
    return badge.hidden ? "" : badge.textContent;
  };
  equal(["open", "playing", "closed"].map((status) => told(status)), ["not started", "live", ""]);
  equal(told("open", false), "Reconnecting…");
});

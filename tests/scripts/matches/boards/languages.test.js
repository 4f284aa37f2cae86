// What is sent is notation: the same in every language. Here the boards speak German.

import { boardOf, equal, settle, test } from "/tests/testing.js";
import { openPage } from "/tests/pages.js";

/** The board of a game on a German page. */
async function german(game, options) {
  const words = { site: "/words/de/site.json", [game]: `/words/de/${game}.json` };
  const parts = ["board", "choices", "panel", "report"].map((name) => `<div data-part="${name}"></div>`).join("");
  const page = openPage(`<script type="application/json" id="words">${JSON.stringify(words)}</script><main data-match-page>${parts}</main>`, { lang: "de" });
  const { loadMessages } = await page.load("/static/site/words.js");
  await loadMessages(game);
  const { mount } = await page.load(`/static/matches/boards/${game}.js`);
  const [board, choices, panel, report] = page.document.querySelectorAll("[data-part]");
  const sent = [];
  const submit = async (text) => {
    sent.push(text);
    return { state: "refused" };
  };
  const position = await boardOf({ game, ...options });
  mount(board, { submit, say() {}, panel, report, choices }).draw(position, { animate: false });
  const press = (selector) => page.document.querySelector(selector).click();
  return { press, sent, position, page: page.document };
}

const FORTRESS = "C1 EN MN C1 SP / C2 F1 FL G2 MN C2 / PL G3 F2 EN G1 PL / C3 TK C3 CV TK F3";

test("Field Tactics: who moves first, and a set-up", async () => {
  const first = await german("field-tactics");
  first.press(".ft-choose .btn-primary");
  equal(first.sent, ["first red"]);
  const setup = await german("field-tactics", { moves: ["first red"] });
  setup.press(".ft-presets button"); // the first is the Fortress
  setup.press(".ft-setup .btn-primary");
  equal(setup.sent, [FORTRESS]);
});

test("Zero Order: a team", async () => {
  const { page, press, sent } = await german("zero-order");
  [...page.querySelectorAll(".zo-team .row button")][1].click(); // Basics
  press(".zo-buttons .btn-primary");
  equal(sent, ["team DE PU TO TW FR SW"]);
});

test("Zero Day: credentials, and a hack", async () => {
  const admin = await german("zero-day", { seat: 0, until: { phase: "credentials" } });
  for (const card of [7, 0, 4, 2]) admin.press(`[data-id="four ${card}"]`);
  admin.press('[data-id="name"]');
  equal(admin.sent, ["credentials 0 2 4 7"]);
  const hacker = await german("zero-day", { seat: 1, until: { offers: "hack " } });
  const text = hacker.position.legal.find((action) => action.startsWith("hack "));
  for (const key of text.split(" ").slice(1)) hacker.press(`[data-id="key ${key}"]`);
  hacker.press('[data-id="hack"]');
  equal(hacker.sent, [text]);
});

test("Zero Day: every button that needs no choice sends its action", async () => {
  for (const [seat, offers] of [[1, "tile"], [1, "jack-in "], [0, "protect "], [0, "resolve "], [1, "uninstall "]]) {
    const { page, sent, position } = await german("zero-day", { seat, until: { offers } });
    for (const text of position.legal) {
      page.querySelector(`[data-id="${text}"]`)?.click();
      await settle();
      const [got] = sent.splice(0);
      if (got) equal(got, text);
    }
  }
});

test("Incursion Point: Zero: a squad", async () => {
  const { page, sent, press } = await german("incursion-point-zero");
  const shown = page.querySelector(".ip-choice-controls .mono").textContent;
  press(".ip-choice-controls .btn-primary");
  equal(sent, [shown]);
  equal(/^squad( \w+:\S+){4}$/.test(shown), true, shown);
});

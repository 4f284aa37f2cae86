// Sentences of the scripts: what is put in, plural forms, and translations that come with the page.

import { equal, pause, test } from "/tests/testing.js";
import { openPage } from "/tests/pages.js";

/** `words.js` on a page whose parts have these messages; `status` is the answer's. */
async function wordsOf(parts = {}, { status = 200 } = {}) {
  const addresses = Object.fromEntries(Object.keys(parts).map((name) => [name, `/words/${name}.json`]));
  const page = openPage(`<script type="application/json" id="words">${JSON.stringify(addresses)}</script>`);
  const asked = [];
  page.win.fetch = async (address) => {
    asked.push(address);
    const name = Object.keys(addresses).find((one) => addresses[one] === address);
    if (parts[name] === null) throw new TypeError("no network");
    return new Response(JSON.stringify(parts[name]), { status });
  };
  return { ...(await page.load("/static/site/words.js")), asked };
}

test("English is told as it stands in the code, and nothing is fetched", async () => {
  const { spoken, spokenMany, spokenIn, asked } = await wordsOf();
  equal(spoken("Your turn"), "Your turn");
  equal(spokenMany("{n} move", "{n} moves", 2), "2 moves");
  equal(spokenIn("side", "you"), "you");
  equal(asked, []);
});

test("A page without words is an English one", async () => {
  const page = openPage();
  const { spoken } = await page.load("/static/site/words.js");
  equal(spoken("Your turn"), "Your turn");
});

test("Names in braces are replaced, as often as they come", async () => {
  const { spoken } = await wordsOf();
  equal(spoken("{side} moves to {place}, {side}!", { side: "Red", place: "A5" }), "Red moves to A5, Red!");
});

test("A zero is put in, and a name that is not given stays", async () => {
  const { spoken } = await wordsOf();
  equal(spoken("{n} of {all}", { n: 0 }), "0 of {all}");
});

test("What is put in is not looked through for names again", async () => {
  const { spoken } = await wordsOf();
  equal(spoken("{name} won.", { name: "{n}", n: 5 }), "{n} won.");
});

test("One takes the singular; none and many take the plural", async () => {
  const { spokenMany } = await wordsOf();
  const told = (n) => spokenMany("{n} square", "{n} squares", n);
  equal([0, 1, 2, 21].map(told), ["0 squares", "1 square", "2 squares", "21 squares"]);
});

test("A plural form takes other names beside the number", async () => {
  const { spokenMany } = await wordsOf();
  equal(spokenMany("{square}: {n} way", "{square}: {n} ways", 3, { square: "B4" }), "B4: 3 ways");
});

test("Translations of the part `site` are there once the module has loaded", async () => {
  const translated = { "": "10", "Your turn": "Du bist am Zug", "{n} move": ["{n} Zug", "{n} Züge"] };
  const { spoken, spokenMany } = await wordsOf({ site: translated });
  equal(spoken("Your turn"), "Du bist am Zug");
  equal(spokenMany("{n} move", "{n} moves", 1), "1 Zug");
  equal(spokenMany("{n} move", "{n} moves", 0), "0 Züge");
  equal(spoken("Not translated {n}", { n: 1 }), "Not translated 1");
});

test("A language has as many plural forms as its own rule says", async () => {
  const { words, moves } = await (await fetch("/polish")).json();
  const { spoken, spokenMany } = await wordsOf({ site: words });
  for (const [n, form] of Object.entries(moves)) {
    const told = spokenMany("{side}: {n} move", "{side}: {n} moves", Number(n), { side: spoken("Order") });
    equal(told, `Porządek: ${n} ${form}`);
  }
});

test("A word of several meanings is translated by its context", async () => {
  const { spoken, spokenIn } = await wordsOf({ site: { "sign\u0004off": "vom Brett", off: "aus" } });
  equal(spokenIn("sign", "off"), "vom Brett");
  equal(spokenIn("switch", "off"), "off");
  equal(spoken("off"), "aus");
});

test("The words of a game are asked for once, with its board", async () => {
  const { spoken, part, asked } = await wordsOf({ site: {}, "zero-day": { "Jack out": "Ausklinken" } });
  equal(spoken("Jack out"), "Jack out");
  await Promise.all([part("zero-day"), part("zero-day")]);
  equal(spoken("Jack out"), "Ausklinken");
  equal(asked, ["/words/site.json", "/words/zero-day.json"]);
});

test("A part that the page does not name is ready at once", async () => {
  const { part, asked } = await wordsOf();
  await Promise.race([part("zero-day"), pause(500).then(() => Promise.reject(new Error("never ready")))]);
  equal(asked, []);
});

test("Words that cannot be had leave the page in English", async () => {
  equal((await wordsOf({ site: null })).spoken("Your turn"), "Your turn");
  equal((await wordsOf({ site: { "Your turn": "Fehler" } }, { status: 500 })).spoken("Your turn"), "Your turn");
});

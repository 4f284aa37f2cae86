// Sentences of the scripts: what is put in, plural forms, and translations that come with the page.

import { equal, pause, test } from "/tests/testing.js";
import { openPage } from "/tests/pages.js";

/** `words.js` on a page whose parts have these messages; `status` is the answer's. */
async function wordsOf(parts = {}, { status = 200 } = {}) {
  const urls = Object.fromEntries(Object.keys(parts).map((name) => [name, `/words/${name}.json`]));
  const page = openPage(`<script type="application/json" id="words">${JSON.stringify(urls)}</script>`);
  const requests = [];
  page.win.fetch = async (url) => {
    requests.push(url);
    const name = Object.keys(urls).find((part) => urls[part] === url);
    if (parts[name] === null) throw new TypeError("no network");
    return new Response(JSON.stringify(parts[name]), { status });
  };
  return { ...(await page.load("/static/site/words.js")), requests };
}

test("English is told as it stands in the code, and nothing is fetched", async () => {
  const { translate, translateMany, translateIn, requests } = await wordsOf();
  equal(translate("Your turn"), "Your turn");
  equal(translateMany("{n} move", "{n} moves", 2), "2 moves");
  equal(translateIn("side", "you"), "you");
  equal(requests, []);
});

test("A page without words is an English one", async () => {
  const page = openPage();
  const { translate } = await page.load("/static/site/words.js");
  equal(translate("Your turn"), "Your turn");
});

test("Names in braces are replaced, as often as they come", async () => {
  const { translate } = await wordsOf();
  equal(translate("{side} moves to {place}, {side}!", { side: "Red", place: "A5" }), "Red moves to A5, Red!");
});

test("Nothing to say is nothing in every language", async () => {
  const { translate } = await wordsOf({ site: { "": "10" } });
  equal(translate(""), "");
});

test("A zero is put in, and a name that is not given stays", async () => {
  const { translate } = await wordsOf();
  equal(translate("{n} of {all}", { n: 0 }), "0 of {all}");
});

test("What is put in is not looked through for names again", async () => {
  const { translate } = await wordsOf();
  equal(translate("{name} won.", { name: "{n}", n: 5 }), "{n} won.");
});

test("One takes the singular; none and many take the plural", async () => {
  const { translateMany } = await wordsOf();
  const count = (n) => translateMany("{n} square", "{n} squares", n);
  equal([0, 1, 2, 21].map(count), ["0 squares", "1 square", "2 squares", "21 squares"]);
});

test("A plural form takes other names beside the number", async () => {
  const { translateMany } = await wordsOf();
  equal(translateMany("{square}: {n} way", "{square}: {n} ways", 3, { square: "B4" }), "B4: 3 ways");
});

test("Translations of the part `site` are there once the module has loaded", async () => {
  const translated = { "": "10", "Your turn": "Du bist am Zug", "{n} move": ["{n} Zug", "{n} Züge"] };
  const { translate, translateMany } = await wordsOf({ site: translated });
  equal(translate("Your turn"), "Du bist am Zug");
  equal(translateMany("{n} move", "{n} moves", 1), "1 Zug");
  equal(translateMany("{n} move", "{n} moves", 0), "0 Züge");
  equal(translate("Not translated {n}", { n: 1 }), "Not translated 1");
});

test("A language has as many plural forms as its own rule says", async () => {
  const { words, moves } = await (await fetch("/polish")).json();
  const { translate, translateMany } = await wordsOf({ site: words });
  for (const [n, form] of Object.entries(moves)) {
    const text = translateMany("{side}: {n} move", "{side}: {n} moves", Number(n), { side: translate("Order") });
    equal(text, `Porządek: ${n} ${form}`);
  }
});

test("A word of several meanings is translated by its context", async () => {
  const { translate, translateIn } = await wordsOf({ site: { "sign\u0004off": "vom Brett", off: "aus" } });
  equal(translateIn("sign", "off"), "vom Brett");
  equal(translateIn("switch", "off"), "off");
  equal(translate("off"), "aus");
});

test("The words of a game are asked for once, with its board", async () => {
  const { translate, loadMessages, requests } = await wordsOf({ site: {}, "zero-day": { "Jack out": "Ausklinken" } });
  equal(translate("Jack out"), "Jack out");
  await Promise.all([loadMessages("zero-day"), loadMessages("zero-day")]);
  equal(translate("Jack out"), "Ausklinken");
  equal(requests, ["/words/site.json", "/words/zero-day.json"]);
});

test("A part that the page does not name is ready at once", async () => {
  const { loadMessages, requests } = await wordsOf();
  await Promise.race([loadMessages("zero-day"), pause(500).then(() => Promise.reject(new Error("never ready")))]);
  equal(requests, []);
});

test("Words that cannot be had leave the page in English", async () => {
  equal((await wordsOf({ site: null })).translate("Your turn"), "Your turn");
  equal((await wordsOf({ site: { "Your turn": "Fehler" } }, { status: 500 })).translate("Your turn"), "Your turn");
});

// Fields of a date and time: shown in the reader's time zone, sent in UTC.

import { equal, includes, test } from "/tests/testing.js";
import { openPage } from "/tests/pages.js";

async function form(value) {
  const page = openPage(`<form><label for="at">Starts (UTC)</label><input type="datetime-local" id="at" name="at" value="${value}"></form>`);
  await page.load("/static/league/local-inputs.js");
  const field = page.document.querySelector("input");
  return { page, field, sent: () => new page.win.FormData(page.document.querySelector("form")).get("at"), text: () => page.document.body.textContent };
}

test("A time in UTC is shown in the reader's time zone and sent in UTC again", async () => {
  const { field, sent, text } = await form("2026-07-01T18:30");
  const here = new Date("2026-07-01T18:30Z");
  equal(new Date(field.value).getTime(), here.getTime());
  equal(sent(), "2026-07-01T18:30");
  includes(text(), `(${Intl.DateTimeFormat().resolvedOptions().timeZone})`);
  includes(text(), "2026-07-01 18:30 UTC");
});

test("A time zone that is not known yet is the browser's", async () => {
  const page = openPage(`<input name="zone" value="UTC" data-suggest-zone><input name="other" value="UTC">`);
  await page.load("/static/league/local-inputs.js");
  const [zone, other] = page.document.querySelectorAll("input");
  equal(zone.value, Intl.DateTimeFormat().resolvedOptions().timeZone);
  equal(other.value, "UTC");
});

test("A field that is blank stays blank, and one that is changed sends the new time", async () => {
  const { page, field, sent } = await form("");
  equal(sent(), "");
  field.value = "2026-01-05T09:00";
  field.dispatchEvent(new page.win.Event("input"));
  equal(sent(), new Date("2026-01-05T09:00").toISOString().slice(0, 16));
});

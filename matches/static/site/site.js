// What every page needs: the colour toggle, the CSRF header for htmx, and times in the reader's zone.

import { formatDate, language, timeZone } from "./dates.js";
import { mark, translate } from "./words.js";

const themes = ["auto", "light", "dark"];
const names = { auto: mark("Appearance: System"), light: mark("Appearance: Light"), dark: mark("Appearance: Dark") };

function showTheme(theme) {
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  for (const button of document.querySelectorAll("[data-theme-toggle]")) {
    button.setAttribute("aria-label", translate(names[theme]));
    button.title = translate(names[theme]);
  }
}

function nextTheme() {
  const now = document.documentElement.dataset.theme ?? "auto";
  const theme = themes[(themes.indexOf(now) + 1) % themes.length];
  try {
    if (theme === "auto") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // The choice then holds for this page only.
  }
  showTheme(theme);
}

const units = [["day", 86400], ["hour", 3600], ["minute", 60]];

function formatRelative(when) {
  const seconds = (when - Date.now()) / 1000;
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit);
  }
  return translate(seconds > 0 ? mark("in a moment") : mark("just now"));
}

function showTime(element) {
  const isDay = element.dateTime.length === "2026-12-31".length; // a day of the calendar is the same in every time zone
  const when = new Date(isDay ? `${element.dateTime}T00:00` : element.dateTime);
  if (Number.isNaN(when.getTime())) return;
  const kind = element.dataset.local || "both";
  if (!isDay) element.title = formatDate(when);
  element.textContent = kind === "relative" ? formatRelative(when) : formatDate(when, kind);
}

/** Show every <time data-local> below `root` in the reader's own time zone. */
function showTimes(root = document) {
  for (const element of root.querySelectorAll("time[data-local]")) showTime(element);
}

/** A form by which a match may start carries its player's share of the match's chance. */
document.addEventListener("submit", ({ target }) => {
  for (const input of target.querySelectorAll("input[data-nonce]")) {
    input.value = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }
});

document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax`; // read at sign-in, and where times are agreed
showTheme(document.documentElement.dataset.theme ?? "auto");
showTimes();
setInterval(showTimes, 30000);
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-theme-toggle]")) nextTheme();
});
document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRFToken"] = document.querySelector('meta[name="csrf-token"]')?.content ?? "";
});
document.addEventListener("htmx:afterSettle", (event) => showTimes(event.target));

// Dates and times in the page's language, in the reader's own time zone.

const page = document.documentElement.lang || "en";

/** The page's language as the browser's owner writes it (en-GB, de-AT), if it is one of theirs; else the language itself. */
export const language = navigator.languages.find((tag) => tag.toLowerCase().split("-")[0] === page) ?? page;

/** The reader's time zone, such as Europe/Berlin. */
export const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

const CLOCK = { hour: "2-digit", minute: "2-digit" };
const DAY = { day: "numeric", month: "short" };
const KINDS = {
  both: { dateStyle: "medium", timeStyle: "short" },
  date: { dateStyle: "medium" },
  weekday: { weekday: "short", ...DAY, ...CLOCK },
  time: { timeStyle: "short" },
  minute: CLOCK,
  second: { ...CLOCK, second: "2-digit" },
  day: DAY,
  dayOfYear: { ...DAY, year: "2-digit" },
};
const formats = new Map(); // making one takes far longer than writing with it, and a log has thousands of lines

/** A moment (a Date or its milliseconds) in words. */
export function formatDate(when, kind = "both") {
  if (!formats.has(kind)) formats.set(kind, new Intl.DateTimeFormat(language, KINDS[kind]));
  return formats.get(kind).format(when);
}

const pad = (number) => String(number).padStart(2, "0");

/** A moment as a field of date and time has it (2026-03-29T14:05), in the reader's time zone. */
export function toFieldValue(moment) {
  const day = `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
  return `${day}T${pad(moment.getHours())}:${pad(moment.getMinutes())}`;
}

/** The value of such a field in UTC; an invalid one as it is. */
export function toUtcFieldValue(value) {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? value : moment.toISOString().slice(0, 16);
}

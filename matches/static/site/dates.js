// Dates and times in the page's language, in the reader's own time zone.

const page = document.documentElement.lang || "en";

/** The page's language as the browser's owner writes it (en-GB, de-AT), if it is one of theirs; else the language itself. */
export const language = navigator.languages.find((tag) => tag.toLowerCase().split("-")[0] === page) ?? page;

const CLOCK = { hour: "2-digit", minute: "2-digit" };
const DAY = { day: "numeric", month: "short" };
const KINDS = {
  both: { dateStyle: "medium", timeStyle: "short" },
  date: { dateStyle: "medium" },
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

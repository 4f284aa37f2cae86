// The tests of scripts: `test` names a case, the others state what has to hold. `run` is what the page calls.

const PATIENCE = 20_000; // ms for one case, on a busy machine
const cases = [];
const cleanups = [];
const uncaught = [];
const timeout = setTimeout; // a case may put a clock of its own in its place

/** A case: what holds, in a sentence, and the function that shows it. */
export const test = (name, act) => cases.push({ name, act });

/** Do something after the case, whatever becomes of it. */
export const cleanup = (act) => cleanups.push(act);

const shown = (value) => {
  const plain = value instanceof Map || value instanceof Set ? [...value] : value;
  return plain === undefined ? "undefined" : JSON.stringify(plain);
};

const isThing = (value) => typeof value === "object" && value !== null;

function same(a, b) {
  if (Object.is(a, b)) return true;
  if (!isThing(a) || !isThing(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && same(a[key], b[key]));
}

/** Two values are the same, in whatever order their keys came. */
export function equal(actual, expected, about = "") {
  if (!same(actual, expected)) throw new Error(`${about && `${about}: `}expected ${shown(expected)}, got ${shown(actual)}`);
}

export function ok(value, about) {
  if (!value) throw new Error(about ?? "expected this to hold");
}

/** A text has a part. */
export function includes(text, part) {
  if (!text.includes(part)) throw new Error(`expected ${shown(part)} in ${shown(text)}`);
}

/** Wait for a condition (real time). Resolves to its value. */
export async function until(condition, about = "a condition") {
  for (let tries = 0; tries < 200; tries++) {
    const value = condition();
    if (value) return value;
    await pause(10);
  }
  throw new Error(`waited in vain for ${about}`);
}

/** A board of a match that the engines play: see tests/scripts/boards.py for what can be asked for. */
export async function boardOf(options) {
  const response = await fetch("/board", { method: "POST", body: JSON.stringify(options) });
  if (!response.ok) throw new Error(`there is no such board: ${JSON.stringify(options)}`);
  return response.json();
}

/** Real time, also under a clock of the case's own. */
export const pause = (ms = 0) => new Promise((resolve) => timeout(resolve, ms));

/** Let everything run that has been promised or sent already; far quicker than a timer of the browser. */
export function settle() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(port1.close());
    port2.postMessage(null);
  });
}

/** An empty page with this content. Returns its root. */
export function stage(html = "") {
  document.body.innerHTML = `<main>${html}</main>`;
  return document.body.firstElementChild;
}

const report = ({ message, reason, error }) => uncaught.push(error ?? reason ?? new Error(message));

/** Errors that nobody caught in a window fail the case. */
export function watch(win) {
  win.addEventListener("error", report);
  win.addEventListener("unhandledrejection", report);
}

function late(name) {
  return new Promise((_, reject) => timeout(() => reject(new Error(`"${name}" took longer than ${PATIENCE} ms`)), PATIENCE));
}

async function failureOf({ name, act }) {
  localStorage.clear();
  sessionStorage.clear();
  stage();
  uncaught.length = 0;
  const failures = [];
  try {
    await Promise.race([act(), late(name)]);
  } catch (error) {
    failures.push(error);
  }
  for (const undo of cleanups.splice(0).reverse()) undo();
  await pause(); // rejections that nobody caught are reported late
  return [...failures, ...uncaught].map((error) => formatError(name, error)).join("\n");
}

/** The case, what went wrong, and where: the line of the test first. */
function formatError(name, error) {
  const lines = String(error?.stack ?? "").split("\n").filter((line) => /:\d+:\d+\)?$/.test(line) && !line.includes("/tests/testing.js"));
  const own = lines.filter((line) => line.includes(".test.js"));
  return [name, `    ${error?.message ?? error}`, ...own, ...lines.filter((line) => !own.includes(line))].join("\n");
}

/** Run all cases of a file: {ran, failed: [text]}. */
export async function run(url) {
  watch(window);
  await import(url);
  const failed = [];
  for (const testCase of cases) {
    const failure = await failureOf(testCase);
    if (failure) failed.push(failure);
  }
  stage(`<pre>${failed.length ? "" : `${cases.length} passed`}</pre>`).firstElementChild.append(failed.join("\n\n"));
  return { ran: cases.length, failed };
}

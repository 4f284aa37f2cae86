// Requests to the match API. Retries send the same idempotency key.

import { mark, translate } from "../site/words.js";

const RETRY_DELAYS_MS = [400, 1000, 2000, 4000, 8000];
const TIMEOUT_MS = 12000; // for one request

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function randomHex(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return a new idempotency key; randomUUID exists only on secure origins. */
export function createKey() {
  return crypto.randomUUID?.() ?? randomHex(16);
}

/** Return a new client seed for a match. */
export const createClientSeed = () => randomHex(32);

/** Return a new nonce for the draws after a move. */
export const createMoveNonce = () => randomHex(16);

/** POST JSON. See `request`. */
export const post = (path, body) => request("POST", path, body);

/** Send a request with JSON. Resolves to {ok, status, body}; rejects when the server could not be reached. */
export async function request(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      "X-CSRFToken": document.querySelector('meta[name="csrf-token"]')?.content ?? "",
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout?.(TIMEOUT_MS),
  });
  const text = await response.text();
  let parsed = {};
  try {
    parsed = JSON.parse(text);
  } catch {
    // An error page instead of JSON: only the status is known.
  }
  return { ok: response.ok, status: response.status, body: parsed };
}

const createRefusal = (code, text) => ({ state: "refused", entry: null, code, text });

function verdictOf({ ok, status, body }) {
  if (ok && body.state) return body;
  return createRefusal(body.code ?? `http-${status}`, body.text ?? translate("Server error ({status}). Try again.", { status }));
}

export const UNREACHABLE = "unreachable";
const NOT_STORED = {
  unavailable: mark("The site is temporarily unavailable. Your move may not have been saved."),
  failed: mark("Server error. Your move may not have been saved."),
  unreachable: mark("Can't reach the server. Your move may not have arrived. Check your connection."),
};

/**
 * Submit an action ({turn, text, key}) and follow it until it is judged. `note(kind)` is told "sending", "retrying" or
 * "waiting". Resolves to {state: "accepted" | "refused" | "waiting", entry, code, text}; the code is UNREACHABLE where it
 * is not known to have been stored: then it may be sent again, with its key.
 */
export async function submit(match, move, note = () => {}) {
  let stored = null; // once it is known to wait for the referee, silence does not undo that
  let reason = "unreachable";
  note("sending");
  for (let round = 0; ; round++) {
    try {
      const response = await post(`/api/v1/matches/${match}/submissions/?wait=2`, move);
      if (response.status < 500) {
        const verdict = verdictOf(response);
        if (verdict.state !== "waiting") return verdict;
        stored = verdict;
      } else reason = response.body.code === "unavailable" ? "unavailable" : "failed";
    } catch {
      reason = "unreachable"; // the same key goes out again below
    }
    if (round >= RETRY_DELAYS_MS.length) return stored ?? createRefusal(UNREACHABLE, translate(NOT_STORED[reason]));
    note(stored ? "waiting" : "retrying");
    await sleep(RETRY_DELAYS_MS[round]);
  }
}

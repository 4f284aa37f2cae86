// Sending to the match API. The same key is sent again after a lost connection, so nothing is ever done twice.

const PAUSES = [400, 1000, 2000, 4000, 8000];
const PATIENCE = 12000; // for one request

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function randomHex(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A fresh idempotency key; randomUUID exists only on secure origins. */
export function freshKey() {
  return crypto.randomUUID?.() ?? randomHex(16);
}

/** A player's share of the match's chance. */
export const freshNonce = () => randomHex(32);

/** POST JSON. Resolves to {ok, status, body}; rejects when the server could not be reached. */
export async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      "X-CSRFToken": document.querySelector('meta[name="csrf-token"]')?.content ?? "",
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout?.(PATIENCE),
  });
  const text = await answer.text();
  let parsed = {};
  try {
    parsed = JSON.parse(text);
  } catch {
    // An error page instead of JSON: the status has to speak for itself.
  }
  return { ok: answer.ok, status: answer.status, body: parsed };
}

const refused = (code, text) => ({ state: "refused", entry: null, code, text });

function verdictOf({ ok, status, body }) {
  if (ok && body.state) return body;
  return refused(body.code ?? `http-${status}`, body.text ?? `The server answered with an error (${status}).`);
}

/**
 * Submit an action and follow it until it is judged. `note(kind)` is told "sending", "retrying" or "waiting".
 * Resolves to {state: "accepted" | "refused" | "waiting", entry, code, text}.
 */
export async function submit(match, turn, text, note = () => {}) {
  const sent = { turn, text, key: freshKey() };
  note("sending");
  for (let round = 0; ; round++) {
    let verdict = null;
    try {
      const answer = await post(`/api/v1/matches/${match}/submissions/?wait=2`, sent);
      if (answer.status < 500) verdict = verdictOf(answer);
    } catch {
      // Not reached: the same key goes out again below.
    }
    if (verdict && verdict.state !== "waiting") return verdict;
    if (round >= PAUSES.length) {
      return verdict ?? refused("unreachable", "The server cannot be reached. Check your connection and try again.");
    }
    note(verdict ? "waiting" : "retrying");
    await sleep(PAUSES[round]);
  }
}

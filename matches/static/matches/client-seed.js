// The player's client seed: one per match, stored in this browser with the hash of the server seed
// that was published at that time.

import { createClientSeed } from "./match-api.js";

const storageKey = (match) => `chance-${match}`;

/** Return {nonce, commitment} of a match, or null if this browser sent none. */
export function findClientSeed(match) {
  try {
    return JSON.parse(localStorage.getItem(storageKey(match)) ?? "null");
  } catch {
    return null; // storage may be forbidden, or hold something else
  }
}

/** Return this browser's client seed for the match; create and store it on first use. */
export function getClientSeed({ match_id: match, commitment }) {
  const stored = findClientSeed(match) ?? { nonce: createClientSeed(), commitment };
  try {
    localStorage.setItem(storageKey(match), JSON.stringify(stored));
  } catch {
    // Without storage the seed still counts, but cannot be compared later.
  }
  return stored.nonce;
}

// A player's own share of a match's chance: one number a match, kept in this browser with the fingerprint of the server's
// seed that had been published by then.

import { createClientSeed } from "./match-api.js";

const storageKey = (match) => `chance-${match}`;

/** {nonce, commitment} of a match, or null where this browser has given none. */
export function findClientSeed(match) {
  try {
    return JSON.parse(localStorage.getItem(storageKey(match)) ?? "null");
  } catch {
    return null; // storage may be forbidden, or hold something else
  }
}

/** The number for this match: made when it is first asked for, the same ever after. */
export function getClientSeed({ match_id: match, commitment }) {
  const stored = findClientSeed(match) ?? { nonce: createClientSeed(), commitment };
  try {
    localStorage.setItem(storageKey(match), JSON.stringify(stored));
  } catch {
    // Without storage the number still counts; only the comparison is left to the player.
  }
  return stored.nonce;
}

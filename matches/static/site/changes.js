// Applies a change from the stream to the previous board. The format is in matches/stream/snapshots.py.

/** The board after a change, as a new value; the given one stays as it is, and parts that have not changed are shared. */
export function applyChange(board, change) {
  const next = Array.isArray(board) ? [...board] : { ...board };
  for (const [key, value] of Object.entries(change)) {
    const place = key.slice(1);
    if (key[0] === "-") delete next[place];
    else if (key[0] === "~") next[place] = applyChange(next[place], value);
    else next[place] = value;
  }
  return next;
}

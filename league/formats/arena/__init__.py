"""Arena: for a fixed time, every free entrant is paired with a free entrant of similar score."""

"""Swiss pairings after FIDE's Dutch system, as pure values: a tournament so far in, the next round's pairs out."""

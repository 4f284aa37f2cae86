"""FIDE's Dutch system as pure values: takes a tournament so far and returns the pairs of the next round."""

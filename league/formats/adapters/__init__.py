"""Each format that is played in rounds, as the protocol wants it."""

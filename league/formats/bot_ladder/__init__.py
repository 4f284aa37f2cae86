"""A ladder of bots that pairs by uncertainty: a league of programs without rounds and without an end."""

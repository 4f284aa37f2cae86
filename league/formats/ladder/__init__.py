"""Ladder: a ranking in which entrants challenge those above them."""

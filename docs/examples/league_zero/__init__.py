"""A typed client of League Zero's API, of the standard library alone. `make api` makes shapes.py and client.py anew."""

from docs.examples.league_zero.client import Client
from docs.examples.league_zero.keeping import ChainBroken
from docs.examples.league_zero.sending import ApiError

__all__ = ["ApiError", "ChainBroken", "Client"]

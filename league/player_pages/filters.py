"""Which of a player's matches an address asks for."""

from collections.abc import Mapping

from engines.words import say
from league.games import game
from league.given import whole
from league.player_pages.queries.page import Wanted
from matches.queries.history import RESULTS
from matches.refusals import Refused


def wanted(asked: Mapping[str, str]) -> Wanted:
    """Refused where a game, a result or a place is asked for that there cannot be."""
    key, result = asked.get("game", ""), asked.get("result", "")
    if key and game(key) is None:
        raise Refused("unknown-game", say("There is no such game."), "game")
    if result and result not in RESULTS:
        raise Refused("unknown-result", say("`result` is one of {results}.", results=", ".join(RESULTS)), "result")
    return Wanted(key, result, whole(asked.get("before"), "before"))

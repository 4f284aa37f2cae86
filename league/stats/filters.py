"""Which matches an address of a player's stats asks for."""

from collections.abc import Mapping

from engines.words import say
from league.games import game
from league.given import whole
from league.stats.queries.player import Wanted
from matches.refusals import Refused


def wanted(asked: Mapping[str, str]) -> Wanted:
    """`of` is `event-4` or `season-2`, as the page's list sends it; programs say `event_id=4` or `season_id=2`."""
    key = asked.get("game", "")
    if key and game(key) is None:
        raise Refused("unknown-game", say("There is no such game."), "game")
    kind, _, number = asked.get("of", "").partition("-")
    if kind not in ("", "event", "season"):
        raise Refused("malformed", say("`of` is event-4 or season-2, with the number of one."), "of")
    chosen = (
        {f"{kind}_id": number} if kind else {name: asked[name] for name in ("event_id", "season_id") if asked.get(name)}
    )
    numbers = {name: whole(text, name) for name, text in chosen.items()}
    if len(numbers) > 1:
        raise Refused("malformed", say("Ask for an event or for a season, not for both."), "season_id")
    return Wanted(key, numbers.get("event_id"), numbers.get("season_id"))

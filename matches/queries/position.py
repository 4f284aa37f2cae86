"""The position of a stored match."""

from typing import Any

from engines import play, registry
from engines.api import Outcome, Seat
from matches.clock import Clock, Control
from matches.models import Match


def outcome_of(match: Match) -> Outcome | None:
    return None if match.ranks is None else Outcome(tuple(match.ranks), match.reason)


def clock_of(match: Match) -> Clock:
    """The clock of a match that has begun."""
    kept: Any = match.clock
    return Clock.load(Control(**match.control), kept)


def position_of(match: Match) -> play.Position[Any]:
    """What the match has come to. The match must have begun."""
    engine = registry.get(match.game, match.engine_version)
    return play.Position(engine.load(match.state), outcome_of(match))


def legal_of(match: Match, position: play.Position[Any], seat: Seat) -> list[str] | None:
    """The seat's legal actions in notation; None where there are too many to list."""
    engine = registry.get(match.game, match.engine_version)
    actions = engine.legal(position.state, seat)
    return None if actions is None else [engine.encode(action) for action in actions]

"""The position of a stored match."""

from typing import Any

from engines import play, registry
from engines.api import Engine, Outcome, Seat
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
    kept: Any = match.behind
    behind = tuple(map(engine.load, kept["states"])) if kept else ()
    return play.Position(engine.load(match.state), outcome_of(match), behind, kept["undone"] if kept else 0)


def dump_behind(engine: Engine[Any, Any], position: play.Position[Any]) -> dict[str, Any] | None:
    """What `position_of` needs of the actions that may still be taken back; None where there is nothing."""
    if not position.behind and not position.undone:
        return None
    return {"states": [engine.dump(state) for state in position.behind], "undone": position.undone}


def legal_of(match: Match, position: play.Position[Any], seat: Seat) -> list[str] | None:
    """The seat's legal actions in notation; None where there are too many to list."""
    engine = registry.get(match.game, match.engine_version)
    actions = engine.legal(position.state, seat)
    return None if actions is None else [engine.encode(action) for action in actions]

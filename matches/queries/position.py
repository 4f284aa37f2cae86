"""The position of a stored match."""

from collections import deque
from collections.abc import Iterable
from typing import Any

from engines import play, registry
from engines.contract import Engine, Outcome, Seat
from matches.clock import Clock
from matches.models import Entry, Match


def outcome_of(match: Match) -> Outcome | None:
    """Return the stored outcome of a match, None before its end."""
    return None if match.ranks is None else Outcome(tuple(match.ranks), match.reason)


def clock_of(match: Match) -> Clock:
    """Return the clock of a match that has begun."""
    kept: Any = match.clock
    return Clock.load(match.control_value, kept)


def position_of(match: Match) -> play.Position[Any]:
    """Return the position of a match that has begun, from its stored state."""
    engine = registry.get(match.game, match.engine_version)
    kept: Any = match.behind
    behind = tuple(map(engine.load, kept["states"])) if kept else ()
    undone, back = (kept["undone"], kept.get("back", ())) if kept else (0, ())
    # The earlier positions are replayed when they are needed; here it is enough to know that they exist.
    unplayed = tuple((by, None) for by in back)
    held = str((match.ruling or {}).get("held", ""))  # the ruling that stopped the match
    return play.Position(engine.load(match.state), outcome_of(match), behind, undone=undone, back=unplayed, held=held)


def replayed(match: Match, fresh: Iterable[Entry] = ()) -> play.Position[Any]:
    """Return the position replayed from the log and `fresh` entries, with everything that can still be undone."""
    lines = [*Entry.objects.filter(match=match).order_by("n").values_list("by", "do")]
    lines += [(entry.by, entry.do) for entry in fresh]
    engine = registry.get(match.game, match.engine_version)
    return deque(play.replay(engine, match.options, match.seats.count(), lines), maxlen=1).pop()


def dump_behind(engine: Engine[Any, Any], position: play.Position[Any]) -> dict[str, Any] | None:
    """Return what `position_of` needs about actions that can still be undone; None if there are none."""
    if not position.behind and not position.undone and not position.back:
        return None
    kept: dict[str, Any] = {"states": [engine.dump(state) for state in position.behind], "undone": position.undone}
    return kept | ({"back": [by for by, _ in position.back]} if position.back else {})


def legal_of(match: Match, position: play.Position[Any], seat: Seat) -> list[str] | None:
    """Return the seat's legal actions in notation; None if there are too many to list."""
    engine = registry.get(match.game, match.engine_version)
    actions = engine.legal(position.state, seat)
    return None if actions is None else [engine.encode(action) for action in actions]

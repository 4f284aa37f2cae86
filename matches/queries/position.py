"""The position of a stored match."""

from collections import deque
from collections.abc import Iterable
from typing import Any

from engines import play
from engines.contract import Engine, Outcome, Seat
from matches.clock import Clock
from matches.engine_limits import get_engine
from matches.models import Entry, Match


def load_outcome(match: Match) -> Outcome | None:
    """Return the stored outcome of a match, None before its end."""
    return None if match.ranks is None else Outcome(tuple(match.ranks), match.reason)


def load_clock(match: Match) -> Clock:
    """Return the clock of a match that has begun."""
    data: Any = match.clock
    return Clock.load(match.control_value, data)


def load_position(match: Match) -> play.Position[Any]:
    """Return the position of a match that has begun, from its stored state."""
    engine = get_engine(match.game, match.engine_version)
    data: Any = match.behind
    behind = tuple(map(engine.load, data["states"])) if data else ()
    undone, back = (data["undone"], data.get("back", ())) if data else (0, ())
    # The earlier positions are replayed when they are needed; here it is enough to know that they exist.
    unplayed = tuple((by, None) for by in back)
    held = str((match.ruling or {}).get("held", ""))  # the ruling that stopped the match
    return play.Position(engine.load(match.state), load_outcome(match), behind, undone=undone, back=unplayed, held=held)


def replay_position(match: Match, new_entries: Iterable[Entry] = ()) -> play.Position[Any]:
    """Return the position replayed from the log and `new_entries`, with everything that can still be undone."""
    lines = [*Entry.objects.filter(match=match).order_by("n").values_list("by", "do")]
    lines += [(entry.by, entry.do) for entry in new_entries]
    engine = get_engine(match.game, match.engine_version)
    return deque(play.replay(engine, match.options, match.seats.count(), lines), maxlen=1).pop()


def dump_undo_states(engine: Engine[Any, Any], position: play.Position[Any]) -> dict[str, Any] | None:
    """Return what `load_position` needs about actions that can still be undone; None if there are none."""
    if not position.behind and not position.undone and not position.back:
        return None
    data: dict[str, Any] = {"states": [engine.dump(state) for state in position.behind], "undone": position.undone}
    return data | ({"back": [by for by, _ in position.back]} if position.back else {})


def list_legal_actions(match: Match, position: play.Position[Any], seat: Seat) -> list[str] | None:
    """Return the seat's legal actions in notation; None if there are too many to list."""
    engine = get_engine(match.game, match.engine_version)
    actions = engine.legal(position.state, seat)
    return None if actions is None else [engine.encode(action) for action in actions]


def is_forced(match: Match, position: play.Position[Any], seat: Seat, only: str) -> bool:
    """Return whether the seat's only legal action may be played for it."""
    engine = get_engine(match.game, match.engine_version)
    return engine.is_forced(position.state, seat, engine.decode(only))

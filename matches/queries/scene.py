"""A match at one moment, read and worked out once for all who are shown it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from engines import play, registry
from engines.contract import Engine
from matches.clock import Clock, Control
from matches.models import Match, Presence
from matches.queries.absent import absent
from matches.queries.position import position_of
from matches.queries.seating import Seating


@dataclass(frozen=True)
class Scene:
    """What the boards of all its viewers are made from; it shows nobody anything by itself.

    For spectators it is made of a match `as_shown`, of that moment. `absent` are the seats whose players have gone.
    """

    match: Match
    seats: Seating
    at: datetime
    absent: Sequence[Presence]

    @classmethod
    def of(cls, match: Match, seats: Seating, at: datetime) -> Scene:
        return cls(match, seats, at, absent(match))

    @cached_property
    def engine(self) -> Engine[Any, Any]:
        return registry.get(self.match.game, self.match.engine_version)

    @cached_property
    def position(self) -> play.Position[Any] | None:
        """None before the match has begun."""
        return position_of(self.match) if self.match.state is not None else None

    @cached_property
    def same(self) -> dict[str, Any]:
        """What whoever makes boards keeps of them that every viewer may see."""
        return {}

    @cached_property
    def clock(self) -> Clock:
        """The one that it will begin with, before it has begun."""
        match, control = self.match, Control(**self.match.control)
        if match.clock:
            return Clock.load(control, match.clock)
        return Clock.fresh(control, len(self.seats), play.time_limit(self.engine, match.options))

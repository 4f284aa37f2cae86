"""Several round robins played at the same time: groups, divisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from engines.words import say, told
from league.formats.adapters.round_robin import planned_round
from league.formats.protocol import Entrant, Format, History, Pairing, Place, Round
from league.formats.settings import BadSetting
from league.formats.withdrawal_policy import after_withdrawals, left_behind, struck


class Rules(Protocol):
    """What the settings of such a format have in common."""

    @property
    def cycles(self) -> int: ...

    @property
    def leaver(self) -> str: ...


S = TypeVar("S", bound=Rules)


class SideBySide(Format[S], Protocol[S]):
    """A format of parts, each of which is a round robin of its own."""

    def parts(self, settings: S, entrants: Sequence[Entrant]) -> Mapping[str, Sequence[int]]:
        """Entrants by the name of their group or division, in the order of their seeds."""

    def table(
        self, settings: S, ids: Sequence[int], out: frozenset[int], history: History, name: str
    ) -> tuple[Place, ...]:
        """The table of one part; those in `out` come last, without results."""

    def next_round(self, settings: S, entrants: Sequence[Entrant], history: History) -> Round | None:
        """The next round of every part that still has one; None when nobody has anything more to play."""
        known = {one.id: one for one in entrants}
        made: list[Pairing] = []
        for name, ids in self.parts(settings, entrants).items():
            planned = planned_round(ids, settings.cycles, len(history), name)
            if planned is not None:
                own = _of_part(ids, history)
                gone = left_behind(settings.leaver, [known[one] for one in ids], own, settings.cycles)
                made += after_withdrawals(planned, gone)
        return tuple(made) or None

    def tables(self, settings: S, entrants: Sequence[Entrant], history: History) -> dict[str, tuple[Place, ...]]:
        """The table of every part."""
        known = {one.id: one for one in entrants}
        made = {}
        for name, ids in self.parts(settings, entrants).items():
            own = _of_part(ids, history)
            out = struck(settings.leaver, [known[one] for one in ids], own, settings.cycles)
            made[name] = self.table(settings, ids, out, own, name)
        return made


def on_time(entrants: Sequence[Entrant], what: str) -> list[int]:
    """Their ids. BadSetting if one came after the start."""
    if any(one.joined for one in entrants):
        raise BadSetting("entrants", say("{what} take nobody once they have begun.", what=told(what)))
    return [one.id for one in entrants]


def _of_part(ids: Sequence[int], history: History) -> History:
    """The pairings among these, round by round."""
    known = set(ids)
    return [tuple(one for one in made if known.issuperset(one.entrants)) for made in history]

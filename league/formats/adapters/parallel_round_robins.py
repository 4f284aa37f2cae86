"""Several round robins played at the same time: groups, divisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.words import say, told
from league.formats.adapters.round_robin import planned_round
from league.formats.protocol import Entrant, History, Pairing, Round
from league.formats.settings import BadSetting
from league.formats.withdrawal_policy import after_withdrawals, left_behind

Parts = Mapping[str, Sequence[int]]
"""Entrants by the name of their group or division, in the order of their seeds."""


def on_time(entrants: Sequence[Entrant], what: str) -> list[int]:
    """Their ids. BadSetting if one came after the start."""
    if any(one.joined for one in entrants):
        raise BadSetting("entrants", say("{what} take nobody once they have begun.", what=told(what)))
    return [one.id for one in entrants]


def of_part(ids: Sequence[int], history: History) -> History:
    """The pairings among these, round by round."""
    known = set(ids)
    return [tuple(one for one in made if known.issuperset(one.entrants)) for made in history]


def next_round(parts: Parts, cycles: int, leaver: str, entrants: Sequence[Entrant], history: History) -> Round | None:
    """The next round of every part that still has one; None when nobody has anything more to play."""
    known = {one.id: one for one in entrants}
    made: list[Pairing] = []
    for name, ids in parts.items():
        planned = planned_round(ids, cycles, len(history), name)
        if planned is not None:
            gone = left_behind(leaver, [known[one] for one in ids], of_part(ids, history), cycles)
            made += after_withdrawals(planned, gone)
    return tuple(made) or None

"""What staff enter for one pairing of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.words import say
from league.events.rules.rulings import Ruled, check_score, is_forfeit, read_result, ruled
from league.formats.registry import traits_of
from matches.refusals import Refused

ENTERED, FORFEITED = "entered", "forfeited"
"""Reasons of pairings whose results staff entered: played, and not played."""
MOST_ROWS = 1000


@dataclass(frozen=True, slots=True)
class EnteredRow:
    """One row of a round's grid: a `result` by its code and a `score` between two, `places` by side at a table."""

    pairing_id: int
    result: str = ""
    places: tuple[int, ...] = ()
    score: str = ""


@dataclass(frozen=True, slots=True)
class Entered:
    """A row that can be stored."""

    ruled: Ruled
    score: str
    like_a_match: bool
    """Whether a match could have ended so: nobody is without a place, and it is no forfeit."""

    @property
    def reason(self) -> str:
        return FORFEITED if self.ruled.forfeit else ENTERED


def check_entered(row: EnteredRow, *, format: str, settings: Mapping[str, Any], sides: int, best_of: int) -> Entered:
    """Return what the row says; Refused with the field at fault."""
    if traits_of(format).by_places:
        if row.result:
            raise Refused("bad-result", say("At a table, enter a place for each player."), "result")
        made = ruled(format, settings, sides, halves=(), places=row.places, forfeit=not any(row.places))
        return Entered(made, "", like_a_match=all(row.places))
    halves, how = read_result("" if row.places else row.result)
    forfeit = is_forfeit(how, halves, begun=False)
    made = ruled(format, settings, sides, halves=halves, places=(), forfeit=forfeit)
    return Entered(made, check_score(row.score, halves, best_of), like_a_match=not forfeit)


def check_rows(rows: Sequence[EnteredRow]) -> None:
    """Refused unless there are rows, each about another pairing."""
    if not rows:
        raise Refused("no-results", say("Enter at least one result."), "results")
    if len(rows) > MOST_ROWS:
        raise Refused("too-many", say("Enter at most {most} results at once.", most=MOST_ROWS), "results")
    ids = [row.pairing_id for row in rows]
    if len(set(ids)) < len(ids):
        raise Refused("named-twice", say("A pairing has two results. Enter each once."), "results")

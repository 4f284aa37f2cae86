"""The grid in which staff enter the results of a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from engines.words import marked, say, told
from league.event_console.override_preview import NO_PLACE, ORDINALS
from league.event_console.queries import Desk
from league.formats.protocol import Traits
from league.formats.registry import traits_of
from league.forms import row_number
from league.pairings.queries.rounds import PairingLine, RoundBlock
from matches.models import RUNNING, Status

CODES = {
    "1-0": "1 – 0",
    "1/2-1/2": "½ – ½",
    "0-1": "0 – 1",
    "0-0": marked("0 – 0 (both lose)"),
    "1F-0F": marked("+ – − (walkover)"),
    "0F-1F": marked("− – + (walkover)"),
    "0F-0F": marked("− – − (nobody came)"),
}
"""How the results between two are offered in the grid."""
DECIDES_ITSELF = (*RUNNING, Status.REVIEW, Status.CLOSED)
RESULT, SCORE, PLACE = "result-", "score-", "place-"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at a table, and the place that was chosen; empty before."""

    name: str
    chosen: str


@dataclass(frozen=True, slots=True)
class GridRow:
    """A pairing; `enter` says whether a result can be entered for it now. `table` is empty for two."""

    line: PairingLine
    enter: bool
    chosen: str = ""
    score: str = ""
    table: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    rows: tuple[GridRow, ...]
    choices: tuple[tuple[str, str], ...]
    places: tuple[tuple[str, str], ...]

    @property
    def open(self) -> bool:
        return any(row.enter for row in self.rows)


def grid_of(desk: Desk, block: RoundBlock, typed: QueryDict | None) -> Grid:
    """Return the grid of a published round, filled in as `typed`."""
    format = traits_of(desk.formats[block.stage - 1])
    may = "enter-results" in desk.can and block.started_at is not None
    rows = tuple(_row(line, format, typed or QueryDict(), may=may) for line in block.pairings)
    choices = ((code, told(words)) for code, words in CODES.items() if format.can_draw or code != "1/2-1/2")
    most = max((len(row.line.sides) for row in rows), default=0)
    places = (*((str(at + 1), told(ORDINALS[at])) for at in range(min(most, len(ORDINALS)))), ("0", told(NO_PLACE)))
    return Grid(rows, (("", say("No result yet")), *choices), (("", "–"), *places))


def rows_in(typed: QueryDict) -> list[dict[str, Any]]:
    """Return the rows of the grid that were filled in, as the API takes them."""
    ids = dict.fromkeys(
        key.removeprefix(prefix) for key in typed for prefix in (RESULT, PLACE, SCORE) if key.startswith(prefix)
    )
    rows = ((pairing, _filled_in(typed, pairing)) for pairing in ids)
    return [{"pairing_id": row_number(pairing, "pairing_id"), **row} for pairing, row in rows if row]


def _filled_in(typed: QueryDict, pairing: str) -> Mapping[str, Any]:
    places = typed.getlist(PLACE + pairing)
    if any(places):
        return {"places": [place or "0" for place in places]}
    row = {"result": typed.get(RESULT + pairing, ""), "score": typed.get(SCORE + pairing, "").strip()}
    return row if any(row.values()) else {}


def _row(line: PairingLine, format: Traits, typed: QueryDict, *, may: bool) -> GridRow:
    contested = len(line.sides) > 1 and all(side.person for side in line.sides)
    enter = may and contested and not line.counted and line.status not in DECIDES_ITSELF
    key = str(line.pairing_id)
    if not format.by_places:
        return GridRow(line, enter, typed.get(RESULT + key, ""), typed.get(SCORE + key, ""))
    chosen: Sequence[str] = typed.getlist(PLACE + key)
    names = [side.person.name if side.person else "" for side in line.sides]
    table = (Seat(name, chosen[at] if at < len(chosen) else "") for at, name in enumerate(names))
    return GridRow(line, enter, table=tuple(table))

"""The grid in which staff enter the results of a round."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
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
    "0F-0F": marked("− – − (double forfeit)"),
}
"""Labels of the results between two in the grid."""
DECIDES_ITSELF = (*RUNNING, Status.REVIEW, Status.CLOSED)
RESULT, SCORE, PLACE = "result-", "score-", "place-"


@dataclass(frozen=True, slots=True)
class GridRow:
    """A pairing in the grid; `enter` says whether a result can be entered now.

    `table` are (player, chosen place), empty for two sides.
    """

    line: PairingLine
    enter: bool
    chosen: str = ""
    score: str = ""
    table: Sequence[tuple[str, str]] = ()


def grid_of(desk: Desk, block: RoundBlock, typed: QueryDict | None) -> dict[str, Any]:
    """Return the grid of a published round, filled in with the submitted `data`."""
    format = traits_of(desk.formats[block.stage - 1])
    may = "enter-results" in desk.can and block.started_at is not None
    rows = tuple(_row(line, format, typed or QueryDict(), may=may) for line in block.pairings)
    choices = ((code, told(words)) for code, words in CODES.items() if format.can_draw or code != "1/2-1/2")
    most = max((len(row.line.sides) for row in rows), default=0)
    places = ((str(place), told(words)) for place, words in enumerate(ORDINALS[:most], 1))
    return {
        "rows": rows,
        "open": any(row.enter for row in rows),
        "choices": [("", say("No result yet")), *choices],
        "places": [("", "–"), *places, ("0", told(NO_PLACE))],
    }


def rows_in(typed: QueryDict) -> list[dict[str, Any]]:
    """Return the filled-in rows of the grid in the form that the API takes."""
    rows = []
    for pairing in dict.fromkeys(key.partition("-")[2] for key in typed if key.startswith((RESULT, PLACE, SCORE))):
        places = typed.getlist(PLACE + pairing)
        row = {"result": typed.get(RESULT + pairing, ""), "score": typed.get(SCORE + pairing, "").strip()}
        if any(places):
            rows.append({"pairing_id": row_number(pairing, "pairing_id"), "places": [one or "0" for one in places]})
        elif any(row.values()):
            rows.append({"pairing_id": row_number(pairing, "pairing_id"), **row})
    return rows


def _row(line: PairingLine, format: Traits, typed: QueryDict, *, may: bool) -> GridRow:
    contested = len(line.sides) > 1 and all(side.person for side in line.sides)
    enter = may and contested and not line.counted and line.status not in DECIDES_ITSELF
    key = str(line.pairing_id)
    if not format.by_places:
        return GridRow(line, enter, typed.get(RESULT + key, ""), typed.get(SCORE + key, ""))
    names = [side.person.name if side.person else "" for side in line.sides]
    return GridRow(line, enter, table=list(zip_longest(names, typed.getlist(PLACE + key)[: len(names)], fillvalue="")))

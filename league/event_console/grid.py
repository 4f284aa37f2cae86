"""The grid in which staff enter the results of a round."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.http import QueryDict

from engines.i18n import mark, translate as _
from league.event_console.override_preview import NO_PLACE, ORDINALS
from league.event_console.queries import Console
from league.formats.protocol import Traits
from league.formats.registry import get_traits
from league.forms import parse_row_number
from league.pairings.queries.rounds import PairingLine, RoundBlock
from matches.models import RUNNING, Status

RESULT_LABELS = {
    "1-0": "1 – 0",
    "1/2-1/2": "½ – ½",
    "0-1": "0 – 1",
    "0-0": mark("0 – 0 (both lose)"),
    "1F-0F": mark("+ – − (walkover)"),
    "0F-1F": mark("− – + (walkover)"),
    "0F-0F": mark("− – − (double forfeit)"),
}
"""Labels of the results between two in the grid."""
PLAYED_STATUSES = (*RUNNING, Status.REVIEW, Status.CLOSED)
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


def build_grid(console: Console, block: RoundBlock, data: QueryDict | None) -> dict[str, Any]:
    """Return the grid of a published round, filled in with the submitted `data`."""
    format = get_traits(console.formats[block.stage - 1])
    can_enter = "enter-results" in console.can and block.started_at is not None
    rows = tuple(_build_row(line, format, data or QueryDict(), can_enter=can_enter) for line in block.pairings)
    choices = ((code, _(label)) for code, label in RESULT_LABELS.items() if format.can_draw or code != "1/2-1/2")
    max_sides = max((len(row.line.sides) for row in rows), default=0)
    places = ((str(place), _(label)) for place, label in enumerate(ORDINALS[:max_sides], 1))
    return {
        "rows": rows,
        "open": any(row.enter for row in rows),
        "choices": [("", _("No result yet")), *choices],
        "places": [("", "–"), *places, ("0", _(NO_PLACE))],
    }


def parse_grid_rows(data: QueryDict) -> list[dict[str, Any]]:
    """Return the filled-in rows of the grid in the form that the API takes."""
    rows = []
    for pairing in dict.fromkeys(key.partition("-")[2] for key in data if key.startswith((RESULT, PLACE, SCORE))):
        places = data.getlist(PLACE + pairing)
        row = {"result": data.get(RESULT + pairing, ""), "score": data.get(SCORE + pairing, "").strip()}
        if any(places):
            rows.append({"pairing_id": parse_row_number(pairing, "pairing_id"), "places": [place or "0" for place in places]})
        elif any(row.values()):
            rows.append({"pairing_id": parse_row_number(pairing, "pairing_id"), **row})
    return rows


def _build_row(line: PairingLine, format: Traits, data: QueryDict, *, can_enter: bool) -> GridRow:
    contested = len(line.sides) > 1 and all(side.person for side in line.sides)
    enter = can_enter and contested and not line.counted and line.status not in PLAYED_STATUSES
    key = str(line.pairing_id)
    if not format.by_places:
        return GridRow(line, enter, data.get(RESULT + key, ""), data.get(SCORE + key, ""))
    names = [side.person.name if side.person else "" for side in line.sides]
    return GridRow(line, enter, table=list(zip_longest(names, data.getlist(PLACE + key)[: len(names)], fillvalue="")))

"""The grid in which staff enter the results of a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.http import QueryDict

from engines.i18n import mark_in, translate as _, translate_in
from league.event_console.override_preview import NO_PLACE, ORDINALS
from league.event_console.queries import Console
from league.formats.protocol import Traits
from league.formats.registry import get_traits
from league.forms import parse_row_number
from league.pairings.queries.rounds import PairingLine, RoundBlock
from league.titles.models import OutcomeKind
from league.titles.queries import find_title
from matches.models import RUNNING, Status

KEYS = (
    ("1", "1", mark_in("result of a row", "The first player wins")),
    ("=", "½", mark_in("result of a row", "Draw")),
    ("0", "0", mark_in("result of a row", "The second player wins")),
    ("+", "+", mark_in("result of a row", "Walkover for the first player")),
    ("-", "−", mark_in("result of a row", "Walkover for the second player")),
)
"""Keys of the pad below the grid: what is typed, how it looks and what it means."""
PLAYED_STATUSES = (*RUNNING, Status.REVIEW, Status.CLOSED)
RESULT, PLACE = "result-", "place-"


@dataclass(frozen=True, slots=True)
class GridRow:
    """A pairing in the grid; `enter` says whether a result can be entered now.

    `typed` is what was typed, `problem` why it was not saved. `table` are (player, chosen place), empty for two sides.
    """

    line: PairingLine
    enter: bool
    typed: str = ""
    problem: str = ""
    table: Sequence[tuple[str, str]] = ()


def build_grid(console: Console, block: RoundBlock, data: QueryDict | None, problems: Mapping[int, str] = {}) -> dict[str, Any]:
    """Return the grid of a published round, filled in with the submitted `data`, with the problems by pairing id."""
    format = get_traits(console.formats[block.stage - 1])
    can_enter = "enter-results" in console.can and block.started_at is not None
    title = find_title(console.card.game)
    scored = title is not None and title.outcome == OutcomeKind.SCORE
    submitted = data or QueryDict()
    rows = tuple(_build_row(line, format, submitted, problems, can_enter=can_enter) for line in block.pairings)
    max_sides = max((len(row.line.sides) for row in rows), default=0)
    places = ((str(place), _(label)) for place, label in enumerate(ORDINALS[:max_sides], 1))
    return {
        "rows": rows,
        "open": any(row.enter for row in rows),
        "keys": [
            (key, sign, translate_in("result of a row", words))
            for key, sign, words in KEYS
            if not format.by_places and (format.can_draw or key != "=") and not (scored and key in "1=0")
        ],
        "scored": scored,
        "draws": format.can_draw,
        "first_problem": next((row.line.pairing_id for row in rows if row.problem), None),
        "places": [("", "–"), *places, ("0", _(NO_PLACE))],
    }


def parse_grid_rows(data: QueryDict) -> list[dict[str, Any]]:
    """Return the filled-in rows of the grid in the form that the API takes."""
    rows = []
    for pairing in dict.fromkeys(key.partition("-")[2] for key in data if key.startswith((RESULT, PLACE))):
        places = data.getlist(PLACE + pairing)
        typed = data.get(RESULT + pairing, "").strip()
        if any(places):
            rows.append({"pairing_id": parse_row_number(pairing, "pairing_id"), "places": [place or "0" for place in places]})
        elif typed:
            rows.append({"pairing_id": parse_row_number(pairing, "pairing_id"), "result": typed})
    return rows


def _build_row(line: PairingLine, format: Traits, data: QueryDict, problems: Mapping[int, str], *, can_enter: bool) -> GridRow:
    contested = len(line.sides) > 1 and all(side.person for side in line.sides)
    enter = can_enter and contested and not line.counted and line.status not in PLAYED_STATUSES
    key, problem = str(line.pairing_id), problems.get(line.pairing_id, "")
    if not format.by_places:
        return GridRow(line, enter, data.get(RESULT + key, ""), problem)
    names = [side.person.name if side.person else "" for side in line.sides]
    table = list(zip_longest(names, data.getlist(PLACE + key)[: len(names)], fillvalue=""))
    return GridRow(line, enter, problem=problem, table=table)

"""Results of a round as lines of text: pasted, or from a CSV file. All or none."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from engines.i18n import translate as _
from league.events.models import Pairing
from league.events.rulings import MAX_ROWS
from league.exports import unescape_cell
from league.registration.actions.entrant_import import BadRows, Problem, read_lines
from league.results.actions.result_entry import BadResults, enter_results
from matches.errors import ActionError

HEADER = "board"
"""Start of a first line that only names the columns."""


@transaction.atomic
def enter_listed_results(*, event_id: int, number: int, rows: str, by: int, at: datetime) -> int:
    """Enter the results of `rows` in a published round and return how many.

    Each line has a board and its result (`3,1-0`; at a table of several, the place of each player: `3,1,3,2`). Raises
    BadRows with every invalid line; then nothing is saved.
    """
    lines = [(line, cells) for line, cells in read_lines(rows) if cells[0].strip().lower() != HEADER]
    if not lines:
        raise ActionError("no-results", _("Enter at least one line with a board and its result."), "rows")
    if len(lines) > MAX_ROWS:
        raise ActionError("limit-reached", _("Enter at most {most} results at once.", most=MAX_ROWS), "rows")
    found = Pairing.objects.filter(round__event=event_id, round__number=number).values_list("board", "pk")
    problems, results = list[Problem](), dict[int, tuple[int, dict[str, Any]]]()
    pairings = dict(found)
    for line, cells in lines:
        try:
            board, result = _parse_line(cells)
            if board not in pairings:
                raise ActionError("not-found", _("Board {board} isn't in this round.", board=board))
            if board in results:
                raise ActionError(
                    "named-twice", _("Board {board} is already in line {before}.", board=board, before=results[board][0])
                )
            results[board] = (line, {"pairing_id": pairings[board], **result})
        except ActionError as error:
            problems.append(Problem(line, error.text))
    if problems:
        raise BadRows(problems)
    try:
        return enter_results(event_id=event_id, number=number, results=[row for _line, row in results.values()], by=by, at=at)
    except BadResults as error:
        raise BadRows(list(_list_problems(error, list(results.values())))) from error


def _parse_line(cells: Sequence[str]) -> tuple[int, dict[str, Any]]:
    """Return the board and the row of its result. Raises ActionError."""
    board, *values = (unescape_cell(cell.strip()) for cell in cells)
    while values and not values[-1]:
        values.pop()
    if not (board.isascii() and board.isdigit() and len(board) < 5) or not values:
        raise ActionError("bad-rows", _("Enter a board number and its result, such as 3,1-0."))
    if len(values) == 1:
        return int(board), {"result": values[0]}
    if not all(value.isascii() and value.isdigit() and len(value) < 4 for value in values):
        raise ActionError("bad-rows", _("Enter a board number and its result, such as 3,1-0."))
    return int(board), {"places": tuple(map(int, values))}


def _list_problems(error: BadResults, rows: Sequence[tuple[int, dict[str, Any]]]) -> Iterator[Problem]:
    for line, row in rows:
        if row["pairing_id"] in error.problems:
            yield Problem(line, error.problems[row["pairing_id"]])

"""Check of a tournament report: the pairings of every round, the points and the ranks are computed again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from league.formats.protocol import CannotPair
from league.formats.swiss.pairing import pair_next_round
from league.formats.trf.next_round import ReadReport, read_report
from league.formats.trf.records import Cell
from league.formats.trf.report import Report
from league.formats.trf.scoring import find_wrong_points
from league.formats.trf.standings import compute_report_standings, find_tie_breaks, get_cell, has_white

Pair = tuple[int, int]
"""Starting ranks of White and Black; Black 0 is the pairing-allocated bye."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between a report and the rules. `line` is the player's, 1 for a whole round."""

    line: int
    text: str


def check_report(report: Report, tie_breaks: Sequence[str] | None = None) -> Iterator[Difference]:
    """Yield each difference. Raises BadTrf for contradictory reports and BadTieBreaks for an unusable choice.

    Ranks are compared if the report has them, by points and `tie_breaks`, by default those of its 212 or 202 line.
    """
    read = read_report(report)
    for number in range(1, read.played + 1):
        yield from _check_round(read, number)
    for line, text in find_wrong_points(read.players, read.scale, read.played, read.extra):
        yield Difference(line, text)
    yield from _check_ranks(read, find_tie_breaks(read) if tie_breaks is None else tie_breaks)


def _is_paired(cell: Cell) -> bool:
    return bool(cell.opponent) or cell.result in ("U", "+")


def _check_round(read: ReadReport, number: int) -> Iterator[Difference]:
    cells = {start: get_cell(read, start, number) for start in read.numbers}
    given = {_to_pair(cells, start) for start, cell in cells.items() if _is_paired(cell)}
    absent = [start for start, cell in cells.items() if not _is_paired(cell)]
    starts = {0: 0, **{number: start for start, number in read.numbers.items()}}
    try:
        boards = pair_next_round(read.build_tournament(number - 1, absent))
    except CannotPair as error:
        yield Difference(1, f"Round {number}: {error}")
        return
    expected = [(starts[board.white], starts[board.black]) for board in boards]
    colourless = {pair for pair in given if pair[1] and not {"w", "b"} & {cells[start].colour for start in pair}}
    expected = [pair[::-1] if pair[::-1] in colourless else pair for pair in expected]
    extra, missing = sorted(given - set(expected)), [pair for pair in expected if pair not in given]
    if extra or missing:
        yield Difference(1, f"Round {number}: the file has {_format_pairs(extra)}; the rules give {_format_pairs(missing)}.")


def _to_pair(cells: dict[int, Cell], start: int) -> Pair:
    cell = cells[start]
    if not cell.opponent:
        return start, 0
    return (start, cell.opponent) if has_white(start, cell, cells[cell.opponent]) else (cell.opponent, start)


def _format_pairs(pairs: Sequence[Pair]) -> str:
    return ", ".join(f"{white}-{black}" if black else f"{white} bye" for white, black in pairs) or "nothing else"


def _check_ranks(read: ReadReport, tie_breaks: Sequence[str]) -> Iterator[Difference]:
    """Yield players whose rank isn't among those that they share with the players tied with them."""
    if all(line.rank is None for _, line in read.players.values()):
        return
    standings = compute_report_standings(read, tie_breaks)
    sizes: dict[int, int] = {}
    for row in standings:
        sizes[row.rank] = sizes.get(row.rank, 0) + 1
    order = ", ".join(["points", *tie_breaks])
    for row in standings:
        number, line = read.players[row.contender]
        last = row.rank + sizes[row.rank] - 1
        if line.rank is None or not row.rank <= line.rank <= last:
            given = "no rank" if line.rank is None else f"rank {line.rank}"
            expected = f"{row.rank}" if last == row.rank else f"one from {row.rank} to {last}"
            yield Difference(number, f"Player {row.contender} has {given} in columns 86 to 89; {order} give {expected}.")

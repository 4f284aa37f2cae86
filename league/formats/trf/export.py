"""Conversion of a tournament to a report, to publish it or to check the pairing with another program."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from league.formats.points import POINTS_SYSTEMS, STANDARD, PointsSystem
from league.formats.protocol import Kind
from league.formats.swiss.tournament import BLACK, Player, Round, Tournament
from league.formats.trf.records import Acceleration, Cell, Fictitious, Field, Person, PlayerLine, Prohibited, Record
from league.formats.trf.report import Line, Report, format_report

_TENTHS = 5
"""Tenths in a half point, the tournament's unit."""
_AWAY = Cell(0, "-", "Z")


def build_report(
    tournament: Tournament,
    people: Mapping[int, Person],
    header: Sequence[Record] = (),
    ranks: Mapping[int, int] | None = None,
    byes: Mapping[int, str] = {},
) -> list[Record]:
    """Return the report before the next round, after `header` (012 and on); `ranks` are from the standings.

    `byes` are the letters of the byes in the coming round (F, H) by player number; other absent players have none.
    Raises ValueError unless a win has the points of a known points system, and a loss none.
    """
    system = next((system for system in POINTS_SYSTEMS.values() if (system.win, 0) == (tournament.win, tournament.loss)), None)
    if system is None:
        raise ValueError("Only tournaments of a known points system are written.")
    ranks = ranks or {}
    players = [
        PlayerLine(
            player.number,
            people.get(player.number, Person()),
            sum(entry.points for entry in player.rounds) * _TENTHS,
            ranks.get(player.number),
            tuple(_build_cells(player, tournament, system, Cell(0, "-", byes.get(player.number, "Z")))),
        )
        for player in tournament.players
    ]
    return [*header, *_build_settings(tournament), *_build_points(system), *players]


def _build_settings(tournament: Tournament) -> Iterator[Record]:
    rounds = str(tournament.rounds)
    yield Field("142", rounds)
    yield Field("XXR", rounds)
    yield Field("152", "B" if tournament.first_colour == BLACK else "W")
    yield Field("192", "FIDE_DUTCH_2026")
    yield from _build_accelerations(tournament)
    for number, row in sorted(tournament.extra.items()):
        yield Fictitious(number, tuple(points * _TENTHS for points in row))
    for pair in sorted(tournament.forbidden, key=sorted):
        yield Prohibited(tournament.played + 1, tournament.rounds, tuple(sorted(pair)))


def _build_points(system: PointsSystem) -> Iterator[Field]:
    """Yield the lines of a points system other than the standard one (162 of TRF26, XXS of JaVaFo)."""
    if system != POINTS_SYSTEMS[STANDARD]:
        win, draw = (f"{halves / 2:.1f}" for halves in system)
        yield Field("162", f" W{win:>4}    D{draw:>4}    P{win:>4}")
        yield Field("XXS", f"W={win} D={draw} PAB={win}")


def _build_accelerations(tournament: Tournament) -> Iterator[Acceleration]:
    """Yield the 250 lines: one for every range of players with the same fictitious points in a range of rounds."""
    for row, numbered in groupby(sorted(tournament.extra.items()), key=lambda item: item[1]):
        numbers = [number for number, _ in numbered]
        for points, indices in groupby(range(len(row)), key=row.__getitem__):
            first, *rest = [index + 1 for index in indices]
            for start, end in _list_ranges(numbers) if points else ():
                yield Acceleration(points * _TENTHS, first, [first, *rest][-1], start, end)


def _list_ranges(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of each range of consecutive numbers."""
    for _, items in groupby(enumerate(numbers), key=lambda item: item[1] - item[0]):
        group = [number for _, number in items]
        yield group[0], group[-1]


def _build_cells(player: Player, tournament: Tournament, system: PointsSystem, next_cell: Cell) -> Iterator[Cell]:
    yield from (_build_cell(entry, system) for entry in player.rounds)
    if player.absent and tournament.played < tournament.rounds:
        yield from [_AWAY] * (tournament.played - len(player.rounds))
        yield next_cell


def _build_cell(entry: Round, system: PointsSystem) -> Cell:
    if entry.kind is Kind.PAIRING_BYE:
        return Cell(0, "-", "U")
    if not entry.opponent:
        return Cell(0, "-", {0: "Z", system.draw: "H", system.win: "F"}[entry.points])
    if entry.kind is Kind.FORFEIT:
        return Cell(entry.opponent, entry.colour or "-", "+" if entry.points else "-")
    return Cell(entry.opponent, entry.colour, {0: "0", system.draw: "=", system.win: "1"}[entry.points])


def add_round(report: Report, number: int, pairs: Iterable[tuple[int, int]], bye_points: int) -> str:
    """Return the text of a report with the pairings of a round, by starting rank, and without their results.

    `bye_points` are the tenths of a pairing-allocated bye (black 0). Other lines stay as they are.
    """
    cells = {}
    for white, black in pairs:
        cells[white] = Cell(black, "w") if black else Cell(0, "-", "U")
        cells[black] = Cell(white, "b")
    return "".join(f"{_add_cell(line, number, cells, bye_points)}\n" for line in report.lines).rstrip("\n") + "\n"


def _add_cell(line: Line, number: int, cells: Mapping[int, Cell], bye_points: int) -> str:
    player = line.record
    if not isinstance(player, PlayerLine) or player.start not in cells:
        return line.text
    cell = cells[player.start]
    rounds = (*player.rounds, *[Cell()] * number)[: number - 1]
    points = (player.points or 0) + (0 if cell.opponent else bye_points)
    return format_report([replace(player, points=points, rounds=(*rounds, cell))]).rstrip("\n")

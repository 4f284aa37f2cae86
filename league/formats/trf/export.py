"""Conversion of a tournament to a report, to publish it or to check the pairing with another program."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from league.formats.protocol import Kind
from league.formats.swiss.tournament import BLACK, WIN, Player, Round, Tournament
from league.formats.trf.records import Cell, Fictitious, Field, Person, PlayerLine, Prohibited, Record

_TENTHS = 5
"""Tenths in a half point, the tournament's unit."""
_BYES = {0: "Z", 1: "H", 2: "F"}
_AWAY, _HALF = Cell(0, "-", "Z"), Cell(0, "-", "H")


def build_report(
    tournament: Tournament,
    people: Mapping[int, Person],
    header: Sequence[Record] = (),
    ranks: Mapping[int, int] | None = None,
    half_byes: Collection[int] = (),
) -> list[Record]:
    """Return the report before the next round, after `header` (012 and on); `ranks` are from the standings.

    `half_byes` are the numbers of players with a half-point bye in the coming round. Raises ValueError unless a win is
    worth one point and a loss nothing: such reports would need additional lines.
    """
    if (tournament.win, tournament.loss) != (WIN, 0):
        raise ValueError("Only tournaments with a point for a win and none for a loss are written.")
    ranks = ranks or {}
    players = [
        PlayerLine(
            player.number,
            people.get(player.number, Person()),
            sum(entry.points for entry in player.rounds) * _TENTHS,
            ranks.get(player.number),
            tuple(_build_cells(player, tournament.played, _HALF if player.number in half_byes else _AWAY)),
        )
        for player in tournament.players
    ]
    return [*header, *_build_settings(tournament), *players]


def _build_settings(tournament: Tournament) -> Iterator[Record]:
    rounds = str(tournament.rounds)
    yield Field("142", rounds)
    yield Field("XXR", rounds)
    yield Field("152", "B" if tournament.first_colour == BLACK else "W")
    yield Field("192", "FIDE_DUTCH_2026")
    for number, row in sorted(tournament.extra.items()):
        yield Fictitious(number, tuple(points * _TENTHS for points in row))
    for pair in sorted(tournament.forbidden, key=sorted):
        yield Prohibited(tournament.played + 1, tournament.rounds, tuple(sorted(pair)))


def _build_cells(player: Player, played: int, next_cell: Cell) -> Iterator[Cell]:
    yield from map(_build_cell, player.rounds)
    if player.absent:
        yield from [_AWAY] * (played - len(player.rounds))
        yield next_cell


def _build_cell(entry: Round) -> Cell:
    if entry.kind is Kind.PAIRING_BYE:
        return Cell(0, "-", "U")
    if not entry.opponent:
        return Cell(0, "-", _BYES[entry.points])
    if entry.kind is Kind.FORFEIT:
        return Cell(entry.opponent, entry.colour or "-", "+" if entry.points else "-")
    return Cell(entry.opponent, entry.colour, {0: "0", 1: "=", 2: "1"}[entry.points])

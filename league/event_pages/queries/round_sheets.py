"""Sheets of a round to print: pairings by board, players in alphabetical order, result slips."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines import registry
from engines.i18n import mark, translate as _
from league.event_files.exports import PublicEvent
from league.formats.tables import format_halves
from league.pairings.queries.rounds import PairingLine, RoundBlock
from league.standings.tables import Person
from matches.errors import ActionError

SHEETS = {"pairings": mark("Pairings"), "players": mark("Players A–Z"), "slips": mark("Result slips")}


@dataclass(frozen=True, slots=True)
class SheetSide:
    """A player at a board with the points from earlier rounds."""

    person: Person
    points: str
    rating: int | None


@dataclass(frozen=True, slots=True)
class SheetBoard:
    """A board. `second` is None for a bye, then `note` says which."""

    board: int
    first: SheetSide
    second: SheetSide | None
    score: str
    note: str


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A line of the alphabetical list: where a player sits. `side` is the name of the seat, "" for a bye."""

    name: str
    board: int
    side: str
    opponent: str
    note: str


@dataclass(frozen=True, slots=True)
class RoundSheets:
    """All sheets of a round; `sides` are the names of the two seats."""

    name: str
    number: int
    sides: Sequence[str]
    boards: Sequence[SheetBoard]
    players: Sequence[SheetPlayer]


def build_round_sheets(event: PublicEvent, number: int) -> RoundSheets:
    """Return the sheets of a published round. Raises ActionError("not-found"), also if pairings have more than two sides."""
    block = next((row for row in event.rounds if row.number == number), None)
    if block is None or any(len(line.sides) > 2 for line in block.pairings):
        raise ActionError("not-found", _("Round not found."))
    ratings = {row.entrant: row.rating for rows in event.stages for row in rows.places}
    points = _add_points(event, block)
    boards = [board for line in block.pairings if (board := _build_board(line, points, ratings))]
    sides = tuple(_(name) for name in registry.get_or_missing(event.card.game).seat_names[:2])
    return RoundSheets(block.name, number, sides, boards, _list_players(boards, sides))


def _add_points(event: PublicEvent, block: RoundBlock) -> Mapping[int, int]:
    """Return the half points of each entrant from the earlier rounds of the stage."""
    points: dict[int, int] = defaultdict(int)
    for rows in event.stages:
        for row in rows.rounds if rows.stage.number == block.stage else ():
            for side in (side for pairing in row.pairings if pairing.counted_at for side in pairing.sides):
                if row.number < block.number and side.entrant is not None:
                    points[side.entrant] += side.halves or 0
    return points


def _build_board(line: PairingLine, points: Mapping[int, int], ratings: Mapping[int, float | None]) -> SheetBoard | None:
    """Return a board, None if its players aren't known yet."""
    seated = sorted(line.sides, key=lambda side: side.seat or 0)
    sides = [_build_side(side.person, points, ratings) for side in seated if side.person]
    if not sides or len(sides) < len(seated):
        return None
    score = " – ".join(side.shown for side in seated) if line.score else ""
    return SheetBoard(line.board, sides[0], sides[1] if len(sides) > 1 else None, score, line.note)


def _build_side(person: Person, points: Mapping[int, int], ratings: Mapping[int, float | None]) -> SheetSide:
    rating = ratings.get(person.entrant_id)
    return SheetSide(person, format_halves(points[person.entrant_id]), round(rating) if rating else None)


def _list_players(boards: Sequence[SheetBoard], sides: Sequence[str]) -> list[SheetPlayer]:
    players = []
    for board in boards:
        first, second = board.first.person.name, board.second.person.name if board.second else ""
        players.append(SheetPlayer(first, board.board, sides[0] if second else "", second, board.note))
        if second:
            players.append(SheetPlayer(second, board.board, sides[1], first, board.note))
    return sorted(players, key=lambda player: (player.name.casefold(), player.board))

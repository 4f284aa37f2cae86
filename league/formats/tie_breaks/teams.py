"""Tie-breaks between teams, from the results of their boards (articles 11 to 13 of FIDE's C.07).

Game points are half points. A match without boards is a bye or a forfeit: its game points follow from its match points.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from league.formats.protocol import Kind
from league.formats.tie_breaks.ledger import Cell, Ledger

Product = tuple[int, int, Cell]
"""(score of the opponent or dummy, own score in the round, the round)."""


def get_game_points(ledger: Ledger, cell: Cell) -> int:
    """Return the game points of a round."""
    if cell.boards:
        return sum(own for own, _ in cell.boards)
    return _points_of_all(ledger, cell.halves)


def _points_of_all(ledger: Ledger, match_points: int) -> int:
    """Return the game points that go with these match points if no board was played: all of them for a win."""
    rules = ledger.rules
    if match_points >= rules.win:
        return 2 * rules.boards
    return rules.boards if match_points and match_points >= rules.draw else 0


def sum_game_points(ledger: Ledger, number: int) -> int:
    """Return the game points of a team."""
    return sum(get_game_points(ledger, cell) for cell in ledger.cells[number])


def _adjust_game_points(ledger: Ledger, number: int) -> int:
    """Return the game points that count for opponents: requested byes at the end count as draws (article 16.3.2)."""
    points = sum_game_points(ledger, number)
    if ledger.rules.everybody_meets:
        return points
    for cell in reversed(ledger.cells[number]):
        if not cell.voluntary:
            break
        if cell.requested:
            points += ledger.rules.boards - get_game_points(ledger, cell)
    return points


def list_products(ledger: Ledger, number: int, *, opponents_games: bool, own_games: bool) -> Iterator[Product]:
    """Yield the rounds as the extended Sonneborn-Berger counts them, without matches under way (articles 13.2 and 16.4)."""
    rules = ledger.rules
    for cell in ledger.cells[number]:
        own = get_game_points(ledger, cell) if own_games else cell.halves
        score = partial(_adjust_game_points, ledger) if opponents_games else ledger.adjusted.__getitem__
        if cell.counts and cell.opponent is not None:
            yield score(cell.opponent), own, cell
        elif cell.kind is not Kind.UNDER_WAY and not rules.everybody_meets:
            in_draws = (rules.boards if opponents_games else rules.draw) * ledger.rounds
            most = in_draws if cell.opponent is None else score(cell.opponent)
            total = sum_game_points(ledger, number) if opponents_games else ledger.points[number]
            yield min(total, most), own, cell


def _sum_products(ledger: Ledger, number: int, opponents_games: bool, own_games: bool) -> int:
    return sum(
        score * own
        for score, own, _ in list_products(ledger, number, opponents_games=opponents_games, own_games=own_games)
    )  # fmt: skip


def count_boards(boards: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the board count of both sides, in half points: each board's points times its number (article 12.1).

    >>> count_boards([(2, 0), (1, 1), (1, 1), (0, 2)])
    (7, 13)
    """
    first, second = (sum(number * pair[side] for number, pair in enumerate(boards, 1)) for side in (0, 1))
    return first, second


def weigh_boards(boards: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the Berlin score of both sides, in half points: the bottom board counts once, the one above twice, and so on.

    >>> weigh_boards([(1, 1), (2, 0), (0, 2), (1, 1)])
    (11, 9)
    """
    return count_boards(boards[::-1])


def list_boards(ledger: Ledger, cell: Cell) -> Sequence[tuple[int, int]]:
    """Return the boards of a round; a pairing-allocated bye counts as a win on every board (article 12)."""
    if cell.boards or cell.kind is Kind.UNDER_WAY:
        return cell.boards
    halves = (
        2
        if cell.kind is Kind.PAIRING_BYE and cell.halves
        else _points_of_all(ledger, cell.halves) // (ledger.rules.boards or 1)
    )
    return [(halves, 2 - halves)] * ledger.rules.boards


def _sum_boards(ledger: Ledger, number: int, value: Callable[[Sequence[tuple[int, int]]], tuple[int, int]]) -> int:
    return sum(value(list_boards(ledger, cell))[0] for cell in ledger.cells[number])


SONNEBORN: dict[str, tuple[bool, bool]] = {
    "EMMSB": (False, False), "EMGSB": (False, True), "EGMSB": (True, False), "EGGSB": (True, True),
}  # fmt: skip
"""By key, whether the opponents' scores and the own scores are game points."""
TEAM_FIGURES: dict[str, Callable[[Ledger, int], int]] = {
    "GP": sum_game_points,
    "BC": partial(_sum_boards, value=count_boards),
    "BER": partial(_sum_boards, value=weigh_boards),
    **{
        key: partial(_sum_products, opponents_games=opponents, own_games=own)
        for key, (opponents, own) in SONNEBORN.items()
    },
}  # fmt: skip
"""By key, a team's figure: half points, or quarter points where scores are multiplied."""

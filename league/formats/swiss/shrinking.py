"""The smallest tournament that still shows a fault."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from league.formats.swiss.tournament import ABSENT, WHITE, Kind, Player, Round, Tournament

Fails = Callable[[Tournament], bool]


def shrink(tournament: Tournament, fails: Fails) -> Tournament:
    """A tournament that fails and of which nothing more can be left out or made plainer without mending it.

    Rounds go first, then players in halves, quarters and one by one, then whatever is unusual. `fails` may raise: that
    counts as no failure.
    """
    if not _still(tournament, fails):
        raise ValueError("This tournament does not fail.")
    while True:
        for smaller in _smaller(tournament):
            if _still(smaller, fails):
                tournament = smaller
                break
        else:
            return tournament


def _still(tournament: Tournament, fails: Fails) -> bool:
    try:
        return fails(tournament)
    except Exception:
        return False


def _smaller(tournament: Tournament) -> Iterator[Tournament]:
    yield from _fewer_rounds(tournament)
    yield from _fewer_players(tournament)
    yield from _plainer(tournament)
    for player in tournament.players:
        yield from _plainer_player(tournament, player)


def _fewer_rounds(tournament: Tournament) -> Iterator[Tournament]:
    for at in range(tournament.played):
        players = tuple(replace(one, rounds=one.rounds[:at] + one.rounds[at + 1 :]) for one in tournament.players)
        extra = {number: [*row[:at], *row[at + 1 :]] for number, row in tournament.extra.items()}
        fewer = replace(tournament, players=players, played=tournament.played - 1, extra=extra)
        yield replace(fewer, rounds=tournament.rounds - 1)
        yield fewer


def _fewer_players(tournament: Tournament) -> Iterator[Tournament]:
    numbers = [one.number for one in tournament.players]
    size = len(numbers) // 2
    while size:
        for at in range(0, len(numbers), size):
            yield without(tournament, set(numbers[at : at + size]))
        size //= 2


def without(tournament: Tournament, gone: Collection[int]) -> Tournament:
    """The tournament without some players; who met them was absent, and the numbers close up."""
    left = [one for one in tournament.players if one.number not in gone]
    new = {number: at for at, number in enumerate(sorted(one.number for one in left), 1)}
    players = tuple(replace(one, number=new[one.number], rounds=tuple(_renumbered(one.rounds, new))) for one in left)
    return replace(
        tournament,
        players=players,
        extra={new[number]: row for number, row in tournament.extra.items() if number in new},
        forbidden=frozenset(frozenset(new[one] for one in pair) for pair in tournament.forbidden if pair <= new.keys()),
    )


def _renumbered(rounds: tuple[Round, ...], new: dict[int, int]) -> Iterator[Round]:
    for one in rounds:
        if not one.opponent:
            yield one
        else:
            yield replace(one, opponent=new[one.opponent]) if one.opponent in new else ABSENT


def _plainer(tournament: Tournament) -> Iterator[Tournament]:
    if tournament.extra:
        yield replace(tournament, extra={})
    for pair in sorted(tournament.forbidden, key=sorted):
        yield replace(tournament, forbidden=tournament.forbidden - {pair})
    if tournament.first_colour != WHITE:
        yield replace(tournament, first_colour=WHITE)


def _plainer_player(tournament: Tournament, player: Player) -> Iterator[Tournament]:
    if player.absent:
        yield _with(tournament, {player.number: replace(player, absent=False)})
    for index, one in enumerate(player.rounds):
        if one != ABSENT:
            yield _result(tournament, player, index, None)
        if one.kind is Kind.FORFEIT:
            yield _result(tournament, player, index, Kind.GAME)
        if one.kind is Kind.GAME and one.points != tournament.win // 2:
            yield _result(tournament, player, index, Kind.GAME, draw=True)


def _result(tournament: Tournament, player: Player, index: int, kind: Kind | None, *, draw: bool = False) -> Tournament:
    """One round of a player and of the opponent made a nothing (no `kind`), a game, or a draw."""
    by_number = {one.number: one for one in tournament.players}
    both = [player, *([by_number[player.rounds[index].opponent]] if player.rounds[index].opponent else [])]
    changed = {}
    for one in both:
        old = one.rounds[index]
        points = tournament.win // 2 if draw else old.points
        new = ABSENT if kind is None else replace(old, kind=kind, points=points)
        changed[one.number] = replace(one, rounds=(*one.rounds[:index], new, *one.rounds[index + 1 :]))
    return _with(tournament, changed)


def _with(tournament: Tournament, changed: dict[int, Player]) -> Tournament:
    return replace(tournament, players=tuple(changed.get(one.number, one) for one in tournament.players))

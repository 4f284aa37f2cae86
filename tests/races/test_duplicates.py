"""Races for the two matches of a duplicate, on PostgreSQL."""

from __future__ import annotations

from functools import partial

import pytest

from league.events.models import Pairing, SeriesMatch
from league.results.actions.results import record_result
from league.team_matches.actions.alternates import answer_call, report_absence
from league.team_matches.actions.settlement import settle_team_match
from league.teams.models import TeamBoard
from matches.actions import referee
from matches.actions.creation import set_ready
from matches.errors import ActionError
from matches.models import Match, Status
from matches.server_time import now
from tests.factories import NOON, PlayerFactory, end, started_event
from tests.league.team_matches.playing import HOUR, go_on, match_of, open_matches, team_event
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def _twins() -> list[int]:
    made = started_event(*PlayerFactory.create_batch(2), duplicate=True)
    rows = SeriesMatch.objects.filter(pairing__round__event=made).order_by("number")
    return list(rows.values_list("match", flat=True))


def test_both_matches_end_at_the_same_moment_and_count_as_one_series() -> None:
    first, second = _twins()

    def finish(match_id: int, ranks: tuple[int, int]) -> bool:
        end(match_id, ranks=ranks, at=NOON)
        return record_result(match_id=match_id, at=NOON)

    results = race(partial(finish, first, (1, 2)), partial(finish, second, (2, 1)))
    assert results == [True, True]
    pairing = Pairing.objects.get(series__match=first)
    assert pairing.counted_at is not None
    assert pairing.series.count() == 2
    assert list(pairing.sides.order_by("number").values_list("halves", flat=True)) == [2, 0]


def test_two_referees_who_reinstate_both_matches_do_not_wait_for_each_other() -> None:
    twins = _twins()
    for match_id in twins:
        for player_id in Match.objects.get(pk=match_id).seats.values_list("player", flat=True):
            set_ready(match_id=match_id, player_id=player_id or 0, at=now())
        referee.annul(match_id=match_id, why="The server failed.", at=now())
    results = race(*(partial(referee.reinstate, match_id=pk, why="It works again.", at=now()) for pk in twins))
    assert all(isinstance(one, int) or (isinstance(one, ActionError) and one.code == "busy") for one in results)
    if not any(isinstance(one, int) for one in results):  # Each may have found the other's match locked; then it tries again.
        assert referee.reinstate(match_id=twins[0], why="It works again.", at=now())


def _board(alternates: int = 0) -> TeamBoard:
    """The open board of a team match of duplicates."""
    event = team_event(2, boards=1, alternates=alternates, duplicate=True)
    go_on(NOON + HOUR)
    return match_of(event, "Ants", 1).boards.select_related("pairing", "first", "second").get()


def test_both_matches_of_a_board_end_at_the_same_moment_and_the_team_match_counts_once() -> None:
    board = _board()
    first, second = open_matches(board)

    def finish(match_id: int, ranks: tuple[int, int]) -> bool:
        end(match_id, ranks=ranks, at=NOON + HOUR)
        counted = record_result(match_id=match_id, at=NOON + HOUR)
        settle_team_match(match_id=board.match_id, at=NOON + HOUR)
        return counted

    assert race(partial(finish, first, (1, 2)), partial(finish, second, (2, 1))) == [True, True]
    go_on(NOON + HOUR)
    pairing = Pairing.objects.get(team_match=board.match_id)
    assert (pairing.score, pairing.boards) in (("1-0", "2-0"), ("0-1", "0-2"))
    assert SeriesMatch.objects.filter(pairing=board.pairing).count() == 2


def test_an_alternate_accepts_while_a_match_of_the_board_begins() -> None:
    board, at = _board(alternates=1), NOON + HOUR
    event = board.match.pairing.round.event_id
    call = report_absence(event_id=event, board_id=board.pk, by=board.first.player_id, at=at)
    alternate = board.first.team.members.get(alternate=True).player_id
    opened = open_matches(board)
    seats = [board.first.player_id, board.second.player_id]
    set_ready(match_id=opened[1], player_id=seats[0], at=at)
    results = race(
        partial(answer_call, event_id=event, call_id=call, player_id=alternate, accept=True, at=at),
        partial(set_ready, match_id=opened[1], player_id=seats[1], at=at),
    )
    assert all(one is None or isinstance(one, ActionError) for one in results)
    statuses = set(Match.objects.filter(pk__in=opened).values_list("status", flat=True))
    if results[0] is None:  # The alternate was first: both old matches are void, and both new ones are the alternate's.
        assert statuses == {Status.VOID}
        seated = [set(Match.objects.get(pk=pk).seats.values_list("player", flat=True)) for pk in open_matches(board)]
        assert seated == [{alternate, seats[1]}] * 2
    else:
        assert results[0].code in ("already-started", "not-open")
        assert statuses == {Status.OPEN, Status.PLAYING}
        assert open_matches(board) == opened

"""Counting matches into ratings."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client

from league.ratings.actions import count_rating
from league.ratings.models import RatedMatch, Rating, RatingChange
from league.ratings.queries import leaderboard, uncounted
from tests.factories import GAME, BotFactory, GuestFactory, PlayerFactory, end, ended_match, match

pytestmark = pytest.mark.django_db


def ratings() -> dict[str, float]:
    return {row.player.username: row.value for row in Rating.objects.select_related("player")}


def test_a_win_between_newcomers_moves_both_by_twenty(at: datetime) -> None:
    ada, ben = PlayerFactory(username="ada"), PlayerFactory(username="ben")
    played = ended_match(ada, ben)
    assert count_rating(match_id=played.pk, at=at)
    assert ratings() == {"ada": 1520, "ben": 1480}
    change = RatingChange.objects.get(player=ada)
    assert (change.match_id, change.before, change.after, change.at) == (played.pk, 1500, 1520, played.closed_at)


def test_counting_twice_changes_nothing(at: datetime) -> None:
    played = ended_match()
    assert count_rating(match_id=played.pk, at=at)
    before = ratings()
    assert not count_rating(match_id=played.pk, at=at + timedelta(hours=1))
    assert ratings() == before
    assert RatedMatch.objects.get().counted_at == at
    assert RatingChange.objects.count() == 2


def test_the_second_seat_can_win(at: datetime) -> None:
    ada, ben = PlayerFactory(username="ada"), PlayerFactory(username="ben")
    count_rating(match_id=ended_match(ada, ben, ranks=(2, 1)).pk, at=at)
    assert ratings() == {"ada": 1480, "ben": 1520}
    row = Rating.objects.get(player=ben)
    assert (row.games, row.wins, row.draws, row.losses, row.peak) == (1, 1, 0, 0, 1520)


def test_a_draw_is_counted_as_a_game(at: datetime) -> None:
    count_rating(match_id=ended_match(ranks=(1, 1)).pk, at=at)
    assert {(row.value, row.games, row.draws) for row in Rating.objects.all()} == {(1500, 1, 1)}


def test_a_casual_match_changes_no_rating(at: datetime) -> None:
    assert not count_rating(match_id=ended_match(rated=False).pk, at=at)
    assert not Rating.objects.exists()


def test_a_match_that_is_still_played_is_not_counted(at: datetime) -> None:
    played = match(rated=True)
    assert not count_rating(match_id=played.pk, at=at)
    assert RatedMatch.objects.get().counted_at is None
    assert uncounted() == []


def test_a_match_with_a_guest_is_casual_whatever_was_said(at: datetime) -> None:
    played = ended_match(PlayerFactory(), GuestFactory())
    assert count_rating(match_id=played.pk, at=at)
    assert not Rating.objects.exists()
    assert uncounted() == []


def test_bots_are_rated(at: datetime) -> None:
    bot = BotFactory()
    played = match(PlayerFactory(), bot, rated=True)
    end(played.pk, ranks=(2, 1))
    count_rating(match_id=played.pk, at=at)
    assert Rating.objects.get(player=bot).value == 1520


@pytest.mark.parametrize(("ranks", "reason"), [((1, 2), "no-show"), ((2, 2), "double-forfeit")])
def test_a_match_that_nobody_played_changes_no_rating(ranks: tuple[int, int], reason: str, at: datetime) -> None:
    played = match(rated=True)
    end(played.pk, ranks=ranks, reason=reason)
    assert count_rating(match_id=played.pk, at=at)
    assert not RatingChange.objects.exists()


def test_what_nobody_counted_is_found_oldest_first(at: datetime) -> None:
    late = ended_match(at=at + timedelta(hours=1))
    early = ended_match(at=at)
    assert uncounted() == [early.pk, late.pk]


def test_the_leaderboard_ranks_by_rating_and_equal_ratings_share_a_place(at: datetime) -> None:
    ada, ben, cy, dee = (PlayerFactory(username=name) for name in ("ada", "ben", "cy", "dee"))
    for winner, loser in ((ada, ben), (cy, dee)):
        count_rating(match_id=ended_match(winner, loser).pk, at=at)
    assert [(line.rank, line.username, line.rating) for line in leaderboard(GAME)] == [
        (1, "ada", 1520), (1, "cy", 1520), (3, "ben", 1480), (3, "dee", 1480),
    ]  # fmt: skip
    assert {line.provisional for line in leaderboard(GAME)} == {True}


def test_the_leaderboard_page_takes_the_same_queries_for_one_line_and_for_many(
    client: Client, at: datetime, django_assert_num_queries: object
) -> None:
    url = f"/leaderboard/{GAME}/"
    assert "Nobody has a rating yet" in client.get(url).content.decode()
    for count in (2, 8):
        while Rating.objects.count() < count:
            count_rating(match_id=ended_match().pk, at=at)
        with django_assert_num_queries(1):  # type: ignore[operator]
            page = client.get(url).content.decode()
        assert page.count("+20") == count // 2


@pytest.mark.parametrize("url", ["/leaderboard/chess/", "/fragments/leaderboard/chess/", "/api/v1/leaderboard/chess/"])
def test_there_is_no_leaderboard_of_an_unknown_game(client: Client, url: str) -> None:
    assert client.get(url).status_code == 404

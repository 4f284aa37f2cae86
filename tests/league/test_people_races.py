"""Races of accounts, notifications, webhooks, puzzles and queues, on PostgreSQL, with threads behind a barrier."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import transaction

from league.account.deletion import end_late_activity, recently_deleted
from league.audit.models import AuditEntry
from league.events.actions.notifications import notify_opened_matches
from league.lobby.challenge_options import ANYONE, ME, ChallengeOptions
from league.lobby.challenges import accept_challenge, create_challenge
from league.lobby.models import QueueEntry
from league.lobby.queue import join_queue, leave_queue, record_heartbeat
from league.notifications.actions.create import NewNotification, notify
from league.notifications.actions.email_delivery import send_due_emails
from league.notifications.models import EmailStatus, Notification
from league.people.models import Player
from league.puzzles.actions import attempt_puzzle, show_solution, take_hint
from league.puzzles.models import PuzzleAttempt, PuzzleDays, PuzzleRating, PuzzleSkill
from league.puzzles.queries.puzzle_sets import get_daily
from league.time_controls.presets import LESSON_CONTROL
from league.webhooks.actions import subscriptions
from league.webhooks.actions.delivery import claim_deliveries
from matches.actions.adjudication import adjudicate
from matches.actions.submission import submit
from matches.models import Match, Seat, Status
from tests import factories
from tests.factories import GAME, NOON, PlayerFactory, matches_of_round
from tests.league.puzzles.shipped import GAME as PUZZLES, shipped
from tests.league.test_races import THREADS, codes, delete, many
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_who_deletes_many_times_at_once_is_deleted_once() -> None:
    ada = PlayerFactory()
    assert set(codes(race(*[delete(ada)] * 4))) <= {"account-needed", "wrong-password"}
    assert AuditEntry.objects.filter(act="account.deleted", subject_id=ada.pk).count() == 1


def test_a_seat_taken_in_the_same_moment_is_given_up_by_the_sweep() -> None:
    for _ in range(3):
        ada, ben = PlayerFactory(), PlayerFactory()
        offered = create_challenge(by=ben.pk, offer=ChallengeOptions(GAME, LESSON_CONTROL, (ME, ANYONE)), at=NOON)
        codes(race(delete(ada), partial(accept_challenge, match_id=offered, player_id=ada.pk, at=NOON)))
        for player_id in recently_deleted(NOON):
            end_late_activity(player_id=player_id, at=NOON)
        sits = Seat.objects.filter(match=offered, player=ada, match__status__in=(Status.OPEN, Status.PLAYING))
        assert not Player.objects.filter(pk=ada.pk, is_active=False).exists() or not sits.exists()


def test_a_move_in_the_same_moment_harms_nothing() -> None:
    for _ in range(3):
        ada, ben = PlayerFactory(), PlayerFactory()
        played = factories.match(ada, ben)
        move = partial(submit, match_id=played.pk, player_id=ben.pk, turn=0, text="setup", key="k", received_at=NOON)
        judge = partial(adjudicate, match_id=played.pk, at=NOON)
        codes(race(delete(ada, resigning=True), move, judge, move))
        adjudicate(match_id=played.pk, at=NOON)
        assert Match.objects.get(pk=played.pk).status == Status.CLOSED
        assert not Player.objects.get(pk=ada.pk).is_active


def test_who_is_told_the_same_by_many_has_one_notification_and_gets_one_email(mailoutbox: list[EmailMessage]) -> None:
    ada = PlayerFactory(email="ada@example.org")

    @transaction.atomic
    def tell() -> None:
        notify([NewNotification(ada.pk, "one", {"match": "A"}, "/matches/1/", case="pause")], kind="ruling", at=NOON)

    many(tell)
    assert Notification.objects.count() == 1
    sent = many(send_due_emails, clock=lambda: NOON)
    assert sorted(sent, key=str) == [0] * (THREADS - 1) + [1]
    assert len(mailoutbox) == 1
    assert Notification.objects.get().mail == EmailStatus.SENT


def test_nobody_makes_more_webhooks_than_there_may_be_and_a_delivery_is_claimed_by_one() -> None:
    ada = PlayerFactory().pk
    make = partial(subscriptions.create_webhook, by=ada, url="https://example.org/", kinds=["match.closed"], at=NOON)
    hooks = [make() for _ in range(subscriptions.MAX_WEBHOOKS - 1)]
    assert codes(many(make)) == ["too-many-webhooks"] * (THREADS - 1)
    subscriptions.queue_test(uid=hooks[0].uid, by=ada, at=NOON)
    found = many(claim_deliveries, at=NOON)
    assert codes(found) == []
    assert sum(map(len, found)) == 1


def test_a_match_that_has_been_opened_is_told_by_one() -> None:
    made = factories.started_event()
    told = many(notify_opened_matches, at=NOON)
    assert sum(told) == len(matches_of_round(made, 1))
    assert Notification.objects.count() == 2 * sum(told)


def test_of_many_attempts_of_a_player_at_once_one_is_rated() -> None:
    for number in range(2):
        ada, puzzle = PlayerFactory(), shipped(number)
        acts = [
            partial(attempt_puzzle, player=ada, game=PUZZLES, puzzle_id=puzzle.id, do=do, at=NOON)
            for do in (puzzle.puzzle.answer, puzzle.known, puzzle.puzzle.answer)
        ]
        verdicts = [verdict for _, verdict in race(*acts)]
        assert sum(verdict.change is not None for verdict in verdicts) == 1
        assert PuzzleAttempt.objects.filter(player=ada).count() == 1
        assert PuzzleSkill.objects.get(player=ada).attempts == 1
        assert PuzzleRating.objects.get(puzzle=puzzle.id).attempts == 1


def test_attempts_of_many_players_at_one_puzzle_all_count() -> None:
    puzzle, players = shipped(), [PlayerFactory() for _ in range(6)]
    answers = [puzzle.puzzle.answer, puzzle.known] * 3
    acts = [
        partial(attempt_puzzle, player=player, game=PUZZLES, puzzle_id=puzzle.id, do=do, at=NOON)
        for player, do in zip(players, answers, strict=True)
    ]
    assert [verdict.is_right for _, verdict in race(*acts)] == [True, False] * 3
    rating = PuzzleRating.objects.get(puzzle=puzzle.id)
    assert (rating.attempts, rating.solved) == (6, 3)


def test_a_hint_a_solution_and_an_attempt_at_once_count_as_one() -> None:
    for number in range(2):
        ada, puzzle = PlayerFactory(), shipped(number)
        asked = {"player": ada, "game": PUZZLES, "puzzle_id": puzzle.id, "at": NOON}
        answer = partial(attempt_puzzle, **asked, do=puzzle.puzzle.answer)
        assert codes(race(partial(take_hint, **asked), partial(show_solution, **asked), answer)) == []
        assert PuzzleAttempt.objects.filter(player=ada).count() == 1
        assert sum(PuzzleSkill.objects.filter(player=ada).values_list("attempts", flat=True)) <= 1


def test_the_day_counts_once() -> None:
    ada, daily = PlayerFactory(), get_daily(PUZZLES, NOON.date())
    act = partial(attempt_puzzle, player=ada, game=PUZZLES, puzzle_id=daily.id, do=daily.answer, at=NOON)
    assert sorted(verdict.days or 0 for _, verdict in race(act, act, act)) == [0, 0, 1]
    assert PuzzleDays.objects.get(player=ada).days == 1


def joining(player: Player) -> Any:
    return partial(join_queue, player_id=player.pk, game=GAME, speed="fast", at=NOON)


def beating(player: Player) -> Any:
    return partial(record_heartbeat, player_id=player.pk, at=NOON + timedelta(seconds=5))


def test_players_who_join_at_once_are_paired_once_each() -> None:
    for count in (2, 6, 7):
        players = PlayerFactory.create_batch(count)
        assert codes(race(*map(joining, players))) == []
        assert codes(race(*map(beating, players))) == []
        seats = Seat.objects.filter(player__in=players)
        assert seats.count() == len({seat.player_id for seat in seats}) == count // 2 * 2
        QueueEntry.objects.all().delete()


def test_heartbeats_of_all_at_once_start_one_match_for_each_pair() -> None:
    players = PlayerFactory.create_batch(6)
    rows = [{"player": player, "rating": 1500} for player in players]
    QueueEntry.objects.bulk_create(QueueEntry(game=GAME, speed="fast", joined_at=NOON, seen_at=NOON, **row) for row in rows)
    told = race(*map(beating, players))
    assert codes(told) == []
    told += [beating(player)() for player in players]
    assert sorted(match_id for match_id in told if match_id) == sorted(2 * list(Match.objects.values_list("pk", flat=True)))
    assert Match.objects.count() == 3


def test_who_leaves_while_being_paired_either_is_out_or_learns_of_the_match() -> None:
    for _ in range(5):
        ada, ben = PlayerFactory.create_batch(2)
        joining(ada)()
        left, joined = race(partial(leave_queue, player_id=ada.pk), joining(ben))
        assert codes([left, joined]) == []
        assert left == joined
        assert Seat.objects.filter(player=ada).count() == (0 if left is None else 1)
        QueueEntry.objects.all().delete()


def test_a_player_who_joins_two_queues_at_once_waits_in_one() -> None:
    ada = PlayerFactory()
    results = race(*[partial(join_queue, player_id=ada.pk, game=GAME, speed=speed, at=NOON) for speed in ("fast", "normal")])
    assert results == [None, None]
    assert QueueEntry.objects.count() == 1

"""Deleting an account while somebody else acts: nobody is left alone, and nothing is left over."""

from functools import partial

import pytest

from league.account.deletion import delete_account, end_late_activity, recently_deleted
from league.audit.models import AuditEntry
from league.lobby.challenge_options import ANYONE, ME, ChallengeOptions
from league.lobby.challenges import accept_challenge, create_challenge
from league.people.models import Player
from league.time_controls.presets import LESSON_CONTROL
from matches.actions.adjudication import adjudicate
from matches.actions.submission import submit
from matches.models import Match, Seat, Status
from tests.factories import GAME, NOON, PASSWORD, PlayerFactory, league, match
from tests.league.test_races import codes
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def delete(player: Player, **given: bool) -> partial[str]:
    return partial(delete_account, player_id=player.pk, password=PASSWORD, at=NOON, **given)


def test_of_two_last_owners_who_delete_themselves_at_once_one_stays() -> None:
    for _ in range(3):
        ada, ben = PlayerFactory(), PlayerFactory()
        made = league(organiser=ada)
        made.staff.create(player=ben, role="owner", since=NOON)
        assert codes(race(delete(ada), delete(ben))) == ["last-owner"]
        assert made.staff.get().player.is_active


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
        played = match(ada, ben)
        move = partial(
            submit, match_id=played.pk, player_id=ben.pk, turn=0, text="setup", key="k", received_at=NOON
        )  # fmt: skip
        judge = partial(adjudicate, match_id=played.pk, at=NOON)
        codes(race(delete(ada, resigning=True), move, judge, move))
        adjudicate(match_id=played.pk, at=NOON)
        assert Match.objects.get(pk=played.pk).status == Status.CLOSED
        assert not Player.objects.get(pk=ada.pk).is_active

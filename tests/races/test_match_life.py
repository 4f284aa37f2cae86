"""Races of what players agree on, on PostgreSQL, with threads behind a barrier."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from league.lobby.challenge_options import LINK, ME, ChallengeOptions
from league.lobby.challenges import create_challenge
from league.lobby.invitations import accept_invitation, create_link, list_links, revoke_link
from league.lobby.models import Challenge, Invitation
from league.lobby.rematches import request_rematch
from matches.actions.adjudication import adjudicate
from matches.actions.creation import SeatPlan, create_match
from matches.actions.endings import abort_match, claim_result
from matches.actions.offers import respond_to_offer
from matches.actions.presence import DISCONNECTED_AFTER, record_seen
from matches.actions.submission import submit
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Heartbeat, Match, Presence, Seat, Status, Uptime
from matches.offers import CASUAL_POLICY
from matches.queries.board_view import get_board
from matches.server_time import now
from tests.factories import PlayerFactory, end, match as match_of
from tests.races.test_matches import THREADS, race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table() -> Match:
    """A casual match of Order & Chaos in play, the sweep alive."""
    at = now()
    Heartbeat.objects.create(pk=1, beat_at=at)
    seats = [SeatPlan(PlayerFactory().pk, ready=True) for _ in range(2)]
    made = create_match(
        game="order-and-chaos", options={}, seats=seats, control=TimeControl(600_000, 0), at=at, terms=CASUAL_POLICY
    )
    return Match.objects.get(pk=made)


def player(table: Match, seat: int) -> int:
    found = Seat.objects.get(match=table, number=seat).player_id
    assert found is not None
    return found


def say(table: Match, seat: int, kind: str, do: str = "offer") -> Any:
    return lambda: respond_to_offer(match_id=table.pk, player_id=player(table, seat), kind=kind, do=do, at=now())


def said(table: Match) -> list[str]:
    return list(table.entries.order_by("n").values_list("do", flat=True))


def well(told: list[Any]) -> None:
    assert all(one is None or isinstance(one, ActionError | int) for one in told), told


def test_two_who_offer_a_draw_at_once_agree_on_it_once(table: Match) -> None:
    well(race(say(table, 0, "draw"), say(table, 1, "draw")))
    assert said(table)[1:] in (["agree-draw 1", "draw"], ["agree-draw 0", "draw"])
    assert Match.objects.get(pk=table.pk).status == Status.CLOSED


def test_an_answer_and_a_withdrawal_at_once_leave_one_of_them(table: Match) -> None:
    say(table, 0, "draw")()
    well(race(say(table, 0, "draw", "withdraw"), *[say(table, 1, "draw", "accept")] * 3))
    closed = Match.objects.get(pk=table.pk).status == Status.CLOSED
    assert said(table)[1:] == (["agree-draw 1", "draw"] if closed else ["withdraw-draw 0"])


def test_a_move_and_an_acceptance_at_once_never_both_count(table: Match) -> None:
    asker = 1 - table.to_act[0]
    shown: Any = get_board(table.pk, player(table, 1 - asker))
    say(table, asker, "draw")()

    def move() -> None:
        mover, text = player(table, 1 - asker), shown["legal"][0]
        submit(match_id=table.pk, player_id=mover, turn=0, text=text, key="m", received_at=now())
        adjudicate(match_id=table.pk, at=now())

    well(race(move, say(table, 1 - asker, "draw", "accept")))
    words = said(table)
    assert ("draw" in words) != (shown["legal"][0] in words)


def test_a_match_is_paused_and_aborted_by_one_only(table: Match) -> None:
    say(table, 0, "pause")()
    well(race(say(table, 1, "pause", "accept"), lambda: abort_match(match_id=table.pk, player_id=player(table, 0), at=now())))
    row = Match.objects.get(pk=table.pk)
    assert row.status in (Status.PAUSED, Status.VOID)
    assert ("pause" in said(table)) == (row.status == Status.PAUSED)


def test_a_claim_and_a_return_at_once_are_decided_by_the_row(table: Match) -> None:
    at = now()
    long_ago = at - timedelta(minutes=10)
    Uptime.objects.bulk_create(Uptime(part=part, since=long_ago, beat_at=at) for part in ("streams", "sweep"))
    Presence.objects.create(match=table, seat=1, seen_at=long_ago, gone_at=long_ago + DISCONNECTED_AFTER)

    def claims() -> None:
        claim_result(match_id=table.pk, player_id=player(table, 0), seat=1, what="win", at=now())

    back = player(table, 1)
    well(race(*[claims] * 3, lambda: record_seen([(table.pk, back)], now())))
    closed = Match.objects.get(pk=table.pk).status == Status.CLOSED
    assert said(table).count("gone 1") == closed
    assert closed or Presence.objects.get(match=table, seat=1).gone_at is None


def test_of_many_with_one_link_one_sits_down() -> None:
    made = create_challenge(by=PlayerFactory().pk, offer=ChallengeOptions("order-and-chaos", seats=(ME, LINK)), at=now())
    token = list_links(made, now())[0].token
    people = [PlayerFactory().pk for _unused in range(THREADS)]
    told = race(*[lambda p=one: accept_invitation(token=token, player_id=p, at=now()) for one in people])
    well(told)
    assert told.count(made) == 1
    assert Seat.objects.filter(match=made, player__in=people).count() == 1


def test_a_link_that_is_used_and_revoked_at_once_is_one_of_both() -> None:
    ada, ben = PlayerFactory().pk, PlayerFactory().pk
    made = create_challenge(by=ada, offer=ChallengeOptions("order-and-chaos", seats=(ME, LINK)), at=now())
    token = list_links(made, now())[0].token
    well(
        race(
            lambda: accept_invitation(token=token, player_id=ben, at=now()),
            lambda: revoke_link(match_id=made, by=ada, seat=1, at=now()),
        )
    )
    one = Invitation.objects.get(challenge__match=made)
    assert (one.used_at is None) != (one.revoked_at is None)
    assert Seat.objects.filter(match=made, player=ben).exists() == (one.used_at is not None)


def test_links_made_at_once_leave_one_that_leads_somewhere() -> None:
    ada = PlayerFactory().pk
    made = create_challenge(by=ada, offer=ChallengeOptions("order-and-chaos", seats=(ME, LINK)), at=now())
    told = race(*[lambda: create_link(match_id=made, by=ada, seat=1, at=now())] * THREADS)
    assert not [one for one in told if isinstance(one, Exception)]
    assert len(list_links(made, now())) == 1


def test_a_rematch_that_both_ask_for_at_once_is_one_match() -> None:
    old = match_of(at=now())
    end(old.pk, at=now())
    both = list(old.seats.values_list("player", flat=True))
    told = race(*[lambda p=one: request_rematch(match_id=old.pk, by=p, at=now()) for one in both])
    well(told)
    assert len(set(told)) == 1
    assert Challenge.objects.filter(again=old).count() == 1
    assert Match.objects.get(pk=told[0]).status == Status.PLAYING

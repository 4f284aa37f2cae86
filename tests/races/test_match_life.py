"""Races of what players agree on and of rulings: with each other, with a move, with a flag."""

import itertools
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from league.audit.models import AuditEntry
from league.desk.actions.referee_calls import call_referee
from league.desk.actions.rulings import apply_ruling
from league.lobby.challenge_options import LINK, ME, ChallengeOptions
from league.lobby.challenges import create_challenge
from league.lobby.invitations import accept_invitation, create_link, list_links, revoke_link
from league.lobby.models import Challenge, Invitation
from league.lobby.rematches import request_rematch
from league.people.models import Player
from matches.actions.adjudication import FLAG_DELAY, adjudicate
from matches.actions.creation import SeatPlan, create_match
from matches.actions.endings import abort_match, claim_result
from matches.actions.offers import respond_to_offer
from matches.actions.presence import DISCONNECTED_AFTER, record_seen
from matches.actions.submission import submit
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Entry, Heartbeat, Match, Presence, Seat, Status, Submission, Uptime
from matches.offers import CASUAL_POLICY
from matches.queries.board_view import get_board
from matches.server_time import now
from tests.factories import PlayerFactory, end, league as make_league, match as match_of, staff, started_event
from tests.races.test_matches import THREADS, match, race, send

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


def linked(by: int) -> tuple[int, str]:
    made = create_challenge(by=by, offer=ChallengeOptions("order-and-chaos", seats=(ME, LINK)), at=now())
    return made, list_links(made, now())[0].token


def test_of_many_with_one_link_one_sits_down() -> None:
    made, token = linked(PlayerFactory().pk)
    people = [PlayerFactory().pk for _unused in range(THREADS)]
    told = race(*[lambda p=one: accept_invitation(token=token, player_id=p, at=now()) for one in people])
    well(told)
    assert told.count(made) == 1
    assert Seat.objects.filter(match=made, player__in=people).count() == 1


def test_a_link_that_is_used_and_revoked_at_once_is_one_of_both() -> None:
    ada, ben = PlayerFactory().pk, PlayerFactory().pk
    made, token = linked(ada)
    accept = partial(accept_invitation, token=token, player_id=ben, at=now())
    well(race(accept, partial(revoke_link, match_id=made, by=ada, seat=1, at=now())))
    one = Invitation.objects.get(challenge__match=made)
    assert (one.used_at is None) != (one.revoked_at is None)
    assert Seat.objects.filter(match=made, player=ben).exists() == (one.used_at is not None)


def test_links_made_at_once_leave_one_that_leads_somewhere() -> None:
    ada = PlayerFactory().pk
    made, _unused = linked(ada)
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


__all__ = ["match"]
WHY = "Both of us saw it."


@pytest.fixture
def referees(db: None) -> list[Player]:
    return [PlayerFactory(is_superuser=True, is_staff=True) for _ in range(4)]


def ruling(match_id: int, by: Player, kind: str, **given: Any) -> Any:
    return lambda: apply_ruling(match_id=match_id, by=by.pk, kind=kind, data=given, why=WHY, at=now())


def chained(match_id: int) -> bool:
    """Whether the log is one chain without a gap."""
    lines = list(Entry.objects.filter(match=match_id).order_by("n"))
    follow = all(one.hash == other.prev for one, other in itertools.pairwise(lines))
    return follow and [one.n for one in lines] == list(range(1, len(lines) + 1))


def test_of_two_referees_who_rule_at_once_one_does(match: Match, referees: list[Player]) -> None:
    one, other, *_unused = referees
    told = race(ruling(match.pk, one, "result", ranks=[1, 2]), ruling(match.pk, other, "result", ranks=[2, 1]))
    refused = [one for one in told if isinstance(one, ActionError)]
    assert [one.code for one in refused] == ["match-over"]
    after = Match.objects.get(pk=match.pk)
    said = Entry.objects.filter(match=match, do__startswith="rule ")
    assert said.count() == AuditEntry.objects.filter(act="match.ruled").count() == 1
    assert said.get().do == "rule " + ",".join(map(str, after.ranks or ()))
    assert chained(match.pk)


def test_of_many_pauses_one_is_one(match: Match, referees: list[Player]) -> None:
    told = race(*(ruling(match.pk, one, "pause") for one in referees))
    assert sorted(one.code for one in told if isinstance(one, ActionError)) == ["paused"] * 3
    assert Entry.objects.filter(match=match, do="stop").count() == 1
    assert AuditEntry.objects.filter(act="match.paused").count() == 1


def test_a_move_and_a_ruling_at_once_come_one_after_the_other(match: Match, referees: list[Player]) -> None:
    def move() -> None:
        send(match.pk, 0, 2, "B4-B5")
        adjudicate(match_id=match.pk, at=now())

    told = race(move, ruling(match.pk, referees[0], "annul"))
    said = list(Entry.objects.filter(match=match, n__gt=match.last_entry).order_by("n").values_list("do", flat=True))
    refusals = [one for one in told if isinstance(one, Exception)]
    if said == ["annul"]:
        assert [getattr(one, "code", one) for one in refusals] in (["match-over"], [])
        assert set(Submission.objects.filter(match=match, turn=2, seat=0).values_list("code", flat=True)) <= {"match-over"}
    else:
        assert said == ["B4-B5", "annul"]
        assert refusals == []
    assert Match.objects.get(pk=match.pk).status == Status.VOID
    assert chained(match.pk)


def test_a_flag_and_a_ruling_at_once_leave_one_end(match: Match, referees: list[Player]) -> None:
    Heartbeat.objects.update(beat_at=now())
    late = (match.deadline_at or now()) + FLAG_DELAY

    def flag() -> int:
        return adjudicate(match_id=match.pk, at=late)

    told = race(flag, ruling(match.pk, referees[0], "result", ranks=[1, 1]), flag)
    after = Match.objects.get(pk=match.pk)
    ends = list(Entry.objects.filter(match=match, n__gt=match.last_entry).values_list("do", flat=True))
    assert after.status == Status.CLOSED
    assert ends in (["flag 0"], ["rule 1,1"])
    assert after.reason == {"flag 0": "time", "rule 1,1": "ruled"}[ends[0]]
    refused = [one for one in told if isinstance(one, Exception)]
    assert [getattr(one, "code", one) for one in refused] == (["match-over"] if ends == ["flag 0"] else [])


def test_an_annulled_match_is_reinstated_or_played_again_but_never_both(db: None) -> None:
    Heartbeat.objects.create(pk=1, beat_at=now())
    home = make_league()
    referees = [staff(home, "referee") for _unused in range(2)]
    players = [PlayerFactory(bot="random") for _unused in range(2)]
    organiser = home.staff.get(role="owner").player  # type: ignore[attr-defined]
    event = started_event(*players, at=now(), organiser=organiser, league=home.pk)
    made = Match.objects.get(series_match__pairing__round__event=event)
    apply_ruling(match_id=made.pk, by=referees[0].pk, kind="annul", data={}, why=WHY, at=now())
    told = race(ruling(made.pk, referees[0], "reinstate"), ruling(made.pk, referees[1], "play-again"))
    assert sum(isinstance(one, ActionError) for one in told) == 1, told
    standing = Match.objects.filter(series_match__pairing__round__event=event).get()
    assert (standing.pk == made.pk) == (Match.objects.get(pk=made.pk).status == Status.PAUSED)


def test_a_player_who_calls_twice_at_once_has_called_once(match: Match) -> None:
    player = match.seats.get(number=0).player_id or 0
    told = race(*[lambda: call_referee(match_id=match.pk, player_id=player, text="Please come.", at=now())] * 4)
    assert sorted(one.code for one in told if isinstance(one, ActionError)) == ["already-called"] * 3

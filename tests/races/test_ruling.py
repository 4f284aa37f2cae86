"""Rulings that race, on PostgreSQL: with each other, with a move, with a flag."""

from __future__ import annotations

import itertools
from datetime import timedelta
from typing import Any

import pytest

from league.audit.models import AuditEntry
from league.desk.actions.referee_calls import call_referee
from league.desk.actions.rulings import apply_ruling
from league.people.models import Player
from matches.actions.adjudication import FLAG_DELAY, adjudicate
from matches.errors import ActionError
from matches.models import Entry, Heartbeat, Match, Status, Submission
from matches.server_time import now
from tests.factories import PlayerFactory, league as make_league, staff, started_event
from tests.races.test_matches import match, race, send

__all__ = ["match"]
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
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


def test_a_clock_that_is_paused_while_its_flag_is_judged_does_not_fall(match: Match, referees: list[Player]) -> None:
    Heartbeat.objects.update(beat_at=now())
    apply_ruling(match_id=match.pk, by=referees[0].pk, kind="pause", data={}, why=WHY, at=now())
    late = (match.deadline_at or now()) + timedelta(hours=1)
    race(*[lambda: adjudicate(match_id=match.pk, at=late)] * 3)
    assert Match.objects.get(pk=match.pk).status == Status.PAUSED


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

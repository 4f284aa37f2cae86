"""What is on the referee's desk: matches and in which order, calls of players, and outages."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from league.audit.models import AuditEntry
from league.desk.actions.referee_calls import answer_call, call_referee
from league.desk.queries.cases import get_dashboard
from league.desk.queries.match_panel import get_referee_panel
from league.desk.rules import UNCREDITED_SHOWN_FOR, Need, list_needs
from league.people.models import Player
from matches.actions.close import hold_for_review
from matches.actions.sweep import record_heartbeat
from matches.liveness import Cause
from matches.models import Heartbeat, Match
from matches.models.presence import WEB_PROCESSES
from matches.server_time import now
from tests.factories import PlayerFactory, league, match, staff
from tests.league.desk.hall import Hall, code

pytestmark = pytest.mark.django_db


def needed(at: datetime, *, turn_ms: int = 180_000, **told: Any) -> tuple[Need, ...]:
    row = {name: told.pop(name) for name in ("status", "deadline_at", "paused_until") if name in told}
    facts = {"called": False, "offline": False, "missing": False, "undecided": False, "quiet": at, **told}
    return list_needs(Match(**{"status": "playing", "control": {"turn_ms": turn_ms}, **row}), at, **facts)


def test_what_brings_a_match_to_the_desk() -> None:
    at = now()
    ago = at - timedelta(minutes=6)
    soon = at + timedelta(minutes=2)
    table: list[tuple[dict[str, Any], tuple[Need, ...]]] = [
        ({}, ()),
        ({"status": "review"}, (Need.REVIEW,)),
        ({"status": "closed", "called": True}, (Need.DISPUTE,)),
        ({"status": "paused"}, (Need.PAUSED,)),
        ({"status": "paused", "called": True}, (Need.DISPUTE, Need.PAUSED)),
        ({"status": "paused", "paused_until": soon}, ()),
        ({"offline": True}, (Need.GONE,)),
        ({"quiet": ago}, (Need.SLOW,)),
        ({"quiet": ago + timedelta(seconds=1)}, ()),
        ({"quiet": ago, "turn_ms": 181_000}, ()),
        ({"quiet": at - timedelta(minutes=5), "turn_ms": 10_000}, (Need.SLOW,)),
        ({"status": "open", "deadline_at": soon, "missing": True}, (Need.GONE,)),
        ({"status": "open", "deadline_at": soon}, ()),
        ({"status": "open", "deadline_at": soon + timedelta(seconds=1), "missing": True}, ()),
        ({"status": "void", "undecided": True}, (Need.ANNULLED,)),
    ]
    for given, told in table:
        assert needed(at, **given) == told, given


def test_the_list_shows_the_most_pressing_first(hall: Hall) -> None:
    assert get_dashboard(hall.referee, hall.at).cases == ()
    assert get_dashboard(hall.referee, hall.at).watched == 2
    hall.rule("pause")
    hold_for_review(match_id=hall.second, at=hall.at)
    told = get_dashboard(hall.referee, hall.at).cases
    assert [one.match_id for one in told] == [hall.second, hall.match]
    assert {one.match_id for one in get_dashboard(hall.organiser, hall.at).cases} == {hall.match, hall.second}
    assert get_dashboard(staff(league(slug="elsewhere"), "referee"), hall.at).cases == ()


@pytest.mark.parametrize("more", [0, 4])
def test_the_list_costs_the_same_however_long_it_is(
    hall: Hall, more: int, django_assert_max_num_queries: Any
) -> None:  # fmt: skip
    admin = PlayerFactory(is_superuser=True, is_staff=True)
    for _ in range(more):
        hold_for_review(match_id=match(at=hall.at).pk, at=hall.at)
    hall.rule("pause")
    with django_assert_max_num_queries(6):
        assert len(get_dashboard(admin, hall.at).cases) == 1 + more


def test_a_player_calls_the_referee_once_and_reads_the_answer(hall: Hall) -> None:
    caller, opponent = hall.sitting(hall.match)

    def call(text: str = "My board does not move.", player: Player = caller) -> int:
        return call_referee(match_id=hall.match, player_id=player.pk, text=text, at=hall.at)

    assert code(lambda: call("  ")) == ("bad-text", "text")
    assert code(lambda: call("x" * 301)) == ("bad-text", "text")
    assert code(lambda: call("a\0bc")) == ("bad-text", "text")
    assert code(lambda: call(player=PlayerFactory())) == ("not-your-seat", None)
    one = call()
    assert code(call) == ("already-called", None)
    assert get_dashboard(hall.referee, hall.at).cases[0].calls[0].text == "My board does not move."

    def words(person: Player | None) -> list[tuple[str, str, bool]]:
        told = get_referee_panel(hall.match, person, hall.at)
        assert told is not None
        return [(each.text, each.answer, each.answered) for each in told.calls]

    assert words(caller) == words(hall.referee) == [("My board does not move.", "", False)]
    assert words(opponent) == words(None) == [("", "", False)]

    def answer(by: Player, text: str = "It does now.") -> None:
        answer_call(call_id=one, by=by.pk, text=text, at=hall.at)

    assert code(lambda: answer(opponent)) == ("not-found", None)
    assert code(lambda: answer(hall.referee, "")) == ("bad-text", "text")
    answer(hall.referee)
    assert code(lambda: answer(hall.other)) == ("already-answered", None)
    assert code(lambda: answer_call(call_id=10**20, by=hall.referee.pk, text="Yes.", at=hall.at)) == ("not-found", None)
    assert words(caller) == [("My board does not move.", "It does now.", True)]
    assert words(opponent) == [("", "", True)]
    assert AuditEntry.objects.filter(act="call.answered", subject_id=hall.match).count() == 1
    call("And again it does not.")
    hall.rule("result", ranks=[1, 2])
    assert [text for text, _unused, _unused in words(opponent)] == ["My board does not move.", "And again it does not."]
    assert [text for text, _unused, _unused in words(None)] == ["", ""]


def test_without_javascript_a_player_calls_the_referee_on_a_page_of_its_own(hall: Hall, client: Client) -> None:
    caller, _ = hall.sitting(hall.match)
    client.force_login(caller)
    page = f"/fragments/matches/{hall.match}/referee/"
    assert f'method="post" action="{page}"' in client.get(page).content.decode()
    refused = client.post(page, {"text": " "})
    assert (refused.status_code, "<main" in refused.content.decode()) == (422, True)
    assert client.post(page, {"text": "My board does not move."}, follow=True).redirect_chain == [(page, 302)]
    assert "My board does not move." in client.get(page).content.decode()
    assert "<main" not in client.get(page, headers={"hx-request": "true"}).content.decode()


def test_a_call_is_taken_for_a_day_after_the_match(hall: Hall) -> None:
    hall.rule("result", ranks=[1, 2])
    caller, opponent = hall.sitting(hall.match)
    ended = Match.objects.get(pk=hall.match).closed_at
    assert ended is not None
    call_referee(match_id=hall.match, player_id=caller.pk, text="I had won.", at=ended + timedelta(hours=24))
    assert get_dashboard(hall.referee, hall.at).cases[0].needs == (Need.DISPUTE,)
    late = hall.at + timedelta(hours=24, seconds=1)
    assert code(
        lambda: call_referee(match_id=hall.match, player_id=opponent.pk, text="No.!", at=late)
    ) == ("match-over", None)  # fmt: skip


S = timedelta(seconds=1)


def overload(hall: Hall, seconds: float) -> None:
    """Let the web be overloaded just when the first match runs out of time."""
    deadline = hall.row().deadline_at
    assert deadline is not None
    began, ended = deadline - S, deadline + seconds * S
    Heartbeat.objects.update_or_create(pk=WEB_PROCESSES, defaults={"beat_at": began})
    Match.objects.exclude(pk=hall.match).update(deadline_at=deadline + timedelta(hours=1))
    record_heartbeat(ended, kind=WEB_PROCESSES, cause=Cause.OVERLOAD)
    hall.at = ended


def test_a_match_that_reached_the_limit_comes_to_the_desk_until_time_is_added(
    hall: Hall, settings: LazySettings, client: Client
) -> None:
    settings.OVERLOAD_CREDIT_S = 5
    overload(hall, 4.5)
    found = get_dashboard(hall.referee, hall.at).cases[0]
    assert (found.match_id, found.uncredited_ms) == (hall.match, 500)
    assert Need.TIME_CUT in found.needs
    client.force_login(hall.referee)
    page = client.get(f"/desk/matches/{hall.match}/").content.decode()
    assert "This match reached the overload limit: 0.5 s were not credited." in page
    hall.rule("add-time", seats=[0, 1], seconds=10)
    assert Need.TIME_CUT not in get_dashboard(hall.referee, hall.at).cases[0].needs


def test_outages_and_matches_that_were_lost_beyond_the_limit_stay_on_the_desk_for_a_day(
    hall: Hall, settings: LazySettings, client: Client
) -> None:
    settings.OVERLOAD_CREDIT_S = 5
    overload(hall, 20)
    (outage,) = get_dashboard(hall.referee, hall.at).outages
    assert (outage.seconds, outage.cause, outage.matches, outage.cut) == (21, "overload", 1, 1)
    client.force_login(hall.referee)
    page = client.get("/desk/").content.decode()
    assert "Cause: the server was overloaded. Time credited in 1 match." in page
    assert get_dashboard(hall.referee, hall.at + timedelta(hours=25)).outages == ()
    Match.objects.filter(pk=hall.match).update(
        status="closed", ranks=[1, 2], closed_at=hall.at, deadline_at=None, bot_due_at=None
    )
    assert get_dashboard(hall.referee, hall.at + UNCREDITED_SHOWN_FOR).cases[0].needs == (Need.TIME_CUT,)
    assert hall.match not in [one.match_id for one in get_dashboard(hall.referee, hall.at + UNCREDITED_SHOWN_FOR + S).cases]

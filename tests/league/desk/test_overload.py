"""What the desk tells of outages: each with its cause, and the matches that reached the limit of overloads."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.test import Client

from league.desk.queries.cases import get_dashboard
from league.desk.rules import UNCREDITED_SHOWN_FOR, Need
from matches.actions.sweep import record_heartbeat
from matches.liveness import Cause
from matches.models import Heartbeat, Match
from matches.models.presence import WEB_PROCESSES
from tests.league.desk.hall import Hall

pytestmark = pytest.mark.django_db
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

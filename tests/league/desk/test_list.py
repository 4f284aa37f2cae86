"""What brings a match to the referee's desk, and in which order."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from league.desk.queries.cases import get_dashboard
from league.desk.rules import Need, list_needs
from matches.actions.close import hold_for_review
from matches.models import Match
from matches.server_time import now
from tests.factories import PlayerFactory, league, match, staff
from tests.league.desk.hall import Hall

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

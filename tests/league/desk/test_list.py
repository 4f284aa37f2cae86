"""What brings a match to the referee's desk, and in which order."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from league.desk.queries.cases import desk_list
from league.desk.rules import Facts, Need, needs
from matches.actions.closing import hold_for_review
from matches.moment import now
from tests.factories import PlayerFactory, league, match, staff
from tests.league.desk.hall import Hall

pytestmark = pytest.mark.django_db


def facts(**other: Any) -> Facts:
    at = now()
    given: dict[str, Any] = {
        "status": "playing", "called": False, "turn_ms": 180_000, "quiet_since": at, "start_by": None, "missing": 0,
        "gone": False, "agreed": False, "waits_for_decision": False,
    }  # fmt: skip
    return Facts(**{**given, **other})


def test_what_brings_a_match_to_the_desk() -> None:
    at = now()
    ago = at - timedelta(minutes=6)
    soon = at + timedelta(minutes=2)
    table: list[tuple[Facts, tuple[Need, ...]]] = [
        (facts(), ()),
        (facts(status="review"), (Need.REVIEW,)),
        (facts(status="closed", called=True), (Need.DISPUTE,)),
        (facts(status="paused"), (Need.PAUSED,)),
        (facts(status="paused", called=True), (Need.DISPUTE, Need.PAUSED)),
        (facts(status="paused", agreed=True), ()),
        (facts(gone=True), (Need.GONE,)),
        (facts(quiet_since=ago), (Need.SLOW,)),
        (facts(quiet_since=ago + timedelta(seconds=1)), ()),
        (facts(quiet_since=ago, turn_ms=181_000), ()),
        (facts(quiet_since=at - timedelta(minutes=5), turn_ms=10_000), (Need.SLOW,)),
        (facts(status="open", start_by=soon, missing=1), (Need.GONE,)),
        (facts(status="open", start_by=soon, missing=0), ()),
        (facts(status="open", start_by=soon + timedelta(seconds=1), missing=1), ()),
        (facts(status="void", waits_for_decision=True), (Need.ANNULLED,)),
    ]
    for given, told in table:
        assert needs(given, at) == told, given


def test_the_list_shows_the_most_pressing_first(hall: Hall) -> None:
    assert desk_list(hall.referee, hall.at).cases == ()
    assert desk_list(hall.referee, hall.at).watched == 2
    hall.rule("pause")
    hold_for_review(match_id=hall.second, at=hall.at)
    told = desk_list(hall.referee, hall.at).cases
    assert [one.match_id for one in told] == [hall.second, hall.match]
    assert {one.match_id for one in desk_list(hall.organiser, hall.at).cases} == {hall.match, hall.second}
    assert desk_list(staff(league(slug="elsewhere"), "referee"), hall.at).cases == ()


@pytest.mark.parametrize("more", [0, 4])
def test_the_list_costs_the_same_however_long_it_is(
    hall: Hall, more: int, django_assert_max_num_queries: Any
) -> None:  # fmt: skip
    admin = PlayerFactory(is_superuser=True, is_staff=True)
    for _ in range(more):
        hold_for_review(match_id=match(at=hall.at).pk, at=hall.at)
    hall.rule("pause")
    with django_assert_max_num_queries(6):
        assert len(desk_list(admin, hall.at).cases) == 1 + more

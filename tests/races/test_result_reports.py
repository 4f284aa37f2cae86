"""Races about reported results, on PostgreSQL, with threads behind a barrier."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from league.events.models import EventLogEntry
from league.result_reports.actions.rulings import rule, settle_report
from league.result_reports.models import ResultReport
from league.results.actions.result_entry import enter_results
from tests.factories import NOON
from tests.league.result_reports.reporting import LOSS, WIN, Pair, pair
from tests.league.test_races import THREADS, codes
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 3
DUE = NOON + timedelta(hours=24)


def entered() -> int:
    return EventLogEntry.objects.filter(act="result.entered").count()


def enter(made: Pair, result: str = "0-1") -> Any:
    rows = [{"pairing_id": made.pairing.pk, "result": result}]
    return partial(enter_results, event_id=made.event.pk, number=1, results=rows, by=made.event.organiser_id, at=NOON)


def test_both_sides_who_report_the_same_at_once_agree() -> None:
    made = pair()
    assert codes(race(made.report, partial(made.report, made.second))) == []
    assert (made.statuses, made.halves, entered()) == (["confirmed"], [2, 0], 1)


def test_both_sides_who_report_different_results_at_once_dispute_them() -> None:
    made = pair()
    assert codes(race(made.report, partial(made.report, made.second, LOSS))) == []
    assert (made.statuses, made.halves, entered()) == (["disputed", "disputed"], [None, None], 0)


def test_a_side_that_reports_many_times_at_once_has_one_report() -> None:
    made = pair()
    assert codes(race(*[made.report] * THREADS)) == ["already-reported"] * (THREADS - 1)
    assert made.statuses == ["reported"]


def test_a_report_that_is_confirmed_many_times_at_once_counts_once() -> None:
    made = pair()
    report = made.report()
    assert codes(race(*[partial(made.confirm, report)] * THREADS)) == ["has-result"] * (THREADS - 1)
    assert (made.statuses, made.halves, entered()) == (["confirmed"], [2, 0], 1)


def test_a_report_and_an_entry_by_staff_at_once_leave_the_entry() -> None:
    for _ in range(TIMES):
        made = pair()
        assert set(codes(race(made.report, enter(made)))) <= {"has-result"}
        for row in ResultReport.objects.filter(pairing=made.pairing):
            settle_report(report_id=row.pk, at=NOON)
        assert made.halves == [0, 2]
        assert set(made.statuses) <= {"superseded"}


def test_a_confirmation_and_an_entry_by_staff_at_once_give_one_result() -> None:
    for _ in range(TIMES):
        made = pair()
        report, before = made.report(), entered()
        assert codes(race(partial(made.confirm, report), enter(made))) in (["has-result"], ["named-twice"])
        assert entered() == before + 1
        settle_report(report_id=report, at=NOON)
        assert (made.statuses, made.halves) in ((["confirmed"], [2, 0]), (["superseded"], [0, 2]))


def test_the_deadline_and_a_confirmation_at_once_give_one_result() -> None:
    for _ in range(TIMES):
        made = pair()
        report, before = made.report(), entered()
        acts = [partial(settle_report, report_id=report, at=DUE)] * 3
        assert set(codes(race(partial(made.confirm, report), *acts))) <= {"has-result"}
        assert (made.statuses, made.halves, entered()) == (["confirmed"], [2, 0], before + 1)


def test_the_deadline_and_a_dispute_at_once_leave_a_result_or_a_dispute() -> None:
    for _ in range(TIMES):
        made = pair()
        report = made.report()
        race(partial(made.dispute, report), partial(settle_report, report_id=report, at=DUE))
        assert (made.statuses, made.halves) in ((["confirmed"], [2, 0]), (["disputed", "disputed"], [None, None]))


def test_two_referees_who_rule_at_once_give_one_result() -> None:
    made = pair()
    own = made.dispute(made.report())
    act = partial(rule, event_id=made.event.pk, pairing_id=made.pairing.pk, by=made.event.organiser_id, why="Seen", at=NOON)
    told = codes(race(partial(act, report_id=own), partial(act, claim=WIN)))
    assert told == ["has-result"]
    assert (made.statuses, made.halves) in ((["rejected", "upheld"], [0, 2]), (["upheld", "rejected"], [2, 0]))
    assert entered() == 1

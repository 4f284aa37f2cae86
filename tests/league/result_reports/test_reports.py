"""Players report results, confirm and dispute them; the policy and the referees decide the rest."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from league.events.models import Event, EventLogEntry, Pairing, Side
from league.notifications.models import Notification
from league.result_reports.actions import reports
from league.result_reports.actions.evidence import Evidence
from league.result_reports.actions.rulings import rule, settle_report
from league.result_reports.models import ResultReport
from league.result_reports.queries import list_due
from league.result_reports.rules import Claim
from league.results.actions.result_entry import enter_results
from league.sweep import sweep
from league.webhooks.actions.subscriptions import create_webhook
from league.webhooks.models import Delivery
from matches.errors import ActionError
from tests import factories
from tests.factories import NOON, PlayerFactory
from tests.league.events.playing import tables_of
from tests.league.result_reports.reporting import DRAW, LOSS, WIN, Pair, pair

pytestmark = pytest.mark.django_db
DUE = NOON + timedelta(hours=24)


def refusal(act: Callable[..., Any], *args: Any, **more: Any) -> str:
    """The code with which an act is refused; it changed nothing."""
    before = list(ResultReport.objects.values()), list(Side.objects.values()), EventLogEntry.objects.count()
    with pytest.raises(ActionError) as error:
        act(*args, **more)
    assert (list(ResultReport.objects.values()), list(Side.objects.values()), EventLogEntry.objects.count()) == before
    assert error.value.text.endswith(".")
    return error.value.code


def told(player: Any) -> list[str]:
    rows = Notification.objects.filter(player=player, kind__in=["report", "ruling"]).order_by("pk")
    return [f"{row.kind}.{row.case}" for row in rows]


@pytest.mark.parametrize(
    ("format", "rules", "halves"),
    [
        ("round-robin", {}, [2, 0]), ("groups", {"groups": 2, "top": 1}, [2, 0]), ("league", {}, [6, 0]),
        ("double-elimination", {}, [2, 0]), ("arena", {}, None),
    ],
)  # fmt: skip
def test_a_confirmed_report_counts_like_an_entered_result(format: str, rules: dict[str, Any], halves: list[int] | None) -> None:
    made = pair(format=format, settings=rules)
    made.confirm(made.report())
    made.pairing.refresh_from_db()
    assert (made.pairing.reason, made.pairing.forfeit, made.statuses) == ("entered", False, ["confirmed"])
    assert halves is None or made.halves == halves
    line = next(line for table in tables_of(made.event.pk) for line in table.lines if line.person.name == str(made.first))
    assert line.wins == 1


def test_the_log_says_who_reported_and_who_confirmed(made: Pair) -> None:
    made.confirm(made.report())
    entry = EventLogEntry.objects.get(act="result.entered")
    assert entry.by == made.second
    assert (entry.after["reported_by"], entry.after["confirmed_by"]) == (made.first.username, made.second.username)
    assert "1-0" not in str(EventLogEntry.objects.get(act="report.made").after)
    assert (told(made.first), told(made.second)) == (["report.confirmed"], ["report.made"])


def test_a_bracket_goes_on_with_the_confirmed_winner_of_a_series() -> None:
    made = pair(format="single-elimination", settings={"best_of": 3})
    made.confirm(made.report(made.second, Claim(games=("9-11", "11-5", "7-11"))), made.first)
    made.pairing.refresh_from_db()
    assert (made.pairing.score, made.halves) == ("1-2", [0, 2])
    final = Pairing.objects.get(round__event=made.event, round__number=2)
    assert made.second.pk in final.sides.filter(entrant__isnull=False).values_list("entrant__player", flat=True)


def test_another_report_of_the_other_side_is_a_dispute_which_an_accepted_result_ends(made: Pair) -> None:
    first, other = made.report(), made.report(made.second, DRAW)
    assert first != other
    assert (made.statuses, made.halves) == (["disputed", "disputed"], [None, None])
    assert "report.disputed" in told(made.first)
    assert told(made.event.organiser) == ["report.referee"]
    made.confirm(other, made.first)
    assert (made.statuses, made.halves) == (["withdrawn", "confirmed"], [1, 1])


def test_a_dispute_needs_a_result_or_a_text(made: Pair) -> None:
    report = made.report()
    assert refusal(made.dispute, report, Claim()) == "reason-needed"
    assert refusal(made.dispute, report, WIN) == "same-result"
    own = made.dispute(report, Claim(), evidence=Evidence("We haven't played yet."))
    assert refusal(made.confirm, own, made.first) == "no-result"
    assert refusal(made.dispute, report, LOSS) == "already-reported"


def test_a_report_changes_while_nobody_has_answered_and_its_time_starts_again(made: Pair) -> None:
    report = made.report()
    assert refusal(made.report, claim=DRAW) == "already-reported"
    reports.change_report(
        report_id=report, player_id=made.first.pk, claim=DRAW, at=NOON + timedelta(hours=1), evidence=Evidence("Sorry.")
    )
    row = ResultReport.objects.get(pk=report)
    assert (row.value, row.text, row.revision, row.due_at) == (DRAW, "Sorry.", 2, DUE + timedelta(hours=1))
    assert refusal(made.confirm, report) == "changed"
    made.confirm(report, revision=2)
    assert made.halves == [1, 1]


def test_a_withdrawn_report_can_be_made_anew(made: Pair) -> None:
    report = made.report()
    reports.withdraw(report_id=report, player_id=made.first.pk, at=NOON)
    assert refusal(made.confirm, report) == "answered"
    assert told(made.second) == ["report.made", "report.withdrawn"]
    report = made.report(claim=DRAW)
    made.report(made.second, DRAW)  # the same report of the other side confirms it
    assert (made.statuses, made.halves) == (["withdrawn", "confirmed"], [1, 1])


def test_a_side_cannot_report_and_withdraw_for_ever(made: Pair) -> None:
    for _ in range(reports.MAX_REPORTS):
        reports.withdraw(report_id=made.report(), player_id=made.first.pk, at=NOON)
    assert refusal(made.report) == "limit-reached"


def test_only_its_players_report_a_match(made: Pair) -> None:
    stranger = made.event.entrants.exclude(player__in=[made.first, made.second])[0].player
    report = made.report()
    assert refusal(made.report, stranger) == "not-yours"
    assert refusal(made.report, made.event.organiser) == "not-yours"
    assert refusal(made.confirm, report, stranger) == "not-yours"
    assert refusal(made.confirm, report, made.first) == "own-report"
    assert refusal(reports.withdraw, report_id=report, player_id=made.second.pk, at=NOON) == "not-yours"
    assert refusal(reports.withdraw, report_id=report + 1, player_id=made.first.pk, at=NOON) == "not-found"
    change = {"report_id": report, "player_id": made.second.pk, "claim": LOSS, "at": NOON}
    assert refusal(reports.change_report, **change) == "not-yours"


def test_a_result_is_reported_only_while_the_match_is_open(made: Pair) -> None:
    Event.objects.filter(pk=made.event.pk).update(status="finished")
    assert refusal(made.report) == "not-running"
    Event.objects.filter(pk=made.event.pk).update(status="running")
    made.confirm(made.report())
    assert refusal(made.report) == "has-result"
    assert refusal(made.confirm, ResultReport.objects.get().pk) == "has-result"


@pytest.mark.parametrize(
    ("policy", "status", "halves"),
    [("confirm", "confirmed", [2, 0]), ("referee", "expired", [None, None]), ("replay", "replayed", [None, None])],
)
def test_silence_is_handled_by_policy_after_a_deadline(made: Pair, policy: str, status: str, halves: list[int | None]) -> None:
    made.event.update(report_policy=policy)
    report = made.report()
    assert list_due(DUE - timedelta(seconds=1)) == []
    sweep(DUE)
    assert (made.statuses, made.halves) == ([status], halves)
    assert settle_report(report_id=report, at=DUE) is (policy != "referee")
    assert (made.statuses, made.halves) == ([status], halves)
    expected = {"confirm": "report.auto", "referee": "report.made", "replay": "report.replay"}
    assert told(made.second)[-1] == expected[policy]
    if policy == "confirm":
        assert (EventLogEntry.objects.get(act="result.entered").after or {})["confirmed_by"] == "deadline"


def test_a_disputed_match_is_played_again_if_the_policy_says_so(made: Pair) -> None:
    made.event.update(report_policy="replay")
    made.dispute(made.report())
    assert (made.statuses, made.halves) == (["replayed", "replayed"], [None, None])
    assert told(made.first) == ["report.replay"]
    made.confirm(made.report(claim=DRAW))
    assert made.halves == [1, 1]


def test_silence_never_confirms_a_dispute(made: Pair) -> None:
    made.event.update(report_policy="confirm")
    made.dispute(made.report())
    sweep(DUE + timedelta(days=9))
    assert (made.statuses, made.halves) == (["disputed", "disputed"], [None, None])


def test_after_the_events_own_deadline_the_other_side_can_still_answer(made: Pair) -> None:
    made.event.update(report_policy="referee", report_hours=2)
    report = made.report()
    assert list_due(NOON + timedelta(hours=2)) == [report]
    sweep(NOON + timedelta(hours=2))
    made.confirm(report)
    assert (made.statuses, made.halves) == (["confirmed"], [2, 0])


def ruling(made: Pair, by: Any = None, **more: Any) -> None:
    by = by or made.event.organiser
    rule(event_id=made.event.pk, pairing_id=made.pairing.pk, by=by.pk, **{"why": "The screenshot shows it", "at": NOON, **more})


def test_a_referee_rules_for_one_of_the_reports(made: Pair) -> None:
    own = made.dispute(made.report())
    ruling(made, report_id=own)
    assert (made.statuses, made.halves) == (["rejected", "upheld"], [0, 2])
    entry = EventLogEntry.objects.get(act="result.entered")
    assert (entry.by, entry.why) == (made.event.organiser, "The screenshot shows it")
    assert (entry.after or {})["reported_by"] == made.second.username
    assert told(made.first)[-1] == told(made.second)[-1] == "ruling.report"


@pytest.mark.parametrize(
    ("claim", "statuses", "halves"),
    [
        (DRAW, ["rejected", "rejected"], [1, 1]), (WIN, ["upheld", "rejected"], [2, 0]),
        (Claim("0F-1F"), ["rejected", "rejected"], [0, 2]), (Claim("0-0"), ["rejected", "rejected"], [0, 0]),
    ],
)  # fmt: skip
def test_a_referee_rules_by_a_result_of_its_own(made: Pair, claim: Claim, statuses: list[str], halves: list[int]) -> None:
    made.dispute(made.report())
    ruling(made, claim=claim)
    assert (made.statuses, made.halves) == (statuses, halves)


def test_a_ruling_needs_a_referee_a_reason_a_report_and_a_result(made: Pair) -> None:
    assert refusal(ruling, made, claim=WIN) == "no-report"
    own = made.dispute(made.report(), Claim(), evidence=Evidence("Not played."))
    assert refusal(ruling, made, by=made.first, report_id=own) == "not-allowed"
    assert refusal(ruling, made, by=PlayerFactory(), report_id=own) == "not-allowed"
    assert refusal(ruling, made, claim=WIN, why=" x ") == "reason-needed"
    assert refusal(ruling, made, report_id=own) == "no-result"
    assert refusal(ruling, made) == "bad-result"
    assert refusal(ruling, made, report_id=own + 1) == "answered"
    assert refusal(ruling, made, claim=Claim("1-0", "0-3")) == "bad-score"


def test_a_referee_of_the_league_rules_unless_playing_in_the_event() -> None:
    league = factories.league()
    referee, playing = factories.staff(league, "referee"), factories.staff(league, "referee")
    made = pair(*PlayerFactory.create_batch(3), playing, league=league)
    made.dispute(made.report())
    assert told(referee) == ["report.referee"]
    assert refusal(ruling, made, by=playing, claim=WIN) == "plays-here"
    ruling(made, by=referee, claim=WIN)
    assert made.halves == [2, 0]


def test_a_result_entered_by_staff_overtakes_a_report(made: Pair) -> None:
    report = made.report()
    enter_results(
        event_id=made.event.pk, number=1, results=[{"pairing_id": made.pairing.pk, "result": "0-1"}],
        by=made.event.organiser_id, at=NOON,
    )  # fmt: skip
    assert refusal(made.confirm, report) == "has-result"
    sweep(NOON)
    assert (made.statuses, made.halves) == (["superseded"], [0, 2])
    sweep(DUE)
    assert made.halves == [0, 2]


def test_a_report_about_former_opponents_no_longer_counts(made: Pair) -> None:
    report = made.report()
    other = made.event.entrants.exclude(player__in=[made.first, made.second])[0]
    Side.objects.filter(round__event=made.event, entrant=other).update(entrant=None)
    made.pairing.sides.filter(number=1).update(entrant=other)
    assert refusal(made.confirm, report, other.player) == "answered"
    sweep(DUE)
    assert (made.statuses, made.halves) == (["superseded"], [None, None])
    assert made.report() > report


def test_the_result_of_a_table_counts_once_all_others_have_confirmed_it() -> None:
    made = pair(sides=4, format="heats", settings={"seats": 4, "rounds": 1})
    players = [side.entrant.player for side in made.pairing.sides.order_by("number") if side.entrant]
    report = made.report(claim=Claim(places=(2, 1, 3, 4)))
    made.confirm(report, players[1])
    made.confirm(report, players[2])
    assert made.statuses == ["reported"]
    change = {"report_id": report, "player_id": made.first.pk, "claim": Claim(places=(1, 2, 3, 4)), "at": NOON}
    assert refusal(reports.change_report, **change) == "answered"
    made.confirm(report, players[3])
    assert made.statuses == ["confirmed"]
    assert made.halves[1] == max(half or 0 for half in made.halves)


def test_webhooks_of_the_league_learn_of_reports_and_disputes_but_not_of_the_result() -> None:
    league = factories.league()
    create_webhook(
        by=factories.organiser_of(league), league_id=league.pk, url="https://example.org/hook",
        kinds=["result.reported", "result.disputed"], at=NOON,
    )  # fmt: skip
    made = pair(league=league)
    made.dispute(made.report())
    sent = list(Delivery.objects.order_by("pk").values_list("kind", "body"))
    assert [kind for kind, _ in sent] == ["result.reported", "result.disputed"]
    assert all("1-0" not in body and made.first.username in body for _, body in sent)

"""Decisions on reports by a referee, and by the sweep once the others have not answered in time."""

from datetime import datetime

from django.db import transaction

from engines.i18n import translate as _
from league.events.actions.event_lifecycle import announce, log_action
from league.events.models import ReportPolicy
from league.result_reports.actions.contests import (
    LockedPairing,
    confirm_report,
    describe_report,
    enter_claim,
    lock_contest,
    order_replay,
    settle,
)
from league.result_reports.actions.notifications import notify_referees, notify_ruling, notify_sides
from league.result_reports.models import ResultReport
from league.result_reports.rules import NO_RESULT, PLAYED_CODES, Act, Claim, ReportStatus, parse_claim
from league.results.actions.result_overrides import lock_refereed_event
from matches.errors import ActionError

DEADLINE = "deadline"
"""Entry in the log for a result that nobody answered in time."""


@transaction.atomic
def rule(
    *, event_id: int, pairing_id: int, by: int, why: str, at: datetime, report_id: int | None = None,
    claim: Claim = NO_RESULT,
) -> None:  # fmt: skip
    """Decide the reported result of a pairing: for one of the reports, or by an own result. Referees only."""
    event = lock_refereed_event(event_id, by)
    locked = lock_contest(event_id, pairing_id, at, event)
    locked.check_open()
    if not 3 <= len(why.strip()) <= 300:
        raise ActionError("reason-needed", _("Enter a reason of 3 to 300 characters. Players and staff can read it."), "why")
    if not locked.reports:
        raise ActionError("no-report", _("No player has reported this result. Enter it on the page Manage, Results."))
    if report_id is not None:
        report = locked.get_report(report_id)
        if report.value.is_empty:
            raise ActionError("no-result", _("This report has no result. Choose another one."), "report_id")
        claim = report.value
    elif claim == NO_RESULT:
        raise ActionError("bad-result", _("Choose a report or a result."), "result")
    elif not locked.contest.by_places and claim.result in ("", *PLAYED_CODES):
        claim = parse_claim(claim, locked.contest)
    upheld = [row for row in locked.reports if row.pk == report_id or (report_id is None and row.value.agrees_with(claim))]
    settle(upheld, Act.UPHOLD, at)
    settle([row for row in locked.reports if row not in upheld], Act.REJECT, at)
    reported_by = ", ".join(row.by.username for row in upheld)
    log = {"reported_by": reported_by} if reported_by else {}
    enter_claim(locked, claim, by, at, log=log, why=why)
    notify_ruling(event, locked.pairing, locked.players, locked.reports[-1], at)


@transaction.atomic
def settle_report(*, report_id: int, at: datetime) -> bool:
    """Apply the event's policy to a report that is due, or settle one that no longer counts. Safe to repeat."""
    found = ResultReport.objects.filter(pk=report_id).select_related("pairing__round").first()
    if found is None:
        return False
    locked = lock_contest(found.pairing.round.event_id, found.pairing_id, at)
    report = next((row for row in locked.reports if row.pk == report_id), None)
    if report is None or report.status != ReportStatus.REPORTED or report.due_at > at:
        return report is None
    if locked.event.report_policy == ReportPolicy.REPLAY:
        order_replay(locked, report, at)
    elif locked.event.report_policy != ReportPolicy.CONFIRM or not _confirm_by_deadline(locked, report, at):
        _expire(locked, report, at)
    return True


def _confirm_by_deadline(locked: LockedPairing, report: ResultReport, at: datetime) -> bool:
    """Enter the report's result; return False if the pairing can't have it any more, so that a referee decides."""
    try:
        with transaction.atomic():
            confirm_report(locked, report, report.by_id, at, how=DEADLINE)
    except ActionError:
        report.refresh_from_db()
        return False
    notify_sides(locked.event, locked.pairing, locked.players, "auto", report, at)
    announce(locked.event.pk)
    return True


def _expire(locked: LockedPairing, report: ResultReport, at: datetime) -> None:
    settle([report], Act.EXPIRE, at)
    notify_referees(locked.event, locked.pairing, locked.players, report, at)
    log_action(locked.event, report.by_id, "report.expired", None, describe_report(locked, report), at=at)

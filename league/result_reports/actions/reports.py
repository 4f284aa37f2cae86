"""What players do with results: report, change, confirm, dispute and withdraw them."""

from datetime import datetime, timedelta

from django.db import transaction

from engines.i18n import translate as _
from league.events.actions.event_lifecycle import announce, log_action
from league.events.models import Side
from league.result_reports.actions.contests import (
    LockedPairing,
    confirm_report,
    describe_report,
    handle_disagreement,
    lock_contest,
    settle,
)
from league.result_reports.actions.evidence import NO_EVIDENCE, Evidence, add_image
from league.result_reports.actions.notifications import notify_sides, queue_report_webhook
from league.result_reports.models import ResultReport
from league.result_reports.rules import NO_RESULT, Act, Claim, ReportStatus, advance, parse_claim
from matches.errors import ActionError

MAX_REPORTS = 8
"""Most reports of a side about one pairing."""
MAX_REVISIONS = 10


@transaction.atomic
def report_result(
    *, event_id: int, pairing_id: int, player_id: int, claim: Claim, at: datetime, evidence: Evidence = NO_EVIDENCE
) -> int:  # fmt: skip
    """Report the result of the player's own pairing and return the report's id.

    If the other side has reported the same result, that report is confirmed and returned instead; another result makes
    a dispute. Raises ActionError for a second report: change the first one.
    """
    locked = lock_contest(event_id, pairing_id, at)
    side = locked.get_side(player_id)
    locked.check_open()
    if locked.find_own(side) is not None:
        raise ActionError("already-reported", _("You've already reported this result. Change your report instead."))
    claim = parse_claim(claim, locked.contest)
    evidence = evidence.clean()
    if locked.reports:
        first = locked.reports[0]
        if first.value.agrees_with(claim):
            _add_confirmation(locked, first, side, player_id, at)
            return int(first.pk)
        return int(_dispute(locked, side, player_id, claim, evidence, at).pk)
    report = _create(locked, side, player_id, claim, ReportStatus.REPORTED, evidence, at)
    names = locked.players
    key = f"report.{report.pk}.made"
    queue_report_webhook(locked.event, locked.pairing, names.values(), "result.reported", key, at)
    notify_sides(locked.event, locked.pairing, locked.list_opponents(side), "made", report, at)
    log_action(locked.event, player_id, "report.made", None, describe_report(locked, report), at=at)
    _add_image(report, evidence, at)
    return int(report.pk)


@transaction.atomic
def change_report(
    *, report_id: int, player_id: int, claim: Claim, at: datetime, evidence: Evidence = NO_EVIDENCE
) -> None:  # fmt: skip
    """Change the player's own report while nobody has answered it; the deadline starts again."""
    locked, report = lock_report(report_id, at)
    _check_own(report, player_id)
    locked.check_open()
    report = locked.get_report(report_id)
    advance(report.status, Act.CHANGE)
    if report.confirmed_by:
        raise ActionError("answered", _("A player has already confirmed this report. Withdraw it to report another result."))
    if report.revision >= MAX_REVISIONS:
        raise ActionError("limit-reached", _("You've changed this report too often. Withdraw it, or ask a referee."))
    claim = parse_claim(claim, locked.contest)
    evidence = evidence.clean()
    due_at = at + timedelta(hours=locked.event.report_hours)
    report.update(claim=claim.to_json(), text=evidence.text, link=evidence.link, due_at=due_at, revision=report.revision + 1)
    notify_sides(locked.event, locked.pairing, locked.list_opponents(locked.get_side(player_id)), "made", report, at)
    log_action(locked.event, player_id, "report.changed", None, describe_report(locked, report), at=at)
    _add_image(report, evidence, at)


@transaction.atomic
def confirm(*, report_id: int, player_id: int, revision: int, at: datetime) -> None:
    """Confirm another side's report. With the confirmation of all sides, its result counts.

    `revision` is the one that the player has seen. Raises ActionError("changed") if the report is a newer one.
    """
    locked, report = lock_report(report_id, at)
    side = locked.get_side(player_id)
    locked.check_open()
    report = locked.get_report(report_id)
    if report.entrant_id == side.entrant_id:
        raise ActionError("own-report", _("This is your own report. Your opponent has to confirm it."))
    if report.value.is_empty:
        text = _("This report only disputes, so there is no result to confirm. Wait for the referee's decision.")
        raise ActionError("no-result", text)
    if report.revision != revision:
        raise ActionError("changed", _("The report has changed. Check the result again."), "revision")
    _add_confirmation(locked, report, side, player_id, at)


@transaction.atomic
def dispute(
    *, report_id: int, player_id: int, at: datetime, claim: Claim = NO_RESULT, evidence: Evidence = NO_EVIDENCE
) -> int:  # fmt: skip
    """Dispute another side's report, with a result of one's own or a text; return the id of the player's report."""
    locked, report = lock_report(report_id, at)
    side = locked.get_side(player_id)
    locked.check_open()
    report = locked.get_report(report_id)
    if report.entrant_id == side.entrant_id:
        raise ActionError("own-report", _("This is your own report. Withdraw it instead."))
    if locked.find_own(side) is not None:
        raise ActionError("already-reported", _("You've already disputed this result. A referee will decide."))
    advance(report.status, Act.DISPUTE)
    evidence = evidence.clean()
    if claim == NO_RESULT:
        if len(evidence.text) < 3:
            raise ActionError("reason-needed", _("Enter your result, or a text that says what is wrong."), "text")
    else:
        claim = parse_claim(claim, locked.contest)
        if report.value.agrees_with(claim):
            raise ActionError("same-result", _("This is the result that was reported. Confirm it instead."), "result")
    return int(_dispute(locked, side, player_id, claim, evidence, at).pk)


@transaction.atomic
def withdraw(*, report_id: int, player_id: int, at: datetime) -> None:
    """Withdraw the player's own report before a referee has to decide."""
    locked, report = lock_report(report_id, at)
    _check_own(report, player_id)
    locked.check_open()
    report = locked.get_report(report_id)
    if report.status == ReportStatus.DISPUTED:
        raise ActionError("answered", _("This result is disputed. Confirm your opponent's report, or wait for the referee."))
    settle([report], Act.WITHDRAW, at)
    notify_sides(locked.event, locked.pairing, locked.list_opponents(locked.get_side(player_id)), "withdrawn", report, at)
    log_action(locked.event, player_id, "report.withdrawn", None, describe_report(locked, report), at=at)


def lock_report(report_id: int, at: datetime) -> tuple[LockedPairing, ResultReport]:
    """Lock the event and pairing of a report, and return it as it was before. Raises ActionError("not-found")."""
    report = ResultReport.objects.filter(pk=report_id).select_related("pairing__round").first()
    if report is None:
        raise ActionError("not-found", _("Report not found."))
    return lock_contest(report.pairing.round.event_id, report.pairing_id, at), report


def _check_own(report: ResultReport, player_id: int) -> None:
    if report.by_id != player_id:
        raise ActionError("not-yours", _("This isn't your report. Confirm or dispute it, or ask the player to change it."))


def _create(
    locked: LockedPairing, side: Side, player_id: int, claim: Claim, status: ReportStatus, evidence: Evidence, at: datetime
) -> ResultReport:
    assert side.entrant_id is not None
    if ResultReport.objects.filter(pairing=locked.pairing, entrant=side.entrant_id).count() >= MAX_REPORTS:
        raise ActionError("limit-reached", _("You've reported this match too often. Ask a referee to enter the result."))
    row = ResultReport.objects.create(
        pairing=locked.pairing, entrant_id=side.entrant_id, by_id=player_id, status=status, claim=claim.to_json(),
        sides=locked.entrants, text=evidence.text, link=evidence.link, at=at,
        due_at=at + timedelta(hours=locked.event.report_hours),
    )  # fmt: skip
    return ResultReport.objects.select_related("by").get(pk=row.pk)


def _add_confirmation(locked: LockedPairing, report: ResultReport, side: Side, player_id: int, at: datetime) -> None:
    advance(report.status, Act.CONFIRM)
    confirmed = sorted({*report.confirmed_by, side.entrant_id})
    report.update(confirmed_by=confirmed)
    missing = [other for other in locked.sides if other.entrant_id not in (*confirmed, report.entrant_id)]
    if missing:
        log_action(locked.event, player_id, "report.confirmed", None, describe_report(locked, report), at=at)
        return
    names = ", ".join(name for player, name in locked.players.items() if player != report.by_id)
    confirm_report(locked, report, player_id, at, how=names)
    notify_sides(locked.event, locked.pairing, [report.by_id], "confirmed", report, at)
    announce(locked.event.pk)


def _dispute(
    locked: LockedPairing, side: Side, player_id: int, claim: Claim, evidence: Evidence, at: datetime
) -> ResultReport:  # fmt: skip
    settle(locked.reports, Act.DISPUTE, at)
    report = _create(locked, side, player_id, claim, ReportStatus.DISPUTED, evidence, at)
    locked.reports.append(report)
    log_action(locked.event, player_id, "report.disputed", None, describe_report(locked, report), at=at)
    _add_image(report, evidence, at)
    handle_disagreement(locked, report, at)
    return report


def _add_image(report: ResultReport, evidence: Evidence, at: datetime) -> None:
    if evidence.image is not None:
        add_image(report_id=report.pk, player_id=report.by_id, image=evidence.image, at=at)

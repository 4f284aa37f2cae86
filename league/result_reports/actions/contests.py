"""Locking a pairing for its reports, and settling them; used by all actions on reports."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engines.contract import Json
from engines.i18n import translate as _
from league.events.actions.event_lifecycle import announce, lock_event
from league.events.models import Event, EventStatus, Pairing, ReportPolicy, Side
from league.result_reports.actions.notifications import notify_referees, notify_sides, queue_report_webhook
from league.result_reports.models import ResultReport
from league.result_reports.queries import build_contest, list_sides
from league.result_reports.rules import LIVE, Act, Claim, Contest, advance
from league.results.actions.result_entry import enter_agreed_result
from league.results.actions.result_overrides import lock_pairing
from matches.errors import ActionError


@dataclass(frozen=True, slots=True)
class LockedPairing:
    """A pairing whose event is locked, with its undecided reports, oldest first."""

    event: Event
    pairing: Pairing
    sides: Sequence[Side]
    reports: list[ResultReport]

    @property
    def contest(self) -> Contest:
        return build_contest(self.pairing, len(self.sides))

    @property
    def entrants(self) -> list[int | None]:
        return [side.entrant_id for side in self.sides]

    @property
    def players(self) -> dict[int, str]:
        """Return ids and usernames of the players."""
        return {side.entrant.player_id: side.entrant.player.username for side in self.sides if side.entrant}

    def find_side(self, player_id: int) -> Side | None:
        return next((side for side in self.sides if side.entrant and side.entrant.player_id == player_id), None)

    def get_side(self, player_id: int) -> Side:
        """Return the player's side. Raises ActionError("not-yours")."""
        side = self.find_side(player_id)
        if side is None:
            raise ActionError("not-yours", _("You don't play in this match. Only its players can report its result."))
        return side

    def find_own(self, side: Side) -> ResultReport | None:
        return next((report for report in self.reports if report.entrant_id == side.entrant_id), None)

    def get_report(self, report_id: int) -> ResultReport:
        """Return an undecided report. Raises ActionError("answered") if it is decided or about other sides."""
        report = next((report for report in self.reports if report.pk == report_id), None)
        if report is None:
            raise ActionError("answered", _("This report is no longer open. Reload the page."))
        return report

    def list_opponents(self, side: Side) -> list[int]:
        """Return the ids of the players of all other sides."""
        return [other.entrant.player_id for other in self.sides if other.entrant and other.number != side.number]

    def check_open(self) -> None:
        """Raise ActionError unless a result can be reported now."""
        if not self.event.is_reported:
            raise ActionError("not-reported", _("Matches of this event are played on this site, which records the results."))
        if self.event.status != EventStatus.RUNNING:
            raise ActionError("not-running", _("Results can only be reported while the event is running."))
        if self.pairing.round.started_at is None:
            raise ActionError("not-published", _("This round isn't published yet."))
        if len(self.sides) < 2 or any(side.entrant_id is None for side in self.sides):
            raise ActionError("no-contest", _("This pairing doesn't have two players, so it can't have a result."))
        if self.pairing.counted_at is not None:
            raise ActionError("has-result", _("This match already has a result. Ask a referee if it is wrong."))


def lock_contest(event_id: int, pairing_id: int, at: datetime, event: Event | None = None) -> LockedPairing:
    """Lock an event and a pairing of it, and settle reports that no longer count. Raises ActionError("not-found").

    All actions on reports lock the event first, as those that enter results do, so they never wait for each other.
    """
    event = event or lock_event(event_id)
    pairing = lock_pairing(event, pairing_id)
    sides = list_sides(pairing)
    entrants = [side.entrant_id for side in sides]
    rows = list(ResultReport.objects.filter(pairing=pairing, status__in=LIVE).select_related("by").order_by("pk"))
    is_over = pairing.counted_at is not None or event.status != EventStatus.RUNNING
    outdated = [row for row in rows if is_over or row.sides != entrants]
    settle(outdated, Act.SUPERSEDE, at)
    return LockedPairing(event, pairing, sides, [row for row in rows if row not in outdated])


def settle(reports: Iterable[ResultReport], act: Act, at: datetime) -> None:
    """Move these reports to the state after the act."""
    for report in reports:
        status = advance(report.status, act)
        report.update(status=status, settled_at=None if status in LIVE else at)


def enter_claim(locked: LockedPairing, claim: Claim, by: int, at: datetime, *, log: Mapping[str, Json], why: str = "") -> None:
    """Enter a result that the sides agreed on, or that a referee chose, like one entered by staff."""
    row = {"pairing_id": locked.pairing.pk, "result": claim.result, "score": claim.score, "places": claim.places}
    enter_agreed_result(event=locked.event, pairing=locked.pairing, row=row, by=by, at=at, log=log, why=why)


def confirm_report(locked: LockedPairing, report: ResultReport, by: int, at: datetime, *, how: str) -> None:
    """Enter the report's result. `how` names in the log who confirmed it: usernames, or the deadline."""
    others = [other for other in locked.reports if other.pk != report.pk]
    settle([report], Act.CONFIRM, at)
    settle(others, Act.WITHDRAW, at)
    enter_claim(locked, report.value, by, at, log={"reported_by": report.by.username, "confirmed_by": how})


def handle_disagreement(locked: LockedPairing, report: ResultReport, at: datetime) -> None:
    """Apply the event's policy after `report` has contradicted the others."""
    players = locked.players
    key = f"report.{report.pk}.disputed"
    queue_report_webhook(locked.event, locked.pairing, players.values(), "result.disputed", key, at)
    if locked.event.report_policy == ReportPolicy.REPLAY:
        order_replay(locked, report, at)
        return
    others = [player for player in players if player != report.by_id]
    notify_sides(locked.event, locked.pairing, others, "disputed", report, at)
    notify_referees(locked.event, locked.pairing, players, report, at)
    announce(locked.event.pk)


def order_replay(locked: LockedPairing, report: ResultReport, at: datetime) -> None:
    """Discard all reports: the pairing stays open and is played again."""
    settle(locked.reports, Act.REPLAY, at)
    notify_sides(locked.event, locked.pairing, locked.players, "replay", report, at)
    announce(locked.event.pk)


def describe_report(locked: LockedPairing, report: ResultReport) -> dict[str, Json]:
    """Return round, players and id of a report for the log, which doesn't tell what was reported."""
    players = " – ".join(locked.players.values())
    return {"round": locked.pairing.round.number, "players": players, "report": report.pk}

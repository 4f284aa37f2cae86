"""Notifications and webhooks about reported results."""

from collections.abc import Collection
from datetime import datetime

from django.urls import reverse

from engines.contract import Json
from engines.i18n import StoredMessage, to_stored
from league.events.actions.notifications import queue_webhook
from league.events.models import Event, Pairing
from league.leagues.queries.roles import list_permitted_staff
from league.notifications.actions.create import NewNotification, notify
from league.notifications.kinds import Kind
from league.result_reports.models import ResultReport


def notify_sides(
    event: Event, pairing: Pairing, players: Collection[int], case: str, report: ResultReport, at: datetime
) -> None:
    """Notify players of a pairing about a report: `made`, `disputed`, `confirmed`, `auto`, `replay` or `withdrawn`."""
    path = reverse("pairing-report", args=[event.pk, pairing.pk])
    params = _build_params(event, pairing, report)
    key = f"report.{report.pk}.{report.revision}.{case}"
    messages = [
        NewNotification(player, key, params, path, case=case, subject=report.pk, mark=report.revision)
        for player in sorted(players)
    ]
    notify(messages, kind=Kind.REPORT, at=at, waits=case == "made")


def notify_referees(event: Event, pairing: Pairing, players: Collection[int], report: ResultReport, at: datetime) -> None:
    """Notify the organiser and the referees of the league, except those of `players`, who play in the pairing."""
    referees = {event.organiser_id}
    if event.league_id is not None:
        referees.update(list_permitted_staff(event.league_id, "rule on matches"))
    path = reverse("pairing-ruling", args=[event.pk, pairing.pk])
    params = _build_params(event, pairing, report)
    key = f"report.{report.pk}.referee"
    messages = [
        NewNotification(player, key, params, path, case="referee", subject=report.pk)
        for player in sorted(referees - set(players))
    ]
    notify(messages, kind=Kind.REPORT, at=at)


def notify_ruling(event: Event, pairing: Pairing, players: Collection[int], report: ResultReport, at: datetime) -> None:
    """Notify the players that a referee decided the result of their pairing."""
    path = reverse("event", args=[event.pk])
    params = _build_params(event, pairing, report)
    messages = [
        NewNotification(player, f"report.{report.pk}.ruling", params, path, case="report") for player in sorted(players)
    ]
    notify(messages, kind=Kind.RULING, at=at)


def queue_report_webhook(event: Event, pairing: Pairing, players: Collection[str], kind: str, key: str, at: datetime) -> None:
    """Queue a webhook event that a result was reported or disputed; the reported result isn't public."""
    data: dict[str, Json] = {
        "round": pairing.round.number, "board": pairing.board, "pairing_id": pairing.pk, "players": sorted(players)
    }  # fmt: skip
    queue_webhook(event, kind, key, data, at)


def _build_params(event: Event, pairing: Pairing, report: ResultReport) -> dict[str, StoredMessage]:
    return {"player": str(report.by), "round": to_stored(pairing.round.name), "event": event.name}

"""Notifications and webhooks about match times. Times are stored as moments, which each reader gets in their own zone."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.urls import reverse

from engines.i18n import StoredMessage, to_stored
from league.events.actions.notifications import queue_webhook
from league.events.models import Event, Pairing
from league.leagues.queries.roles import list_permitted_staff
from league.match_times.actions.agreements import LockedAgreement
from league.notifications.actions.create import NewNotification, notify
from league.notifications.kinds import Kind
from league.people.models import Player
from league.seasons.models import Franchise

ASKING = ("open", "proposed", "change", "declined", "reminder", "nudge")
"""Cases that ask their reader to do something."""


def notify_players(
    locked: LockedAgreement, players: Sequence[Player], case: str, at: datetime, *, by: Player | None = None
) -> None:
    """Notify these players of their agreement (`kinds.TEXTS`); once for each state of it and case."""
    notify(build_messages(locked, players, case, at, by=by), kind=Kind.MATCH_TIME, at=at, waits=case in ASKING)


def notify_known_time(locked: LockedAgreement, case: str, at: datetime) -> None:
    """Notify both players and webhooks of a time: `agreed`, `default` or `organiser`."""
    notify_players(locked, locked.players, case, at)
    pairing = locked.pairing
    data = {
        "round": pairing.round.number, "round_name": pairing.round.name, "board": pairing.board, "pairing_id": pairing.pk,
        "players": [player.username for player in locked.players], "starts_at": pairing.starts_at, "case": case,
    }  # fmt: skip
    key = f"time.{locked.pairing.pk}.{locked.pairing.time_changes}"
    queue_webhook(locked.event, "time.agreed", key, data, at)


def notify_moved_match(event: Event, pairing: Pairing, at: datetime) -> None:
    """Notify the players of a pairing without an agreement of the time that an organiser has set or removed."""
    sides = pairing.sides.filter(entrant__isnull=False).select_related("entrant__player").order_by("number")
    players = [side.entrant.player for side in sides if side.entrant]
    case, path = "organiser" if pairing.starts_at else "removed", reverse("event", args=[event.pk])
    key = f"time.{pairing.pk}.{pairing.time_changes}"
    messages = []
    for player in players:
        params = {**_build_params(event, pairing, players, player), "time": _dump(pairing.starts_at)}
        messages.append(NewNotification(player.pk, key, params, path, case=case))
    notify(messages, kind=Kind.MATCH_TIME, at=at)


def notify_staff(locked: LockedAgreement, at: datetime) -> None:
    """Notify the organiser and the league's organisers that a pairing needs a time, except those who play in it."""
    staff = {locked.event.organiser_id}
    if locked.event.league_id is not None:
        staff.update(list_permitted_staff(locked.event.league_id, "edit the league"))
    staff -= {player.pk for player in locked.players}
    people = list(Player.objects.filter(pk__in=staff).order_by("pk"))
    path = reverse("manage-times", args=[locked.event.pk])
    notify(build_messages(locked, people, "referee", at, path=path), kind=Kind.MATCH_TIME, at=at)


def build_messages(
    locked: LockedAgreement, people: Iterable[Player], case: str, at: datetime, *, by: Player | None = None, path: str = ""
) -> list[NewNotification]:
    """Return the notification of each of these people."""
    path = path or reverse("pairing-time", args=[locked.event.pk, locked.pairing.pk])
    repeat = f".{at.timestamp():.0f}" if case == "nudge" else ""
    key = f"time.{locked.pairing.pk}.{locked.row.opened_at.timestamp():.0f}.{locked.row.revision}.{case}{repeat}"
    messages = []
    moments = {"time": _dump(locked.pairing.starts_at), "until": _dump(locked.state.policy_at(locked.terms))}
    for person in people:
        params = {
            **_build_params(locked.event, locked.pairing, locked.players, person), "player": str(by) if by else "", **moments
        }  # fmt: skip
        messages.append(
            NewNotification(person.pk, key, params, path, case=case, subject=locked.row.pk, mark=locked.row.revision)
        )
    return messages


def _build_params(event: Event, pairing: Pairing, players: Sequence[Player], reader: Player) -> dict[str, StoredMessage]:
    rows = Franchise.objects.filter(season=event.season_id, owner__in=players) if event.season_id else Franchise.objects.none()
    names = dict(rows.values_list("owner", "name"))
    others = " – ".join(names.get(player.pk, str(player)) for player in players if player.pk != reader.pk)
    return {"round": to_stored(pairing.round.name), "event": event.name, "opponents": others}


def _dump(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""

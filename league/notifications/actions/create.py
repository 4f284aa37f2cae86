"""Creation of notifications, for all topics."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engines.contract import Json
from engines.i18n import translate_stored
from league.notifications.inbox import get_topic
from league.notifications.kinds import EMAIL_DELAYS, Channel, TextParams, format_text
from league.notifications.models import EmailStatus, Notification, NotificationPreferences, PushDevice
from league.people.models import Player
from matches.catalogues import use_english
from matches.pubsub import enqueue, publish_on_commit

BATCH_SIZE = 500
Listener = Callable[[str, Sequence[tuple[int, str, Mapping[str, Json]]], datetime], None]
"""Called in the transaction with the kind, and for each person with id, key and data."""
_listeners: list[Listener] = []


def register_listener(listener: Listener) -> None:
    """Register a listener to all notifications, such as webhooks. Called when the app is ready."""
    _listeners.append(listener)


@dataclass(frozen=True, slots=True)
class NewNotification:
    """A person's notification. `key` identifies the event; `subject` and `mark` the object (see `Notification`)."""

    player: int
    key: str
    about: TextParams
    path: str
    case: str = ""
    subject: int = 0
    mark: int = 0


def notify(
    notifications: Iterable[NewNotification],
    *,
    kind: str,
    at: datetime,
    waits: bool = False,
    mail_after: timedelta | None = None,
) -> int:
    """Create these notifications, each once; return how many were new. Call it in the transaction of the event.

    Bots and closed accounts are left out. With `waits` it asks for something, and is marked read once that is done. The
    email is delayed by `mail_after` (by default as its kind) and to the end of the quiet hours.
    """
    people, unseen = _select_new(list(notifications), kind)
    if not unseen:
        return 0
    preferences = NotificationPreferences.objects.in_bulk([item.player for item in unseen])
    delay = EMAIL_DELAYS.get(kind, timedelta()) if mail_after is None else mail_after
    with_browser = set(PushDevice.objects.filter(player__in=[item.player for item in unseen]).values_list("player", flat=True))
    rows = []
    for item in unseen:
        player_preferences = preferences.get(item.player) or NotificationPreferences()
        by_mail = bool(people[item.player].email) and player_preferences.wants(kind, Channel.EMAIL)
        by_push = item.player in with_browser and player_preferences.wants(kind, Channel.PUSH)
        on_page = player_preferences.wants(kind, Channel.PAGE)
        if on_page or by_mail or by_push:
            rows.append(Notification(
                player_id=item.player, kind=kind, case=item.case, key=item.key, about=dict(item.about), path=item.path,
                subject=item.subject, mark=item.mark, at=at, on_page=on_page, waits=waits,
                mail=EmailStatus.DUE if by_mail else EmailStatus.NONE,
                mail_at=player_preferences.after_quiet_hours(at + delay) if by_mail else None,
                push_at=player_preferences.after_quiet_hours(at) if by_push else None,
            ))  # fmt: skip
    Notification.objects.bulk_create(rows, ignore_conflicts=True, batch_size=BATCH_SIZE)
    zones = {player: row.known_zone for player, row in preferences.items()}
    listener_rows = [
        (item.player, f"{kind}.{item.key}", _build_data(item, kind, zones.get(item.player, "UTC"))) for item in unseen
    ]
    for listener in _listeners:
        listener(f"notification.{kind}", listener_rows, at)
    for player in sorted({row.player_id for row in rows if row.on_page}):
        publish_on_commit(get_topic(player))
    if any(row.mail == EmailStatus.DUE and row.mail_at == at for row in rows):
        enqueue("league.tasks.send_letters")
    return len(unseen)


def _select_new(notifications: Sequence[NewNotification], kind: str) -> tuple[dict[int, Player], list[NewNotification]]:
    """Return the players among these, and the notifications that are new to them."""
    players = Player.objects.filter(
        pk__in={item.player for item in notifications}, bot="", is_active=True, is_placeholder=False
    )
    people = {item.pk: item for item in players.only("pk", "email")}
    rows = Notification.objects.filter(player__in=people, kind=kind, key__in={item.key for item in notifications})
    seen = set(rows.values_list("player", "key"))
    return people, [item for item in notifications if item.player in people and (item.player, item.key) not in seen]


def _build_data(notice: NewNotification, kind: str, zone: str) -> dict[str, Json]:
    with use_english():  # The data is for programs.
        text = format_text(kind, notice.case, notice.about, zone)
        about = {name: translate_stored(value) for name, value in notice.about.items()}
    return {"text": text, "about": about, "path": notice.path}

"""Creation of notifications, for all topics."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engines.contract import Json
from engines.words import retell
from league.notifications.inbox import topic
from league.notifications.kinds import MAIL_WAITS, About, Channel, words
from league.notifications.models import Mail, Notice, NoticeTerms, PushDevice
from league.people.models import Player
from matches.announce import changed, wake
from matches.wording import in_english

AT_ONCE = 500
Listener = Callable[[str, Sequence[tuple[int, str, Mapping[str, Json]]], datetime], None]
"""Called in the transaction with the kind, and for each person with id, key and data."""
_listeners: list[Listener] = []


def register(listener: Listener) -> None:
    """Register a listener to all notifications, such as webhooks. Called when the app is ready."""
    _listeners.append(listener)


@dataclass(frozen=True, slots=True)
class Told:
    """A person's notification. `key` identifies the event; `subject` and `mark` the object (see `Notice`)."""

    player: int
    key: str
    about: About
    path: str
    case: str = ""
    subject: int = 0
    mark: int = 0


def tell(
    told: Iterable[Told], *, kind: str, at: datetime, waits: bool = False, mail_after: timedelta | None = None
) -> int:
    """Create these notifications, each once; return how many were new. Call it in the transaction of the event.

    Bots and closed accounts are left out. With `waits` it asks for something, and is marked read once that is done. The
    email is delayed by `mail_after` (by default as its kind) and to the end of the quiet hours.
    """
    people, fresh = _fresh(list(told), kind)
    if not fresh:
        return 0
    terms = NoticeTerms.objects.in_bulk([one.player for one in fresh])
    wait = MAIL_WAITS.get(kind, timedelta()) if mail_after is None else mail_after
    with_browser = set(
        PushDevice.objects.filter(player__in=[one.player for one in fresh]).values_list("player", flat=True)
    )
    rows = []
    for one in fresh:
        chosen = terms.get(one.player) or NoticeTerms()
        by_mail = bool(people[one.player].email) and chosen.wants(kind, Channel.EMAIL)
        by_push = one.player in with_browser and chosen.wants(kind, Channel.PUSH)
        on_page = chosen.wants(kind, Channel.PAGE)
        if on_page or by_mail or by_push:
            rows.append(Notice(
                player_id=one.player, kind=kind, case=one.case, key=one.key, about=dict(one.about), path=one.path,
                subject=one.subject, mark=one.mark, at=at, on_page=on_page, waits=waits,
                mail=Mail.DUE if by_mail else Mail.NONE,
                mail_at=chosen.after_quiet_hours(at + wait) if by_mail else None,
                push_at=chosen.after_quiet_hours(at) if by_push else None,
            ))  # fmt: skip
    Notice.objects.bulk_create(rows, ignore_conflicts=True, batch_size=AT_ONCE)
    rows_of_each = [(one.player, f"{kind}.{one.key}", _data(one, kind)) for one in fresh]
    for listener in _listeners:
        listener(f"notification.{kind}", rows_of_each, at)
    for player in sorted({row.player_id for row in rows if row.on_page}):
        changed(topic(player))
    if any(row.mail == Mail.DUE and row.mail_at == at for row in rows):
        wake("league.tasks.send_letters")
    return len(fresh)


def _fresh(told: Sequence[Told], kind: str) -> tuple[dict[int, Player], list[Told]]:
    """Return the players among these, and the notifications that are new to them."""
    players = Player.objects.filter(pk__in={one.player for one in told}, bot="", is_active=True)
    people = {one.pk: one for one in players.only("pk", "email")}
    rows = Notice.objects.filter(player__in=people, kind=kind, key__in={one.key for one in told})
    seen = set(rows.values_list("player", "key"))
    return people, [one for one in told if one.player in people and (one.player, one.key) not in seen]


def _data(told: Told, kind: str) -> dict[str, Json]:
    with in_english():  # The data is for programs.
        text = words(kind, told.case, told.about)
        about = {name: retell(value) for name, value in told.about.items()}
    return {"text": text, "about": about, "path": told.path}

"""What of each table goes into a player's export: by allow-list, column by column, newest first.

Names of other people are in it only where this player reads them on the site. A new table that points at players has
to be decided on (`decisions.py`); what it holds of its owner belongs here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.db.models import F, Model
from django.urls import reverse

from engines.words import marked, retell
from league.account.sessions import browsers_of
from league.api_tokens.queries import tokens_of
from league.audit.models import AuditEntry
from league.desk.models import Call, Look
from league.drafts.models import DraftAct, DraftTeam
from league.events.models import EventNote, NoShow
from league.events.models.event import Entrant, Event
from league.leagues.log_words import readable
from league.leagues.models import Staff
from league.leagues.queries.roles import is_site_admin
from league.lobby.models import Challenge
from league.notifications.kinds import Channel, Kind
from league.notifications.models import Notice, NoticeTerms
from league.people.models import Player
from league.people.queries import recovery_codes_left
from league.ratings.ladder import outcome
from league.ratings.models import Rating, RatingChange
from league.seasons.market_models import Trade, WaiverClaim
from league.seasons.models import Contract, Franchise
from league.webhooks.models import Hook
from matches.models import Match, Message, Mute, Report, Seat, Status
from matches.queries.replay import record_of
from matches.refusals import Refused

MOST_RECORDS = 200
CHUNK = 500
Row = Mapping[str, Any]
Rows = Callable[[Player, datetime], Iterable[Row]]
_OF_A_GAMER = {"franchise": "franchise", "gamer": "gamer__gamer__handle"}


class Part(NamedTuple):
    name: str
    """Of the file, without its ending."""
    words: str
    rows: Rows


def _table(model: type[Model], owner: str, columns: str, **renamed: str) -> Rows:
    """Return a reader of these columns of the owner's rows; `renamed` has expressions by the names that they get."""
    named = {f"_{name}": F(expression) for name, expression in renamed.items()}

    def rows(person: Player, _: datetime) -> Iterator[Row]:
        owned = model._default_manager.filter(**{owner: person}).order_by("-pk")
        for row in owned.values(*columns.split(), **named).iterator(chunk_size=CHUNK):
            yield {name.removeprefix("_"): value for name, value in row.items()}

    return rows


def _profile(person: Player, _: datetime) -> Iterator[Row]:
    codes_left = recovery_codes_left(person)
    yield {
        "username": person.username, "name": person.display_name, "about": person.about, "email": person.email,
        "email_to_confirm": person.pending_email, "joined_at": person.date_joined,
        "signed_in_at": person.last_login, "second_factor": codes_left is not None,
        "recovery_codes_left": codes_left or 0, "exported_at": person.exported_at,
        "site_admin": person.is_superuser, "is_bot_account": person.is_bot_account,
        "has_calendar_address": bool(person.calendar_salt), "language": person.language or "en",
    }  # fmt: skip


def _browsers(person: Player, at: datetime) -> Iterator[Row]:
    for one in browsers_of(person, at=at):
        yield {"browser": one.browser, "address": one.address, "since": one.since, "seen_at": one.seen_at}


def _tokens(person: Player, at: datetime) -> Iterator[Row]:
    for one in tokens_of(person, at):
        yield {
            "name": one.name, "scopes": one.scope_list, "made_at": one.made_at, "expires_at": one.expires_at,
            "used_at": one.used_at, "state": one.state,
        }  # fmt: skip


def _notices(person: Player, _: datetime) -> Iterator[Row]:
    for one in Notice.objects.filter(player=person).order_by("-at", "-pk").iterator(chunk_size=CHUNK):
        yield {
            "kind": one.kind, "text": one.text, "path": one.path, "at": one.at, "read_at": one.read_at,
            "on_page": one.on_page, "letter": one.mail, "letter_at": one.mail_at,
        }  # fmt: skip


def _notice_settings(person: Player, _: datetime) -> Iterator[Row]:
    terms = NoticeTerms.of(person.pk)
    yield {
        "zone": terms.zone, "quiet_from": terms.quiet_from, "quiet_until": terms.quiet_until,
        "switches": [
            {"kind": kind.value, **{channel.value: terms.wants(kind, channel) for channel in Channel}} for kind in Kind
        ],
    }  # fmt: skip


def _devices(person: Player, _: datetime) -> Iterator[Row]:
    for one in person.push_devices.order_by("pk"):
        yield {"push_service": one.host, "made_at": one.made_at}


def _matches(person: Player, at: datetime) -> Iterator[Row]:
    """Yield each match as its player knows it: of one that is not over, no result."""
    rows = Seat.objects.filter(player=person.pk).select_related("match").order_by("-match_id")
    for seat in rows.defer("match__state", "match__clock", "match__seed", "match__behind").iterator(chunk_size=CHUNK):
        match = seat.match
        over = match.status == Status.CLOSED
        yield {
            "match": match.pk, "game": match.game, "title": retell(match.title), "status": match.status,
            "seat": seat.number,
            "created_at": match.created_at, "started_at": match.started_at, "closed_at": match.closed_at,
            "result": outcome(match.ranks or [], seat.number) if over else None, "reason": match.reason if over else "",
            "page": settings.SITE_URL + reverse("match", args=[match.pk]),
            "record": settings.SITE_URL + reverse("api-record", args=[match.pk]) if over else None,
        }  # fmt: skip


def records(person: Player) -> Iterator[tuple[str, str]]:
    """Yield name and text of the records of the last matches that are over for this player."""
    ended = Match.objects.filter(status=Status.CLOSED, started_at__isnull=False, seats__player=person.pk)
    for match_id in ended.order_by("-pk").values_list("pk", flat=True)[:MOST_RECORDS]:
        try:
            yield f"match-{match_id}.jsonl", record_of(match_id, person.pk)
        except Refused:  # annulled, or under way again, in this moment
            continue


def _audit(person: Player, _: datetime) -> Iterator[Row]:
    """Yield what this person did, and what was done about them where they may read the log."""
    own = AuditEntry.objects.filter(by=person)
    about = AuditEntry.objects.filter(subject_kind="player", subject_id=person.pk)
    if not is_site_admin(person.pk):
        about = about.filter(league__staff__player=person)
    for row in (own | about).select_related("by", "league").order_by("-pk").distinct().iterator(chunk_size=CHUNK):
        yield {
            "at": row.at, "by": row.by.username, "act": row.act, "league": row.league.slug if row.league else None,
            "subject": [row.subject_kind, row.subject_id], "before": readable(row.before),
            "after": readable(row.after), "why": row.why,
        }  # fmt: skip


_FRANCHISES = _table(
    Franchise, "owner", "name balance owed created_at", franchise="pk", season="season__name",
    league="season__league__slug",
)  # fmt: skip
_CONTRACTS = _table(Contract, "franchise__owner", "salary how signed_at ended_at", **_OF_A_GAMER)
_BIDS = _table(WaiverClaim, "franchise__owner", "bid status made_at opens_at closed_at why", **_OF_A_GAMER)
_TRADES = _table(
    Trade, "proposer__owner", "words status offered_at closed_at", trade="pk", gives_money="give_money",
    takes_money="take_money", **{"from": "proposer", "to": "partner"},
)  # fmt: skip
_DRAFTS = _table(
    DraftTeam, "player", "number", draft="draft", name="draft__name", kind="draft__kind", status="draft__status",
    team="name", list="queue",
)  # fmt: skip
_DRAFT_ACTS = _table(DraftAct, "by", "n at act", draft="draft")
"""Only what this player sent: bids that are sealed are their own, and a list of later is among these acts."""
_WEBHOOKS = _table(Hook, "player", "url kinds made_at off_at off_why")
_NO_SHOWS = _table(NoShow, "player", "event at lifted_at lifted_why")
_EVENT_ACTS = _table(EventNote, "by", "event act before after why at")
_LOOKS = _table(Look, "by", "match why entry at")
_CHALLENGES = _table(Challenge, "challenger", "match rated created_at")
_CHAT = _table(Message, "by", "match room n text at removed_at")
_MUTES = _table(Mute, "by", "", username="player__username")
_REPORTS = _table(Report, "by", "why at settled_at", match="message__match", room="message__room", n="message__n")
_CALLS = _table(Call, "player", "match text at answer answered_at")
_ENTRIES = _table(
    Entrant, "player", "event status seed rating club byes joined_at checked_in_at withdrawn_at",
    event_name="event__name",
)  # fmt: skip
_ORGANISED = _table(Event, "organiser", "name game status created_at", event="pk")
_MEMBERSHIPS = _table(Staff, "player", "role since", league_name="league__name", slug="league__slug")
_RATINGS = _table(Rating, "player", "pool value peak games wins draws losses changed_at strength deviation volatility")
_RATING_HISTORY = _table(RatingChange, "player", "match pool at result before after")
_ADMIN_ACTS = _table(LogEntry, "user", "action_time action_flag object_id", table="content_type__model")

PARTS = (
    Part("profile", marked("your account"), _profile),
    Part("browsers", marked("where you are signed in"), _browsers),
    Part("tokens", marked("your tokens, without the tokens themselves"), _tokens),
    Part("notifications", marked("what you were told"), _notices),
    Part("notification-settings", marked("how you want to be told"), _notice_settings),
    Part("devices", marked("browsers through which you are told, without their keys"), _devices),
    Part("webhooks", marked("your webhooks, without their secrets"), _WEBHOOKS),
    Part("challenges", marked("matches that you offered"), _CHALLENGES),
    Part("matches", marked("matches that you play and played"), _matches),
    Part("chat", marked("what you wrote in chats"), _CHAT),
    Part("mutes", marked("whose chat you do not read"), _MUTES),
    Part("reports", marked("chat lines that you reported"), _REPORTS),
    Part("calls", marked("what you asked referees"), _CALLS),
    Part("entries", marked("events that you entered"), _ENTRIES),
    Part("no-shows", marked("where you were awaited and did not come"), _NO_SHOWS),
    Part("organised", marked("events that you organised"), _ORGANISED),
    Part("memberships", marked("your roles in leagues"), _MEMBERSHIPS),
    Part("franchises", marked("your franchises"), _FRANCHISES),
    Part("contracts", marked("Gamers of your franchises"), _CONTRACTS),
    Part("bids", marked("sealed bids of your franchises"), _BIDS),
    Part("trades", marked("offers of trades that your franchises made"), _TRADES),
    Part("drafts", marked("drafts that you took part in, with your draft lists"), _DRAFTS),
    Part("draft-acts", marked("your picks, bids and lists in drafts"), _DRAFT_ACTS),
    Part("ratings", marked("your ratings"), _RATINGS),
    Part("rating-history", marked("each change of your ratings"), _RATING_HISTORY),
    Part("audit", marked("what you did, and what was done about you, in logs that you may read"), _audit),
    Part("event-acts", marked("what you did as organiser of events"), _EVENT_ACTS),
    Part("looks", marked("when you looked at hidden positions as a referee"), _LOOKS),
    Part("admin-acts", marked("what you did on the admin pages"), _ADMIN_ACTS),
)

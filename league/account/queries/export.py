"""What of each table goes into somebody's export: by allow-list, column by column, newest first.

Names of other people are in it only where this person reads them on the site. A new table that points at players has
to be decided on (`decisions.py`); what it holds of its owner belongs here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.admin.models import LogEntry
from django.db.models import F

from engines.words import marked
from league.account.queries import franchises_export as teams
from league.account.queries.matches_export import matches_of
from league.account.queries.sessions import browsers_of
from league.account.queries.values import values_of
from league.api_tokens.queries import tokens_of
from league.audit.models import AuditEntry
from league.desk.models import Call, Look
from league.events.models import EventNote, NoShow
from league.events.models.event import Entrant, Event
from league.leagues.log_values import readable
from league.leagues.models import Staff
from league.leagues.queries.roles import is_site_admin
from league.lobby.models import Challenge
from league.notifications.models import Notice
from league.notifications.queries.terms import browsers, wishes
from league.people.models import Player
from league.people.queries.account import account_of
from league.ratings.models import Rating, RatingChange
from league.webhooks.models import Hook
from matches.models import Message, Mute, Report

Row = Mapping[str, Any]


class Part(NamedTuple):
    name: str
    """Of the file, without its ending."""
    words: str
    rows: Callable[[Player, datetime], Iterable[Row]]


def _profile(person: Player, _: datetime) -> Iterator[Row]:
    account = account_of(person)
    yield {
        "username": person.username, "name": person.display_name, "about": person.about, "email": account.email,
        "email_to_confirm": account.pending_email, "joined_at": person.date_joined,
        "signed_in_at": person.last_login, "second_factor": account.second_factor,
        "recovery_codes_left": account.codes_left, "exported_at": person.exported_at,
        "site_admin": person.is_superuser, "is_bot_account": person.is_bot_account,
        "has_calendar_address": bool(person.calendar_salt), "language": person.language or "en",
    }  # fmt: skip


def _browsers(person: Player, at: datetime) -> Iterator[Row]:
    for one in browsers_of(person, at=at):
        yield {"browser": one.browser, "address": one.address, "since": one.since, "seen_at": one.seen_at}


def _tokens(person: Player, at: datetime) -> Iterator[Row]:
    for one in tokens_of(person, at):
        yield {
            "name": one.name, "scopes": one.scopes, "made_at": one.made_at, "expires_at": one.expires_at,
            "used_at": one.used_at, "state": one.state,
        }  # fmt: skip


def _notices(person: Player, _: datetime) -> Iterator[Row]:
    for one in Notice.objects.filter(player=person).order_by("-at", "-pk").iterator(chunk_size=500):
        yield {
            "kind": one.kind, "text": one.text, "path": one.path, "at": one.at, "read_at": one.read_at,
            "on_page": one.on_page, "letter": one.mail, "letter_at": one.mail_at,
        }  # fmt: skip


def _notice_settings(person: Player, _: datetime) -> Iterator[Row]:
    wanted = wishes(person.pk)
    yield {
        "zone": wanted.zone, "quiet_from": wanted.quiet_from, "quiet_until": wanted.quiet_until,
        "switches": [
            {"kind": one.kind, "page": one.page, "email": one.email, "push": one.push} for one in wanted.switches
        ],
    }  # fmt: skip


def _devices(person: Player, _: datetime) -> Iterator[Row]:
    for one in browsers(person.pk):
        yield {"push_service": one.host, "made_at": one.made_at}


def _hooks(person: Player, _: datetime) -> Iterable[Row]:
    return values_of(Hook.objects.filter(player=person), "url", "kinds", "made_at", "off_at", "off_why")


def _challenges(person: Player, _: datetime) -> Iterable[Row]:
    return values_of(Challenge.objects.filter(challenger=person), "match", "rated", "created_at")


def _chat(person: Player, _: datetime) -> Iterable[Row]:
    return values_of(Message.objects.filter(by=person), "match", "room", "n", "text", "at", "removed_at")


def _mutes(person: Player, _: datetime) -> Iterable[Row]:
    return values_of(Mute.objects.filter(by=person), username=F("player__username"))


def _reports(person: Player, _: datetime) -> Iterable[Row]:
    rows = Report.objects.filter(by=person)
    where = {"match": F("message__match"), "room": F("message__room"), "n": F("message__n")}
    return values_of(rows, "why", "at", "settled_at", **where)


def _calls(person: Player, _: datetime) -> Iterable[Row]:
    return values_of(Call.objects.filter(player=person), "match", "text", "at", "answer", "answered_at")


def _entries(person: Player, _: datetime) -> Iterable[Row]:
    columns = ("status", "seed", "rating", "club", "byes", "joined_at", "checked_in_at", "withdrawn_at")
    return values_of(Entrant.objects.filter(player=person), "event", *columns, event_name=F("event__name"))


def _no_shows(person: Player, _: datetime) -> Iterable[Row]:
    return values_of(NoShow.objects.filter(player=person), "event", "at", "lifted_at", "lifted_why")


def _organised(person: Player, _: datetime) -> Iterable[Row]:
    return values_of(Event.objects.filter(organiser=person), "name", "game", "status", "created_at", event=F("pk"))


def _memberships(person: Player, _: datetime) -> Iterable[Row]:
    return values_of(
        Staff.objects.filter(player=person), "role", "since", league_name=F("league__name"), slug=F("league__slug")
    )


def _ratings(person: Player, _: datetime) -> Iterable[Row]:
    columns = ("pool", "value", "peak", "games", "wins", "draws", "losses", "changed_at")
    return values_of(Rating.objects.filter(player=person), *columns, "strength", "deviation", "volatility")


def _rating_history(person: Player, _: datetime) -> Iterable[Row]:
    return values_of(RatingChange.objects.filter(player=person), "match", "pool", "at", "result", "before", "after")


def _acts(person: Player, _: datetime) -> Iterator[Row]:
    """By this person, and about them where they may read the log: as staff of the league, or as an admin."""
    own = AuditEntry.objects.filter(by=person)
    about = AuditEntry.objects.filter(subject_kind="player", subject_id=person.pk)
    if not is_site_admin(person.pk):
        about = about.filter(league__staff__player=person)
    for row in (own | about).select_related("by", "league").order_by("-pk").distinct().iterator(chunk_size=500):
        yield {
            "at": row.at, "by": row.by.username, "act": row.act, "league": row.league.slug if row.league else None,
            "subject": [row.subject_kind, row.subject_id], "before": readable(row.before),
            "after": readable(row.after), "why": row.why,
        }  # fmt: skip


def _event_acts(person: Player, _: datetime) -> Iterable[Row]:
    return values_of(EventNote.objects.filter(by=person), "event", "act", "before", "after", "why", "at")


def _looks(person: Player, _: datetime) -> Iterable[Row]:
    return values_of(Look.objects.filter(by=person), "match", "why", "entry", "at")


def _admin_acts(person: Player, _: datetime) -> Iterable[Row]:
    return values_of(
        LogEntry.objects.filter(user=person), "action_time", "action_flag", "object_id", table=F("content_type__model")
    )


PARTS = (
    Part("profile", marked("your account"), _profile),
    Part("browsers", marked("where you are signed in"), _browsers),
    Part("tokens", marked("your tokens, without the tokens themselves"), _tokens),
    Part("notifications", marked("what you were told"), _notices),
    Part("notification-settings", marked("how you want to be told"), _notice_settings),
    Part("devices", marked("browsers through which you are told, without their keys"), _devices),
    Part("webhooks", marked("your webhooks, without their secrets"), _hooks),
    Part("challenges", marked("matches that you offered"), _challenges),
    Part("matches", marked("matches that you play and played"), matches_of),
    Part("chat", marked("what you wrote in chats"), _chat),
    Part("mutes", marked("whose chat you do not read"), _mutes),
    Part("reports", marked("chat lines that you reported"), _reports),
    Part("calls", marked("what you asked referees"), _calls),
    Part("entries", marked("events that you entered"), _entries),
    Part("no-shows", marked("where you were awaited and did not come"), _no_shows),
    Part("organised", marked("events that you organised"), _organised),
    Part("memberships", marked("your roles in leagues"), _memberships),
    Part("franchises", marked("your franchises"), teams.franchises_of),
    Part("contracts", marked("Gamers of your franchises"), teams.contracts_of),
    Part("bids", marked("sealed bids of your franchises"), teams.bids_of),
    Part("trades", marked("offers of trades that your franchises made"), teams.trades_of),
    Part("drafts", marked("drafts that you took part in, with your draft lists"), teams.drafts_of),
    Part("draft-acts", marked("your picks, bids and lists in drafts"), teams.draft_acts_of),
    Part("ratings", marked("your ratings"), _ratings),
    Part("rating-history", marked("each change of your ratings"), _rating_history),
    Part("audit", marked("what you did, and what was done about you, in logs that you may read"), _acts),
    Part("event-acts", marked("what you did as organiser of events"), _event_acts),
    Part("looks", marked("when you looked at hidden positions as a referee"), _looks),
    Part("admin-acts", marked("what you did on the admin pages"), _admin_acts),
)

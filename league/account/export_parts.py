"""The parts of a player's data export, by allow-list of columns, newest first.

Other people's names are included only where this player can read them on the site. Each new table that refers to
players needs a decision (`deletion_policy.py`); its data about the owner belongs here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.db.models import Model
from django.urls import reverse

from engines.i18n import mark, translate_stored
from league.account.sessions import list_sessions
from league.api_tokens.models import Token
from league.audit.models import AuditEntry
from league.desk.models import HiddenViewLog, RefereeCall
from league.discord.models import DiscordLink
from league.drafts.models import DraftLogEntry, DraftMessage, DraftReport, DraftTeam
from league.events.models import EventLogEntry, NoShow
from league.events.models.event import Entrant, Event
from league.follows.models import Follow
from league.leagues.log_words import readable
from league.leagues.models import Staff
from league.leagues.queries.roles import is_site_admin
from league.lobby.models import Challenge
from league.match_times.models import Availability
from league.notifications.kinds import Channel, Kind
from league.notifications.models import Notification, NotificationPreferences
from league.people.models import Player
from league.people.queries import count_recovery_codes, list_linked_accounts, list_passkeys
from league.puzzles.models import PuzzleAttempt, PuzzleDays, PuzzleSkill
from league.ratings.models import Rating, RatingChange
from league.ratings.rating_calculation import outcome
from league.result_reports.models import ResultReport
from league.seasons.market_models import Trade, WaiverClaim
from league.seasons.models import Contract, Franchise
from league.set_ups.models import SavedSetUp
from league.teams.models import TeamMember
from league.titles.models import Title
from league.webhooks.models import Webhook
from matches.errors import ActionError
from matches.models import ConditionalMoves, Match, Message, Mute, Report, Seat, Status
from matches.queries.replay import build_record

MAX_RECORDS = 200
CHUNK = 500
Row = Mapping[str, Any]
_GAMER_COLUMNS = "franchise gamer=gamer__gamer__handle"


class Part(NamedTuple):
    """A file of the export."""

    name: str
    """The file name without its extension."""
    words: str
    rows: Callable[[Player, datetime], Iterable[Row]]


def _parse_columns(columns: str) -> dict[str, str]:
    """Return the lookup path of each column: `name`, or `name=path` if the export renames it."""
    return {name: path or name for name, _, path in (column.partition("=") for column in columns.split())}


def _table_part(name: str, words: str, model: type[Model], owner: str, columns: str) -> Part:
    """Return a part with these columns of the owner's rows."""
    paths = _parse_columns(columns)

    def rows(person: Player, _: datetime) -> Iterator[Row]:
        owned = model._default_manager.filter(**{owner: person}).order_by("-pk")
        for row in owned.values_list(*paths.values()).iterator(chunk_size=CHUNK):
            yield dict(zip(paths, row, strict=True))

    return Part(name, words, rows)


def _attribute_part(name: str, words: str, find: Callable[[Player, datetime], Iterable[Any]], attributes: str) -> Part:
    """Return a part with these attributes of the objects found for the owner."""
    paths = _parse_columns(attributes)

    def rows(person: Player, at: datetime) -> Iterator[Row]:
        for item in find(person, at):
            yield {column: getattr(item, path) for column, path in paths.items()}

    return Part(name, words, rows)


def _profile_rows(person: Player, _: datetime) -> Iterator[Row]:
    codes_left = count_recovery_codes(person)
    yield {
        "username": person.username, "name": person.display_name, "about": person.about, "email": person.email,
        "email_to_confirm": person.pending_email, "joined_at": person.date_joined,
        "signed_in_at": person.last_login, "second_factor": codes_left is not None,
        "recovery_codes_left": codes_left or 0, "exported_at": person.exported_at,
        "site_admin": person.is_superuser, "is_bot_account": person.is_bot_account,
        "has_calendar_address": bool(person.calendar_salt), "language": person.language or "en",
    }  # fmt: skip


def _list_notifications(person: Player, _: datetime) -> Iterator[Notification]:
    return Notification.objects.filter(player=person).order_by("-at", "-pk").iterator(chunk_size=CHUNK)


def _notification_settings(person: Player, _: datetime) -> Iterator[Row]:
    prefs = NotificationPreferences.of(person.pk)
    yield {
        "zone": prefs.zone, "quiet_from": prefs.quiet_from, "quiet_until": prefs.quiet_until,
        "switches": [
            {"kind": kind.value, **{channel.value: prefs.wants(kind, channel) for channel in Channel}} for kind in Kind
        ],
    }  # fmt: skip


def _match_rows(person: Player, at: datetime) -> Iterator[Row]:
    """Yield each match as its player knows it, without a result until it is over."""
    rows = Seat.objects.filter(player=person.pk).select_related("match").order_by("-match_id")
    for seat in rows.defer("match__state", "match__clock", "match__seed", "match__behind").iterator(chunk_size=CHUNK):
        match = seat.match
        over = match.status == Status.CLOSED
        yield {
            "match": match.pk, "game": match.game, "title": translate_stored(match.title), "status": match.status,
            "seat": seat.number,
            "created_at": match.created_at, "started_at": match.started_at, "closed_at": match.closed_at,
            "result": outcome(match.ranks or [], seat.number) if over else None, "reason": match.reason if over else "",
            "page": settings.SITE_URL + reverse("match", args=[match.pk]),
            "record": settings.SITE_URL + reverse("api-record", args=[match.pk]) if over else None,
        }  # fmt: skip


def list_records(person: Player) -> Iterator[tuple[str, str]]:
    """Yield (name, text) of the game records of the player's latest finished matches."""
    ended = Match.objects.filter(status=Status.CLOSED, started_at__isnull=False, seats__player=person.pk)
    for match_id in ended.order_by("-pk").values_list("pk", flat=True)[:MAX_RECORDS]:
        try:
            yield f"match-{match_id}.jsonl", build_record(match_id, person.pk)
        except ActionError:  # Just annulled or resumed.
            continue


def _audit_rows(person: Player, _: datetime) -> Iterator[Row]:
    """Yield the player's own actions, and actions on the player in logs that they may read."""
    by_player = AuditEntry.objects.filter(by=person)
    about_player = AuditEntry.objects.filter(subject_kind="player", subject_id=person.pk)
    if not is_site_admin(person.pk):
        about_player = about_player.filter(league__staff__player=person)
    for row in (by_player | about_player).select_related("by", "league").order_by("-pk").distinct().iterator(chunk_size=CHUNK):
        yield {
            "at": row.at, "by": row.by.username, "act": row.act, "league": row.league.slug if row.league else None,
            "subject": [row.subject_kind, row.subject_id], "before": readable(row.before),
            "after": readable(row.after), "why": row.why,
        }  # fmt: skip


PARTS = (
    Part("profile", mark("your account"), _profile_rows),
    _attribute_part("browsers", mark("your active sessions"), lambda person, at: list_sessions(person, at=at),
            "browser address since seen_at"),
    _attribute_part("linked-accounts", mark("your linked accounts of other sites"),
            lambda person, _: list_linked_accounts(person), "provider label"),
    _attribute_part("passkeys", mark("your passkeys, without their keys"),
            lambda person, _: list_passkeys(person), "name made_at used_at"),
    _attribute_part("tokens", mark("your API tokens, without the tokens themselves"), Token.list_for,
            "name scopes=scope_list made_at expires_at used_at state"),
    _attribute_part("notifications", mark("your notifications"), _list_notifications,
            "kind text path at read_at on_page letter=mail letter_at=mail_at"),
    Part("notification-settings", mark("your notification settings"), _notification_settings),
    _attribute_part("devices", mark("browsers with push notifications, without their keys"),
            lambda person, _: person.push_devices.order_by("pk"), "push_service=host made_at"),
    _table_part("webhooks", mark("your webhooks, without their secrets"), Webhook, "player",
           "url kinds made_at off_at off_why"),
    _table_part("discord", mark("your Discord user"), DiscordLink, "player", "name user_id made_at"),
    _table_part("challenges", mark("challenges that you created"), Challenge, "challenger", "match rated created_at"),
    Part("matches", mark("your current and past matches"), _match_rows),
    _table_part("conditional-moves", mark("your conditional moves"), ConditionalMoves, "seat__player",
           "lines match=seat__match"),
    _table_part("chat", mark("your chat messages"), Message, "by", "match room n text at removed_at"),
    _table_part("draft-chat", mark("your chat messages in drafts"), DraftMessage, "by", "draft n text at removed_at"),
    _table_part("mutes", mark("players whose chat you muted"), Mute, "by", "username=player__username"),
    _table_part("follows", mark("players you follow"), Follow, "by", "since notifies username=player__username"),
    _table_part("set-ups", mark("your saved set-ups"), SavedSetUp, "player", "game name text saved_at"),
    _table_part("puzzle-attempts", mark("puzzles that you attempted"), PuzzleAttempt, "player",
           "game puzzle result at solved_at shown_at rating_before=before rating_after=after"),
    _table_part("puzzle-ratings", mark("your puzzle ratings"), PuzzleSkill, "player",
           "game rating=value deviation attempts solved streak best_streak"),
    _table_part("puzzle-days", mark("your streak of puzzles of the day"), PuzzleDays, "player", "last_on days best_days"),
    _table_part("availability", mark("the times at which you can play"), Availability, "player", "weekly exceptions"),
    _table_part("reports", mark("chat messages that you reported"), Report, "by",
           "why at settled_at match=message__match room=message__room n=message__n"),
    _table_part("draft-reports", mark("chat messages in drafts that you reported"), DraftReport, "by",
           "why at settled_at draft=message__draft n=message__n"),
    _table_part("calls", mark("your referee calls"), RefereeCall, "player", "match text at answer answered_at"),
    _table_part("result-reports", mark("results that you reported"), ResultReport, "by",
           "claim status text link at settled_at pairing event=pairing__round__event"),
    _table_part("entries", mark("events that you entered"), Entrant, "player",
           "event status seed rating club byes joined_at checked_in_at withdrawn_at event_name=event__name"),
    _table_part("team-memberships", mark("teams whose rosters you are on"), TeamMember, "player",
           "event order alternate invited_at accepted_at team_name=team__name event_name=event__name"),
    _table_part("no-shows", mark("your no-shows"), NoShow, "player",
           "event at lifted_at=cleared_at lifted_why=clear_reason"),
    _table_part("organised", mark("events that you organised"), Event, "organiser",
           "name game status created_at event=pk"),
    _table_part("titles", mark("titles that you created"), Title, "owner", "name outcome rated created_at archived_at"),
    _table_part("memberships", mark("your roles in leagues"), Staff, "player",
           "role since league_name=league__name slug=league__slug"),
    _table_part("franchises", mark("your franchises"), Franchise, "owner",
           "name balance owed created_at franchise=pk season=season__name league=season__league__slug"),
    _table_part("contracts", mark("Gamers of your franchises"), Contract, "franchise__owner",
           f"salary how signed_at ended_at {_GAMER_COLUMNS}"),
    _table_part("bids", mark("blind bids of your franchises"), WaiverClaim, "franchise__owner",
           f"bid status made_at opens_at closed_at why {_GAMER_COLUMNS}"),
    _table_part("trades", mark("trade offers that your franchises made"), Trade, "proposer__owner",
           "words status offered_at closed_at trade=pk gives_money=give_money takes_money=take_money from=proposer"
           " to=partner"),
    _table_part("drafts", mark("drafts that you took part in, with your draft lists"), DraftTeam, "player",
           "number draft name=draft__name kind=draft__kind status=draft__status team=name list=queue"),
    # Only the player's own actions, which include their blind bids and later queues.
    _table_part("draft-acts", mark("your picks, bids and lists in drafts"), DraftLogEntry, "by", "n at act draft"),
    _table_part("ratings", mark("your ratings"), Rating, "player",
           "pool value peak games wins draws losses changed_at strength deviation volatility"),
    _table_part("rating-history", mark("history of your ratings"), RatingChange, "player",
           "match pool at result before after"),
    Part("audit", mark("actions by you or about you in logs that you can read"), _audit_rows),
    _table_part("event-acts", mark("your actions as an event organiser"), EventLogEntry, "by",
           "event act before after why at"),
    _table_part("looks", mark("when you revealed hidden information as a referee"), HiddenViewLog, "by", "match why entry at"),
    _table_part("admin-acts", mark("your actions on the admin pages"), LogEntry, "user",
           "action_time action_flag object_id table=content_type__model"),
)  # fmt: skip

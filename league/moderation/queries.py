"""Reads of reported messages, for the responsible staff."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from engines.i18n import translate_stored
from league.drafts.models import Draft, DraftMessage, DraftReport
from league.drafts.plans import translate_name
from league.drafts.queries.drafts import find_team_number
from league.events.models import SeriesMatch
from league.leagues.queries.roles import can_referee, is_site_admin
from matches.models import Message, Report, Seat

MAX_REPORTS = 100
MATCH, DRAFT = KINDS = ("match", "draft")
"""The kinds of chat. Ids of messages are unique within a kind."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A reported message without a decision. `why` has the reason of each report."""

    message_id: int
    match_id: int | None
    draft_id: int | None
    """The draft of a draft's message, which has no match and no room."""
    title: str
    room: str
    by: str
    username: str
    text: str
    at: datetime
    why: tuple[tuple[str, str], ...]
    yours: bool
    """Whether the viewer takes part in this match or draft and so may not decide."""


def find_league(message: Message | DraftMessage) -> int | None:
    """Return the league of a message's event or season; None if it belongs to none."""
    if isinstance(message, DraftMessage):
        return Draft.objects.filter(pk=message.draft_id).values_list("season__league", flat=True).first()
    rows = SeriesMatch.objects.filter(match=message.match_id)
    return rows.values_list("pairing__round__event__league", flat=True).first()


def is_involved(message: Message | DraftMessage, player_id: int) -> bool:
    """Return whether a player takes part in the match or draft of a message, or wrote it in a draft."""
    if isinstance(message, DraftMessage):
        return message.by_id == player_id or find_team_number(message.draft_id, player_id) is not None
    return Seat.objects.filter(match=message.match_id, player=player_id).exists()


def can_moderate(player_id: int | None, league_id: int | None) -> bool:
    """Return whether a player may moderate: the league's and the site's staff; outside leagues only the site's."""
    return is_site_admin(player_id) if league_id is None else can_referee(player_id, league_id)


def open_reports(league_id: int | None, viewer_id: int) -> list[ReportLine]:
    """Return open reports of a league, or (None) of the whole site, newest first. Call `can_moderate` first."""
    in_matches = Message.objects.filter(pk__in=Report.objects.filter(settled_at=None).values("message"))
    in_drafts = DraftMessage.objects.filter(pk__in=DraftReport.objects.filter(settled_at=None).values("message"))
    if league_id is not None:
        played = SeriesMatch.objects.filter(pairing__round__event__league=league_id)
        in_matches = in_matches.filter(match__in=played.values("match"))
        in_drafts = in_drafts.filter(draft__season__league=league_id)
    in_matches = in_matches.select_related("by", "match").prefetch_related("reports__by", "match__seats")
    drafts = Prefetch("draft", Draft.objects.light())
    in_drafts = in_drafts.select_related("by").prefetch_related("reports__by", drafts)
    lines = [
        *(_build_match_line(row, viewer_id) for row in in_matches.order_by("-pk")[:MAX_REPORTS]),
        *(_build_draft_line(row, viewer_id) for row in in_drafts.order_by("-pk")[:MAX_REPORTS]),
    ]
    return sorted(lines, key=lambda line: line.at, reverse=True)[:MAX_REPORTS]


def _build_match_line(row: Message, viewer_id: int) -> ReportLine:
    return ReportLine(
        message_id=row.pk,
        match_id=row.match_id,
        draft_id=None,
        title=translate_stored(row.match.title),
        room=row.get_room_display(),
        by=str(row.by),
        username=row.by.username,
        text=row.text,
        at=row.at,
        why=_list_reasons(row),
        yours=any(seat.player_id == viewer_id for seat in row.match.seats.all()),
    )


def _build_draft_line(row: DraftMessage, viewer_id: int) -> ReportLine:
    return ReportLine(
        message_id=row.pk,
        match_id=None,
        draft_id=row.draft_id,
        title=translate_name(row.draft.name),
        room="",
        by=str(row.by),
        username=row.by.username,
        text=row.text,
        at=row.at,
        why=_list_reasons(row),
        yours=is_involved(row, viewer_id),
    )


def _list_reasons(row: Message | DraftMessage) -> tuple[tuple[str, str], ...]:
    return tuple((str(report.by), report.why) for report in row.reports.all() if report.settled_at is None)

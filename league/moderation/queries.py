"""Reads of reported messages, for the responsible staff."""

from dataclasses import dataclass
from datetime import datetime

from engines.i18n import translate_stored
from league.events.models import SeriesMatch
from league.leagues.queries.roles import can_referee, is_site_admin
from matches.models import Message, Report

MAX_REPORTS = 100


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A reported message without a decision. `why` has the reason of each report."""

    message_id: int
    match_id: int
    title: str
    room: str
    by: str
    username: str
    text: str
    at: datetime
    why: tuple[tuple[str, str], ...]
    yours: bool
    """Whether the viewer plays in this match and so may not decide."""


def find_match_league(match_id: int) -> int | None:
    """Return the league of a match's event; None if it belongs to none."""
    rows = SeriesMatch.objects.filter(match=match_id)
    return rows.values_list("pairing__round__event__league", flat=True).first()


def can_moderate(player_id: int | None, league_id: int | None) -> bool:
    """Return whether a player may moderate: the league's and the site's staff; outside leagues only the site's."""
    return is_site_admin(player_id) if league_id is None else can_referee(player_id, league_id)


def open_reports(league_id: int | None, viewer_id: int) -> list[ReportLine]:
    """Return open reports of a league, or (None) of the whole site, newest first. Call `can_moderate` first."""
    rows = Message.objects.filter(pk__in=Report.objects.filter(settled_at=None).values("message"))
    if league_id is not None:
        played = SeriesMatch.objects.filter(pairing__round__event__league=league_id)
        rows = rows.filter(match__in=played.values("match"))
    rows = rows.select_related("by", "match").prefetch_related("reports__by", "match__seats").order_by("-pk")
    return [_build_line(row, viewer_id) for row in rows[:MAX_REPORTS]]


def _build_line(row: Message, viewer_id: int) -> ReportLine:
    return ReportLine(
        message_id=row.pk,
        match_id=row.match_id,
        title=translate_stored(row.match.title),
        room=row.get_room_display(),
        by=str(row.by),
        username=row.by.username,
        text=row.text,
        at=row.at,
        why=tuple((str(report.by), report.why) for report in row.reports.all() if report.settled_at is None),
        yours=any(seat.player_id == viewer_id for seat in row.match.seats.all()),
    )

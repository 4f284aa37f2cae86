"""Reports of messages, for the staff that has to look at them."""

from dataclasses import dataclass
from datetime import datetime

from engines.words import retell
from league.events.models import SeriesMatch
from league.leagues.queries.roles import is_site_admin, may_referee
from matches.models import Message, Report

MOST = 100


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A reported message that nobody has looked at. `why` is what each of those who reported it says."""

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
    """Whether the reader plays in this match: then somebody else has to decide."""


def league_of(match_id: int) -> int | None:
    """The league of a match's event, None where it belongs to none."""
    rows = SeriesMatch.objects.filter(match=match_id)
    return rows.values_list("pairing__round__event__league", flat=True).first()


def may_moderate(player_id: int | None, league_id: int | None) -> bool:
    """The staff of a league, and of the site, may; outside leagues the site's alone."""
    return is_site_admin(player_id) if league_id is None else may_referee(player_id, league_id)


def open_reports(league_id: int | None, reader_id: int) -> list[ReportLine]:
    """What waits for a league's staff, or (None) for the site's: everything. Newest first. Ask `may_moderate` first."""
    rows = Message.objects.filter(pk__in=Report.objects.filter(settled_at=None).values("message"))
    if league_id is not None:
        played = SeriesMatch.objects.filter(pairing__round__event__league=league_id)
        rows = rows.filter(match__in=played.values("match"))
    rows = rows.select_related("by", "match").prefetch_related("reports__by", "match__seats").order_by("-pk")
    return [_line(row, reader_id) for row in rows[:MOST]]


def _line(row: Message, reader_id: int) -> ReportLine:
    return ReportLine(
        message_id=row.pk,
        match_id=row.match_id,
        title=retell(row.match.title),
        room=row.get_room_display(),
        by=str(row.by),
        username=row.by.username,
        text=row.text,
        at=row.at,
        why=tuple((str(one.by), one.why) for one in row.reports.all() if one.settled_at is None),
        yours=any(seat.player_id == reader_id for seat in row.match.seats.all()),
    )

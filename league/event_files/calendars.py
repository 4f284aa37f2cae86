"""Calendars of dates in the iCalendar format, and the entry that is attached to the email about a match's time."""

from collections.abc import Iterable
from datetime import UTC, datetime
from urllib.parse import urlsplit

from django.conf import settings
from icalendar import Calendar, Event, vText

from league.match_times.models import TimeAgreement
from league.notifications.actions.email_delivery import Attachment
from league.notifications.models import Notification
from league.pairings.queries.round_dates import EventDate, list_pairing_dates

CASES = ("agreed", "default", "organiser", "soon")
"""Notifications of a known time."""


def build_calendar(name: str, dates: Iterable[EventDate], *, host: str, site: str, at: datetime) -> bytes:
    """Return the dates as an iCalendar file (RFC 5545). `site` is the address before each date's path.

    Times are in UTC, so that clients show them in the user's time zone. UIDs are the same in every file, and SEQUENCE
    counts the changes of a date, so that a newer file updates an entry.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//League Zero//Events//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", vText(name))
    for date in dates:
        entry = Event()
        entry.add("uid", f"{date.key}@{host}")
        entry.add("dtstamp", at)
        entry.add("sequence", date.sequence)
        entry.add("dtstart", date.at.astimezone(UTC))
        entry.add("summary", date.title)
        entry.add("url", f"{site}{date.url}")
        if date.text:
            entry.add("description", date.text)
        calendar.add_component(entry)
    return bytes(calendar.to_ical())


def find_match_entry(notice: Notification) -> Attachment | None:
    """Return the calendar entry for the email of a notification about a known match time."""
    if notice.case not in CASES:
        return None
    row = TimeAgreement.objects.select_related("pairing__round__event").filter(pk=notice.subject).first()
    if row is None:
        return None
    event = row.pairing.round.event
    dates = list_pairing_dates(event.pk, row.pairing_id)
    if not dates:
        return None
    host = urlsplit(settings.SITE_URL).netloc
    content = build_calendar(event.name, dates, host=host, site=settings.SITE_URL, at=notice.at)
    return Attachment("match.ics", content, "text/calendar")

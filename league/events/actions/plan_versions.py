"""Versions of an event's plan: so that nobody replaces what somebody else has changed meanwhile without knowing it."""

from django.db.models import Max

from engines.i18n import translate as _
from league.events.models import Event
from league.leagues.log_words import field_name
from matches.errors import ActionError

_PLAN_ACTS = ("event.changed", "seeding.chosen", "seeding.ordered", "seeding.drawn")
"""Entries of the log for changes of a plan."""


def get_plan_version(event: Event) -> int:
    """Return the number of the newest log entry of a change of the event's plan, 0 without one."""
    return event.notes.filter(act__in=_PLAN_ACTS).aggregate(newest=Max("pk"))["newest"] or 0


def check_version(event: Event, version: int | None) -> None:
    """Raise ActionError("changed-meanwhile"), which names what was changed, if the version, unless None, is outdated."""
    if version is None:
        return
    rows = event.notes.filter(act__in=_PLAN_ACTS, pk__gt=version).select_related("by")
    if rows:
        names = dict.fromkeys(field_name(name) for row in rows for name in row.after or {})
        text = _(
            "{player} changed these settings after you opened the page: {fields}. Reload the page to see them, or save "
            "again to replace them.",
            player=str(rows[0].by), fields=", ".join(names),
        )  # fmt: skip
        raise ActionError("changed-meanwhile", text)

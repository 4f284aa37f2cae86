"""Reads of the audit log: of a league, of a subject, or the whole log for site admins."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import QuerySet
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from engines.contract import Json
from engines.i18n import mark_all_in, translate as _, translate_in
from league.audit.models import AuditEntry
from league.leagues.log_words import UNSHOWN, act_text, field_name, field_value, readable
from league.leagues.queries.roles import has_league_permission, is_site_admin
from league.pagination import CursorPage, paginate_before
from matches.errors import ActionError

PAGE_SIZE, MAX_PAGE_SIZE = 50, 200
MAX_SHOWN = 80
"""Most characters of a value on the page."""
SUBJECT_KINDS = mark_all_in(
    "subject of an act", "league", "season", "player", "event", "match", "franchise", "trade", "token", "title"
)
URL_NAMES = {"event": "event", "match": "match"}
"""The URL name of each kind of subject's page, which takes the subject's id."""


_lookups: dict[str, Callable[[Collection[int]], Mapping[int, str]]] = {}


def register_subject_names(kind: str, lookup: Callable[[Collection[int]], Mapping[int, str]]) -> None:
    """Register how the subjects of a kind are named, by id. Called when the app is ready."""
    _lookups[kind] = lookup


@dataclass(frozen=True, slots=True)
class Change:
    """A changed value."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the audit log as its page shows it."""

    entry_id: int
    at: datetime
    by: str
    by_username: str
    league: str | None
    league_name: str
    act: str
    act_text: str
    subject_kind: str
    subject_id: int
    subject_url: str
    before: dict[str, Json] | None
    after: dict[str, Json] | None
    why: str
    subject_name: str = ""
    """The name that the subject has today; empty if unknown."""

    @property
    def changes(self) -> list[Change]:
        """Return the changed values, without the unchanged name that identifies the subject."""
        old, new = self.before or {}, self.after or {}
        is_changed = {name: name not in old or name not in new or old[name] != new[name] for name in {**old, **new}}
        names = [name for name, changed in is_changed.items() if changed and name not in UNSHOWN]
        return [
            Change(field_name(name).replace("_", " "), _format_value(old, name), _format_value(new, name)) for name in names
        ]

    @property
    def subject_text(self) -> str:
        """Return the kind of subject with its name, or its id if the entry has no name.

        The `player` of an entry names its subject only if that is a player.
        """
        keys = ("player", "name") if self.subject_kind == "player" else ("name",)
        names = [name for values in (self.after, self.before) for name in _list_names(values, keys)]
        name = names[0] if names else self.subject_name or self.subject_id
        return f"{translate_in('subject of an act', self.subject_kind)} {name}"


def check_log_access(player_id: int | None, league_id: int | None) -> None:
    """Raise ActionError unless the player may read the log: staff a league's, site admins the whole."""
    if league_id is None:
        if not is_site_admin(player_id):
            raise ActionError("not-allowed", _("Only site admins may read the log of the whole site."))
    elif not has_league_permission(player_id, league_id, "read the activity log"):
        raise ActionError("not-allowed", _("Only the staff of a league may read its activity log."))


def list_entries(
    league_id: int | None, *, before: int | None = None, limit: int = PAGE_SIZE, **filters: Any
) -> CursorPage[LogLine]:
    """Return a page of a league's log, or with None of the whole site's, newest first. Call `check_log_access` first.

    `filters` are those of `_filter_entries`.
    """
    rows, following = paginate_before(_filter_entries(league_id, filters), before, limit)
    ids: dict[str, set[int]] = {kind: {row.subject_id for row in rows if row.subject_kind == kind} for kind in _lookups}
    names = {kind: _lookups[kind](subjects) for kind, subjects in ids.items() if subjects}
    lines = [_build_line(row, names.get(row.subject_kind, {}).get(row.subject_id, "")) for row in rows]
    return CursorPage(lines, following)


def iter_entries(league_id: int | None, **filters: Any) -> Iterator[LogLine]:
    """Yield all filtered lines in batches, newest first, for exports."""
    return map(_build_line, _filter_entries(league_id, filters).iterator(chunk_size=500))


def list_actions(league_id: int | None) -> list[tuple[str, str]]:
    """Return (code, text) of the actions in a log, for the filter."""
    rows = AuditEntry.objects.filter(league=league_id) if league_id is not None else AuditEntry.objects.all()
    return [(act, act_text(act)) for act in rows.order_by("act").values_list("act", flat=True).distinct()]


def _filter_entries(league_id: int | None, filters: Mapping[str, Any]) -> QuerySet[AuditEntry]:
    """Return the entries by username of the author, action, kind and id of the subject, and inclusive UTC days.

    The filters are `by`, `act`, `kind`, `subject_id`, `since` and `until`; all are optional or may be empty.
    """
    until = filters.get("until")
    conditions = {
        "league": league_id,
        "by__username__iexact": filters.get("by"),
        "act": filters.get("act"),
        "subject_kind": filters.get("kind"),
        "subject_id": filters.get("subject_id"),
        "at__gte": _to_midnight(filters.get("since")),
        "at__lt": _to_midnight(until + timedelta(days=1) if until else None),
    }
    rows = AuditEntry.objects.select_related("by", "league").order_by("-pk")
    return rows.filter(**{name: value for name, value in conditions.items() if value})


def _to_midnight(day: date | None) -> datetime | None:
    return datetime.combine(day, time(), tzinfo=UTC) if day else None


def _build_line(row: AuditEntry, subject_name: str = "") -> LogLine:
    return LogLine(
        entry_id=row.pk,
        at=row.at,
        by=str(row.by),
        by_username=row.by.username,
        league=row.league.slug if row.league else None,
        league_name=row.league.name if row.league else "",
        act=row.act,
        act_text=act_text(row.act),
        subject_kind=row.subject_kind,
        subject_id=row.subject_id,
        subject_url=_build_subject_url(row),
        before=readable(row.before),
        after=readable(row.after),
        why=row.why,
        subject_name=subject_name,
    )


def _list_names(values: dict[str, Json] | None, keys: Sequence[str] = ("player", "name")) -> list[str]:
    return [str(values[key]) for key in keys if values and values.get(key)]


def _build_subject_url(row: AuditEntry) -> str:
    """Return the URL of the subject's page; empty if it has none."""
    try:
        if row.subject_kind == "player":
            return reverse("player", args=[(_list_names(row.after) or _list_names(row.before))[0]])
        if row.subject_kind == "season" and row.league:
            return reverse("season", args=[row.league.slug, row.subject_id])
        return reverse(URL_NAMES[row.subject_kind], args=[row.subject_id])
    except (KeyError, IndexError, NoReverseMatch):
        return ""


def _format_value(values: dict[str, Json], name: str) -> str:
    value = field_value(name, values.get(name))
    if value is None:
        return ""
    return value if isinstance(value, SafeString) else Truncator(str(value)).chars(MAX_SHOWN)

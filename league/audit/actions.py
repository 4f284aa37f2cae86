"""Writing the audit log."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from engines.contract import Json
from engines.i18n import mark, translate as _
from league.audit.models import AuditEntry
from league.text_cleaning import clean_line
from matches.errors import ActionError

MAX_REASON_LENGTH = 500
"""Most characters of a reason."""


def clean_reason(text: str, *, required: bool = False) -> str:
    """Return the reason, cleaned. Raises ActionError("why-needed") if it is required but empty."""
    if required and not text.strip():
        raise ActionError("why-needed", _("Enter a reason. It is recorded in the log."), "why")
    return clean_line(text, min_length=0, max_length=MAX_REASON_LENGTH, field="why", label=mark("A reason"))


Values = Mapping[str, Json] | None


def record(
    *,
    by: int,
    action: str,
    subject: tuple[str, int],
    at: datetime,
    league_id: int | None = None,
    before: Values = None,
    after: Values = None,
    why: str = "",
) -> int:
    """Add an entry and return its id. Call it in the transaction of the action, so that both or neither are saved.

    `subject` is the kind and id of the object: ("event", 12). `before` and `after` need only hold changed values.
    """
    entry = _build_entry(by, action, subject, at, league_id, before, after, clean_reason(why))
    entry.save()
    return int(entry.pk)


def record_all(
    *, by: int, action: str, subject: tuple[str, int], at: datetime, league_id: int | None,
    changes: Sequence[tuple[Values, Values]], why: str = "",
) -> None:  # fmt: skip
    """Add an entry as `record` does for each change (`before`, `after`)."""
    why = clean_reason(why)
    AuditEntry.objects.bulk_create(
        _build_entry(by, action, subject, at, league_id, before, after, why) for before, after in changes
    )


def _build_entry(
    by: int, action: str, subject: tuple[str, int], at: datetime, league_id: int | None, before: Values, after: Values, why: str
) -> AuditEntry:
    kind, subject_id = subject
    return AuditEntry(
        by_id=by, act=action, subject_kind=kind, subject_id=subject_id, at=at, league_id=league_id,
        before=None if before is None else dict(before), after=None if after is None else dict(after), why=why,
    )  # fmt: skip


def diff_values(before: Mapping[str, Json], after: Mapping[str, Json]) -> tuple[dict[str, Json], dict[str, Json]]:
    """Return the differing values of both mappings.

    >>> diff_values({"name": "A", "about": ""}, {"name": "B", "about": ""})
    ({'name': 'A'}, {'name': 'B'})
    """
    names = [name for name in after if before.get(name) != after[name]]
    return {name: before.get(name) for name in names}, {name: after[name] for name in names}

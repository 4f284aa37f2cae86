"""Writing the audit log."""

from collections.abc import Mapping
from datetime import datetime

from engines.contract import Json
from engines.words import marked, say
from league.audit.models import AuditEntry
from league.text_cleaning import one_line
from matches.refusals import Refused

MOST_WHY = 500
"""Most characters of a reason."""


def reason(why: str, *, needed: bool = False) -> str:
    """Return the reason, cleaned. Raises Refused("why-needed") if it is required but empty."""
    if needed and not why.strip():
        raise Refused("why-needed", say("Give a reason. It is recorded in the audit log."), "why")
    return one_line(why, least=0, most=MOST_WHY, field="why", what=marked("A reason"))


Values = Mapping[str, Json] | None


def record(
    *,
    by: int,
    act: str,
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
    kind, subject_id = subject
    entry = AuditEntry.objects.create(
        by_id=by, act=act, subject_kind=kind, subject_id=subject_id, at=at, league_id=league_id,
        before=None if before is None else dict(before), after=None if after is None else dict(after),
        why=reason(why),
    )  # fmt: skip
    return int(entry.pk)


def changes(before: Mapping[str, Json], after: Mapping[str, Json]) -> tuple[dict[str, Json], dict[str, Json]]:
    """Return the differing values of both mappings.

    >>> diff_values({"name": "A", "about": ""}, {"name": "B", "about": ""})
    ({'name': 'A'}, {'name': 'B'})
    """
    names = [name for name in after if before.get(name) != after[name]]
    return {name: before.get(name) for name in names}, {name: after[name] for name in names}

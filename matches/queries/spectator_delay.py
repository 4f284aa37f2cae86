"""Matches as spectators may see them, delayed by `Match.delay_ms`.

Everything shown to anyone but a match's own players is made from the results of these functions, never from the row.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db.models import Case, DateTimeField, OuterRef, Q, Subquery, Value, When

from matches.models import RUNNING, Match, SpectatorSnapshot, Status
from matches.models.entry import SNAPSHOT_FIELDS

MAX_DELAY_MS = 30 * 60 * 1000
PUBLIC_FIELDS = (
    "pk", "game", "engine_version", "options", "control", "title", "learn", "berserk", "commitment", "created_at",
    "delay_ms", "twin_id",
)  # fmt: skip
"""The fields of a match that are public from its opening on."""
BEGUN = (*RUNNING, Status.REVIEW)
POSITION_FIELDS = ("pk", "status", "last_entry", "delay_ms", "started_at", "closed_at", "held_until")


def public_end_q(at: datetime, prefix: str = "") -> Q:
    """Return the condition for closed matches whose end is public. `prefix` is the lookup of the match: `match__`."""
    return Q(**{f"{prefix}held_until": None}) | Q(**{f"{prefix}held_until__lte": at})


def publicly_playing_q(at: datetime, prefix: str = "") -> Q:
    """Return the condition for matches that are publicly being played."""
    unknown = {f"{prefix}status": Status.CLOSED, f"{prefix}held_until__gt": at}
    return Q(**{f"{prefix}status__in": RUNNING}) | Q(**unknown)


def is_end_public(match: Match, at: datetime) -> bool:
    """Return whether the end of the match is public."""
    return match.held_until is None or match.held_until <= at


def visible_match(match: Match, at: datetime) -> tuple[Match, datetime]:
    """Return the match as spectators may see it at `at`, and the time at which it was so."""
    if not _is_hidden(match, at):
        return match, at
    visible_at = at - timedelta(milliseconds=match.delay_ms)
    return _load_snapshot(match, visible_at), visible_at


def visible_positions(matches: Iterable[Match], at: datetime) -> dict[int, tuple[int, str]]:
    """Return the public last entry and status of matches (read with POSITION_FIELDS) that have a delay, in one query."""
    delayed = [match for match in matches if match.delay_ms]
    hidden = {match.pk: match for match in delayed if _is_hidden(match, at)}
    visible_at = [When(pk=pk, then=Value(at - timedelta(milliseconds=row.delay_ms))) for pk, row in hidden.items()]
    positions = {match.pk: (match.last_entry, match.status) for match in delayed if match.pk not in hidden}
    if hidden:
        snapshots = SpectatorSnapshot.objects.filter(match=OuterRef("pk"), written_at__lte=OuterRef("shown_of")).order_by("-pk")
        rows = Match.objects.filter(pk__in=list(hidden)).annotate(shown_of=Case(*visible_at, output_field=DateTimeField()))
        columns = (Subquery(snapshots.values(name)[:1]) for name in ("last_entry", "status"))
        for pk, entry, status in rows.values_list("pk", *columns):
            positions[pk] = (entry or 0, status or Status.OPEN.value)
    return positions


def ended_but_hidden(match_ids: Collection[int], at: datetime) -> frozenset[int]:
    """Return which of these matches have ended without that being public."""
    rows = Match.objects.filter(pk__in=list(match_ids), held_until__gt=at)
    return frozenset(rows.values_list("pk", flat=True))


def _is_hidden(match: Match, at: datetime) -> bool:
    """Return whether the row says more than spectators may know."""
    if not match.delay_ms or match.status == Status.OPEN:
        return False
    if match.status in BEGUN:
        return True
    public_at = match.held_until or (match.closed_at and match.closed_at + timedelta(milliseconds=match.delay_ms))
    is_unstarted = match.started_at is None and match.status == Status.VOID
    return not is_unstarted and public_at is not None and public_at > at


def _load_snapshot(match: Match, visible_at: datetime) -> Match:
    """Return an unsaved match with only the fields listed here, so that nothing else can leak."""
    visible = Match(**{name: getattr(match, name) for name in PUBLIC_FIELDS}, status=Status.OPEN)
    snapshot = SpectatorSnapshot.objects.filter(match=match, written_at__lte=visible_at).order_by("-pk").first()
    if snapshot is not None:
        for name in SNAPSHOT_FIELDS:
            setattr(visible, name, getattr(snapshot, name))
        visible.started_at = match.started_at
    return visible

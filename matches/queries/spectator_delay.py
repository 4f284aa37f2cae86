"""Matches as spectators may see them, delayed by `Match.delay_ms`.

Everything shown to anyone but a match's own players is made from the results of these functions, never from the row.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db.models import Case, DateTimeField, OuterRef, Q, Subquery, Value, When

from matches.models import RUNNING, Match, Past, Status
from matches.models.entry import THEN

LONGEST_DELAY_MS = 30 * 60 * 1000
SAME = (
    "pk", "game", "engine_version", "options", "control", "title", "learn", "berserk", "commitment", "created_at",
    "delay_ms",
)  # fmt: skip
"""The fields of a match that are public from its opening on."""
BEGUN = (*RUNNING, Status.REVIEW)
LIGHT = ("pk", "status", "last_entry", "delay_ms", "started_at", "closed_at", "held_until")


def told(at: datetime, prefix: str = "") -> Q:
    """Return the condition for closed matches whose end is public. `prefix` is the lookup of the match: `match__`."""
    return Q(**{f"{prefix}held_until": None}) | Q(**{f"{prefix}held_until__lte": at})


def seems_played(at: datetime, prefix: str = "") -> Q:
    """Return the condition for matches that are publicly being played."""
    unknown = {f"{prefix}status": Status.CLOSED, f"{prefix}held_until__gt": at}
    return Q(**{f"{prefix}status__in": RUNNING}) | Q(**unknown)


def is_told(match: Match, at: datetime) -> bool:
    """Return whether the end of the match is public."""
    return match.held_until is None or match.held_until <= at


def as_shown(match: Match, at: datetime) -> tuple[Match, datetime]:
    """Return the match as spectators may see it at `at`, and the time at which it was so."""
    if not _held(match, at):
        return match, at
    shown_of = at - timedelta(milliseconds=match.delay_ms)
    return _past(match, shown_of), shown_of


def stands_of(matches: Iterable[Match], at: datetime) -> dict[int, tuple[int, str]]:
    """Return the public last entry and status of matches (read with LIGHT) that have a delay, in one query."""
    delayed = [match for match in matches if match.delay_ms]
    held = {match.pk: match for match in delayed if _held(match, at)}
    shown_of = [When(pk=pk, then=Value(at - timedelta(milliseconds=one.delay_ms))) for pk, one in held.items()]
    found = {match.pk: (match.last_entry, match.status) for match in delayed if match.pk not in held}
    if held:
        past = Past.objects.filter(match=OuterRef("pk"), written_at__lte=OuterRef("shown_of")).order_by("-pk")
        rows = Match.objects.filter(pk__in=list(held)).annotate(shown_of=Case(*shown_of, output_field=DateTimeField()))
        then = (Subquery(past.values(name)[:1]) for name in ("last_entry", "status"))
        for pk, entry, status in rows.values_list("pk", *then):
            found[pk] = (entry or 0, status or Status.OPEN.value)
    return found


def hidden_ends(match_ids: Collection[int], at: datetime) -> frozenset[int]:
    """Return which of these matches have ended without that being public."""
    rows = Match.objects.filter(pk__in=list(match_ids), held_until__gt=at)
    return frozenset(rows.values_list("pk", flat=True))


def _held(match: Match, at: datetime) -> bool:
    """Return whether the row says more than spectators may know."""
    if not match.delay_ms or match.status == Status.OPEN:
        return False
    if match.status in BEGUN:
        return True
    ended = match.held_until or (match.closed_at and match.closed_at + timedelta(milliseconds=match.delay_ms))
    never_begun = match.started_at is None and match.status == Status.VOID
    return not never_begun and ended is not None and ended > at


def _past(match: Match, shown_of: datetime) -> Match:
    """Return an unsaved match with only the fields listed here, so that nothing else can leak."""
    found = Match(**{name: getattr(match, name) for name in SAME}, status=Status.OPEN)
    past = Past.objects.filter(match=match, written_at__lte=shown_of).order_by("-pk").first()
    if past is not None:
        for name in THEN:
            setattr(found, name, getattr(past, name))
        found.started_at = match.started_at
    return found

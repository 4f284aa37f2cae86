"""Outages, in which the server could not receive or adjudicate moves: what is credited to whom, and why.

An outage with a cause of the server's own is credited to every clock. Requests can cause an overload, so that is
credited only to players who would have lost on time because of it, up to OVERLOAD_CREDIT_S per match. The log of every
credited match names the cause.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction

from engines.referee_notation import Word, parse_word
from matches.actions.close import hold_for_review
from matches.actions.match_session import MatchSession
from matches.clock import ZERO, Span, dump_spans, load_spans, merge_span
from matches.hot_path.statements import find_match
from matches.liveness import Cause
from matches.models import Entry, Match, Outage, Status
from matches.models.presence import WEB_PROCESSES, WORKERS
from matches.server_time import EPOCH, MS, to_ms, truncate_to_ms

logger = logging.getLogger(__name__)
SECOND = timedelta(seconds=1)
RETENTION = timedelta(days=30)
"""How long outages are listed."""
_PARTS = {WORKERS: "workers", WEB_PROCESSES: "web processes"}


class Credits(NamedTuple):
    """How many matches were credited with an outage, and how many of them got less because of the limit."""

    matches: int = 0
    cut: int = 0


def record_outage(*, part: int, began: datetime, ended: datetime, cause: Cause) -> timedelta:
    """Credit an outage of the workers or the web processes according to its cause, and record it.

    Return the time that was credited to all matches: zero after an overload.
    """
    is_ours, lasted = cause is not Cause.OVERLOAD, ended - began
    consequence = "all running clocks are credited" if is_ours else "only clocks that ran out meanwhile are credited"
    logger.warning("%s did not respond for %.1f s (cause: %s); %s", _PARTS[part], lasted / SECOND, cause.value, consequence)
    credits = Credits()
    if is_ours or part == WEB_PROCESSES:  # During an overload of workers, moves were still stored.
        credits = credit_outage(began=began, ended=ended, cause=cause, only_fallen=not is_ours)
    Outage.objects.filter(ended__lt=ended - RETENTION).delete()
    Outage.objects.create(part=part, cause=cause.value, began=began, ended=ended, **credits._asdict())
    return lasted if is_ours else ZERO


def credit_outage(*, began: datetime, ended: datetime, cause: Cause = Cause.RESTART, only_fallen: bool = False) -> Credits:
    """Credit the time to every match being played, and to players who are awaited at an open match.

    `only_fallen`: only to matches with a deadline in the outage. A match that cannot be read is put under review. Each
    moment is credited once, however many processes do it: the credits are recorded under the match's lock.
    """
    timed = Match.objects.order_by("pk").values_list("pk", flat=True)
    if only_fallen:
        timed = timed.filter(deadline_at__gt=began, deadline_at__lte=ended)
    playing = timed.filter(status=Status.PLAYING)
    awaited = timed.filter(status=Status.OPEN, deadline_at__isnull=False, created_at__lt=ended)
    credits = [Credits()]
    for match_id in [*playing, *awaited]:
        try:
            credits.append(_credit_match(match_id, began, ended, cause))
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            logger.exception("crediting match %s failed; it is now under review", match_id)
            hold_for_review(match_id=match_id, at=ended)
    return Credits(*map(sum, zip(*credits, strict=True)))


@transaction.atomic
def _credit_match(match_id: int, began: datetime, ended: datetime, cause: Cause) -> Credits:
    match = find_match(match_id, "FOR NO KEY UPDATE")
    if match is not None and match.status == Status.OPEN and match.deadline_at is not None:
        return _extend_deadline(match, match.deadline_at, (max(began, match.created_at), ended), cause)
    if match is None or match.status != Status.PLAYING:
        return Credits()
    outage = truncate_to_ms(max(began, match.started_at or began)), truncate_to_ms(ended)
    uncredited = _subtract_spans(_read_credited_spans(match_id), outage)
    spans = _cap_credit(uncredited, get_overload_credit(match_id)) if cause is Cause.OVERLOAD else uncredited
    cut_ms = (_total(uncredited) - _total(spans)) // MS
    if cut_ms:
        match.cut_ms += cut_ms
        match.save(update_fields=["cut_ms"])
    if spans:
        session = MatchSession.of(match)
        for first, last in spans:
            session.clock = session.clock.skip(first, last)
            word = Word("outage", (to_ms(first), to_ms(last)))
            session.add_entry(None, word.text, at=outage[1], note=cause.value)
        session.save(outage[1], same_turn=True)
    return Credits(int(bool(spans)), int(bool(cut_ms)))


def _extend_deadline(match: Match, deadline: datetime, outage: Span, cause: Cause) -> Credits:
    """Extend an open match's deadline by the part of the outage that has not been credited."""
    credited = load_spans(match.credited or ())
    uncredited = _subtract_spans(credited, outage)
    spans = _cap_credit(uncredited, _total(credited)) if cause is Cause.OVERLOAD else uncredited
    if not spans:
        return Credits(0, int(bool(uncredited)))
    match.deadline_at = deadline + _total(spans)
    for span in spans:
        credited = merge_span(credited, span)
    match.credited = dump_spans(credited)
    match.save(update_fields=["deadline_at", "credited"])
    return Credits(1, int(spans != uncredited))


def get_overload_credit(match_id: int) -> timedelta:
    """Return how much time the match has been credited for overloads."""
    return _total(_read_credited_spans(match_id, note=Cause.OVERLOAD.value))


def _total(spans: Iterable[Span]) -> timedelta:
    return sum((last - first for first, last in spans), ZERO)


def _cap_credit(spans: Iterable[Span], credited: timedelta) -> list[Span]:
    """Return the first part of the spans, up to the limit: a deadline moves by the credit that lies before it."""
    remaining = timedelta(seconds=settings.OVERLOAD_CREDIT_S) - credited
    capped: list[Span] = []
    for first, last in spans:
        if remaining > ZERO:
            capped.append((first, min(last, first + remaining)))
            remaining -= last - first
    return capped


def _read_credited_spans(match_id: int, **note: str) -> tuple[Span, ...]:
    """Return the outages in the match's log, which must not be credited again."""
    spans: tuple[Span, ...] = ()
    entries = Entry.objects.filter(match=match_id, by=None, do__startswith="outage ", **note)
    for do in entries.values_list("do", flat=True):
        word = parse_word(None, do)
        if word is not None:
            first, last = word.numbers
            spans = merge_span(spans, (EPOCH + first * MS, EPOCH + last * MS))
    return spans


def _subtract_spans(spans: tuple[Span, ...], span: Span) -> list[Span]:
    """Return the parts of `span` outside all `spans`, which are sorted and disjoint."""
    parts, reached = [], span[0]
    for first, last in (*spans, (span[1], span[1])):
        if min(first, span[1]) > reached:
            parts.append((reached, min(first, span[1])))
        reached = max(reached, last)
    return parts

"""What must be true of the rows after every fault, whatever happened: each fault found is a sentence."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.db.models import Count

from engines.verification import checks
from matches.actions.adjudication import FLAG_DELAY
from matches.clock import TimeControl
from matches.models import Entry, Match, Status, Submission
from matches.queries.replay import build_record
from tests.faults.players import Promise

TICK = timedelta(milliseconds=1)


def broken_promises(promises: Iterable[Promise]) -> Iterator[str]:
    """Acknowledged submissions that are lost, changed, unjudged, or judged otherwise than was answered."""
    rows = {(row.match_id, row.seat, row.key): row for row in Submission.objects.all()}
    for one in promises:
        where = f"match {one.match_id}, seat {one.seat}, turn {one.turn}"
        row = rows.get((one.match_id, one.seat, one.key))
        if row is None:
            yield f"{where}: acknowledged and lost"
        elif (row.match_id, row.seat, row.turn, row.text, row.key) != (
            one.match_id, one.seat, one.turn, one.text, one.key,
        ):  # fmt: skip
            yield f"{where}: stored otherwise than it was sent"
        elif row.judged_at is None:
            yield f"{where}: never judged"
        elif one.state == "accepted" and row.entry != one.entry:
            yield f"{where}: was answered entry {one.entry}, is entry {row.entry}"
        elif one.state == "refused" and row.entry is not None:
            yield f"{where}: was answered a refusal and became entry {row.entry}"


def applied_twice() -> Iterator[str]:
    """Entries of players without a submission of their own, submissions that share one, and turns played twice."""
    made = dict(Entry.objects.exclude(by=None).values_list("match").annotate(Count("id")))
    accepted = Submission.objects.filter(entry__isnull=False)
    taken = dict(accepted.values_list("match").annotate(Count("id")))
    for match_id in made.keys() | taken.keys():
        if made.get(match_id) != taken.get(match_id):
            yield f"match {match_id}: {made.get(match_id)} entries of players, {taken.get(match_id)} submissions"
    turns = Counter(accepted.values_list("match", "seat", "turn"))
    yield from (f"match, seat, turn {turn}: applied {times} times" for turn, times in turns.items() if times > 1)


def wrong_flags(may_fall: Iterable[int]) -> Iterator[str]:
    """Flags in matches where somebody always moves, double ones, and those that a submission had beaten.

    In `may_fall` nobody moves: there a flag is due.
    """
    idle = set(may_fall)
    flags = list(Entry.objects.filter(by=None, do__startswith="flag"))
    for match_id, times in Counter(flag.match_id for flag in flags).items():
        if times > 1:
            yield f"match {match_id}: {times} flags"
    for flag in flags:
        if flag.match_id not in idle:
            yield f"match {flag.match_id}: a flag fell though its players moved ({flag.do} at {flag.at})"
        beaten = Submission.objects.filter(match=flag.match_id, received_at__lt=flag.at, code="match-over")
        if beaten.filter(seat__in=map(int, flag.do.removeprefix("flag ").split(","))).exists():
            yield f"match {flag.match_id}: a submission that had come before the flag lost to it"


def unfinished() -> Iterator[str]:
    for match in Match.objects.exclude(status=Status.CLOSED):
        yield f"match {match.pk} ({match.game}): {match.status} at entry {match.last_entry}"


def unverified() -> Iterator[str]:
    for match_id in Match.objects.filter(status=Status.CLOSED).values_list("pk", flat=True):
        fault = checks.find_fault(build_record(match_id))
        if fault is not None:
            yield f"match {match_id}: {fault}"


def committed_at(match_ids: Iterable[int]) -> dict[int, tuple[datetime, datetime]]:
    """Of matches that ended by a flag: the moment it is dated to, and when the server committed it by its real clock.

    Needs a server with track_commit_timestamp.
    """
    flags = Entry.objects.filter(by=None, do__startswith="flag", match__in=list(match_ids))
    flags = flags.extra(select={"stored": "pg_xact_commit_timestamp(matches_entry.xmin)"})
    return {flag.match_id: (flag.at, flag.stored) for flag in flags}


def early(match_ids: Iterable[int]) -> Iterator[str]:
    """Matches in which nobody moves, begun by a right clock, whose flag was stored before the time was up.

    Told by the server's real clock, whatever the clock of the matches has been made to say meanwhile.
    """
    rows = Match.objects.in_bulk(list(match_ids))
    for match_id, (_, stored) in committed_at(rows).items():
        due = _due(rows[match_id]) + FLAG_DELAY
        if stored < due - TICK:
            yield f"match {match_id}: a flag fell {due - stored} early"


def _due(match: Match) -> datetime:
    control = TimeControl(**match.control)
    return match.started_at + timedelta(milliseconds=control.turn_ms + control.reserve_ms)

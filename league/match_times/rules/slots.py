"""Times at which both players of a pairing can play, best first."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from league.match_times.rules.availability import Span, Week, list_free_spans

STEP = timedelta(minutes=30)
MATCH_LENGTH = timedelta(hours=1)
"""How long both have to be available."""
MIN_DISTANCE = timedelta(hours=2)
"""Least distance between two times that are offered."""
MAX_LISTED = 12
FIRST_OF_DAY = 2
COMFORTABLE_MIN = (9 * 60, 22 * 60)
"""Minutes of the local day within which a match is convenient."""
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


def find_common_slots(one: Week, other: Week, begins: datetime, ends: datetime, *, most: int = MAX_LISTED) -> list[datetime]:
    """Return starts of matches within this time that suit both players, at least two hours apart, best first.

    A time is better if its local hours are convenient for the player who has the less convenient ones, then for both, and
    then if it is earlier. Two of each day come before further ones.
    """
    candidates = [
        moment
        for start, end in intersect(list_free_spans(one, begins, ends), list_free_spans(other, begins, ends))
        for moment in _list_starts(start, end - MATCH_LENGTH)
    ]
    zones = [ZoneInfo(one.zone), ZoneInfo(other.zone)]
    candidates.sort(key=lambda moment: (*rank(moment, zones), moment))
    chosen: list[datetime] = []
    for most_a_day in (FIRST_OF_DAY, most):
        for moment in candidates:
            of_day = sum(earlier.date() == moment.date() for earlier in chosen)
            if len(chosen) < most and of_day < most_a_day and all(abs(moment - slot) >= MIN_DISTANCE for slot in chosen):
                chosen.append(moment)
    return chosen


def intersect(one: Sequence[Span], other: Sequence[Span]) -> list[Span]:
    """Return the times that two ordered lists of spans have in common."""
    pairs = ((max(a, c), min(b, d)) for a, b in one for c, d in other if c < b and a < d)
    return sorted(pairs)


def _list_starts(first: datetime, last: datetime) -> list[datetime]:
    """Return the half hours from `first` to `last`."""
    start = EPOCH - ((EPOCH - first) // STEP) * STEP
    return [start + number * STEP for number in range(max(0, (last - start) // STEP + 1))]


def rank(moment: datetime, zones: Sequence[ZoneInfo]) -> tuple[int, int]:
    """Return the minutes outside convenient hours: of the player who has more of them, and of all."""
    values = [_get_inconvenience(moment.astimezone(zone)) for zone in zones]
    return max(values), sum(values)


def _get_inconvenience(local: datetime) -> int:
    earliest, latest = COMFORTABLE_MIN
    begins = local.hour * 60 + local.minute
    ends = begins + int(MATCH_LENGTH.total_seconds()) // 60
    return max(0, earliest - begins, ends - latest)

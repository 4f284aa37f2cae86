"""The tallies of one finished match, and the time used by each seat according to its log."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from engines import registry
from engines.contract import Json
from engines.referee_notation import ENTERED
from engines.usage import LogLine, LogReader, Usage
from league.ratings.rating_calculation import DRAWN, LOST, OUTCOMES, WON, get_result

DEFAULT_READER = LogReader(topics=(), read=lambda lines, options, seats: Usage())
BUCKET_SIZE = 5
"""Turns per bar in the table of lengths."""


def get_reader(game: str) -> LogReader:
    """Return the reader of a game's logs."""
    package = registry.find_package(game)
    return DEFAULT_READER if package is None or package.stats is None else package.stats


@dataclass(frozen=True, slots=True)
class TimeUse:
    """A seat's turns and time; `used` and `reserve` are in ms, None with one limit for the whole match."""

    turns: int
    used: int | None
    reserve: int | None


def measure_time(lines: Sequence[LogLine], seats: int, control: Mapping[str, int], *, limited: bool = False) -> list[TimeUse]:
    """Return the time by seat. A turn is everything that a seat does before another seat acts.

    >>> log = [LogLine(0, "a", at=1000, left=[(9000, 60000), (10000, 60000)]),
    ...        LogLine(1, "b", at=5000, left=[(10000, 60000), (6000, 60000)]),
    ...        LogLine(0, "c", at=20000, left=[(0, 55000), (10000, 60000)])]
    >>> measure_time(log, 2, {"turn_ms": 10000, "reserve_ms": 60000})
    [TimeUse(turns=2, used=16000, reserve=55000), TimeUse(turns=1, used=4000, reserve=60000)]
    """
    turns, acted = [0] * seats, None
    for line in lines:
        if line.by is not None:
            turns[line.by] += line.by != acted
            acted = line.by
    if limited or not lines:
        return [TimeUse(count, None, None) for count in turns]
    return [TimeUse(turns[seat], _compute_used_ms(lines, seat, control), lines[-1].left[seat][1]) for seat in range(seats)]


def _compute_used_ms(lines: Sequence[LogLine], seat: int, control: Mapping[str, int]) -> int:
    """Return a seat's clock time in ms. A turn settled between two entries left a full turn time behind."""
    full, increment = control["turn_ms"], control.get("increment_ms", 0)
    total, at, by, turn, reserve = 0, lines[0].at, None, full, control["reserve_ms"]
    for line in lines:
        turn_now, reserve_now = line.left[seat]
        settled = turn_now > turn or full - turn_now <= line.at - at
        turn_time = (full if settled else turn) - turn_now
        gained = increment if by == seat else 0
        total += max(0, turn_time + reserve + gained - reserve_now)
        at, by, turn, reserve = line.at, line.by, turn_now, reserve_now
    return total


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A closed match. `options` include the defaults; `event` is 0 for none."""

    match_id: int
    game: str
    event: int
    options: Mapping[str, Json]
    control: Mapping[str, int]
    limited: bool
    ranks: Sequence[int]
    reason: str
    players: Sequence[int | None]
    closed_at: datetime
    begun: bool
    """False if it was decided before it began, by a no-show."""
    lines: Sequence[LogLine]


class TallyKey(NamedTuple):
    """The key of a tally (see Tally)."""

    player: int
    event: int
    game: str
    topic: str
    key: str
    seat: int = -1


@dataclass(slots=True)
class MatchTallies:
    """The tallies that a match adds. `results` are by seat, empty if it only counts as a way of ending."""

    tallies: dict[TallyKey, Counter[str]] = field(default_factory=dict)
    results: Sequence[int] = ()
    turns: int = 0

    def add(self, key: TallyKey, **figures: int) -> None:
        self.tallies.setdefault(key, Counter()).update(figures)


def compare_seats(ranks: Sequence[int], seat: int, other: int) -> int:
    """Return the result of one seat against another; a duel lost by both is lost, other shared ranks are draws.

    >>> compare_seats((1, 2), 0, 1), compare_seats((1, 1), 0, 1), compare_seats((2, 2), 0, 1), compare_seats((1, 2, 2), 1, 2)
    (1, 0, -1, 0)
    """
    if ranks[seat] != ranks[other]:
        return WON if ranks[seat] < ranks[other] else LOST
    return DRAWN if ranks[seat] == 1 or len(ranks) > 2 else LOST


def compute_tallies(match: FinishedMatch, usage: Usage) -> MatchTallies:
    """Return the tallies of a finished match; `usage` is what the game's reader has found in its log."""
    tallies = MatchTallies()
    scopes = [0, match.event] if match.event else [0]
    for event in scopes:
        tallies.add(TallyKey(0, event, match.game, "end", match.reason), matches=1)
    if not match.begun and match.reason != ENTERED:
        return tallies
    seats = len(match.ranks)
    tallies.results = [get_result(match.ranks, seat) for seat in range(seats)]
    if not match.begun:  # played elsewhere: only the result is known
        for seat, player in enumerate(match.players):
            _add_opponents(tallies, match, seat, player)
        return tallies
    times = measure_time(match.lines, seats, match.control, limited=match.limited)
    tallies.turns = max(time.turns for time in times)
    for event in scopes:
        tallies.add(TallyKey(0, event, match.game, "length", f"{get_bucket(tallies.turns):05}"), matches=1, uses=tallies.turns)
        for seat, outcome in enumerate(tallies.results):
            tallies.add(TallyKey(0, event, match.game, "side", "", seat), matches=1, **{OUTCOMES[outcome]: 1})
    _add_game_tallies(tallies, match, usage)
    for seat, player in enumerate(match.players):
        if player is not None:
            _add_player_tallies(tallies, match, seat, player, times[seat])
            _add_opening(tallies, match, seat, player, usage)
    return tallies


def get_bucket(turns: int) -> int:
    """Return the first turn number of a length's range of five (1, 6, 11 and so on)."""
    return max(0, turns - 1) // BUCKET_SIZE * BUCKET_SIZE + 1


def _add_game_tallies(tallies: MatchTallies, match: FinishedMatch, usage: Usage) -> None:
    monday = (match.closed_at - timedelta(days=match.closed_at.weekday())).date()
    tallies.add(TallyKey(0, 0, match.game, "week", monday.isoformat()), matches=1)
    for name, value in match.options.items():
        if value is None or isinstance(value, bool | int | str):
            for seat, result in enumerate(tallies.results):
                tally_key = TallyKey(0, 0, match.game, "option", f"{name}={value}"[:80], seat)
                tallies.add(tally_key, matches=1, **{OUTCOMES[result]: 1})
    for (topic, key, seat), figures in usage.of.items():
        tally_key = TallyKey(0, 0, match.game, topic, key[:80], seat)
        tallies.add(tally_key, matches=1, **figures, **{OUTCOMES[tallies.results[seat]]: 1})


def _add_opening(tallies: MatchTallies, match: FinishedMatch, seat: int, player: int, usage: Usage) -> None:
    """Count the opening of a seat for its player and for the game."""
    if opening := usage.openings.get(seat, "")[:80]:
        outcome = OUTCOMES[tallies.results[seat]]
        for owner, event in ((player, match.event), (0, 0)):
            tallies.add(TallyKey(owner, event, match.game, "opening", opening, seat), matches=1, **{outcome: 1})


def _add_player_tallies(tallies: MatchTallies, match: FinishedMatch, seat: int, player: int, time: TimeUse) -> None:
    outcome = OUTCOMES[tallies.results[seat]]
    tallies.add(TallyKey(player, match.event, match.game, "side", "", seat), matches=1, **{outcome: 1})
    _add_opponents(tallies, match, seat, player)
    if time.used is not None and time.reserve is not None:
        # uses: turns; good: ms used for them; bad: ms left in the time bank
        key = TallyKey(player, match.event, match.game, "time", "")
        tallies.add(key, matches=1, uses=time.turns, good=time.used, bad=time.reserve)


def _add_opponents(tallies: MatchTallies, match: FinishedMatch, seat: int, player: int | None) -> None:
    """Count the results of a player against each opponent."""
    for other, opponent in enumerate(match.players):
        if other != seat and player is not None and opponent is not None:
            against = OUTCOMES[compare_seats(match.ranks, seat, other)]
            tallies.add(TallyKey(player, match.event, match.game, "opponent", str(opponent)), matches=1, **{against: 1})

"""`make bench`: ten thousand pairs of players agree on match times by the real rules, without a database.

Zones, hours, exceptions, habits and silence are random, and play windows begin on any day of a year, so that many
contain a change of clocks. Prints how the times came about, and every fault: an exception, a time outside the window, or
one that doesn't suit a player by the clock in their own zone. `python -m tests.load.match_times --pairs 1000` is a part.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from league.match_times.rules.availability import (
    ExceptionDays,
    Range,
    Week,
    add_days,
    assume_week,
    choose_default_slot,
    list_free_spans,
)
from league.match_times.rules.negotiation import MIN_NOTICE, Negotiation, Terms, TimeStatus
from league.match_times.rules.slots import find_common_slots
from matches.errors import ActionError

ZONES = {
    "America/New_York": 14, "America/Chicago": 8, "America/Los_Angeles": 10, "America/Sao_Paulo": 6, "America/St_Johns": 1,
    "Europe/London": 14, "Europe/Berlin": 14, "Europe/Madrid": 7, "Europe/Warsaw": 6, "Europe/Kyiv": 3, "Asia/Kolkata": 7,
    "Asia/Kathmandu": 1, "Asia/Tokyo": 3, "Asia/Singapore": 2, "Australia/Adelaide": 2, "Australia/Sydney": 3,
    "Australia/Lord_Howe": 1, "Pacific/Auckland": 2, "Pacific/Chatham": 1, "Africa/Lagos": 2, "UTC": 1,
}  # fmt: skip
"""Zones with their weights."""
NEVER, ONLY_REMINDED, UNDECLARED, AWAY = 0.06, 0.10, 0.12, 0.10
"""Shares of players who never answer, who answer only reminders, who haven't said when they can play, and who are away."""
ZONE_KNOWN = 0.5
"""Share of those who haven't said when they can play whose time zone is known from their notification settings."""
WINDOW_DAYS = (3, 7, 7, 7, 10, 14)
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
PATIENCE = 6
"""Most steps that a player takes before leaving it to the policy."""


@dataclass(frozen=True)
class Habits:
    """A player: `week` is what they have said (or what is assumed of them), `delay_h` the mean of hours until an answer."""

    week: Week
    has_zone: bool
    delay_h: float
    answers: bool
    needs_reminder: bool


@dataclass
class Outcome:
    """What became of the pairs."""

    pairs: int = 0
    with_common: int = 0
    ways: Counter[str] = field(default_factory=Counter)
    ways_with_common: Counter[str] = field(default_factory=Counter)
    suiting: int = 0
    """Those with a common slot whose time suits both."""
    hours: list[float] = field(default_factory=list)
    without_time: int = 0
    faults: list[str] = field(default_factory=list)
    across_change: int = 0

    @property
    def agreed_share(self) -> float:
        """Return the share of pairs with a common slot whose time came about without the organiser."""
        return 1 - self.ways_with_common["organiser"] / max(1, self.with_common)

    @property
    def by_players_share(self) -> float:
        return self.ways_with_common["agreed"] / max(1, self.with_common)


class Simulation:
    """Pairs of random players in an event with this policy."""

    def __init__(self, *, seed: int, policy: str) -> None:
        self.rng = random.Random(f"{seed} {policy}")
        self.policy = policy
        self.outcome = Outcome()

    def run(self, pairs: int) -> Outcome:
        for number in range(pairs):
            try:
                self._play_pair()
            except Exception as error:
                self.outcome.faults.append(f"pair {number}: {error!r}")
        return self.outcome

    def _draw_hours(self) -> tuple[Range, ...]:
        rng = self.rng
        ranges = []
        if rng.random() < 0.75:
            begins = rng.choice((17, 18, 18, 19, 20)) * 60 + rng.choice((0, 0, 30))
            ranges.append((begins, begins + rng.choice((120, 180, 240, 300))))
        if rng.random() < 0.25:
            begins = rng.choice((7, 9, 10, 12)) * 60
            ranges.append((begins, begins + rng.choice((90, 120, 240))))
        return tuple(sorted(ranges))

    def _draw_player(self, opens: datetime) -> Habits:
        rng = self.rng
        zone = rng.choices(list(ZONES), list(ZONES.values()))[0]
        declared = rng.random() >= UNDECLARED
        week = assume_week(zone)
        if declared:
            away: tuple[ExceptionDays, ...] = ()
            if rng.random() < AWAY:
                first = (opens + rng.randrange(7) * 24 * HOUR).date()
                away = (ExceptionDays(first, first + rng.randrange(4) * timedelta(days=1)),)
            week = Week(zone, tuple(self._draw_hours() for _day in range(7)), away)
        answers = rng.random() >= NEVER
        return Habits(
            week, declared or rng.random() < ZONE_KNOWN, rng.choice((1, 3, 6, 12, 20)), answers, rng.random() < ONLY_REMINDED
        )

    def _play_pair(self) -> None:
        rng = self.rng
        opens = FIRST + timedelta(minutes=rng.randrange(365 * 24 * 60))
        zone = rng.choice(list(ZONES))
        closes = add_days(opens, rng.choice(WINDOW_DAYS), zone)
        default = choose_default_slot(opens, closes, weekday=rng.randrange(7), clock="18:00", zone=zone)
        players = [self._draw_player(opens) for _side in (0, 1)]
        state, terms = Negotiation(opens, closes, default, opens), Terms(rng.choice((12, 24, 48)), self.policy)
        common = find_common_slots(players[0].week, players[1].week, opens + MIN_NOTICE, closes)
        both_known = all(player.has_zone for player in players)
        at = opens
        ready = [at + self._draw_delay(player) for player in players]
        steps = [0, 0]
        while state.time is None and state.status != TimeStatus.REFEREE:
            due = state.find_due(terms)
            assert due is not None
            acting = [
                side for side in state.list_silent_sides() if self._will_act(players[side], state) and steps[side] < PATIENCE
            ]
            side = min(acting, key=lambda number: ready[number]) if acting else None
            if side is None or max(ready[side], at) >= due:
                at = max(at, due)
                slots = [slot for slot in common if slot > at] if both_known else []
                was_reminded, state = state.reminded, state.apply_deadline(terms, slots, at)
                if state.reminded and not was_reminded:
                    ready = [max(moment, at + self._draw_delay(player)) if player.needs_reminder else max(moment, at)
                             for moment, player in zip(ready, players, strict=True)]  # fmt: skip
                continue
            at = max(ready[side], at)
            steps[side] += 1
            state = self._act(state, side, players, common, at)
            ready[1 - side] = at + self._draw_delay(players[1 - side])
        way = str(state.status)
        if state.status == TimeStatus.REFEREE:  # the organiser sets a time within a day
            at = min(at + rng.random() * 24 * HOUR, closes)
            future = [slot for slot in common if slot > at]
            state = state.set_time(future[0] if future else max(default, at + HOUR), at)
            way = "organiser"
        self._count(state, way, players, common, opens, at)

    def _will_act(self, player: Habits, state: Negotiation) -> bool:
        return player.answers and (state.reminded or not player.needs_reminder)

    def _draw_delay(self, player: Habits) -> timedelta:
        return self.rng.expovariate(1 / player.delay_h) * HOUR

    def _act(
        self, state: Negotiation, side: int, players: Sequence[Habits], common: list[datetime], at: datetime
    ) -> Negotiation:
        """Accept a proposed time that suits the player, or propose the best three that are left."""
        week = players[side].week
        if state.proposer is not None:
            for slot in state.slots:
                if slot > at and suits(week, slot):
                    return state.accept(side, slot, at)
        earliest = at + MIN_NOTICE
        slots = [slot for slot in common if slot >= earliest][:3]
        if not slots:
            spans = list_free_spans(week, earliest, state.closes_at)
            slots = [start for start, _end in self.rng.sample(spans, min(2, len(spans)))] or [state.closes_at]
        try:
            return state.propose(side, slots, at)
        except ActionError:
            return state if state.proposer is None else state.decline(side, at)

    def _count(
        self, state: Negotiation, way: str, players: Sequence[Habits], common: list[datetime], opens: datetime, at: datetime
    ) -> None:
        outcome = self.outcome
        outcome.pairs += 1
        outcome.ways[way] += 1
        outcome.hours.append((at - opens) / HOUR)
        if state.time is None:
            outcome.without_time += 1
            return
        if common:
            outcome.with_common += 1
            outcome.ways_with_common[way] += 1
            outcome.suiting += all(suits(player.week, state.time) for player in players)
        zones = [ZoneInfo(player.week.zone) for player in players]
        outcome.across_change += any(
            opens.astimezone(zone).utcoffset() != state.closes_at.astimezone(zone).utcoffset() for zone in zones
        )
        if way != "organiser" and not opens <= state.time <= state.closes_at:
            outcome.faults.append(f"{state.time} is outside the window until {state.closes_at}")
        outcome.faults += [
            f"{slot} doesn't suit {player.week}" for slot in common for player in players if not suits(player.week, slot)
        ]


def suits(week: Week, slot: datetime) -> bool:
    """Return whether an hour from `slot` is within the player's hours by the clock on their wall, told minute by minute."""
    zone = ZoneInfo(week.zone)
    return all(_is_free(week, (slot + minutes * timedelta(minutes=1)).astimezone(zone)) for minutes in (0, 15, 30, 45, 59))


def _is_free(week: Week, local: datetime) -> bool:
    minute, day = local.hour * 60 + local.minute, local.date()
    today, before = week.get_hours(day), week.get_hours(day - timedelta(days=1))
    ranges: Iterable[Range] = (*today, *((begins - 1440, ends - 1440) for begins, ends in before))
    return any(begins <= minute < ends for begins, ends in ranges)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for policy in ("slot", "referee"):
        began = time.perf_counter()
        outcome = Simulation(seed=given.seed, policy=policy).run(given.pairs)
        hours = sorted(outcome.hours)
        print(f"policy {policy}: {outcome.pairs} pairs, {time.perf_counter() - began:.0f} s")
        print(f"  with a common slot                {outcome.with_common}")
        print(f"    without the organiser           {outcome.agreed_share:.2%}")
        print(f"    agreed by the players           {outcome.by_players_share:.2%}")
        print(f"    at a time that suits both       {outcome.suiting / max(1, outcome.with_common):.2%}")
        print(f"  how the time came about           {dict(sorted(outcome.ways.items()))}")
        print(f"  hours until known, median and 95% {hours[len(hours) // 2]:.0f}, {hours[int(len(hours) * 0.95)]:.0f}")
        print(f"  windows with a change of clocks   {outcome.across_change}")
        print(f"  without a time or a ruling        {outcome.without_time}")
        print(f"  faults                            {len(outcome.faults)} {outcome.faults[:3]}")


if __name__ == "__main__":
    main()

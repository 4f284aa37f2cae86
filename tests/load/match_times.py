"""`make bench`: ten thousand pairs of players agree on match times by the real rules, without a database.

Zones, hours, exceptions, habits and silence are random, and play windows begin on any day of a year, so that many
contain a change of clocks. Prints how the times came about, and every fault: an exception, a time outside the window, or
one that doesn't suit a player by the clock in their own zone.
"""

import random
from collections import Counter
from collections.abc import Sequence
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
from tests.load.measure import read_arguments

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

    ways: Counter[str] = field(default_factory=Counter)
    """How the times came about, of pairs with a common slot."""
    suiting: int = 0
    """Of these the ones whose time suits both."""
    without_time: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def agreed_share(self) -> float:
        """Return the share of pairs with a common slot whose time came about without the organiser."""
        return 1 - self.ways["organiser"] / max(1, self.ways.total())


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
            asked = [side for side in state.list_silent_sides() if players[side].answers and steps[side] < PATIENCE]
            acting = [side for side in asked if state.reminded or not players[side].needs_reminder]
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
        self._count(state, way, players, common, opens)

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

    def _count(self, state: Negotiation, way: str, players: Sequence[Habits], common: list[datetime], opens: datetime) -> None:
        outcome = self.outcome
        if state.time is None:
            outcome.without_time += 1
            return
        if common:
            outcome.ways[way] += 1
            outcome.suiting += all(suits(player.week, state.time) for player in players)
        if way != "organiser" and not opens <= state.time <= state.closes_at:
            outcome.faults.append(f"{state.time} is outside the window until {state.closes_at}")
        outcome.faults += [
            f"{slot} doesn't suit {player.week}" for slot in common for player in players if not suits(player.week, slot)
        ]


def suits(week: Week, slot: datetime) -> bool:
    """Return whether an hour from `slot` is within the player's hours by the clock on their wall, told minute by minute."""
    for minutes in (0, 15, 30, 45, 59):
        local = (slot + minutes * timedelta(minutes=1)).astimezone(ZoneInfo(week.zone))
        minute, today, before = local.hour * 60 + local.minute, local.date(), local.date() - timedelta(days=1)
        ranges = [*week.get_hours(today), *((begins - 1440, ends - 1440) for begins, ends in week.get_hours(before))]
        if not any(begins <= minute < ends for begins, ends in ranges):
            return False
    return True


def main() -> None:
    asked = read_arguments(pairs=10_000, seed=1)
    for policy in ("slot", "referee"):
        outcome = Simulation(seed=asked.seed, policy=policy).run(asked.pairs)
        print(f"policy {policy}: {asked.pairs} pairs; with a common slot {outcome.agreed_share:.2%} without the organiser")
        print(f"  how their times came about: {dict(outcome.ways)}; {outcome.suiting} of them suit both")
        print(f"  without a time or a ruling: {outcome.without_time}; faults: {len(outcome.faults)} {outcome.faults[:3]}")


if __name__ == "__main__":
    main()

"""The ladder of bots as a format without rounds, and its choice of the matches that tell most."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engines.i18n import mark
from league.formats.arena.state import Ended, Paired, Started, Stopped
from league.formats.bot_ladder.state import MAX_MATCHES, BotLadder, Joined, Settings, Step, fold_bot_ladder
from league.formats.protocol import Column, Continuous, Pairing, TableRow
from league.formats.settings import Field, check_entrant_count, parse_settings

NEIGHBOURS = 24
"""How many of the bots next above in rating are considered for each: others tell less."""
REPEAT_SHARE = 0.5
"""What another match against the last opponent counts, compared with its information."""


class BotLadderFormat(Continuous[Settings, Step]):
    """The ladder of bots: the next match is the one from which the ratings learn most."""

    key = "bot-ladder"
    title = mark("Bot ladder")
    within = mark("bot ladder")
    about = mark(
        "Bots play around the clock and are ranked by rating. The bots whose ratings are least certain are paired first, "
        "with opponents close to them. Runs until you end it."
    )
    fields = (
        Field("running", mark("Matches of a bot at a time"), 2, 1, 10),
        Field(
            "deviation",
            mark("Sufficient deviation"),
            60,
            40,
            200,
            help=mark("A bot whose rating is this certain waits until a bot that is less certain needs an opponent."),
        ),
        Field(
            "silent",
            mark("Losses on time in a row"),
            3,
            1,
            20,
            help=mark("After this many, a bot is paused until its owner resumes it."),
        ),
    )
    columns = (
        Column("Rating", mark("Rating"), mark("Estimated from the matches of this ladder, by Glicko.")),
        Column("Dev", mark("Deviation"), mark("Two thirds of the time, the true strength is within this of the rating.")),
    )
    for_bots = True
    simultaneous = True
    steps = (Started, Joined, Stopped, Paired, Ended)

    def check(self, data: Mapping[str, Any], entrants: int) -> Settings:
        settings = Settings(**parse_settings(self.fields, data))
        check_entrant_count(2, 500, entrants, mark("A bot ladder"))
        return settings

    def fold(self, settings: Settings, log: Sequence[Step], at: datetime) -> BotLadder:
        return fold_bot_ladder(settings, log, at)

    def pairings(self, settings: Settings, log: Sequence[Step], at: datetime) -> tuple[Pairing, ...]:
        """Return the matches to create now. `key` is the number under which to log each as `Paired`."""
        state = fold_bot_ladder(settings, log, at)
        if not state.on(at):
            return ()
        return tuple(Pairing(sides, key=str(number)) for number, sides in enumerate(choose_pairs(state), state.made + 1))

    def standings(self, settings: Settings, log: Sequence[Step], at: datetime) -> tuple[TableRow, ...]:
        """Return the bots by rating, those without a match last."""
        state = fold_bot_ladder(settings, log, at)
        key = {one: (one in state.last, round(rating.mean)) for one, rating in state.ratings.items()}
        ranked = sorted(key, key=lambda one: (key[one], -one), reverse=True)
        first: dict[tuple[bool, int], int] = {}
        for rank, one in enumerate(ranked, 1):
            first.setdefault(key[one], rank)
        return tuple(_build_row(state, one, first[key[one]]) for one in ranked)

    def joined(self, entrant: int, rating: int, at: datetime, *, is_house_bot: bool = False) -> Step:
        return Joined(entrant, rating, at, anchor=is_house_bot)

    def is_over(self, settings: Settings, log: Sequence[Step], at: datetime) -> bool:
        return fold_bot_ladder(settings, log, at).over(at)

    def left(self, entrant: int, at: datetime) -> Step:
        return Stopped(entrant, at)

    def opening(self, at: datetime) -> tuple[Step, ...]:
        return (Started(at),)


def _build_row(state: BotLadder, entrant: int, rank: int) -> TableRow:
    rating, tally = state.ratings[entrant], state.tallies[entrant]
    figures = (("rating", round(rating.mean)), ("deviation", round(rating.deviation)))
    return tally.line(rank, entrant, tally.halves, figures=figures)


def choose_pairs(state: BotLadder) -> list[tuple[int, int]]:
    """Return the matches to create as (first seat, second seat), the most informative first.

    Each bot is in one of them at most; those that can have more get them in the next call. The information of a match
    is what it is expected to tell about both ratings: it grows with their deviations and with their closeness. At least
    one of the two must need a match; two of the site's own bots never meet, nor two that are playing each other. An
    anchor's own rating is not what is to be learned, so it adds nothing.
    """
    busy, pairs, paired = state.busy, list[tuple[int, int]](), set[int]()
    playing = {frozenset(match.sides) for match in state.running.values()}
    for _gain, one, other in _rank_candidates(state):
        is_full = max(busy[one], busy[other]) >= state.settings.running
        if is_full or paired & {one, other} or frozenset((one, other)) in playing:
            continue
        paired |= {one, other}
        pairs.append(_seat(state, one, other))
    return pairs[: MAX_MATCHES - state.made]


def _rank_candidates(state: BotLadder) -> list[tuple[float, int, int]]:
    """Return possible pairs with their information, largest first."""
    foreseen = {one: state.foresee(one) for one in state.ready}
    needy = {one for one in state.ready if state.needs(one)}
    order = sorted(foreseen, key=lambda one: (foreseen[one].mean, one))
    ranked = []
    for place, one in enumerate(order):
        for other in order[place + 1 : place + 1 + NEIGHBOURS]:
            if not needy & {one, other}:
                continue
            gain = sum(
                foreseen[own].gain(foreseen[opposite])
                for own, opposite in ((one, other), (other, one))
                if own not in state.anchors
            )
            share = REPEAT_SHARE if state.last.get(one) == other or state.last.get(other) == one else 1.0
            ranked.append((gain * share, -state.met[frozenset((one, other))], one, other))
    ranked.sort(reverse=True)
    return [(gain, one, other) for gain, _met, one, other in ranked]


def _seat(state: BotLadder, one: int, other: int) -> tuple[int, int]:
    """Return the pair with the first seat for the bot that had it less often; if equal, in turn."""
    if state.tilt[one] == state.tilt[other]:
        return (one, other) if state.met[frozenset((one, other))] % 2 == 0 else (other, one)
    return (one, other) if state.tilt[one] < state.tilt[other] else (other, one)

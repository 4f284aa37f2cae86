"""The ladder of bots: who is paired next, how seats are shared, who is paused, and what the ratings make of results."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from math import exp, log
from random import Random

import pytest

from league.formats.arena.state import Ended, Paired, Started, Stopped
from league.formats.bot_ladder.format import BotLadderFormat
from league.formats.bot_ladder.glicko import LEAST_DEVIATION, START_DEVIATION, Rating
from league.formats.bot_ladder.state import RETURN_DEVIATION, BotLadder, Joined, Settings, Step, fold_bot_ladder

FORMAT = BotLadderFormat()
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Ladder:
    """A ladder whose matches a test ends."""

    def __init__(self, *bots: int, anchors: Sequence[int] = (), **settings: int) -> None:
        self.settings, self.moments = Settings(**settings), (NOON + timedelta(seconds=n) for n in count())
        self.log: list[Step] = [Started(next(self.moments))]
        for bot in (*bots, *anchors):
            self.join(bot, anchor=bot in anchors)

    @property
    def at(self) -> datetime:
        return self.log[-1].at

    @property
    def state(self) -> BotLadder:
        return fold_bot_ladder(self.settings, self.log, self.at)

    def join(self, bot: int, *, anchor: bool = False, rating: int = 1500) -> None:
        self.log.append(Joined(bot, rating, next(self.moments), anchor))

    def stop(self, bot: int) -> None:
        self.log.append(Stopped(bot, next(self.moments)))

    def pair_once(self) -> list[Paired]:
        due = FORMAT.pairings(self.settings, self.log, self.at)
        at = next(self.moments)
        paired = [Paired(int(one.key), (one.sides[0] or 0, one.sides[1] or 0), at) for one in due]
        self.log += paired
        return paired

    def pair(self) -> list[Paired]:
        """Pair until nothing is due any more; in each wave, a bot has one match at most."""
        waves = list(iter(self.pair_once, []))
        for wave in waves:
            sides = [bot for match in wave for bot in match.sides]
            assert len(sides) == len(set(sides))
        return [match for wave in waves for match in wave]

    def end(self, match: Paired, halves: tuple[int, int] = (2, 0), late: tuple[bool, bool] = (False, False)) -> None:
        self.log.append(Ended(match.number, halves, next(self.moments), late=late))

    def play(self, decide: Callable[[Paired], tuple[int, int]] = lambda match: (1, 1), waves: int = 100) -> None:
        """Pair and end so many times, or until nothing is due."""
        for _ in range(waves):
            paired = self.pair()
            if not paired:
                break
            for match in paired:
                self.end(match, decide(match))


def test_a_match_has_the_effect_of_the_published_example() -> None:
    """Glickman's example: 1500 (200) beats 1400 (30), loses to 1550 (100) and 1700 (300): 1464 (151.4).

    There the three matches form one rating period; here each is its own, which changes little.
    """
    rating = Rating(1500, 200)
    for other, score in ((Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)):
        rating = rating.after(other, score)
    assert rating.mean == pytest.approx(1464, abs=5)
    assert rating.deviation == pytest.approx(151.4, abs=1)


def test_a_match_tells_more_about_an_uncertain_rating_and_against_a_close_and_certain_one() -> None:
    sure, unsure = Rating(1500, 50), Rating(1500, 300)
    assert unsure.gain(sure) > max(sure.gain(sure), unsure.gain(unsure))
    assert unsure.gain(sure) > unsure.gain(Rating(1900, 50)) > unsure.gain(Rating(2300, 50))
    rating = Rating(1500, 31)
    for _ in range(20):
        rating = rating.after(Rating(1500, 30), 0.5)
    assert rating.deviation == LEAST_DEVIATION


def test_the_least_certain_bots_are_paired_first_each_with_the_one_that_is_closest() -> None:
    ladder = Ladder(1, 2, 3, 4, running=1)
    ladder.play(waves=8)
    ladder.join(5)
    assert 5 in ladder.pair()[0].sides
    new = Ladder(running=1)
    for bot, rating in ((1, 1200), (2, 1490), (3, 1900), (4, 1500)):
        new.join(bot, rating=rating)
    assert {2, 4} in [set(match.sides) for match in new.pair()]


def test_nobody_plays_more_matches_at_a_time_than_the_setting_allows() -> None:
    for most in (1, 3):
        ladder = Ladder(*range(1, 6), running=most)
        ladder.pair()
        assert ladder.pair() == []
        assert max(ladder.state.busy.values()) == most
        pairs = [frozenset(match.sides) for match in ladder.state.running.values()]
        assert len(pairs) == len(set(pairs))


def test_both_seats_come_equally_often() -> None:
    ladder, rng = Ladder(*range(1, 7), running=1, deviation=40), Random(1)
    for _ in range(15):
        ladder.play(lambda match: rng.choice([(2, 0), (0, 2), (1, 1)]), waves=1)
        assert all(abs(tilt) <= 2 for tilt in ladder.state.tilt.values())


def test_it_stops_when_all_ratings_are_certain_enough_and_goes_on_for_a_newcomer() -> None:
    ladder = Ladder(1, 2, 3, deviation=100)
    ladder.play()
    assert ladder.pair() == []
    assert all(rating.deviation <= 100 for rating in ladder.state.ratings.values())
    assert ladder.state.waiting == []
    ladder.join(4)
    assert all(4 in match.sides for match in ladder.pair())


def test_running_matches_count_as_if_they_were_over() -> None:
    """Otherwise a bot whose matches take long would get ever more of them."""
    ladder = Ladder(1, 2, 3, 4, 5, 6, running=10, deviation=200)
    while ladder.pair():
        pass
    state = ladder.state
    assert all(state.ratings[bot].deviation == START_DEVIATION for bot in state.ready)
    assert all(state.foresee(bot).deviation <= 200 or state.busy[bot] == 5 for bot in state.ready)


@pytest.mark.parametrize(("lates", "ready"), [((True, False, True), {1, 2}), ((False, True, True), {1})])
def test_a_bot_that_loses_on_time_so_often_in_a_row_is_paused_until_it_joins_again(
    lates: tuple[bool, ...], ready: set[int]
) -> None:
    ladder = Ladder(1, 2, silent=2)
    for late in lates:
        [match, *_] = ladder.pair()
        seat = match.sides.index(2)
        ladder.end(match, (0, 2) if seat == 0 else (2, 0), late=(late and seat == 0, late and seat == 1))
    assert ladder.state.ready == ready
    ladder.join(3)
    assert 3 in [bot for match in ladder.pair() for bot in match.sides], "it holds up nobody"
    ladder.join(2)
    assert (2 in ladder.state.ready, ladder.state.late[2]) == (True, 0)


def test_a_bot_that_returns_is_less_certain_than_before() -> None:
    ladder = Ladder(1, 2, deviation=60)
    ladder.play(lambda match: (2, 0) if match.sides[0] == 1 else (0, 2))
    before = ladder.state.ratings[1]
    ladder.stop(1)
    assert ladder.pair() == []
    ladder.join(1, rating=900)
    assert ladder.state.ratings[1] == Rating(before.mean, RETURN_DEVIATION)
    assert ladder.pair()


def test_a_result_for_nobody_changes_no_rating() -> None:
    ladder = Ladder(1, 2)
    [match, *_] = ladder.pair()
    ladder.end(match, (0, 0), late=(True, True))
    assert ladder.state.ratings == {1: Rating(1500, START_DEVIATION), 2: Rating(1500, START_DEVIATION)}


def test_the_ranking_finds_the_strengths_with_few_matches() -> None:
    """Six bots, 200 points apart: after matches that bring each below the setting, the order is nearly right."""
    ladder, rng = Ladder(*range(1, 7), deviation=100), Random(7)

    def decide(match: Paired) -> tuple[int, int]:
        better = 200 * (match.sides[0] - match.sides[1])
        return (2, 0) if rng.random() < 1 / (1 + exp(-log(10) / 400 * better)) else (0, 2)

    ladder.play(decide)
    rows = FORMAT.standings(ladder.settings, ladder.log, ladder.at)
    assert all(abs(place - (6 - row.entrant)) <= 1 for place, row in enumerate(rows))
    assert sum(row.played for row in rows) // 2 < 6 * 30
    assert [row.rank for row in rows] == sorted(row.rank or 0 for row in rows)

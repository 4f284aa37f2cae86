"""Ratings from results: the fit agrees with books, with closed forms, and with players whose strength is known."""

from math import log, log10, sqrt
from random import Random

import pytest

from engines.bot_matches.ratings import SCALE, MatchResult, expected_score, fit_ratings
from tests.thorough import WHOLE

# Games of the Eastern Division of the American League in 1987: home and away wins (Agresti, Categorical Data Analysis,
# 2nd edition, table 10.10), by home team and away team in the order of TEAMS; a team does not meet itself.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
HOME_AND_AWAY_WINS = (
    (None, (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)),
    ((3, 3), None, (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)),
    ((2, 5), (4, 3), None, (2, 4), (4, 3), (4, 2), (6, 0)),
    ((3, 3), (5, 1), (2, 5), None, (4, 3), (4, 2), (6, 1)),
    ((5, 1), (2, 5), (3, 3), (4, 2), None, (5, 2), (6, 0)),
    ((2, 5), (3, 3), (3, 4), (4, 3), (4, 2), None, (2, 4)),
    ((2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), None),
)


def results(one: str, other: str, won: int, drawn: int, lost: int) -> list[MatchResult]:
    """Matches of two players, each played once more with changed sides."""
    ranks = [(1, 2)] * won + [(1, 1)] * drawn + [(2, 1)] * lost
    return [match for rank in ranks for match in (MatchResult((one, other), rank), MatchResult((other, one), rank[::-1]))]


def baseball() -> list[MatchResult]:
    played = []
    for home, row in zip(TEAMS, HOME_AND_AWAY_WINS, strict=True):
        for away, wins in zip(TEAMS, row, strict=True):
            if wins is not None:
                played += [MatchResult((home, away), (1, 2))] * wins[0] + [MatchResult((home, away), (2, 1))] * wins[1]
    return played


def test_the_fit_is_that_of_the_books() -> None:
    """Agresti, section 10.6: the abilities relative to Baltimore, and the advantage of playing at home."""
    ratings = fit_ratings(baseball(), "Baltimore", prior_draws=0)
    found = {team: round(ratings.values[team] / SCALE, 3) for team in TEAMS}
    assert found == {
        "Milwaukee": 1.620, "Detroit": 1.475, "Toronto": 1.327, "New York": 1.281, "Boston": 1.144, "Cleveland": 0.705,
        "Baltimore": 0.0,
    }  # fmt: skip
    assert ratings.seats[1] / SCALE == pytest.approx(-0.302, abs=5e-4)


@pytest.mark.parametrize(("won", "drawn", "lost"), [(30, 0, 10), (50, 20, 30), (7, 6, 1)])
def test_two_players_are_as_far_apart_as_the_odds_of_their_score(won: int, drawn: int, lost: int) -> None:
    games, share = won + drawn + lost, (won + drawn / 2) / (won + drawn + lost)
    ratings = fit_ratings(results("a", "b", won, drawn, lost), "b", prior_draws=0)
    points, low, high = ratings.difference("a", "b")
    assert points == pytest.approx(400 * log10(share / (1 - share)), abs=1e-6)
    assert ratings.seats == pytest.approx((0, 0), abs=1e-6)
    reach = 1.959964 * 400 / 2.302585 / sqrt(2 * games * share * (1 - share))
    assert (points - low, high - points) == pytest.approx((reach, reach), rel=1e-5)


def simulate(strengths: dict[str, float], bonus: tuple[float, ...], games: int, seed: int) -> list[MatchResult]:
    """Matches between neighbours on a scale: each player of a table draws a luck (Gumbel: differences are logistic)."""
    rng, names, played = Random(seed), list(strengths), []
    for number in range(games):
        start = number % (len(names) - len(bonus) + 1)
        table = names[start : start + len(bonus)]
        rng.shuffle(table)
        luck = {name: strengths[name] + bonus[seat] + SCALE * -log(-log(rng.random())) for seat, name in enumerate(table)}
        order = sorted(table, key=lambda name: -luck[name])
        played.append(MatchResult(tuple(table), tuple(order.index(name) + 1 for name in table)))
    return played


STRENGTHS = {"random": 400.0, "b": 620.0, "c": 700.0, "d": 1010.0, "e": 1100.0}


@pytest.mark.parametrize("bonus", [(0.0, 60.0), (0.0, 40.0, -40.0)])
def test_players_of_known_strength_are_found_again(bonus: tuple[float, ...]) -> None:
    covered, seeds = 0, 20 if WHOLE else 3
    for seed in range(seeds):
        ratings = fit_ratings(simulate(STRENGTHS, bonus, 1200, seed), "random", 400.0)
        for name, strength in STRENGTHS.items():
            low, high = ratings.interval(name)
            covered += name != "random" and low <= strength <= high
            assert ratings.values[name] == pytest.approx(strength, abs=110)
        assert ratings.seats == pytest.approx(bonus, abs=60)
    assert covered >= 3.5 * seeds  # Of 4 intervals that cover 95 %, 3.8 are expected.


def test_one_who_always_won_has_an_honest_interval() -> None:
    ratings = fit_ratings(results("a", "b", 10, 0, 0), "b")
    low, high = ratings.interval("a")
    assert 500 < ratings.values["a"] < 1000
    assert high - low > 500


def test_400_points_are_odds_of_ten_to_one_and_players_must_be_linked_to_the_anchor() -> None:
    with pytest.raises(ValueError, match="linked"):
        fit_ratings(results("a", "b", 5, 0, 5), "c")
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(-400) == pytest.approx(1 / 11)
    assert expected_score(0) == 0.5

"""Draws of brackets: seeds, byes, who falls where, and when two who have met can meet again."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from league.formats.elimination.draw import Loser, Part, Winner, double_elimination, drop_masks, seed_order, single_elimination
from league.formats.elimination.state import NOBODY, compute_states
from tests.league.formats.elimination.test_play import SIZES, play_out

# The bracket of 64 as sports print it (first round, seeds from top to bottom of a quarter of 16).
SIXTEEN = (1, 16, 8, 9, 5, 12, 4, 13, 6, 11, 3, 14, 7, 10, 2, 15)


def tree(seeds: tuple[int, ...]) -> frozenset[object] | int:
    """A draw without its top and bottom: what counts is who can meet whom, and when."""
    half = len(seeds) // 2
    return frozenset({tree(seeds[:half]), tree(seeds[half:])}) if half else seeds[0]


def test_seeds_meet_as_late_as_possible_and_sixteen_are_drawn_as_published() -> None:
    """In the round with n seeds left, the best n are left if the better always wins, and seed s meets n + 1 - s."""
    assert tree(seed_order(16)) == tree(SIXTEEN)
    for size in (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024):
        left = list(seed_order(size))
        while len(left) > 1:
            assert set(left) == set(range(1, len(left) + 1))
            met = [(left[at], left[at + 1]) for at in range(0, len(left), 2)]
            assert all(one + other == len(left) + 1 for one, other in met)
            left = [min(pair) for pair in met]


@pytest.mark.parametrize("entrants", SIZES)
def test_byes_go_to_the_best_seeds_and_every_match_feeds_exactly_what_it_must(entrants: int) -> None:
    draw = single_elimination(entrants)
    places = compute_states(draw, {})
    byes = [p.winner for p in places.values() if p.node.round == 1 and NOBODY in p.sides]
    assert sorted(filter(None, byes)) == list(range(1, (1 << (entrants - 1).bit_length()) - entrants + 1))
    assert len(draw.nodes) - sum(NOBODY in place.sides for place in places.values()) == entrants - 1
    nodes = double_elimination(entrants, reset=False).nodes
    winners = Counter(source.of for node in nodes for source in node.sides if isinstance(source, Winner))
    losers = Counter(source.of for node in nodes for source in node.sides if isinstance(source, Loser))
    assert winners == {node.key: 1 for node in nodes if node.part is not Part.FINAL}
    assert losers == {node.key: 1 for node in nodes if node.part is Part.WINNERS}


def earliest_rematch(masks: tuple[int, ...]) -> int:
    """The first losers round in which somebody can meet whom they have beaten before, by following every path."""
    rounds, first = len(masks), 99
    for player in range(1 << (rounds - 1)):
        for number in range(2, rounds + 1):  # loses in this winners round, after winning all before
            own = (player >> (number - 1)) ^ masks[number - 1]
            for beaten in range(1, number):
                section = player >> (beaten - 1)
                where = (section ^ masks[beaten - 1]) >> (number - beaten)
                apart = (where ^ own).bit_length()
                first = min(first, 2 * (number - 1) + (2 * apart - 1 if apart else 0))
    return first


@pytest.mark.parametrize(
    "rounds", [2, 3, 4, pytest.param(5, marks=pytest.mark.prove), pytest.param(6, marks=pytest.mark.prove)]
)
def test_no_choice_of_sections_makes_the_first_rematch_later(rounds: int) -> None:
    families = product(*(range(1 << (rounds - number)) for number in range(2, rounds + 1)))
    best = max(earliest_rematch((0, *masks)) for masks in families)
    assert earliest_rematch(drop_masks(rounds)) == best


@pytest.mark.parametrize("entrants", [2, 3, 8, 13, 32, pytest.param(128, marks=pytest.mark.prove)])
def test_the_draw_has_no_earlier_rematch_than_its_sections_allow(entrants: int) -> None:
    """Played out at random: no pair meets again in the losers bracket before the round worked out above."""
    draw = double_elimination(entrants)
    rounds = (entrants - 1).bit_length()
    bound = earliest_rematch(drop_masks(rounds)) if rounds > 1 else 99
    for pattern in range(20):
        met: set[frozenset[int]] = set()
        results = play_out(draw, Random(f"{entrants} {pattern}"))
        for node in draw.nodes:
            if node.key in results:
                pair = frozenset(results[node.key].between)
                assert pair not in met or node.part is not Part.LOSERS or node.round >= bound
                met.add(pair)


@pytest.mark.parametrize("entrants", [1, 1025])
def test_sizes_out_of_range_are_refused(entrants: int) -> None:
    for draw in (single_elimination, double_elimination):
        with pytest.raises(ValueError, match="2 to 1024"):
            draw(entrants)

"""Why two players do not meet: the first criterion that would be worse."""

from __future__ import annotations

from itertools import combinations

import pytest

from league.formats.swiss.explanations import explain_unpaired
from league.formats.swiss.pairing import pair_next_round
from league.formats.swiss.pairing_quality import CRITERION_TEXTS
from league.formats.swiss.tournament import Player, Tournament
from tests.league.formats.swiss.cases import cases
from tests.league.formats.swiss.test_counting import SIX

NEW = Tournament(tuple(Player(number) for number in range(1, 8)), rounds=3, played=0)
PAIRING = [(one.white, one.black) for one in pair_next_round(SIX)]


def test_those_who_have_met_are_told_so() -> None:
    assert explain_unpaired(SIX, PAIRING, 1, 4).code == "C1"


def test_one_more_floater_is_told_with_both_counts() -> None:
    found = explain_unpaired(SIX, PAIRING, 1, 5)
    assert (found.code, found.text) == ("C6", f"{CRITERION_TEXTS['C6']}: 0 now, 2 with this pair.")


def test_a_pair_of_the_round_is_no_question() -> None:
    assert explain_unpaired(SIX, PAIRING, *PAIRING[0]).code == "paired"


def test_the_bye_can_be_asked_for() -> None:
    given = [(one.white, one.black) for one in pair_next_round(NEW)]
    assert explain_unpaired(NEW, given, 7, 0).code == "paired"
    assert explain_unpaired(NEW, given, 1, 0).code == "order"
    assert explain_unpaired(SIX, PAIRING, 1, 0).code == "C2"


def test_a_player_who_is_not_in_the_round_is_refused() -> None:
    with pytest.raises(KeyError):
        explain_unpaired(SIX, PAIRING, 1, 7)


def test_every_other_pair_of_a_round_has_a_reason() -> None:
    for name, given, pairing in cases(every=1400):
        numbers = [one.number for one in given.players if not one.absent][:4]
        for one, other in combinations(numbers, 2):
            found = explain_unpaired(given, pairing, one, other)
            met = {one, other} in [set(board) for board in pairing]
            assert (found.code == "paired") == met, (name, one, other)

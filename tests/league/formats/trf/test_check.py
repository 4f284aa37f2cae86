"""A report is checked by computing it again: pairings, points and ranks."""

from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.tie_breaks.definitions import BadTieBreaks
from league.formats.trf import BadTrf, parse_report
from league.formats.trf.check import check_report
from league.formats.trf.random_report import generate_report
from league.formats.trf.records import PlayerLine
from tests.league.formats.swiss.cases import FILE
from tests.league.formats.trf import second_standings
from tests.league.formats.trf.sample import ROUNDS, player, text


def differences(source: str, tie_breaks: list[str] | None = None) -> list[tuple[int, str]]:
    return [(found.line, found.text) for found in check_report(parse_report(source), tie_breaks)]


def endorsed() -> list[str]:
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["trf"] for line in list(lines)[::60]]


def test_every_earlier_round_of_an_endorsed_programs_tournaments_is_as_the_rules_pair_it() -> None:
    """Their ranks are not standings, and are left out."""
    for source in endorsed():
        assert [found for found in differences(source) if " rank " not in found[1]] == []


def test_swapped_opponents_are_found() -> None:
    source = generate_report("swap", 8, 3)
    rows = {line.start: number for number, line in parse_report(source).of(PlayerLine)}
    lines = source.splitlines()
    one, other = (lines[rows[start] - 1] for start in (1, 2))
    lines[rows[1] - 1], lines[rows[2] - 1] = one[:4] + other[4:8] + one[8:], other[:4] + one[4:8] + other[8:]
    swapped = {1: 2, 2: 1}
    for at, line in enumerate(lines):
        if line.startswith("001"):
            opponent = int(line[91:95])
            lines[at] = f"{line[:91]}{swapped.get(opponent, opponent) or '0000':>4}{line[95:101]}".rstrip()
    found = differences("\n".join(lines))
    assert found[0][1].startswith("Round 1: the file has ")
    assert "the rules give " in found[0][1]


def test_wrong_points_are_found_at_the_players_line() -> None:
    source = text(p1=player(1, *ROUNDS[1], points="2.5"))
    assert (5, "Player 1 has 2.5 points in columns 81 to 84, but the rounds give 1.5.") in differences(source)


def test_ranks_are_compared_by_points_without_tie_breaks_in_the_file() -> None:
    ranked = {start: player(start, *ROUNDS[start]) for start in (1, 2)}
    assert all(" rank " not in found for _, found in differences(text()))
    last = ranked[1][:85] + "   4" + ranked[1][89:]
    found = [found for found in differences(text(p1=last)) if " rank " in found[1]]
    assert found == [(5, "Player 1 has rank 4 in columns 86 to 89; points give one from 1 to 2.")]


def test_ranks_are_compared_by_the_tie_breaks_of_the_212_line() -> None:
    source = generate_report("ranks", 12, 5)
    assert differences(source) == []
    assert any("points, PS give" in found for _, found in differences(source.replace("212 PTS,BH/C1,BH,SB", "212 PTS,PS")))


def test_other_tie_breaks_can_be_asked_for() -> None:
    assert any(" rank " in found for _, found in differences(generate_report("ranks", 12, 5), ["PS"]))
    with pytest.raises(BadTieBreaks):
        differences(text(), ["KS"])


def test_a_contradictory_report_is_refused() -> None:
    with pytest.raises(BadTrf) as refusal:
        differences(text(p4=player(4, "   2 w 0", "   2 b 0")))
    assert refusal.value.line == 7


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 24), st.integers(1, 9))
def test_a_random_tournament_is_sound_and_a_second_computation_ranks_it_the_same(seed: int, players: int, rounds: int) -> None:
    source = generate_report(str(seed), players, rounds)
    assert differences(source) == []
    assert {line.start: line.rank for _, line in parse_report(source).of(PlayerLine)} == second_standings.ranks(source)


def test_the_same_seed_gives_the_same_tournament() -> None:
    assert generate_report("a", 20, 5) == generate_report("a", 20, 5)
    assert generate_report("a", 20, 5) != generate_report("b", 20, 5)

"""A report is checked by computing it again: pairings, points and ranks; one that is written and read says the same."""

from random import Random

import pytest
from hypothesis import assume, given, settings, strategies as st

from league.formats.swiss.random_tournament import generate_tournament
from league.formats.tie_breaks.definitions import BadTieBreaks
from league.formats.trf import BadTrf, format_report, parse_report
from league.formats.trf.check import check_report
from league.formats.trf.export import build_report
from league.formats.trf.next_round import parse_next_round
from league.formats.trf.random_report import generate_report
from league.formats.trf.records import PlayerLine
from tests.league.formats.playing import examples
from tests.league.formats.swiss.cases import read_cases
from tests.league.formats.swiss.test_cases import BUSY
from tests.league.formats.trf import second_standings
from tests.league.formats.trf.sample import ROUNDS, player, text
from tests.thorough import WHOLE


def differences(source: str, tie_breaks: list[str] | None = None) -> list[tuple[int, str]]:
    return [(found.line, found.text) for found in check_report(parse_report(source), tie_breaks)]


def test_every_earlier_round_of_an_endorsed_programs_tournaments_is_as_the_rules_pair_it() -> None:
    """Their ranks are not standings, and are left out."""
    for case in read_cases(every=60 if WHOLE else 600):
        assert [found for found in differences(case["trf"]) if " rank " not in found[1]] == []


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


def test_wrong_points_and_ranks_are_found_at_the_players_line() -> None:
    source = text(p1=player(1, *ROUNDS[1], points="2.5"))
    assert (5, "Player 1 has 2.5 points in columns 81 to 84, but the rounds give 1.5.") in differences(source)
    assert all(" rank " not in found for _, found in differences(text()))
    line = player(1, *ROUNDS[1])
    found = [found for found in differences(text(p1=f"{line[:85]}   4{line[89:]}")) if " rank " in found[1]]
    assert found == [(5, "Player 1 has rank 4 in columns 86 to 89; points give one from 1 to 2.")]


def test_ranks_are_compared_by_the_tie_breaks_of_the_212_line_or_by_others_that_are_asked_for() -> None:
    source = generate_report("ranks", 12, 5)
    assert differences(source) == []
    assert any("points, PS give" in found for _, found in differences(source.replace("212 PTS,BH/C1,BH,SB", "212 PTS,PS")))
    assert any(" rank " in found for _, found in differences(source, ["PS"]))
    with pytest.raises(BadTieBreaks):
        differences(text(), ["KS"])


def test_a_contradictory_report_is_refused() -> None:
    with pytest.raises(BadTrf) as refusal:
        differences(text(p4=player(4, "   2 w 0", "   2 b 0")))
    assert refusal.value.line == 7


@settings(max_examples=examples(12))
@given(st.integers(0, 10**6), st.integers(3, 24), st.integers(1, 9))  # of two, a round may have no pairing at all
def test_a_random_tournament_is_sound_and_a_second_computation_ranks_it_the_same(seed: int, players: int, rounds: int) -> None:
    source = generate_report(str(seed), players, rounds)
    assert source == generate_report(str(seed), players, rounds)
    assert differences(source) == []
    assert {line.start: line.rank for _, line in parse_report(source).of(PlayerLine)} == second_standings.ranks(source)


@settings(max_examples=examples(25))
@given(st.integers(0, 10**6), st.integers(4, 14), st.integers(2, 6), st.data())
def test_a_tournament_comes_back_from_its_report(seed: int, players: int, rounds: int, data: st.DataObject) -> None:
    sent = generate_tournament(Random(seed), players, rounds, data.draw(st.integers(0, rounds - 1)), BUSY)
    paired_in = {at for one in sent.players for at, done in enumerate(one.rounds) if done.opponent}
    assume(len(paired_in) == sent.played and not all(one.absent for one in sent.players))
    assert parse_next_round(parse_report(format_report(build_report(sent, {})))).tournament == sent

"""From a report to the next round: who plays, under which rules, and which reports are refused and why."""

import pytest

from league.formats.swiss.pairing import pair_next_round
from league.formats.swiss.tournament import BLACK, WHITE, Kind, Tournament
from league.formats.trf import BadTrf, parse_report
from league.formats.trf.next_round import parse_next_round
from tests.league.formats.trf.sample import ROUNDS, player, text

LATE = "\n".join([player(1, "0000 - Z", points="0.0"), player(2, "   3 b 1", points="1.0"), player(3, "   2 w 0"), "XXR 3"])
"""Number 1 came late: number 2 was the highest of the first round, and had Black."""
LATE = LATE.replace("1.0    3", "0.0    3")


def tournament(source: str) -> Tournament:
    return parse_next_round(parse_report(source)).tournament


def test_the_plain_report_is_a_tournament_with_two_rounds_behind_it() -> None:
    found = tournament(text())
    assert (found.rounds, found.played, found.first_colour) == (3, 2, WHITE)
    assert [one.points for one in found.players[0].rounds] == [2, 1]


@pytest.mark.parametrize(
    ("source", "away"),
    [
        (text(p4=player(4, "   2 w 0", "   3 b 0", "0000 - Z")), [4]),
        (text(p4=player(4, "   2 w 0", "   3 b 0", "0000 - z")), [4]),
        (text(p4=player(4, "   2 w 0", "   3 b 0", "0000 - H", points="0.5")), [4]),
        (text("240 H 003    4"), [4]),
        (text("XXZ 4"), [4]),
        (text("240 H 002    4"), []),  # a bye of another round
    ],
)
def test_who_is_absent_may_be_said_in_three_ways(source: str, away: list[int]) -> None:
    assert [one.number for one in tournament(source).players if one.absent] == away


def test_a_round_for_which_everybody_has_an_entry_is_behind_us_and_old_marks_of_byes_are_known() -> None:
    byes = {f"p{start}": player(start, *ROUNDS[start], "0000 - Z") for start in ROUNDS}
    found = tournament(text(**byes, rounds="XXR 4"))
    assert (found.played, [one.absent for one in found.players]) == (3, [False] * 4)
    late = "001    5 Late                                                               2.0    5  0000 - +  0000 - F"
    assert [one.kind for one in tournament(text(late)).players[4].rounds] == [Kind.PAIRING_BYE, Kind.BYE]


@pytest.mark.parametrize(
    ("source", "colour"), [(text("152 B"), BLACK), (text("152 W"), WHITE), (text("XXC black1"), BLACK), (LATE, BLACK)]
)
def test_the_first_colour_is_said_or_seen(source: str, colour: str) -> None:
    assert tournament(source).first_colour == colour


def test_prohibited_pairs_hold_in_their_rounds() -> None:
    assert tournament(text("260 003 003    1    4    2")).forbidden == {frozenset((1, 4)), frozenset((1, 2)), frozenset((2, 4))}
    assert not tournament(text("260 001 002    1    4")).forbidden
    assert tournament(text("XXP 1 4")).forbidden == {frozenset((1, 4))}


def test_acceleration_is_carried_through() -> None:
    assert tournament(text("XXA    1  1.0  1.0  0.5")).extra == {1: (2, 2, 1)}
    assert tournament(text("250      01.0 002 003 0001 0002")).extra == {1: (0, 2, 2), 2: (0, 2, 2)}
    assert tournament(text("192 FIDE_DUTCH_BAKU")).extra == {1: (2, 1), 2: (2, 1)}


@pytest.mark.parametrize("lines", [["162  W 3.0    D 1.0"], ["BBW  3.0", "BBD  1.0"], ["XXS W=3 D=1 PAB=3"]])
def test_three_points_for_a_win_in_three_ways_of_saying_so(lines: list[str]) -> None:
    points = {1: "4.0", 2: "4.0", 3: "3.0", 4: "0.0"}
    found = tournament(text(*lines, **{f"p{one}": player(one, *ROUNDS[one], points=points[one]) for one in ROUNDS}))
    assert (found.win, [one.points for one in found.players[0].rounds]) == (6, [6, 2])


def test_pairing_by_rank_answers_with_the_numbers_of_the_file() -> None:
    source = "\n".join([*(player(one, points="0.0") for one in (7, 3, 9, 1)), "XXC rank white1", "XXR 3"])
    found = parse_next_round(parse_report(source))
    assert [(found.starts[one.white], found.starts[one.black]) for one in pair_next_round(found.tournament)] == [(7, 9), (1, 3)]


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        ("012 Nobody\n", 1, "This file has no players"),
        (text(rounds=""), 1, "The number of rounds is missing"),
        (text(rounds="XXR two"), 9, "is not a number of rounds"),
        (text(rounds="XXR 2"), 9, "All 2 rounds are already paired"),
        (text("142 5"), 10, "given twice and differently"),
        (text(p4=player(3, "   2 w 0", "   3 b 0")), 8, "Player 3 appears twice in this file, first in line 7"),
        (text(p4=player(4, "   2 w 0", "   8 b 0")), 8, "player 8 not found"),
        (text(p4=player(4, "   4 w 0", "   3 b 0")), 8, "own number"),
        (text(p4=player(4, "   2 w 0", "   1 b 0")), 7, "met player 1 in that round"),
        (text(p4=player(4, "   2 b 0", "   3 b 0")), 6, "has the same colour"),
        (text(p4=player(4, "   2 w 1", "   3 b 0", points="1.0")), 6, "both have points"),
        (text(p4=player(4, "   2 w -", "   3 b 0")), 6, "doesn't match"),
        (text(p4=player(4, "   2 w  ", "   3 b 0")), 8, "has no result"),
        (text(p4=player(4, "   2 w H", "   3 b 0")), 8, "a bye has no opponent"),
        (text(p4=player(4, "   2   0", "   3 b 0")), 8, "has no colour"),
        (text(p4=player(4, "   2 w 0", "   3 b 0", points="1.0")), 8, "1.0 points in columns 81 to 84"),
        (text(p4=player(4, "   2 w 0", "   3 b 0", "0000 - 1")), 8, "needs an opponent"),
        (text(p4=player(4)[:60]), 6, "met nobody in that round"),
        ("\n".join([player(1), player(2, points="0.0")[:60], "XXR 3"]).replace("1.5", "0.0"), 2, "is the line cut off"),
        (text("162  Q 3.0"), 10, "expected one of"),
        (text("192 FIDE_BURSTEIN"), 10, "is not the Dutch system"),
        (text("013 Alpha                              1    2"), 10, "tournament of teams"),
        (text("299 P      1.0   1    1"), 10, "points that are not results"),
        (text("240 H 003    9"), 10, "Player 9 not found"),
        (text("260 003 001    1    2"), 10, "a first and a last round"),
        (text("XXA    1  1.0  1.0  1.0  1.0"), 10, "only 3 rounds"),
        (text("250      01.0 001 001 0002 0001"), 10, "not before it"),
    ],
)
def test_a_report_that_cannot_be_paired_is_refused_at_its_line(source: str, line: int, said: str) -> None:
    with pytest.raises(BadTrf, match=said) as bad:
        tournament(source)
    assert bad.value.line == line

"""What is counted of a pairing, on tournaments small enough to count by hand."""

from __future__ import annotations

from league.events.formats.swiss.counting import TEXTS, brackets, worse
from league.events.formats.swiss.tournament import BLACK, WHITE, Kind, Player, Round, Tournament


def game(opponent: int, colour: str, points: int) -> Round:
    return Round(Kind.GAME, points, opponent, colour)


# After one round: 1, 2 and 3 have a point, 4 and 5 none, 6 had the bye.
SIX = Tournament(
    (
        Player(1, (game(4, WHITE, 2),)),
        Player(2, (game(5, BLACK, 2),)),
        Player(3, (Round(Kind.FORFEIT, 2, 7, WHITE),)),
        Player(4, (game(1, BLACK, 0),)),
        Player(5, (game(2, WHITE, 0),)),
        Player(6, (Round(Kind.PAIRING_BYE, 2),)),
        Player(7, (Round(Kind.FORFEIT, 0, 3, BLACK),), absent=True),
    ),
    rounds=4,
    played=1,
)


def test_brackets_hold_residents_and_those_who_moved_down() -> None:
    top, bottom = brackets(SIX, [(2, 1), (3, 4), (5, 6)])
    assert (top.score, top.moved, top.residents, top.boards, top.down) == (2, (), (1, 2, 3, 6), ((2, 1),), (3, 6))
    assert (bottom.score, bottom.moved, bottom.residents) == (0, (3, 6), (4, 5))


def test_floaters_their_scores_and_floats_repeated_are_counted() -> None:
    top, bottom = brackets(SIX, [(2, 1), (3, 4), (5, 6)])
    assert [top.counts[code] for code in ("C5", "C6", "C7", "C8")] == [-1, 2, (2, 2), (0,)]
    assert top.counts["C14"] == 2  # 3 had a free point and 6 the bye: both floated down
    assert bottom.counts["C18"] == (2, 2)
    assert [bottom.counts[code] for code in ("C15", "C16", "C17", "C19", "C20", "C21")] == [0, 0, 0, (), (), ()]


def test_colours_that_are_due_and_not_given_are_counted_by_their_strength() -> None:
    """1 had White, 2 Black; 5 had White and 6 nothing."""
    top, bottom = brackets(SIX, [(1, 2), (3, 4), (5, 6)])
    assert (top.counts["C12"], top.counts["C13"]) == (2, 2)
    assert (bottom.counts["C12"], bottom.counts["C13"]) == (2, 2)


def test_topscorers_with_a_third_colour_in_a_row_are_counted() -> None:
    twice = (game(8, WHITE, 2), game(9, WHITE, 2))
    given = Tournament(
        (
            Player(1, twice),
            Player(2, twice),
            Player(8, (game(1, BLACK, 0),), absent=True),
            Player(9, (Round(Kind.ABSENT, 0), game(2, BLACK, 0)), absent=True),
        ),
        rounds=3,
        played=2,
    )
    (only,) = brackets(given, [(1, 2)])
    assert (only.counts["C10"], only.counts["C11"]) == (1, 1)


def test_the_bye_is_counted_by_score_and_unplayed_rounds() -> None:
    given = Tournament(tuple(Player(number, (Round(Kind.ABSENT, 0),)) for number in (1, 2, 3)), rounds=3, played=1)
    (only,) = brackets(given, [(1, 2), (3, 0)])
    assert (only.counts["C5"], only.counts["C9"], only.down) == (0, 1, (3,))


def test_the_first_thing_that_is_worse_decides() -> None:
    best = brackets(SIX, [(2, 1), (3, 6), (5, 4)])
    found = worse(best, brackets(SIX, [(2, 1), (3, 4), (5, 6)]))
    assert found is not None
    assert (found.code, found.score, found.better, found.worse) == ("C6", 2, 0, 2)
    assert worse(best, best) is None


def test_of_equally_good_pairings_the_transposition_that_comes_first_is_better() -> None:
    given = Tournament(tuple(Player(number) for number in (1, 2, 3, 4)), rounds=3, played=0)
    found = worse(brackets(given, [(1, 3), (4, 2)]), brackets(given, [(1, 4), (3, 2)]))
    assert found is not None
    assert found.code == "order"


def test_every_criterion_has_a_text() -> None:
    (first, *_) = brackets(SIX, [(2, 1), (3, 4), (5, 6)])
    assert [code for code, _, _ in first.counts.told()] == [f"C{number}" for number in range(5, 22)] == list(TEXTS)

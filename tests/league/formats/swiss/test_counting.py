"""What is counted of a pairing, on tournaments small enough to count by hand."""

from league.formats.swiss.pairing_quality import CRITERION_TEXTS, find_difference, list_brackets
from league.formats.swiss.tournament import BLACK, WHITE, Kind, Player, Round, Tournament


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
    top, bottom = list_brackets(SIX, [(2, 1), (3, 4), (5, 6)])
    assert (top.score, top.moved, top.residents, top.boards, top.down) == (2, (), (1, 2, 3, 6), ((2, 1),), (3, 6))
    assert (bottom.score, bottom.moved, bottom.residents) == (0, (3, 6), (4, 5))


def test_floaters_their_scores_and_floats_repeated_are_counted() -> None:
    top, bottom = list_brackets(SIX, [(2, 1), (3, 4), (5, 6)])
    assert [top.counts[code] for code in ("C5", "C6", "C7", "C8")] == [-1, 2, (2, 2), (0,)]
    assert top.counts["C14"] == 2  # 3 had a free point and 6 the bye: both floated down
    assert bottom.counts["C18"] == (2, 2)
    assert [bottom.counts[code] for code in ("C15", "C16", "C17", "C19", "C20", "C21")] == [0, 0, 0, (), (), ()]


def test_colours_that_are_due_and_not_given_are_counted_by_their_strength() -> None:
    """1 had White, 2 Black; 5 had White and 6 nothing."""
    top, bottom = list_brackets(SIX, [(1, 2), (3, 4), (5, 6)])
    assert (top.counts["C12"], top.counts["C13"]) == (2, 2)
    assert (bottom.counts["C12"], bottom.counts["C13"]) == (2, 2)


def test_topscorers_with_a_third_colour_in_a_row_are_counted() -> None:
    twice = (game(8, WHITE, 2), game(9, WHITE, 2))
    away = [Player(8, (game(1, BLACK, 0),), absent=True), Player(9, (Round(Kind.ABSENT, 0), game(2, BLACK, 0)), absent=True)]
    (only,) = list_brackets(Tournament((Player(1, twice), Player(2, twice), *away), rounds=3, played=2), [(1, 2)])
    # an absolute preference is no strong one
    assert [only.counts[code] for code in ("C10", "C11", "C12", "C13")] == [1, 1, 1, 0]


def test_floats_of_the_last_round_and_of_that_before_are_counted_apart() -> None:
    nothing, half = Round(Kind.ABSENT, 0), Round(Kind.BYE, 1)
    rows = {1: (half, nothing), 2: (nothing, half), 3: (half, nothing), 4: (nothing, nothing)}
    given = Tournament(tuple(Player(number, row) for number, row in rows.items()), rounds=5, played=2)
    for pairing, counts in (([(1, 4), (2, 3)], (0, 1)), ([(2, 4), (1, 3)], (1, 0))):
        top, _ = list_brackets(given, pairing)
        assert (top.counts["C14"], top.counts["C16"]) == counts


def test_the_bye_is_counted_by_score_and_unplayed_rounds() -> None:
    given = Tournament(tuple(Player(number, (Round(Kind.ABSENT, 0),)) for number in (1, 2, 3)), rounds=3, played=1)
    (only,) = list_brackets(given, [(1, 2), (3, 0)])
    assert (only.counts["C5"], only.counts["C9"], only.down) == (0, 1, (3,))


def test_the_first_thing_that_is_worse_decides() -> None:
    best = list_brackets(SIX, [(2, 1), (3, 6), (5, 4)])
    found = find_difference(best, list_brackets(SIX, [(2, 1), (3, 4), (5, 6)]))
    assert found is not None
    assert (found.code, found.score, found.better, found.worse) == ("C6", 2, 0, 2)
    assert find_difference(best, best) is None
    assert [*best[0].counts] == [f"C{number}" for number in range(5, 22)] == list(CRITERION_TEXTS)


def test_of_equally_good_pairings_the_transposition_or_the_smaller_exchange_that_comes_first_is_better() -> None:
    new = [Tournament(tuple(Player(number) for number in range(1, size)), rounds=3, played=0) for size in (5, 9)]
    found = find_difference(list_brackets(new[0], [(1, 3), (4, 2)]), list_brackets(new[0], [(1, 4), (3, 2)]))
    assert found is not None
    assert found.code == "order"
    third_for_fifth = list_brackets(new[1], [(1, 3), (2, 6), (4, 7), (5, 8)])
    fourth_for_seventh = list_brackets(new[1], [(1, 4), (2, 5), (3, 6), (7, 8)])
    assert find_difference(third_for_fifth, fourth_for_seventh) is not None
    assert find_difference(fourth_for_seventh, third_for_fifth) is None


def test_opponents_who_float_up_again_are_counted_with_the_score_difference() -> None:
    """1 had fictitious points in the first round, so its opponent 3 floated up then."""
    given = Tournament(
        (
            Player(1, (game(3, WHITE, 1),)),
            Player(2, (game(4, BLACK, 2),)),
            Player(3, (game(1, BLACK, 1),)),
            Player(4, (game(2, WHITE, 0),)),
        ),
        rounds=4,
        played=1,
        extra={1: (2,)},
    )
    _, middle, _ = list_brackets(given, [(3, 2), (1, 4)])
    assert (middle.moved, middle.counts["C15"], middle.counts["C19"]) == ((2,), 1, (1,))
    assert middle.counts["C14"] == 1  # 1 floated down then, and does again
    assert (middle.counts["C16"], middle.counts["C17"], middle.counts["C21"]) == (0, 0, ())

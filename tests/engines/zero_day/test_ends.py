"""How a match ends, and what happens when a seat falls."""

from typing import Any

import pytest

from engines import play
from tests.engines.zero_day import scenes
from tests.engines.zero_day.scenes import ADMIN, ENGINE, ONE, TWO, begun, change, do, end, install, refusal, turn_of, view


def fall(state: Any, text: str, by: int | None = None) -> Any:
    """The outcome, or the state in which the others play on."""
    after = play.advance(ENGINE, play.Position(state, None), by, text)
    return after.state


def last_turn(*scores: int, **options: Any) -> Any:
    """The last turn of the last round is over."""
    state = turn_of(ONE, "R1", seats=len(scores), round=25, **options)
    state = change(state, score=scores, spots=[0, 9, *range(2, len(scores))], marker=9)
    return do(state, "init 5")


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [
        ((5, 4), (1, 2)), ((4, 5), (2, 1)), ((4, 4), (1, 2)), ((0, 0, 0), (1, 2, 2)), ((3, 5, 5), (3, 1, 1)),
        ((5, 5, 3), (1, 2, 3)), ((2, 4, 2, 3), (3, 1, 3, 2)),
    ],
)  # fmt: skip
def test_the_round_limit_gives_it_to_the_most_tokens(scores: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    assert end(last_turn(*scores)) == (ranks, "round-limit")


def test_the_round_limit_is_an_option() -> None:
    state = turn_of(ONE, "R1", round=3, round_limit=3)
    assert end(do(change(state, spots=[0, 9], marker=9), "init 5"))[1] == "round-limit"
    assert ENGINE.outcome(do(change(state, spots=[0, 9], marker=9, round=2), "init 5")) is None


def test_who_does_not_win_is_ranked_by_tokens_and_who_fell_is_last() -> None:
    state = change(turn_of(ADMIN, credits=9, seats=4, stacks={"Progress": "4 5 6 7 8 9"}), score=[6, 2, 7, 2])
    assert end(do(state, "resolve Progress")) == ((1, 3, 2, 3), "progress")
    state = fall(change(turn_of(ADMIN, credits=9, seats=3, stacks={"Progress": "4 5 6 7 8 9"}), score=[7, 8, 1]), "flag 1")
    assert end(do(state, "resolve Progress")) == ((1, 3, 2), "progress")


def test_a_hacker_who_falls_leaves_the_board_and_the_others_play_on() -> None:
    state = install(turn_of(ONE, "R1", seats=3), ONE, {"Bob": "1"})
    after = fall(state, "resign", ONE)
    assert ENGINE.outcome(after) is None
    assert (after.seat, after.phase) == (TWO, "start")
    shown = view(after)["seats"][ONE]
    assert (shown["gone"], shown["at"], shown["spot"], shown["installed"]) == (True, None, None, [])
    assert view(after)["board"]["R1"] == {"tile": "Entertainment", "neutral": 0, "pawns": [], "token": "Defense"}


def test_a_hacker_who_falls_out_of_turn_does_not_disturb_it_and_falls_once() -> None:
    state = turn_of(ONE, "R1", seats=3)
    after = fall(state, "flag 2")
    assert (after.seat, after.phase, after.spots[TWO]) == (ONE, "free", -1)
    assert refusal(after, "flag 2", None).code == "left-already"
    assert refusal(begun(2), "flag 3", None).code == "not-a-seat"


def test_when_the_admin_or_all_hackers_fall_the_others_win_and_when_all_fall_nobody() -> None:
    assert end(fall(turn_of(ONE, "R1"), "resign", ONE)) == ((1, 2), "resigned")
    both = fall(turn_of(ONE, "R1", seats=3), "no-show 1,2")
    assert end(both) == ((1, 2, 2), "no-show")
    state = change(begun(4), score=[9, 2, 5, 5])
    assert end(fall(state, "flag 0")) == ((4, 3, 1, 1), "time")
    assert end(fall(fall(state, "flag 2"), "resign", ADMIN)) == ((3, 2, 3, 1), "resigned")
    assert end(fall(begun(3), "flag 0,1,2")) == ((2, 2, 2), "double-forfeit")


def test_what_waits_for_a_hacker_who_falls_is_dropped() -> None:
    state = do(turn_of(ONE, "C", credits=9, seats=3), "hack 0 1 2 3")
    after = fall(state, "flag 1")
    assert (after.pending, after.seat, after.phase) == (None, TWO, "start")
    state = turn_of(ADMIN, seats=4, stacks={"Invest": "4 5"}, viruses="Alice Eve Victor")
    state = do(install(install(state, ONE, {"Victor": "1"}), TWO, {"Victor": "1"}), "resolve Invest")
    after = fall(state, "flag 1")
    assert (after.phase, after.choice.peekers) == ("peek", 1 << TWO)
    assert fall(after, "flag 2").credits[ADMIN] == 9


def test_a_hacker_may_fall_before_the_first_draw_or_before_choosing_a_spot() -> None:
    state = begun(3)
    state = change(state, phase="initiative", seat=ONE, spots=[0, -1, -1], round=0)
    after = fall(state, "no-show 1")
    assert (after.phase, after.seat) == ("initiative", TWO)
    state = ENGINE.start(ENGINE.options({}), 3)
    after = fall(state, "resign", TWO)
    draws = (f"board {scenes.BOARDS[3]}", "initiative 0 1 2 3 4 5 6 7 8 9", "operations Eject Scan", "viruses Alice Eve Bob")
    after = do(after, *(f"- {text}" for text in draws))
    assert refusal(after, "first hacker2", None).code == "not-the-referees"
    after = do(after, "- first hacker1", "credentials 0 1 2 3", "init 3", "init 4")
    assert (after.phase, after.spots) == ("tokens", (4, 3, -1))
    assert after.credits == (6, 5, 5)


def test_nothing_is_hidden_after_the_end() -> None:
    over = fall(turn_of(ONE, "C", credits=9, stacks={"Invest": "5"}), "resign", ONE)
    shown = view(over)
    assert shown["credentials"] == ["0", "1", "2", "3"]
    assert shown["operations"][0]["cards"] == ["5"]
    assert ENGINE.to_act(over) == frozenset()

"""The words that all games share, and who may say them."""

from typing import Any

import pytest

from engines import play, registry
from engines.contract import BadOption, IllegalAction, Outcome

ENGINE = registry.get("field-tactics")


def begun(*moves: tuple[int | None, str]) -> play.Position[Any]:
    *_, last = play.replay(ENGINE, {"advantage": "red"}, 2, moves)
    return last


def test_who_has_left_a_match_that_goes_on_cannot_resign_again_and_nobody_after_the_end() -> None:
    engine = registry.get("zero-day")
    begun = play.begin(engine, {}, 3)
    assert all(play.can_resign(engine, begun, seat) for seat in range(3))
    left = play.advance(engine, begun, 1, "resign")
    assert [play.can_resign(engine, left, seat) for seat in range(3)] == [True, False, True]
    over = play.advance(engine, left, 2, "resign")
    assert not any(play.can_resign(engine, over, seat) for seat in range(3))


@pytest.mark.parametrize(
    ("by", "text", "outcome"),
    [
        (1, " Resign ", Outcome((1, 2), "resigned")),  # out of turn
        (None, "flag 0", Outcome((2, 1), "time")),
        (None, "disqualify 1", Outcome((1, 2), "disqualified")),
        (None, "no-show 0,1", Outcome((2, 2), "double-forfeit")),
        (None, "flag 0,1", Outcome((2, 2), "double-forfeit")),
    ],
)
def test_a_word_ends_a_match(by: int | None, text: str, outcome: Outcome) -> None:
    assert play.advance(ENGINE, begun(), by, text).outcome == outcome


@pytest.mark.parametrize(
    ("by", "text", "code"),
    [
        (0, "flag 0", "malformed"),
        (0, "disqualify 1", "malformed"),
        (0, "no-show 0,1", "malformed"),
        (None, "flag 2", "not-a-seat"),
        (7, "resign", "not-a-seat"),
        (-1, "resign", "not-a-seat"),
        (None, "resign", "malformed"),
        (None, "flag", "malformed"),
        (None, "flag 0,", "malformed"),
        (None, "flag 0 1", "malformed"),
        (0, "x" * 2001, "malformed"),
        (0, "resign\0", "malformed"),
    ],
)
def test_other_words_are_refused(by: int | None, text: str, code: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        play.advance(ENGINE, begun(), by, text)
    assert caught.value.code == code


def test_a_step_tells_what_the_log_keeps() -> None:
    step = play.step(ENGINE, begun(), 0, " First  BLUE ")
    assert (step.do, step.note, step.secret) == ("first blue", "", False)
    assert step.position == begun((0, "first blue"))
    assert play.step(ENGINE, begun(), 0, " RESIGN ").do == "resign"
    assert play.step(ENGINE, begun(), None, "flag 1,0").do == "flag 0,1"


@pytest.mark.parametrize(
    ("by", "do", "told"),
    [
        (1, "resign", "Blue resigns."),
        (None, "flag 0", "Red ran out of time."),
        (None, "flag 0,1", "Red and Blue ran out of time."),
        (None, "disqualify 1", "Blue: disqualified by the referee."),
        (None, "no-show 0,1", "Red and Blue didn't show up."),
        (0, "first blue", "Red decides: Blue moves first."),
    ],
)
def test_a_log_line_tells_it_in_words(by: int | None, do: str, told: str) -> None:
    assert play.describe(ENGINE, begun(), by, do, None) == told


def test_an_unknown_game_or_number_of_seats_is_answered_with_the_known_ones() -> None:
    with pytest.raises(BadOption) as caught:
        play.begin(ENGINE, {}, 3)
    assert caught.value.name == "seats"
    with pytest.raises(registry.UnknownGame, match="field-tactics"):
        registry.get("chess")
    with pytest.raises(registry.UnknownGame, match="Unknown version of field-tactics: 99"):
        registry.get("field-tactics", 99)
    assert registry.get("field-tactics", 1) is registry.get("field-tactics")


def test_going_berserk_leaves_the_position_as_it_is_and_only_the_referee_says_so() -> None:
    before = begun((0, "first red"))
    step = play.step(ENGINE, before, None, "berserk 01")
    assert (step.position, step.do, step.note, step.secret) == (before, "berserk 1", "", False)
    for by, do in ((0, "berserk 0"), (None, "berserk 2"), (None, "berserk")):
        with pytest.raises(IllegalAction):
            play.step(ENGINE, before, by, do)

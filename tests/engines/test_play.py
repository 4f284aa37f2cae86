"""The words that all games share, who may say them, and how a match ended in words."""

from typing import Any

import pytest

from engines import play, registry
from engines.contract import BadOption, IllegalAction, Outcome
from tests.engines.field_tactics import scenes as field_tactics
from tests.engines.order_and_chaos import scenes as order_and_chaos

ENGINE = field_tactics.ENGINE


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


BOTH = "Both sides forfeit; the league decides."


@pytest.mark.parametrize(
    ("by", "text", "outcome", "log_line", "end"),
    [
        (1, " Resign ", Outcome((1, 2), "resigned"), "Blue resigns.", None),  # out of turn
        (None, "flag 0", Outcome((2, 1), "time"), "Red ran out of time.", None),
        (None, "flag 0,1", Outcome((2, 2), "double-forfeit"), "Red and Blue ran out of time.", BOTH),
        (None, "disqualify 1", Outcome((1, 2), "disqualified"), "Blue: disqualified by the referee.", None),
        (None, "no-show 0", Outcome((2, 1), "no-show"), "Red didn't show up.", None),
        (None, "no-show 0,1", Outcome((2, 2), "double-forfeit"), "Red and Blue didn't show up.", BOTH),
        (None, "gone 0", Outcome((2, 1), "gone"), "Red: disconnected for too long.", None),
    ],
)
def test_a_word_ends_a_match_and_the_log_and_the_end_name_the_side(
    by: int | None, text: str, outcome: Outcome, log_line: str, end: str | None
) -> None:
    assert play.advance(ENGINE, begun(), by, text).outcome == outcome
    assert play.describe(ENGINE, begun(), by, text, None) == log_line
    assert play.describe_end(ENGINE, outcome, None, None) == (end or log_line)


@pytest.mark.parametrize(
    ("by", "text", "code"),
    [
        (0, "flag 0", "malformed"), (0, "disqualify 1", "malformed"), (0, "no-show 0,1", "malformed"),
        (None, "flag 2", "not-a-seat"), (7, "resign", "not-a-seat"), (-1, "resign", "not-a-seat"),
        (None, "resign", "malformed"), (None, "flag", "malformed"), (None, "flag 0,", "malformed"),
        (None, "flag 0 1", "malformed"), (0, "x" * 2001, "malformed"), (0, "resign\0", "malformed"),
    ],
)  # fmt: skip
def test_other_words_are_refused(by: int | None, text: str, code: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        play.advance(ENGINE, begun(), by, text)
    assert caught.value.code == code


def test_a_step_tells_what_the_log_keeps() -> None:
    step = play.step(ENGINE, begun(), 0, " First  BLUE ")
    assert (step.do, step.note, step.secret) == ("first blue", "", False)
    assert step.position == begun((0, "first blue"))
    assert play.step(ENGINE, begun(), 0, " RESIGN ").do == "resign"
    assert play.describe(ENGINE, begun(), 0, "first blue", None) == "Red decides: Blue moves first."
    assert play.step(ENGINE, begun(), None, "flag 1,0").do == "flag 0,1"


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


def told(engine: Any, state: Any, viewer: int | None = None) -> str:
    return play.describe_end(engine, engine.outcome(state), state, viewer)


def test_a_leader_on_the_base_is_named_and_each_side_reads_whose_base_it_was() -> None:
    state = field_tactics.do(field_tactics.scene("C7 G1, A1 C1", "F8 C1"), "C7-CD8")
    assert [told(ENGINE, state, viewer) for viewer in (1, 0, None)] == [
        "Red's One-star General reached your base.", "Your One-star General reached Blue's base.",
        "Red's One-star General reached Blue's base.",
    ]  # fmt: skip


def test_the_last_movable_piece_is_named() -> None:
    state = field_tactics.do(field_tactics.scene("B3 G2", "C3 C1, A8 MN, F8 FL"), "B3-C3")
    assert told(ENGINE, state, 1).startswith("You lost your last movable piece: ")
    assert told(ENGINE, state, 0).startswith("Blue lost the last movable piece: ")


def test_an_occupation_says_whose_territory_it_is() -> None:
    state = order_and_chaos.do(order_and_chaos.scene("S4 s, B4 b, W6 b", "W2 ss"), "W6-B6")
    engine = order_and_chaos.ENGINE
    assert told(engine, state, 1) == "Order has three chessmen in matching triangles of your territory."
    assert told(engine, state) == "Order has three chessmen in matching triangles of Chaos's territory."

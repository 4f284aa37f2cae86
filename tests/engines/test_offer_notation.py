"""What players agree on, as words of the referee: what each does to the position, and where it is refused."""

from random import Random
from typing import Any

import pytest

from engines import play, referee_notation, registry
from engines.contract import AnyEngine, IllegalAction
from tests.engines.games import GAMES
from tests.thorough import WHOLE

WORDS = [
    *(f"{verb}-{what} 1" for verb in ("offer", "agree", "decline", "withdraw")
      for what in ("draw", "takeback", "pause", "resume")),
    "draw", "pause", "resume", "takeback 0", "gone-draw 1", "abort 0",
]  # fmt: skip


def begun(key: str) -> tuple[AnyEngine, play.Position[Any]]:
    engine = registry.get(key)
    return engine, play.begin(engine, {}, engine.seat_counts[0])


def refusal(engine: AnyEngine, position: play.Position[Any], by: int | None, do: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        play.advance(engine, position, by, do)
    return refused.value.code


def test_every_word_is_the_referees_and_reads_back_as_it_is_written_and_others_are_left_to_the_game() -> None:
    for text in WORDS:
        word = referee_notation.parse_word(None, text)
        assert word.text == text
        assert referee_notation.parse_word(0, text) is None
        assert word.describe(registry.get("zero-day").seat_names).endswith(".")
    for text in ("draw 0", "pause 1", "takeback", "takeback 100", "offer-peace 0", "offer-draw", "Draw"):
        assert referee_notation.parse_word(None, text) is None


@pytest.mark.parametrize("key", GAMES)
def test_words_that_only_tell_leave_the_position_as_it_is(key: str) -> None:
    engine, position = begun(key)
    for text in [*WORDS[:16], "pause", "resume"]:
        assert play.step(engine, position, None, text) == play.Step(position, text, "", False)
    assert refusal(engine, position, None, "offer-draw 7") == "not-a-seat"


@pytest.mark.parametrize("key", GAMES)
def test_nothing_follows_an_aborted_match(key: str) -> None:
    engine, position = begun(key)
    aborted = play.advance(engine, position, None, "abort 0")
    assert (aborted.outcome, play.to_act(engine, aborted)) == (None, frozenset())
    for by, do in [(0, "resign"), (None, "flag 0"), (None, "stop"), (None, "continue"), (None, "disqualify 0"),
                   (None, "offer-draw 0"), (None, "abort 1"), (None, "credit 0 1000")]:  # fmt: skip
        assert refusal(engine, aborted, by, do) == "aborted", do
    assert refusal(engine, aborted, None, "reinstate") == "nothing-to-reinstate"


@pytest.mark.parametrize("key", GAMES)
def test_a_draw_is_agreed_on_where_the_rules_know_draws(key: str) -> None:
    engine, position = begun(key)
    for text, reason in (("draw", "agreed"), ("gone-draw 0", "gone-draw")):
        if engine.draws:
            after = play.advance(engine, position, None, text)
            assert (after.outcome.ranks, after.outcome.reason) == ((1, 1), reason)
            assert refusal(engine, after, None, "resume") == "match-over"
        else:
            assert refusal(engine, position, None, text) == "no-draws"


@pytest.mark.parametrize("key", GAMES)
def test_what_is_taken_back_leads_to_before_the_seats_last_action(key: str) -> None:
    engine, rng, times = registry.get(key), Random(f"back {key}"), 0
    for _ in range(2 if WHOLE else 1):
        options = GAMES[key].options[0]
        before = play.begin(engine, options, engine.seat_counts[0])
        last: dict[int, play.Position[Any]] = {}
        for number, (by, _, after) in enumerate(play.play_randomly(engine, options, engine.seat_counts[0], rng)):
            if by is None:
                last.clear()
            else:
                last[by] = before
            for seat in engine.to_act(after.state) | set(last):
                if not play.can_take_back(after, seat):
                    continue
                back = play.advance(engine, after, None, f"takeback {seat}")
                assert (back.state, back.outcome) == (last[seat].state, None)
                times += 1
            before = after
            if number > (60 if WHOLE else 30):
                break
    assert bool(times) == hasattr(engine, "allows_takeback")


def test_secret_teams_are_never_given_back() -> None:
    engine, position = begun("zero-order")
    for seat in (0, 1):
        assert refusal(engine, position, None, f"takeback {seat}") == "nothing-to-give-back"
        position = play.advance(engine, position, seat, "team DE PU TO TW FR SW")
    assert position.back == ()


def test_no_more_than_eight_actions_are_given_back() -> None:
    engine = registry.get("order-and-chaos")
    *_, position = (after for _, (_, _, after) in zip(range(20), play.play_randomly(engine, {}, 2, Random(1)), strict=False))
    for _ in range(play.MAX_TAKEBACKS):
        position = play.advance(engine, position, None, f"takeback {position.back[-1][0]}")
    assert refusal(engine, position, None, "takeback 0") == "nothing-to-give-back"

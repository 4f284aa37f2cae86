"""The words of a referee who is a person: in positions, in records, and what the verifier lets pass."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from engines import play, record, record_packing, referee_notation, registry
from engines.contract import IllegalAction
from engines.randomness import CommittedRandom, hash_seed
from engines.verification import checks
from tests.engines.record_lines import objects, rewritten, text_of

GAMES = sorted(registry.keys())
SEED = bytes(range(32))
Said = tuple[int | None, str, str]


def written(*said: Said, game: str = "order-and-chaos", seats: int = 2) -> str:
    """A record of a match with these entries (by, do, note), its draws made from the seed."""
    engine = registry.get(game)
    options = engine.options({})
    head = record.build_header(engine, options, seats=seats, match="7", nonces=[""] * seats, commitment=hash_seed(SEED))
    lines, last = [head], record.hash_header(head)
    position = play.begin(engine, options, seats)
    for n, (by, do, note) in enumerate(said, start=1):
        made = record.build_entry(last, n, by, do, note=note)
        lines.append(made)
        last = str(made["hash"])
        position = play.advance(engine, position, by, do)
    end = record.build_closing(last, position.outcome, SEED, None)
    return text_of([*lines, end])


def first_move(game: str = "order-and-chaos") -> str:
    engine = registry.get(game)
    position = play.begin(engine, engine.options({}), 2)
    (seat,) = play.to_act(engine, position)
    return str(engine.encode(engine.sample(position.state, seat, Random(3))))


MOVE = first_move()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_played_while_a_referee_holds_the_match_and_afterwards_all_is_as_it_was(game: str) -> None:
    engine = registry.get(game)
    before = play.begin(engine, engine.options({}), 2)
    held = play.advance(engine, before, None, "stop")
    draws = CommittedRandom(SEED, "7", ("", ""), 1)
    assert (play.to_act(engine, held), play.referee_action(engine, held, draws)) == (frozenset(), None)
    for by, do in ((0, "resign"), (None, "flag 0"), (None, "stop"), (None, "berserk 0")):
        with pytest.raises(IllegalAction) as refusal:
            play.advance(engine, held, by, do)
        assert refusal.value.code == "paused"
    assert play.advance(engine, held, None, "credit 0,1 5000") == held
    assert play.advance(engine, held, None, "continue") == before
    annulled = play.advance(engine, before, None, "annul")
    for do in ("continue", "stop", "rule 1,2", "disqualify 0", "annul"):
        with pytest.raises(IllegalAction):
            play.advance(engine, annulled, None, do)
    assert play.advance(engine, annulled, None, "reinstate") == held


@pytest.mark.parametrize("game", GAMES)
def test_a_ruled_result_is_the_outcome_in_every_game(game: str) -> None:
    engine = registry.get(game)
    after = play.advance(engine, play.begin(engine, engine.options({}), 2), None, "rule 2,1")
    assert after.outcome.ranks == (2, 1)
    assert play.format_reason(engine, after.outcome.reason) == referee_notation.RULED_TEXT
    assert play.describe_end(engine, after.outcome, after.state, 0) == referee_notation.RULED_TEXT
    assert play.format_reason(engine, "time") == engine.reasons["time"]


def test_a_record_with_rulings_is_verified_and_packed() -> None:
    text = written(
        (None, "stop", "A fire alarm."), (None, "credit 0,1 60000", "Zeit für beide"), (None, "continue", "Over."),
        (0, MOVE, ""), (None, "annul", "By mistake"), (None, "reinstate", "Taken back"), (None, "continue", "Go on."),
        (None, "rule 1,1", "Agreed before me."),
    )  # fmt: skip
    assert checks.find_fault(text) is None
    assert record_packing.unpack(record_packing.pack(text)) == text


def test_the_verifier_wants_reasons_to_be_reasons_and_a_place_for_every_seat() -> None:
    for ruling in ((None, "rule 1,2", "x" * 301), (None, "rule 1,2", "two\nlines"), (None, "disqualify 0", " blank")):
        assert "A reason must be one line" in str(checks.find_fault(written(ruling)))
    assert "The note is" in str(checks.find_fault(written((0, MOVE, "a note"))))
    assert "2 ranks, but the match has 3 seats" in str(
        checks.find_fault(written((None, "rule 1,2", ""), game="zero-day", seats=3))
    )


def test_the_verifier_finds_a_move_made_while_the_match_was_stopped() -> None:
    lines = objects(written((None, "stop", "A fire alarm."), (None, "continue", "")))
    lines[2].update(by=0, do=MOVE)
    assert "paused the match" in str(checks.find_fault(rewritten(lines)))


@settings(max_examples=25)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_ranks_are_places_that_some_order_of_points_gives_or_nobody_has_the_first(ranks: list[int]) -> None:
    given_by_points = any(
        ranks == [1 + sum(other > one for other in points) for one in points]
        for points in product(range(len(ranks)), repeat=len(ranks))
    )
    assert referee_notation.are_ranks(ranks) == (given_by_points or set(ranks) == {len(ranks)})


@settings(max_examples=25)
@given(st.sets(st.integers(0, 99), min_size=1, max_size=4), st.integers(1, 10**9 - 1))
def test_a_credit_is_written_as_it_is_read(seats: set[int], ms: int) -> None:
    said = referee_notation.Word("credit", tuple(sorted(seats)), ms)
    assert referee_notation.parse_word(None, said.text) == said
    assert referee_notation.parse_word(0, said.text) is None

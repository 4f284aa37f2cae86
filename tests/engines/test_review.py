"""The pure part of a review: which decisions are judged, and which moves are found to have lost most."""

from random import Random
from typing import Any

import pytest

from engines import bots, play, registry, review
from engines.randomness import UnverifiedRandom
from engines.search_adapter import SearchAdapter
from tests.engines.field_tactics.scenes import ENGINE, RED, scene
from tests.engines.test_search_adapters import search_adapter

SEARCHED = [key for key in registry.keys() if registry.get_package(key).search is not None]  # noqa: SIM118
every_game = pytest.mark.parametrize("key", SEARCHED)
Line = tuple[int, int | None, str]


def played(key: str, *, limit: int = 60, seed: str = "") -> tuple[Any, SearchAdapter, int, list[Line]]:
    engine, rng = registry.get(key), Random(f"{key} {seed}")
    seats = engine.seat_counts[-1]
    position, draws, entries = play.begin(engine, {}, seats), UnverifiedRandom(rng), list[Line]()
    while position.outcome is None and len(entries) < limit:
        by, do = None, play.referee_action(engine, position, draws)
        if do is None:
            by = min(play.to_act(engine, position))
            do = bots.bot_action(engine, position, by, "greedy", rng)
        position = play.advance(engine, position, by, do)
        entries.append((len(entries) + 1, by, do))
    return engine, search_adapter(key), seats, entries


@every_game
def test_decisions_are_actions_of_seats_with_an_alternative(key: str) -> None:
    engine, adapter, seats, entries = played(key)
    decisions = review.list_decisions(engine, adapter, {}, seats, entries)
    assert len(decisions) > 10
    texts = {n: (by, do) for n, by, do in entries}
    for decision in decisions:
        assert texts[decision.n] == (decision.seat, decision.do)
        listed = engine.legal(decision.state, decision.seat)
        assert listed is None or len(list(listed)) > 1


def test_an_undone_action_is_no_decision() -> None:
    engine, adapter, seats, entries = played("zero-order", limit=200)
    moves = review.list_decisions(engine, adapter, {}, seats, entries)
    position = play.begin(engine, {}, seats)
    for number, (_, by, do) in enumerate(entries):
        position = play.advance(engine, position, by, do)
        if by is not None and play.can_undo(position, by) and any(move.n == number + 1 for move in moves):
            break
    else:
        pytest.fail("no action could be undone")
    kept = entries[: number + 1]
    undone = [*kept, (number + 2, by, "undo"), (number + 3, by, entries[number][2])]
    before, after = (review.list_decisions(engine, adapter, {}, seats, line) for line in (kept, undone))
    assert [decision.n for decision in after] == [*(decision.n for decision in before[:-1]), number + 3]


def test_a_long_match_is_judged_at_even_distances(monkeypatch: pytest.MonkeyPatch) -> None:
    engine, adapter, seats, entries = played("order-and-chaos")
    whole = review.list_decisions(engine, adapter, {}, seats, entries)
    monkeypatch.setattr(review, "MAX_DECISIONS", 8)
    thinned = review.list_decisions(engine, adapter, {}, seats, entries)
    assert len(thinned) == 8
    assert {decision.n for decision in thinned} < {decision.n for decision in whole}


@every_game
def test_both_passes_together_have_a_fixed_number_of_iterations(key: str) -> None:
    engine, adapter = registry.get(key), search_adapter(key)
    ways = 1 if review.is_open(engine, adapter) else 2
    for number in (1, 20, review.MAX_DECISIONS):
        spent = number * ways * review.coarse_budget(engine, adapter, number)
        assert spent <= max(50 * adapter.settings.iterations, 24 * number * ways)
    assert review.deep_budget(engine, adapter, 1) == review.deep_budget(engine, adapter, 10)


def test_a_thrown_away_win_is_the_worst_move_and_the_win_is_what_would_have_been_better() -> None:
    adapter = search_adapter("field-tactics")
    decision = review.Decision(7, RED, "A1-A2", scene("C7 F1, A1 G1", "E8 C1, F8 G2"))
    judgement = review.judge(ENGINE, adapter, decision, seed="test", budget=500, deep=True)
    move = review.build_move(ENGINE, adapter, judgement)
    for way in ("known", "true"):
        assert (move[way]["better"], move[way]["is_certain"]) == ("C7-CD8", True)
        assert [found["n"] for found in review.pick_worst([move], RED, way)] == [7]
    assert review.pick_worst([move], 1 - RED, "known") == []


def test_what_only_the_truth_shows_does_not_count_against_what_could_be_known() -> None:
    """Red attacks an unseen piece: with the strongest one there it was a blunder in truth, and the same guess as ever."""
    adapter, found = search_adapter("field-tactics"), []
    for blue in ("B5 G3, D8 SP, F8 C1", "B5 SP, D8 G3, F8 C1"):
        decision = review.Decision(7, RED, "B4-B5", scene("B4 F1, F1 G1", blue))
        found.append(review.judge(ENGINE, adapter, decision, seed="test", budget=400, deep=True))
    assert found[0].known == found[1].known
    assert found[0].true.loss > found[1].true.loss


def test_the_deep_pass_looks_at_the_worst_of_each_seat_but_what_chance_explains_is_not_listed() -> None:
    rows = [review.Row(n, n % 2, 0.01 * (n % 10), 0.5 if n == 3 else 0.0, (0.5, 0.5)) for n in range(1, 41)]
    chosen = review.select_moves(rows)
    assert chosen == sorted(chosen)
    assert 3 in chosen
    assert {n for n in chosen if n % 2 == 0 and n % 10 == 8} == {8, 18, 28, 38}
    assert len(chosen) <= 2 * 2 * 7

    def move(n: int, loss: float, *, is_certain: bool = True) -> dict[str, Any]:
        return {"n": n, "seat": 0, "known": {"loss": loss, "is_certain": is_certain}, "true": None}

    moves = [move(1, 0.3, is_certain=False), move(2, 0.01), *(move(n, n / 100) for n in range(3, 12))]
    assert [found["n"] for found in review.pick_worst(moves, 0, "known")] == [11, 10, 9, 8, 7]
    assert review.pick_worst(moves, 0, "true") == []

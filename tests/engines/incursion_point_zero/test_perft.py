"""The engine against the slow implementation: whole matches step by step, and all sequences from many positions."""

from random import Random
from typing import Any

from engines import play
from tests.engines.incursion_point_zero.slow import Told
from tests.engines.incursion_point_zero.slow_combat import write
from tests.engines.incursion_point_zero.worlds import ENGINE, OPTIONS
from tests.engines.perft import perft
from tests.thorough import WHOLE


def matches(numbers: range) -> Any:
    """Random matches through all options: source of chance, options, entries with the position behind each."""
    for number in numbers:
        options = OPTIONS[number % len(OPTIONS)]
        rng = Random(f"slow {number}")
        yield options, list(play.play_randomly(ENGINE, options, 2, rng))


def in_order(moves: list[Any]) -> list[str]:
    """The notations, with Strike's squad first whoever handed it in first."""
    texts = [do for _, do, _ in moves]
    at = [n for n, text in enumerate(texts) if text.startswith("squad")]
    if moves[at[0]][0] == 1:
        texts[at[0]], texts[at[1]] = texts[at[1]], texts[at[0]]
    return texts


def compare(told: Told, state: Any) -> None:
    """The same to act, the same to choose, and the same on the map."""
    waiting = told.wait
    assert (ENGINE.outcome(state) is None) == (waiting is not None)
    if waiting is None:
        outcome = ENGINE.outcome(state)
        assert outcome is not None
        assert outcome.ranks[told.winner] == 1
        return
    assert ENGINE.to_act(state) == (frozenset() if waiting.seat is None else frozenset({waiting.seat}))
    assert state.rolling == waiting.dice
    if waiting.legal is not None:
        assert {ENGINE.encode(action) for action in ENGINE.legal(state, waiting.seat)} == waiting.legal
    if state.round and not state.rolling and state.ask is None:
        compare_maps(told, ENGINE.open_view(state))


def compare_maps(told: Told, view: Any) -> None:
    match = told.match
    assert view["round"] == match.round
    for one in match.everyone():
        seen = view["soldiers"][one.name]
        assert seen["at"] == (write(one.at) if one.at else None)
        assert (seen["state"] == "dead", seen["state"] == "hidden") == (one.dead, one.hidden)
        assert (seen["damage"], seen["gear"]) == (one.damage, one.gear)
        assert {id_ for id_, _unused, spent in seen["abilities"] if spent} == one.spent
    under = {space: shown["under"] for space, shown in view["spaces"].items() if shown["under"]}
    assert under == {write(space): card for space, card in match.face_down.items()}
    assert view["missile"] == (write(match.missile_space) if match.missile_space else None)


def test_whole_matches_agree_at_every_step() -> None:
    compared = 0
    for options, moves in matches(range(400 if WHOLE else 24)):
        told = Told(options)
        for text, (_, _, position) in zip(in_order(moves), moves, strict=True):
            told.do(text)
            if position.state.phase != "squad":
                compare(told, position.state)
                compared += 1
    assert compared > 2000


def test_the_counts_of_all_sequences_agree() -> None:
    for options, moves in matches(range(1000, 1020 if WHOLE else 1004)):
        played = [n for n, (_, _, position) in enumerate(moves) if position.state.round and not position.outcome]
        at = Random(len(moves)).choice([n for n in played if ENGINE.to_act(moves[n][2].state)])
        told = Told(options, in_order(moves)[: at + 1])
        depth = 3 if len(told.wait.legal) < 5 else 2  # type: ignore[union-attr, arg-type]
        assert told.perft(depth) == perft(ENGINE, moves[at][2].state, depth)
    for phase in ("place", "lay"):
        at = [n for n, (_, _, position) in enumerate(moves) if position.state.phase == phase][-3]
        assert Told(options, in_order(moves)[: at + 1]).perft(2) == perft(ENGINE, moves[at][2].state, 2)

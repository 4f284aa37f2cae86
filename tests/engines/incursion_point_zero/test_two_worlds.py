"""Nothing that Strike can see, be told or be refused depends on what lies face down: whole turns in two worlds."""

from __future__ import annotations

from random import Random
from typing import Any

from engines import play
from engines.contract import IllegalAction
from tests.engines.incursion_point_zero.worlds import ENGINE, OPTIONS, another


def answer(state: Any, seat: int, text: str) -> str:
    try:
        ENGINE.apply(state, seat, ENGINE.decode(text))
    except IllegalAction as refusal:
        return f"{refusal.code} {refusal.text}"
    return ""


def test_every_pass_and_every_refusal_of_strike_is_the_same_in_both_worlds() -> None:
    """Also whose turn follows a pass: an activation that ended itself would tell where others hide (IP-19)."""
    compared = passes = 0
    for number in range(150):
        rng = Random(f"worlds {number}")
        texts: set[str] = set()
        for _, do, position in play.play_randomly(ENGINE, OPTIONS[number % len(OPTIONS)], 2, rng):
            texts.add(do)
            state = position.state
            if state.phase != "play" or state.rolling or rng.random() < 0.8:
                continue
            other = another(state, 0, rng)
            if other is None or other == state:
                continue
            if 0 in ENGINE.to_act(state):
                for text in rng.sample(sorted(texts), min(20, len(texts))):
                    assert answer(state, 0, text) == answer(other, 0, text)
                compared += 1
            mine = [ENGINE.encode(action) for action in ENGINE.legal(state, min(ENGINE.to_act(state))) or ()]
            for text in mine:
                if text.startswith("pass"):
                    seat = min(ENGINE.to_act(state))
                    after = [ENGINE.apply(world, seat, ENGINE.decode(text)) for world in (state, other)]
                    assert ENGINE.view(after[0], 0) == ENGINE.view(after[1], 0) or after[0].outcome is not None
                    passes += 1
    assert compared > 300
    assert passes > 300

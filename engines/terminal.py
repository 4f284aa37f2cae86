"""A match against bots in a terminal: the board as text, one line of notation a turn."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engines import play
from engines.api import IllegalAction, Seat
from engines.chance import Draws
from engines.field_tactics import text as field_tactics
from engines.order_and_chaos import text as order_and_chaos
from engines.registry import AnyEngine
from engines.simulate import bot_action

_DRAWN: Mapping[str, Callable[[Any], str]] = {
    "field-tactics": field_tactics.board,
    "order-and-chaos": order_and_chaos.board,
}


def sit_down(engine: AnyEngine, policy: str, seat: Seat, seed: str | None) -> int:
    """Play to the end, or until the input ends; exit code 0."""
    rng = Random(seed)
    secret = secrets.token_bytes(32) if seed is None else seed.encode()
    position = play.begin(engine, {}, engine.seat_counts[0])
    n = 0
    while position.outcome is None:
        n += 1
        due = play.referee(engine, position, Draws(secret, "terminal", (), n))
        acting = play.to_act(engine, position)
        by = None if due is not None else seat if seat in acting else min(acting)
        do = due if due is not None else None if by == seat else bot_action(engine, position, by or 0, policy, rng)
        after = _asked(engine, position, seat, rng) if do is None else (do, play.advance(engine, position, by, do))
        if after is None:
            return 0
        do, reached = after
        _say(play.describe(engine, position, by, do, seat))
        position = reached
    _say(_draw(engine, position, seat))
    _say(play.reason_text(engine, position.outcome) + (" You win." if position.outcome.ranks[seat] == 1 else ""))
    return 0


def _asked(
    engine: AnyEngine, position: play.Position[Any], seat: Seat, rng: Random
) -> tuple[str, play.Position[Any]] | None:
    """The person's next legal action and what it leads to; None when the input ends."""
    _say(_draw(engine, position, seat))
    while True:
        sys.stdout.write(f"{engine.seat_names[seat]}, your action (? lists, ! plays at random, resign): ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return None
        do = line.strip()
        if do == "?":
            listed = engine.legal(position.state, seat)
            _say("Too many to list." if listed is None else " ".join(engine.encode(action) for action in listed))
            continue
        if do == "!":
            do = engine.encode(engine.sample(position.state, seat, rng))
        try:
            return do, play.advance(engine, position, seat, do)
        except IllegalAction as refusal:
            _say(refusal.text)


def _draw(engine: AnyEngine, position: play.Position[Any], seat: Seat) -> str:
    view = engine.view(position.state, seat)
    return _DRAWN[engine.key](view) if engine.key in _DRAWN else json.dumps(view, indent=1)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")

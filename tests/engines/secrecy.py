"""Two worlds that a viewer cannot tell apart, compared: what it sees, may do, is told and is refused, now and next.

A pair is a position, a viewer, and another position that differs only in what that viewer may not know. The same goes
on in both: a player's action, and everything that the referee does because of it. As long as the public log says the
same of it (the action where it is open, and its note), the viewer must be told and go on seeing the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

from engines import play
from engines.contract import IllegalAction
from engines.registry import AnyEngine
from tests.engines.contract import RandomMatch, actions, answer
from tests.engines.games import GAMES

SEALED_TRIES = 3  # other sealed actions tried in the other world
OPENING = 7  # every position up to here: secret set-ups are short


class Tally:
    """What was compared: pairs, their next steps, acts of the referee behind them, and which secrets differed."""

    def __init__(self) -> None:
        self.pairs = self.steps = self.acts = 0
        self.differed: set[str] = set()

    def __add__(self, other: Tally) -> Tally:
        total = Tally()
        total.pairs, total.steps = self.pairs + other.pairs, self.steps + other.steps
        total.acts, total.differed = self.acts + other.acts, self.differed | other.differed
        return total


class _Draws:
    """The same chance in both worlds."""

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)

    def below(self, n: int) -> int:
        return self._rng.randrange(n)


def pairs(random_match: RandomMatch, every: int) -> Iterator[tuple[Any, Any, int | None, Random]]:
    """(state, another, viewer, chance) at one position in `every` of a random match, for every viewer."""
    game, looks = GAMES[random_match.key], Random(f"worlds {random_match.number}")
    played = enumerate(actions(random_match, random_match.rng))
    states = (position.state for at, (position, _, _, _) in played if at < OPENING or at % every == 0)
    for state in chain([] if game.scene is None else [game.scene(looks)], states):
        for viewer in (None, *range(random_match.seats)):
            other = game.another(state, viewer, looks)
            if other is not None and other != state:
                yield state, other, viewer, looks


def check_match(random_match: RandomMatch, every: int, most: int) -> Tally:
    """Compare at most so many pairs of a random match. AssertionError at the first leak."""
    tally = Tally()
    for state, other, viewer, rng in pairs(random_match, every):
        check_pair(random_match, state, other, viewer, rng, tally)
        if tally.pairs >= most:
            break
    return tally


def check_pair(random_match: RandomMatch, state: Any, other: Any, viewer: int | None, rng: Random, tally: Tally) -> None:
    engine = random_match.engine
    tally.pairs += 1
    tally.differed |= differences(engine.dump(state), engine.dump(other))
    compare(engine, state, other, viewer, "the worlds differ for the viewer")
    assert forced(engine, state, viewer) == forced(engine, other, viewer), "an action is played by itself in one world only"
    if viewer is not None:
        compare_answers(engine, state, other, viewer, GAMES[random_match.key].nonsense, rng)
    for seat in sorted(engine.to_act(state)):
        for mine, its in steps(engine, state, other, seat, viewer, rng):
            step(random_match, (state, other), seat, (mine, its), viewer, rng, tally)
    for seat in range(random_match.seats):
        fall(engine, state, other, seat, viewer)


def compare(engine: AnyEngine, state: Any, other: Any, viewer: int | None, what: str) -> None:
    mine, its = engine.view(state, viewer), engine.view(other, viewer)
    if mine != its:
        keys = [key for key in mine if mine[key] != its.get(key)]
        raise AssertionError(f"{what} {viewer}: {[(key, mine[key], its.get(key)) for key in keys][:2]}")
    assert json.dumps(mine) == json.dumps(its), "the same view in another order"
    assert engine.to_act(state) == engine.to_act(other), "whose turn it is differs"
    assert (engine.chance(state, _Draws("")) is None) == (engine.chance(other, _Draws("")) is None), (
        "the referee acts in one world only"
    )


def compare_answers(engine: AnyEngine, state: Any, other: Any, seat: int, nonsense: Any, rng: Random) -> None:
    """The seat's legal list is the same in both worlds, and so is every answer to what it may try."""
    listed, listed_too = engine.legal(state, seat), engine.legal(other, seat)
    mine = None if listed is None else [engine.encode(action) for action in listed]
    assert mine == (None if listed_too is None else [engine.encode(action) for action in listed_too])
    tries = [*nonsense, *(mine or ())[:3]]
    for acting in engine.to_act(state):
        tries += [engine.encode(engine.sample(world, acting, rng)) for world in (state, other) for _ in range(5)]
    for text in tries:
        assert answer(engine, state, seat, text) == answer(engine, other, seat, text), text


def steps(engine: AnyEngine, state: Any, other: Any, seat: int, viewer: int | None, rng: Random) -> Iterator[tuple[Any, Any]]:
    """The same action in both worlds; where it is sealed, also another one that the log tells in the same way."""
    action = engine.sample(state, seat, rng)
    legal = not answer(engine, other, seat, engine.encode(action))[0]
    assert legal or seat != viewer, "an action of the viewer's own is legal in one world only"
    if legal:
        yield action, action
    for _ in range(SEALED_TRIES if seat != viewer and engine.secret(state, seat, action) else 0):
        its = engine.sample(other, seat, rng)
        if its != action and engine.secret(other, seat, its):
            yield action, its


def step(
    random_match: RandomMatch, worlds: tuple[Any, Any], seat: int | None, made: tuple[Any, Any], viewer: int | None,
    rng: Random, tally: Tally,
) -> None:  # fmt: skip
    """Go on in both worlds and compare, as long as the log says the same; then whatever the referee does."""
    engine, opened = random_match.engine, GAMES[random_match.key].opened
    told = [public(engine, world, seat, action, viewer) for world, action in zip(worlds, made, strict=True)]
    if told[0] != told[1]:
        return
    after = [engine.apply(world, seat, action) for world, action in zip(worlds, made, strict=True)]
    if any(engine.outcome(world) is not None for world in after):
        return
    if opened(after[0], viewer) != opened(after[1], viewer):
        return
    lines = [engine.describe(world, seat, action, viewer) for world, action in zip(worlds, made, strict=True)]
    assert lines[0] == lines[1], f"{told[0]} is told to {viewer} in two ways: {lines}"
    compare(engine, after[0], after[1], viewer, f"{told[0]} leaves different views for")
    if viewer is not None:
        compare_answers(engine, after[0], after[1], viewer, GAMES[random_match.key].nonsense[:6], rng)
    tally.steps += seat is not None
    tally.acts += seat is None
    due = [engine.chance(world, _Draws("due")) for world in after]
    if due[0] is not None:
        step(random_match, (after[0], after[1]), None, (due[0], due[1]), viewer, rng, tally)


def public(engine: AnyEngine, state: Any, seat: int | None, action: Any, viewer: int | None) -> tuple[str, str]:
    """What the viewer's log holds of an action: its text where it is open to it, and the note."""
    sealed = engine.secret(state, seat, action) and (seat is None or seat != viewer)
    return "(sealed)" if sealed else engine.encode(action), engine.note(state, seat, action)


def forced(engine: AnyEngine, state: Any, viewer: int | None) -> list[int]:
    """The other seats whose action may be played for them."""
    listed = {seat: list(engine.legal(state, seat) or ()) for seat in engine.to_act(state) if seat != viewer}
    return [seat for seat, legal in listed.items() if len(legal) == 1 and engine.is_forced(state, seat, legal[0])]


def fall(engine: AnyEngine, state: Any, other: Any, seat: int, viewer: int | None) -> None:
    """A seat that falls leaves the same behind, or the same refusal."""
    after = []
    for world in (state, other):
        try:
            reached = play.advance(engine, play.Position(world, None), seat, "resign")
        except IllegalAction as refusal:
            after.append((refusal.code, refusal.text))
        else:
            after.append((engine.view(reached.state, viewer),) if reached.outcome is None else reached.outcome)
    if all(type(one) is tuple for one in after):
        assert after[0] == after[1], "a seat that falls tells the worlds apart"


def differences(one: Any, other: Any, name: str = "") -> set[str]:
    """The parts of two dumps that differ, as dotted names two deep."""
    if isinstance(one, dict) and isinstance(other, dict):
        return set().union(*(differences(one[key], other[key], f"{name}.{key}".strip(".")) for key in one))
    return set() if one == other else {name}

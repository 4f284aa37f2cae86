"""Two worlds that a viewer cannot tell apart, compared: what it sees, may do, is told and is refused, now and next.

A pair is a position, a viewer, and another position that differs only in what that viewer may not know. The same goes
on in both: a player's action, and everything that the referee does because of it. As long as the public log says the
same of it (the action where it is open, and its note), the viewer must be told and go on seeing the same.

Besides, actions that a viewer can't tell apart must be sealed: the hash of an open entry would give them away by trial.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any

from engines import play
from engines.contract import AnyEngine, IllegalAction, Seat
from engines.contract_checks.subjects import Fault, RandomMatch, expect, find_refusal, play_match

CHECK = "secrecy"
SEALED_TRIES = 3
"""Other sealed actions tried in the other world."""
ALTERNATIVES = 12
"""Actions of an actor that are compared in one position."""
OPENING = 7
"""Every position up to here is compared: secret set-ups are short."""


class Tally:
    """What was compared: pairs, their next steps, actions of the referee after them, and which secrets differed."""

    def __init__(self) -> None:
        self.pairs = self.steps = self.acts = 0
        self.differed: set[str] = set()

    def __add__(self, other: "Tally") -> "Tally":
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


def check_match(random_match: RandomMatch, every: int, most: int) -> Tally:
    """Compare at most `most` pairs of a random match, at one position in `every`. Raises Fault at the first leak."""
    tally, game, looks = Tally(), random_match.game, Random(f"worlds {random_match.number}")
    played = enumerate(play_match(random_match, random_match.rng))
    states = ((at, position.state) for at, (position, _, _, _) in played if at < OPENING or at % every == 0)
    for at, state in chain([] if game.scene is None else [(0, game.scene(looks))], states):
        try:
            check_seals(random_match, state, Random(f"seals {random_match.number} {at}"))
            for viewer in (None, *range(random_match.seats)):
                other = game.another(state, viewer, looks)
                if other is not None and other != state:
                    check_pair(random_match, state, other, viewer, looks, tally)
        except Fault as fault:
            fault.entry = at
            raise
        if tally.pairs >= most:
            break
    return tally


def check_seals(random_match: RandomMatch, state: Any, rng: Random) -> None:
    """Open actions and draws that lead to different positions look different to every other viewer."""
    engine = random_match.engine
    for actor, actions in () if engine.is_open else list_alternatives(engine, state, rng):
        made = [(each, engine.apply(state, actor, each)) for each in actions if not engine.secret(state, actor, each)]
        made = [(action, after) for action, after in made if engine.outcome(after) is None]
        for viewer in (None, *range(random_match.seats)):
            seen: dict[str, tuple[Any, Any]] = {}
            for action, after in made if actor is None or viewer != actor else ():
                told = engine.describe(state, actor, action, viewer), engine.note(state, actor, action)
                view = json.dumps(engine.view(after, viewer), sort_keys=True)
                eyes = repr((told, view, sorted(engine.to_act(after)), engine.opened(after, viewer)))
                other, its = seen.setdefault(eyes, (action, after))
                texts = f"{engine.encode(other)!r} and {engine.encode(action)!r}"
                whom = "spectators" if viewer is None else f"seat {viewer}"
                fault = f"{texts} look the same to {whom}, but aren't sealed: `secret()` must return True for them"
                expect(after == its, CHECK, fault, viewer)


def list_alternatives(engine: AnyEngine, state: Any, rng: Random) -> Iterator[tuple[Seat | None, list[Any]]]:
    """Yield actors, the referee as None, with different actions that they may do now."""
    for seat in sorted(engine.to_act(state)):
        listed = engine.legal(state, seat)
        if listed is None:
            yield seat, [engine.sample(state, seat, rng) for _ in range(ALTERNATIVES)]
        else:
            actions = list(listed)
            yield seat, rng.sample(actions, min(ALTERNATIVES, len(actions)))
    draws = [engine.chance(state, _Draws(f"{number}")) for number in range(ALTERNATIVES)]
    yield None, [action for action in draws if action is not None]


def check_pair(random_match: RandomMatch, state: Any, other: Any, viewer: Seat | None, rng: Random, tally: Tally) -> None:
    """Compare two worlds now, after each next step, and after a seat has left."""
    engine = random_match.engine
    tally.pairs += 1
    tally.differed |= list_differences(engine.dump(state), engine.dump(other))
    compare(engine, state, other, viewer, "the worlds differ for the viewer")
    same = list_forced(engine, state, viewer) == list_forced(engine, other, viewer)
    expect(same, CHECK, "an action is played by itself in one world only", viewer)
    if viewer is not None:
        compare_refusals(engine, state, other, viewer, random_match.game.nonsense, rng)
    for seat in sorted(engine.to_act(state)) if random_match.game.looks_ahead else ():
        for mine, its in list_steps(engine, state, other, seat, viewer, rng):
            check_step(random_match, (state, other), seat, (mine, its), viewer, rng, tally)
    for seat in range(random_match.seats):
        compare_resigned(engine, state, other, seat, viewer)


def compare(engine: AnyEngine, state: Any, other: Any, viewer: Seat | None, what: str) -> None:
    """Compare the views, whose turn it is, and whether the referee acts."""
    mine, its = engine.view(state, viewer), engine.view(other, viewer)
    if mine != its:
        keys = [key for key in mine if mine[key] != its.get(key)]
        raise Fault(CHECK, f"{what} {viewer}: {[(key, mine[key], its.get(key)) for key in keys][:2]}", viewer)
    expect(json.dumps(mine) == json.dumps(its), CHECK, "the same view has another order in the other world", viewer)
    expect(engine.to_act(state) == engine.to_act(other), CHECK, "whose turn it is differs", viewer)
    acts = [engine.chance(world, _Draws("")) is None for world in (state, other)]
    expect(acts[0] == acts[1], CHECK, "the referee acts in one world only", viewer)


def compare_refusals(engine: AnyEngine, state: Any, other: Any, seat: Seat, nonsense: Sequence[str], rng: Random) -> None:
    """The seat's legal list is the same in both worlds, and so is every refusal of what it may try."""
    lists = [engine.legal(world, seat) for world in (state, other)]
    mine, its = (None if listed is None else [engine.encode(action) for action in listed] for listed in lists)
    expect(mine == its, CHECK, f"the legal lists differ: {mine} and {its}", seat)
    tries = [*nonsense, *(mine or ())[:3]]
    for acting in engine.to_act(state):
        tries += [engine.encode(engine.sample(world, acting, rng)) for world in (state, other) for _ in range(5)]
    for text in tries:
        answers = [find_refusal(engine, world, seat, text) for world in (state, other)]
        expect(answers[0] == answers[1], CHECK, f"{text!r} has two answers: {answers}", seat)


def list_steps(
    engine: AnyEngine, state: Any, other: Any, seat: Seat, viewer: Seat | None, rng: Random
) -> Iterator[tuple[Any, Any]]:
    """Yield the same action in both worlds; where it is sealed, also another one that the log tells in the same way."""
    action = engine.sample(state, seat, rng)
    legal = not find_refusal(engine, other, seat, engine.encode(action))[0]
    expect(legal or seat != viewer, CHECK, f"{engine.encode(action)!r} is legal in one world only", viewer)
    if legal:
        yield action, action
    for _ in range(SEALED_TRIES if seat != viewer and engine.secret(state, seat, action) else 0):
        its = engine.sample(other, seat, rng)
        if its != action and engine.secret(other, seat, its):
            yield action, its


def check_step(
    random_match: RandomMatch, worlds: tuple[Any, Any], seat: Seat | None, made: tuple[Any, Any], viewer: Seat | None,
    rng: Random, tally: Tally,
) -> None:  # fmt: skip
    """Go on in both worlds and compare, as long as the log says the same; then whatever the referee does."""
    engine = random_match.engine
    told = [get_public_part(engine, world, seat, action, viewer) for world, action in zip(worlds, made, strict=True)]
    if told[0] != told[1]:
        return
    after = [engine.apply(world, seat, action) for world, action in zip(worlds, made, strict=True)]
    if any(engine.outcome(world) is not None for world in after):
        return
    if engine.opened(after[0], viewer) != engine.opened(after[1], viewer):
        return
    lines = [engine.describe(world, seat, action, viewer) for world, action in zip(worlds, made, strict=True)]
    expect(lines[0] == lines[1], CHECK, f"{told[0]} is told to {viewer} in two ways: {lines}", viewer)
    compare(engine, after[0], after[1], viewer, f"{told[0]} leaves different views for")
    if viewer is not None:
        compare_refusals(engine, after[0], after[1], viewer, random_match.game.nonsense[:6], rng)
    tally.steps += seat is not None
    tally.acts += seat is None
    due = [engine.chance(world, _Draws("due")) for world in after]
    if due[0] is not None:
        check_step(random_match, (after[0], after[1]), None, (due[0], due[1]), viewer, rng, tally)


def get_public_part(engine: AnyEngine, state: Any, seat: Seat | None, action: Any, viewer: Seat | None) -> tuple[str, str]:
    """Return what the viewer's log holds of an action: its text where it is open to it, and the note."""
    sealed = engine.secret(state, seat, action) and (seat is None or seat != viewer)
    return "(sealed)" if sealed else engine.encode(action), engine.note(state, seat, action)


def list_forced(engine: AnyEngine, state: Any, viewer: Seat | None) -> list[Seat]:
    """Return the other seats whose action may be played for them."""
    listed = {seat: list(engine.legal(state, seat) or ()) for seat in engine.to_act(state) if seat != viewer}
    return [seat for seat, legal in listed.items() if len(legal) == 1 and engine.is_forced(state, seat, legal[0])]


def compare_resigned(engine: AnyEngine, state: Any, other: Any, seat: Seat, viewer: Seat | None) -> None:
    """A seat that resigns leaves the same behind in both worlds, or gets the same refusal."""
    after: list[tuple[Any, ...]] = []
    for world in (state, other):
        try:
            reached = play.advance(engine, play.Position(world, None), seat, "resign")
        except IllegalAction as refusal:
            after.append((refusal.code, refusal.text))
        else:
            if reached.outcome is not None:
                return
            after.append((engine.view(reached.state, viewer),))
    expect(after[0] == after[1], CHECK, f"the resignation of seat {seat} tells the worlds apart", viewer)


def list_differences(one: Any, other: Any, name: str = "") -> set[str]:
    """Return the parts of two dumps that differ, as dotted names."""
    if isinstance(one, dict) and isinstance(other, dict):
        return set().union(*(list_differences(one[key], other[key], f"{name}.{key}".strip(".")) for key in one))
    return set() if one == other else {name}

"""The whole contract of an engine, checked while one random match is played. `make test` and `make prove` share it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from engines import play, record, registry
from engines.contract import IllegalAction
from engines.randomness import CommittedRandom, derive_salt, hash_seed
from engines.registry import AnyEngine
from engines.verification import checks
from tests.engines.games import GAMES

LONGEST = 5000  # actions; no game of these takes longer (ruling C-3)
LARGEST_VIEW = 6000  # bytes as JSON
TRIES = 25  # texts that a seat tries at a position, most of them not legal


@dataclass(frozen=True)
class RandomMatch:
    """One random match to play: everything about it follows from the game and a number."""

    key: str
    number: int
    seed: str = "proof"

    @property
    def engine(self) -> AnyEngine:
        return registry.get(self.key)

    @property
    def options(self) -> Any:
        given = GAMES[self.key].options
        return self.engine.options(given[self.number % len(given)])

    @property
    def seats(self) -> int:
        counts = self.engine.seat_counts
        return counts[self.number // len(GAMES[self.key].options) % len(counts)]

    @property
    def rng(self) -> Random:
        return Random(f"{self.key} {self.seed} {self.number}")


def actions(random_match: RandomMatch, rng: Random) -> Iterator[tuple[play.Position[Any], int | None, str, play.Position[Any]]]:
    """A random match, the referee drawing from a seed as in earnest: position, who, what, position behind it."""
    engine = random_match.engine
    position = play.begin(engine, random_match.options, random_match.seats)
    n = 0
    while position.outcome is None:
        n += 1
        assert n <= LONGEST, "the match does not end"
        by: int | None = None
        do = play.referee_action(engine, position, draws(random_match, n))
        if do is None:
            by = rng.choice(sorted(play.to_act(engine, position)))
            do = engine.encode(engine.sample(position.state, by, rng))
        before, position = position, play.advance(engine, position, by, do)
        yield before, by, do, position


def check_match(random_match: RandomMatch, every: int, *, replayed: bool = True, recorded: bool = True) -> int:
    """Play a match through the contract; its number of actions. AssertionError at the first fault.

    Every action is applied, if `replayed` made again from the log and, if `recorded`, sealed, hashed and verified; the
    dear checks are made in one position of `every`.
    """
    engine, rng, looks = random_match.engine, random_match.rng, Random(random_match.number)
    log: list[tuple[int | None, str]] = []
    last = None
    phase = random_match.number % every
    for before, by, do, after in actions(random_match, rng):
        if (len(log) + phase) % every == 0:
            check_position(engine, before, random_match.seats, looks, random_match.key)
            check_action(engine, before, by, do)
        log.append((by, do))
        last = after
    assert last is not None
    assert last.outcome is not None
    check_end(engine, last, random_match.seats, log[-1])
    check_position(engine, last, random_match.seats, looks, random_match.key)
    if replayed:
        check_again(random_match, log, last)
    if recorded:
        check_record(random_match, log)
    return len(log)


def check_position(engine: AnyEngine, position: play.Position[Any], seats: int, rng: Random, key: str) -> None:
    """Dump and load, views, who may act, and what is legal."""
    state = position.state
    saved = json.dumps(engine.dump(state))
    again = engine.load(json.loads(saved))
    assert again == state, "a state does not survive dump and load"
    acting = play.to_act(engine, position)
    assert engine.to_act(again) == engine.to_act(state)
    assert acting <= set(range(seats))
    check_views(engine, state, seats)
    for seat in range(seats):
        check_legal(engine, position, again, seat, rng, GAMES[key].nonsense)
    assert json.dumps(engine.dump(state)) == saved, "looking at a state changed it"


def check_views(engine: AnyEngine, state: Any, seats: int) -> None:
    keys = set(json.loads(json.dumps(engine.open_view(state), allow_nan=False)))
    for viewer in (None, *range(seats)):
        view = engine.view(state, viewer)
        text = json.dumps(view, allow_nan=False, separators=(",", ":"))
        assert len(text) <= LARGEST_VIEW, f"a view has {len(text)} bytes"
        assert json.loads(text) == view, "a view is not plain JSON"
        assert set(view) == keys, "a view has other parts than the open one"


def check_legal(engine: AnyEngine, position: play.Position[Any], again: Any, seat: int, rng: Random, nonsense: Any) -> None:
    """What is listed is accepted and comes back from its notation; nothing else is accepted."""
    state = position.state
    if seat not in play.to_act(engine, position):
        assert not engine.legal(state, seat), "a seat that is not to act has something to choose"
        assert answer(engine, state, seat, rng.choice(nonsense))[0], "a seat that is not to act acts"
        return
    listed = engine.legal(state, seat)
    for action in [engine.sample(state, seat, rng)] if listed is None else listed:
        text = engine.encode(action)
        assert engine.decode(text) == action, f"{text!r} does not come back from its notation"
        assert engine.encode(engine.decode(text)) == text
        engine.apply(state, seat, action)
    if listed is None:
        return
    legal = [engine.encode(action) for action in listed]
    assert len(set(legal)) == len(legal), "an action is listed twice"
    assert legal == [engine.encode(action) for action in engine.legal(again, seat) or ()]
    for text in rng.sample(nonsense, min(TRIES, len(nonsense))):
        code, sentence = answer(engine, state, seat, text)
        assert (code == "") == (text in legal), f"{text!r} is {'accepted' if not code else 'refused: ' + code}"
        assert not code or sentence.endswith("."), f"{code}: {sentence}"


def answer(engine: AnyEngine, state: Any, seat: int | None, text: str) -> tuple[str, str]:
    """What the engine says to a text: code and sentence of the refusal, or ("", "")."""
    try:
        engine.apply(state, seat, engine.decode(text))
    except IllegalAction as refusal:
        return refusal.code, refusal.text
    return "", ""


def check_action(engine: AnyEngine, position: play.Position[Any], by: int | None, do: str) -> None:
    """An action is made the same twice, changes nothing behind it, and can be told to everybody."""
    state = position.state
    action = engine.decode(do)
    once, twice = engine.apply(state, by, action), engine.apply(state, by, action)
    assert once == twice, "an action has two results"
    assert once is not state
    assert engine.note(state, by, action) == engine.note(state, by, action)
    for viewer in (None, 0, 1):
        assert engine.describe(state, by, action, viewer).strip(), f"{do!r} has no words"


def check_end(engine: AnyEngine, last: play.Position[Any], seats: int, latest: tuple[int | None, str]) -> None:
    reached = last.outcome
    assert reached is not None
    assert reached.reason in engine.reasons
    assert len(reached.ranks) == seats
    assert min(reached.ranks) == 1
    assert play.to_act(engine, last) == frozenset()
    for by, do in [latest, (0, "resign"), (None, "flag 0")]:
        code = ""
        try:
            play.advance(engine, last, by, do)
        except IllegalAction as refusal:
            code = refusal.code
        assert code == "match-over", "somebody acted after the end"


def check_again(random_match: RandomMatch, log: list[tuple[int | None, str]], last: play.Position[Any]) -> None:
    """The same seed plays the same match (no clock, no memory), and its log replays to the same position."""
    if random_match.number % 5 == 0:
        assert [(by, do) for _, by, do, _ in actions(random_match, random_match.rng)] == log, (
            "the same seed played another match"
        )
    *_, again = play.replay(random_match.engine, random_match.options, random_match.seats, log)
    assert again == last, "the log leads elsewhere"


def check_record(random_match: RandomMatch, log: list[tuple[int | None, str]]) -> None:
    """Its record is sound, and the same when it is written again from what was read."""
    text = written(random_match, log)
    fault = checks.find_fault(text)
    assert fault is None, fault
    read = record.parse_record(text)
    again = [(made["by"], made["do"]) for made in read.entries]
    assert written(random_match, again) == text, "a record that is replayed has other hashes"


def written(random_match: RandomMatch, log: list[tuple[int | None, str]]) -> str:
    """The record of a match from its bare actions: every note, seal, hash and the outcome made by replaying them."""
    engine, seed = random_match.engine, _seed(random_match)
    position = play.begin(engine, random_match.options, random_match.seats)
    head = record.build_header(
        engine, random_match.options, seats=random_match.seats, match=_match(random_match), nonces=_nonces(random_match),
        commitment=hash_seed(seed),
    )  # fmt: skip
    lines: list[Any] = [head]
    last = record.hash_header(head)
    for n, (by, do) in enumerate(log, 1):
        step = play.step(engine, position, by, do)
        sealing = derive_salt(seed, _match(random_match), n) if step.secret else None
        lines.append(record.build_entry(last, n, by, step.do, note=step.note, salt=sealing))
        last, position = lines[-1]["hash"], step.position
    return "".join(record.format_lines([*lines, record.build_closing(last, position.outcome, seed, None)]))


def _seed(random_match: RandomMatch) -> bytes:
    return hashlib.sha256(f"{random_match.key} {random_match.seed} {random_match.number}".encode()).digest()


def _match(random_match: RandomMatch) -> str:
    return f"{random_match.seed}-{random_match.number}"


def _nonces(random_match: RandomMatch) -> tuple[str, ...]:
    return tuple(f"{random_match.number}.{seat}" for seat in range(random_match.seats))


def draws(random_match: RandomMatch, n: int) -> CommittedRandom:
    return CommittedRandom(_seed(random_match), _match(random_match), _nonces(random_match), n)

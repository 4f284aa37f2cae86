"""The contract suite of one installed game: all checks over random matches, each call timed.

It needs nothing but the engine. If the engine has `another(state, viewer, rng)` (see `subjects.CheckedGame`), secrecy is
checked for every viewer, now and after the next action; otherwise with the determinizer of the search bot, for the seats
that are to act and only now. If it has
`check_options`, a sequence of options, random matches go through all of them.
"""

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from random import Random
from types import FrameType
from typing import Any, NamedTuple

from engines import registry
from engines.contract import AnyEngine, IllegalAction, Seat
from engines.contract_checks import contract, secrecy
from engines.contract_checks.subjects import NONSENSE, CheckedGame, Fault, Limits, RandomMatch, Worlds, expect, play_match
from engines.puzzle_files import load_puzzles
from engines.puzzles import list_faults
from engines.search_adapter import SearchAdapter

MATCHES = 30
EVERY = 10
"""Positions, from one that is looked at closely to the next."""
PAIRS = 40
"""Pairs of worlds compared in a match."""
MOST_ACTIONS = 300
"""Of random matches, tried where they are not legal."""
HANGING_CALLS = 5
"""A call is interrupted after so many times its limit, in CPU time."""


class Finding(NamedTuple):
    """A broken rule: the check, what is wrong, and where; `seed` is the number of the random match."""

    check: str
    text: str
    seed: int | None = None
    entry: int | None = None
    seat: Seat | None = None

    def __str__(self) -> str:
        parts = {"seed": self.seed, "entry": self.entry, "seat": self.seat}
        where = ", ".join(f"{name} {value}" for name, value in parts.items() if value is not None)
        return f"{self.check}: {self.text}{f' ({where})' if where else ''}"


def check_game(
    engine: AnyEngine,
    matches: int = MATCHES,
    limits: Limits | None = None,
    begin: Callable[[int], object] = lambda number: None,
) -> Iterator[Finding]:
    """Yield what a game breaks, the first finding of each check. `begin` is called with the number of each random match."""
    game = _build_game(engine, limits or Limits())
    try:
        game = replace(game, nonsense=(*NONSENSE, *_list_texts(game)))
    except Exception:  # The checks will tell.
        game = replace(game, nonsense=NONSENSE)
    seen: set[str] = set()
    for number in (None, *range(matches)):
        if number is not None:
            begin(number)
        finding = _find_fault(game, number)
        if finding is not None and finding.check not in seen:
            seen.add(finding.check)
            yield finding


def _find_fault(game: CheckedGame, number: int | None) -> Finding | None:
    """Check the game's declarations (None), or one random match."""
    try:
        if number is None:
            _check_declarations(game)
        else:
            random_match = RandomMatch(game, number, "check")
            contract.check_match(random_match, EVERY)
            secrecy.check_match(random_match, EVERY, PAIRS)
    except Fault as fault:
        return Finding(fault.check, fault.text, number, fault.entry, fault.seat)
    except IllegalAction as refusal:
        check = "notation" if refusal.code == "malformed" else "legal list"
        return Finding(check, f"an action that `sample` or `chance` returned is refused: {refusal.text}", number)
    except Exception as error:
        return Finding("exceptions", f"{type(error).__name__}: {error} (in {_find_method(error)})", number)
    return None


def _check_declarations(game: CheckedGame) -> None:
    engine = game.engine
    contract.check_options(game)
    seats = max(engine.seat_counts)
    expect(len(engine.seat_names) >= seats, "declarations", f"{seats} seats, but {len(engine.seat_names)} names")
    expect(engine.version >= 1, "declarations", "versions start with 1")
    can_check = engine.is_open or hasattr(engine, "another") or _find_adapter(engine) is not None
    expect(can_check, "secrecy", "cannot be checked: the engine needs a method `another(state, viewer, rng)`")
    _check_puzzles(engine.key)


def _check_puzzles(key: str) -> None:
    """Play the matches of an installed game's puzzles again."""
    package = registry.find_package(key)
    if package is not None and package.puzzles is not None:
        fault = next(list_faults(load_puzzles(package.puzzles, key), key), None)
        expect(fault is None, "puzzles", fault or "")


def _build_game(engine: AnyEngine, limits: Limits) -> CheckedGame:
    """Return what the checks must know about an installed game."""
    another = getattr(engine, "another", None)
    options: Sequence[Any] = getattr(engine, "check_options", ({},))
    timed: Any = TimedEngine(engine, limits.call_s)
    worlds = another or _build_worlds(engine)
    return CheckedGame(timed, options, another=worlds, looks_ahead=another is not None, limits=limits)


def _list_texts(game: CheckedGame) -> list[str]:
    """Return actions of two random matches, which are not legal in most of their positions."""
    texts: dict[str, None] = {}
    for number in range(2):
        random_match = RandomMatch(game, number, "texts")
        for position, by, do, _ in islice(play_match(random_match, random_match.rng), MOST_ACTIONS):
            listed = game.engine.legal(position.state, by) if by is not None else None
            texts.update(dict.fromkeys([do, *map(game.engine.encode, islice(listed or (), MOST_ACTIONS))]))
    return sorted(texts)[:: max(1, len(texts) // MOST_ACTIONS)]


def _build_worlds(engine: AnyEngine) -> Worlds:
    """Return `another` made from the determinizer of the search bot; it knows no spectators."""
    adapter = _find_adapter(engine)

    def another(state: Any, viewer: Seat | None, rng: Random) -> Any | None:
        if adapter is None or engine.is_open or viewer is None or viewer not in engine.to_act(state):
            return None
        listed = engine.legal(state, viewer)
        legal = None if listed is None else [engine.encode(action) for action in listed]
        return adapter.determinizer(viewer, engine.view(state, viewer), legal)(rng)

    return another


def _find_adapter(engine: AnyEngine) -> SearchAdapter | None:
    package = registry.find_package(engine.key)
    return None if package is None else package.search


class TimedEngine:
    """An engine whose calls are limited in CPU time: a slower one is a Fault, one that hangs is interrupted."""

    def __init__(self, engine: AnyEngine, limit_s: float) -> None:
        self._engine, self._limit_s = engine, limit_s

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._engine, name)
        if not callable(value) or isinstance(value, type):
            return value

        def call(*args: Any, **params: Any) -> Any:
            began = time.process_time()
            with _interrupt(name, HANGING_CALLS * self._limit_s):
                result = value(*args, **params)
                result = list(result) if isinstance(result, Iterator) else result
            spent = time.process_time() - began
            expect(spent <= self._limit_s, "time", f"`{name}` took {spent:.2f} s; the limit is {self._limit_s:g} s")
            return result

        setattr(self, name, call)
        return call


@contextmanager
def _interrupt(name: str, limit_s: float) -> Iterator[None]:
    """Raise Fault in the block after so much CPU time; not within C code, and only in the main thread."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Fault("time", f"`{name}` did not return within {limit_s:g} s")

    try:
        before = signal.signal(signal.SIGVTALRM, stop)
    except ValueError:  # not the main thread
        yield
        return
    signal.setitimer(signal.ITIMER_VIRTUAL, limit_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _find_method(error: BaseException) -> str:
    """Return where an exception came from: function and line."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "?" if trace is None else f"{trace.tb_frame.f_code.co_name}, line {trace.tb_lineno}"

"""Benchmarks of engines in actions per CPU second, compared to python-chess if that is installed."""

import json
import os
import platform
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from engines import play, record, record_packing
from engines.bots import simulate
from engines.contract import AnyEngine, Json
from engines.randomness import UnverifiedRandom
from engines.verification import checks
from engines.verification.clock_replay import ClockModel

Moves = list[tuple[int | None, str]]


def run_benchmarks(engine: AnyEngine, seconds: float) -> Iterator[dict[str, Json]]:
    """Yield the machine, then each result for this game; a measurement takes about `seconds` of CPU time."""
    yield {"cpu": get_cpu_name(), "cores": os.cpu_count(), "python": platform.python_version()}
    seats = engine.seat_counts[0]
    games = [[(by, do) for by, do, _ in play.play_randomly(engine, {}, seats, Random(f"bench {n}"))] for n in range(20)]
    referee = _measure_rate(lambda n: _replay_moves(engine, games[n % len(games)]), seconds)
    yield {"game": engine.key, "what": "referee: decode, apply, outcome, dump", "actions_per_cpu_second": referee}
    played = _measure_rate(lambda n: _play_random_actions(engine, Random(n)), seconds)
    yield {"game": engine.key, "what": "random play, listing legal actions", "actions_per_cpu_second": played}
    states = [position.state for moves in games[:5] for position in play.replay(engine, {}, seats, moves)]
    largest = max(len(json.dumps(engine.view(state, 0), separators=(",", ":"))) for state in states)
    rate = _measure_rate(lambda n: sum(engine.view(state, 0) is not None for state in states), seconds)
    sizes = {"microseconds": round(1e6 / rate, 1), "bytes_at_most": largest}
    yield {"game": engine.key, "what": "view for a seat", **sizes}
    yield from _benchmark_records(engine, seconds)
    if (chess := _benchmark_chess(seconds)) is not None:
        yield {"game": "python-chess", "what": "random play, listing legal actions", "actions_per_cpu_second": chess}
        yield {"game": engine.key, "what": "random play relative to python-chess", "times": round(played / chess, 2)}


def get_cpu_name() -> str:
    """Return the name of this machine's processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _measure_rate(game: Callable[[int], int], seconds: float) -> int:
    """Return actions per CPU second over as many games as fit; `game` plays number n and returns its actions."""
    game(0)
    actions = n = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        actions += game(n)
        n += 1
    return round(actions / spent)


def _replay_moves(engine: AnyEngine, moves: Moves) -> int:
    for position in play.replay(engine, {}, engine.seat_counts[0], moves):
        engine.dump(position.state)
    return len(moves)


def _play_random_actions(engine: AnyEngine, rng: Random) -> int:
    state = engine.start(engine.options({}), engine.seat_counts[0])
    apply, to_act, legal, outcome, choice = engine.apply, engine.to_act, engine.legal, engine.outcome, rng.choice
    draws = UnverifiedRandom(rng)
    actions = 0
    while outcome(state) is None:
        acting = to_act(state)
        if not acting:
            state = apply(state, None, engine.chance(state, draws))
            continue
        seat = min(acting)
        listed = legal(state, seat)
        action = engine.sample(state, seat, rng) if listed is None else choice(list(listed))
        state = apply(state, seat, action)
        actions += 1
    return actions


def _benchmark_records(engine: AnyEngine, seconds: float) -> Iterator[dict[str, Json]]:
    """Yield the time to verify, and the size of, records of random matches with and without a clock."""
    bots = ["random"] * engine.seat_counts[0]
    records = [list(simulate(engine, {}, bots, f"bench {n}")) for n in range(5)]
    texts = ["".join(record.format_lines(lines)) for lines in records]
    actions = [len(lines) - 2 for lines in records]
    rate = _measure_rate(lambda n: actions[n % 5] if checks.find_fault(texts[n % 5]) is None else 0, seconds)
    yield {"game": engine.key, "what": "verify", "actions_per_cpu_second": rate}
    clocked = ["".join(record.format_lines(add_times(lines, Random(n)))) for n, lines in enumerate(records)]
    rate = _measure_rate(lambda n: actions[n % 5] if checks.find_fault(clocked[n % 5]) is None else 0, seconds)
    yield {"game": engine.key, "what": "verify, with clocks", "actions_per_cpu_second": rate}
    forms = {
        "packed": list(map(record_packing.pack, texts)),
        "packed, with a clock": list(map(record_packing.pack, clocked)),
        "JSON Lines": texts,
        "JSON Lines, with a clock": clocked,
    }
    sizes = {name: round(sum(map(len, contents)) / sum(actions), 1) for name, contents in forms.items()}
    yield {"game": engine.key, "what": "record, bytes per action including header and closing line", **sizes}


def add_times(lines: list[dict[str, Json]], rng: Random) -> list[dict[str, Json]]:
    """Return the record as a server writes it, with times and clocks but unsigned. No flag falls."""
    parsed = record.parse_record("".join(record.format_lines(lines)))
    at = 1_790_000_000_000
    control = {"turn_ms": 180_000, "reserve_ms": 300_000, "increment_ms": 0}
    header = {**lines[0], "control": control, "began": at}
    positions = list(parsed.positions())
    clocks, acting = ClockModel(control, parsed.seats), play.to_act(parsed.engine, positions[0])
    clocks.start(acting, at)
    last, objects = record.hash_header(header), [header]
    for before, after, entry in zip(positions, positions[1:], lines[1:-1], strict=False):
        by = entry["by"]
        at += rng.randrange(500, 20_000) if isinstance(by, int) else 0
        judged = at + rng.randrange(1, 30)
        timed_entry = {**entry, "prev": last, "at": at, "judged": judged, "left": clocks.left(at)}
        timed_entry["hash"] = last = record.hash_entry(last, timed_entry)
        objects.append(timed_entry)
        if isinstance(by, int):  # Update the clocks as the referee does.
            clocks.stop(by, at)
        if play.current_turn(parsed.engine, before) != play.current_turn(parsed.engine, after):
            clocks.settle(at)
        if acting := play.to_act(parsed.engine, after):
            for seat in set(clocks.running()) - acting:
                clocks.stop(seat, at)
            clocks.start(acting, judged)
    return [*objects, lines[-1]]


def _benchmark_chess(seconds: float) -> int | None:
    try:
        import chess
    except ImportError:
        return None
    return _measure_rate(lambda n: _play_chess_game(chess.Board(), Random(n)), seconds)


def _play_chess_game(board: Any, rng: Random) -> int:
    """Make random moves until there are none, the 75-move rule, or move 200; return their number."""
    for n in range(400):
        legal = list(board.legal_moves)
        if not legal or board.halfmove_clock >= 150:
            return n
        board.push(rng.choice(legal))
    return 400

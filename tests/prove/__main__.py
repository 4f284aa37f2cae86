"""`make prove`: many random matches of each game through the whole contract, two-world secrecy over many pairs, many
random traces of the clock; changed bytes of records, and how even the draws are.

    python -m tests.prove [--games 10000] [--pairs 10000] [--clocks 1000000] [--flips 10000] [--rolls 1000000]
                          [--only GAME] [--jobs 1] [--every 8] [--fresh]

`--only clocks` tries the clocks alone; with `--only` and a game they are left out.

It can be stopped at any time: what is done is kept in var/prove/ and is not done again, until the engine or the tests
change. The tables are Markdown on standard output, progress goes to standard error. Exit 1 if anything is wrong.
"""

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from engines import registry
from engines.contract_checks import contract, secrecy
from tests.engines import games
from tests.engines.games import GAMES
from tests.prove import clocks, tables

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "var" / "prove"
CLOCKS = "clocks"
CHUNK = 50  # matches
EVERY_WORLD, MOST_PAIRS = 10, 40  # of a match
CORE = ("referee_notation", "contract", "hash_chain", "play", "randomness", "record", "registry", "verification/checks")


class Chunk(NamedTuple):
    kind: str  # "games" or "pairs"
    key: str
    first: int
    count: int
    every: int


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.prove", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--clocks", type=int, default=1_000_000, help="traces")
    parser.add_argument("--flips", type=int, default=10_000, help="bytes of records changed, in all games together")
    parser.add_argument("--rolls", type=int, default=1_000_000, help="draws for each test of how even they are")
    parser.add_argument("--only", choices=[*registry.keys(), CLOCKS], help="one game, or the clocks")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--every", type=int, default=8, help="positions from one close look to the next")
    parser.add_argument("--fresh", action="store_true", help="begin again")
    asked = parser.parse_args(argv)
    wrong = _clocks(asked) if asked.only in (None, CLOCKS) else []
    keys = [asked.only] if asked.only else list(registry.keys())
    wrong += _games(keys, asked) if asked.only != CLOCKS else []
    for fault in wrong:
        print(f"FAULT {fault}", file=sys.stderr)
    return 1 if wrong else 0


def _clocks(asked: argparse.Namespace) -> list[str]:
    def told(text: str) -> None:
        print(f"\r{text}   ", end="", file=sys.stderr, flush=True)

    table, faults = clocks.prove(asked.clocks, asked.jobs, told, fresh=asked.fresh)
    print(file=sys.stderr)
    print(table)
    return faults


def _games(keys: list[str], asked: argparse.Namespace) -> list[str]:
    """Prove these games and print what was found; the faults."""
    found = [_proven(key, asked) for key in keys]
    print(_table(found))
    wrong = [f"{one['key']}: {fault}" for one in found for fault in one["faults"]]
    wrong += [f"{one['key']}: never differed: {', '.join(left)}" for one in found if (left := _untried(one))]
    checked = (tables.flips(keys, asked.flips), tables.fairness(asked.rolls))
    for table, faults in (*checked, tables.refusals(keys)):
        print(table)
        wrong += faults
    return wrong


def _proven(key: str, asked: argparse.Namespace) -> dict[str, Any]:
    kept = _kept(key, asked)
    with ProcessPoolExecutor(asked.jobs) as pool:
        for done in _each(pool, asked.jobs, _games_due(kept, asked.games)):
            _add(kept, done)
            _told(key, f"{kept['games']:,} of {asked.games:,} matches, {kept['actions']:,} actions", kept)
        while GAMES[key].hidden and kept["pairs"] < asked.pairs:
            for done in _each(pool, asked.jobs, _pairs_due(kept, asked.jobs)):
                _add(kept, done)
            _told(key, f"{kept['pairs']:,} of {asked.pairs:,} pairs of worlds", kept)
    print(file=sys.stderr)
    return kept


def _games_due(kept: dict[str, Any], wanted: int) -> Iterator[Chunk]:
    for first in range(kept["games"], wanted, CHUNK):
        yield Chunk("games", kept["key"], first, min(CHUNK, wanted - first), kept["every"])


def _pairs_due(kept: dict[str, Any], jobs: int) -> Iterator[Chunk]:
    for part in range(jobs):
        yield Chunk("pairs", kept["key"], kept["pair_matches"] + part * CHUNK, CHUNK, EVERY_WORLD)


def _each(pool: ProcessPoolExecutor, jobs: int, chunks: Iterable[Chunk]) -> Iterator[dict[str, Any]]:
    """Results in the order of the chunks, a few chunks being worked on at a time."""
    waiting: list[Any] = []
    for chunk in chunks:
        waiting.append(pool.submit(work, chunk))
        if len(waiting) >= 2 * jobs:
            yield waiting.pop(0).result()
    for one in waiting:
        yield one.result()


def work(chunk: Chunk) -> dict[str, Any]:
    """Do a chunk; what it adds to the figures, and the faults found."""
    began = time.process_time()
    tally, actions, faults = secrecy.Tally(), 0, []
    for number in range(chunk.first, chunk.first + chunk.count):
        random_match = games.random_match(chunk.key, number)
        try:
            if chunk.kind == "games":
                actions += contract.check_match(random_match, chunk.every)
            else:
                tally += secrecy.check_match(random_match, chunk.every, MOST_PAIRS)
        except Exception as fault:  # whatever an engine does, the proof goes on and tells of it
            faults.append(f"{chunk.kind} {number}: {type(fault).__name__}: {str(fault)[:300]}")
    spent = round(time.process_time() - began, 2)
    made = {"faults": faults, "differed": sorted(tally.differed), "pairs": tally.pairs, "actions": actions}
    counted = "games" if chunk.kind == "games" else "pair_matches"
    seconds = "game_seconds" if chunk.kind == "games" else "pair_seconds"
    return {**made, "steps": tally.steps, "acts": tally.acts, counted: chunk.count, seconds: spent}


def _add(kept: dict[str, Any], done: dict[str, Any]) -> None:
    for name, value in done.items():
        if name == "differed":
            kept[name] = sorted({*kept[name], *value})
        else:
            kept[name] = kept[name] + value
    KEPT.mkdir(parents=True, exist_ok=True)
    (KEPT / f"{kept['key']}.json").write_text(json.dumps(kept, indent=1), "utf-8")


def _kept(key: str, asked: argparse.Namespace) -> dict[str, Any]:
    """The figures so far, or none yet; those of other code are worth nothing."""
    path, code = KEPT / f"{key}.json", _code(key)
    if path.exists() and not asked.fresh:
        kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if (kept["code"], kept["every"]) == (code, asked.every):
            return kept
    figures = dict.fromkeys(("games", "actions", "pairs", "pair_matches", "steps", "acts"), 0)
    times = {"game_seconds": 0.0, "pair_seconds": 0.0}
    return {"key": key, "code": code, "every": asked.every, **figures, **times, "faults": [], "differed": []}


def _code(key: str) -> str:
    """A hash of everything that the proof of a game depends on."""
    told = hashlib.sha256()
    package = key.replace("-", "_")
    paths = [ROOT / "engines" / f"{name}.py" for name in CORE]
    paths += [ROOT / "engines" / "contract_checks" / f"{name}.py" for name in ("contract", "secrecy", "subjects")]
    paths += [ROOT / "tests" / "engines" / f"{name}.py" for name in ("games", f"{package}/worlds")]
    paths += [path for path in (ROOT / "engines" / package).rglob("*") if path.suffix in (".py", ".toml")]
    for path in sorted(paths):
        told.update(path.read_bytes())
    return told.hexdigest()


def _told(key: str, text: str, kept: dict[str, Any]) -> None:
    faults = f", {len(kept['faults'])} FAULTS" if kept["faults"] else ""
    print(f"\r{key}: {text}{faults}   ", end="", file=sys.stderr, flush=True)


def _untried(kept: dict[str, Any]) -> list[str]:
    return sorted(GAMES[kept["key"]].hidden - set(kept["differed"])) if kept["pairs"] else []


def _table(found: list[dict[str, Any]]) -> str:
    lines = [
        "| game | matches | actions | CPU s | pairs of worlds | next steps | referee's acts | CPU s | faults |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for one in found:
        pairs = [f"{one[name]:,}" for name in ("pairs", "steps", "acts")] if GAMES[one["key"]].hidden else ["-"] * 3
        cells = [one["key"], f"{one['games']:,}", f"{one['actions']:,}", f"{one['game_seconds']:,.0f}", *pairs]
        cells += [f"{one['pair_seconds']:,.0f}", str(len(one["faults"]))]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.exit(main())

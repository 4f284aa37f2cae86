"""The part of `make prove` about clocks: random traces against the naive reckoning of tests/matches/naive_clock.py.

What is done is kept in var/prove/clocks.json, and done again only where the clock or the traces have changed.
"""

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from tests.matches.clock_traces import check

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "var" / "prove" / "clocks.json"
CODE = ("matches/clock.py", "matches/time_control.py", "tests/matches/clock_traces.py",
        "tests/matches/naive_clock.py")  # fmt: skip
CHUNK = 5_000


def prove(wanted: int, jobs: int, told: Callable[[str], None], *, fresh: bool = False) -> tuple[str, list[str]]:
    """So many traces; a table of what was tried, as Markdown, and the faults. `told` is told how far it has come."""
    kept = _kept(fresh)
    with ProcessPoolExecutor(jobs) as pool:
        for done in pool.map(work, _due(kept["traces"], wanted)):
            for name, value in done.items():
                kept[name] = kept[name] + value
            KEPT.parent.mkdir(parents=True, exist_ok=True)
            KEPT.write_text(json.dumps(kept, indent=1), "utf-8")
            told(f"clocks: {kept['traces']:,} of {wanted:,} traces")
    cells = (f"{kept['traces']:,}", f"{kept['events']:,}", f"{kept['seconds']:,.0f}", str(len(kept["faults"])))
    lines = ["| traces of clocks | events | CPU s | faults |", "| --- | --- | --- | --- |", f"| {' | '.join(cells)} |"]
    return "\n".join([*lines, ""]), kept["faults"]


def work(chunk: tuple[int, int]) -> dict[str, Any]:
    """Traces from this number on, so many."""
    first, count = chunk
    began, events, faults = time.process_time(), 0, []
    for seed in range(first, first + count):
        try:
            events += check(seed)
        except Exception as fault:  # the proof goes on and tells of it
            faults.append(f"clock trace {seed}: {type(fault).__name__}: {str(fault)[:300]}")
    return {"traces": count, "events": events, "faults": faults, "seconds": round(time.process_time() - began, 2)}


def _due(done: int, wanted: int) -> Iterator[tuple[int, int]]:
    for first in range(done, wanted, CHUNK):
        yield first, min(CHUNK, wanted - first)


def _kept(fresh: bool) -> dict[str, Any]:
    code = hashlib.sha256(b"".join((ROOT / name).read_bytes() for name in CODE)).hexdigest()
    if KEPT.exists() and not fresh:
        kept: dict[str, Any] = json.loads(KEPT.read_text("utf-8"))
        if kept["code"] == code:
            return kept
    return {"code": code, "traces": 0, "events": 0, "seconds": 0.0, "faults": []}

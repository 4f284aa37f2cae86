"""A module run in a process of its own, with low priority and bounded time and memory, for what may be crafted to be costly.

The web process only waits.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class ProcessStopped(Exception):
    """The process exceeded its time or memory limit."""


def run_module(module: str, data: bytes, *, wall_s: float) -> bytes:
    """Return what `python -m module` writes, given this on standard input; it has no settings or environment.

    Raises ProcessStopped at its limits, RuntimeError for other failures.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-m", module], input=data, capture_output=True, timeout=wall_s, cwd=ROOT, check=False,
            env={name: os.environ[name] for name in ("PATH", "PYTHONDONTWRITEBYTECODE") if name in os.environ},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise ProcessStopped from None
    if done.returncode < 0 or b"MemoryError" in done.stderr[-2000:]:
        raise ProcessStopped
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace")[-2000:])
    return done.stdout


def limit_resources(*, cpu_s: int, memory_bytes: int, nice: int) -> None:
    """Limit this process, before it reads its input."""
    os.nice(nice)
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s))
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

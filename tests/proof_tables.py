"""Tables of `make prove`: what random play used of each game, and which refusals its tests brought about."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

from tests.engines.counted_refusals import codes

Found = tuple[str, list[str]]  # a table in Markdown, and the faults


def coverage(keys: Sequence[str]) -> Found:
    """How often each thing that a game's coverage test looks for came up; what never did is a fault."""
    tables, faults = [], []
    for key in keys:
        module = import_module(f"tests.engines.{_package(key)}.test_coverage")
        counts: Mapping[str, int] = module.counted()
        tables.append(_table(f"{key}: used in random play", "what", {name: counts[name] for name in module.WANTED}))
        faults += [f"{key}: never used: {name}" for name in sorted(module.WANTED) if not counts[name]]
    return "\n".join(tables), faults


def refusals(keys: Sequence[str]) -> Found:
    """How often each code was refused with while the tests of a game ran; one that never was is a fault."""
    tables, faults = [], []
    for key in keys:
        seen = _refused(_package(key))
        counts = {code: seen[f"{_package(key)} {code}"] for code in codes(_package(key))}
        tables.append(_table(f"{key}: refusals made by its tests", "code", counts))
        faults += [f"{key}: never refused with: {code}" for code, count in sorted(counts.items()) if not count]
    return "\n".join(tables), faults


def _refused(package: str) -> Counter[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "refusals.json"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "tests.engines.counted_refusals"]
        tests = [f"tests/engines/{package}", "tests/engines/test_contract.py", "-k", f"{package} or nobody_acts_after"]
        environment = {**os.environ, "REFUSALS_TO": str(path)}
        subprocess.run([*command, *tests], env=environment, stdout=sys.stderr, check=False)
        return Counter(json.loads(path.read_text("utf-8")))


def _package(key: str) -> str:
    return key.replace("-", "_")


def _table(title: str, what: str, counts: Mapping[str, int]) -> str:
    rows = [f"| {name} | {count:,} |" for name, count in sorted(counts.items())]
    return "\n".join([f"### {title}", "", f"| {what} | times |", "| --- | ---: |", *rows, ""])

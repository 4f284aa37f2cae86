"""Tables of `make prove`: changed bytes of records, how even the draws are, and the refusals that tests brought about."""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.engines import fairness as fair
from tests.engines.counted_refusals import codes
from tests.engines.flipping import unfound

UNLIKELY = 0.0001
Found = tuple[str, list[str]]  # a table in Markdown, and the faults


def flips(keys: Sequence[str], trials: int) -> Found:
    """How many changed bytes of signed records with clocks were tried; one that was not found is a fault."""
    each = -(-trials // len(keys))
    left = {key: list(unfound(key, each, "prove")) for key in keys}
    rows = dict.fromkeys(keys, each)
    return _table("bytes of records changed and found", "game", rows), [fault for one in left.values() for fault in one]


def fairness(rolls: int) -> Found:
    """Chi-squared of draws as matches make them; one that fair draws would hardly ever give is a fault."""
    tables = fair.tables(rolls)
    lines = [
        "### how even the draws are", "", "| draws | rolls | chi-squared | degrees | p |", "| --- | --- | --- | --- | --- |",
    ]  # fmt: skip
    lines += [f"| {one.what} | {one.rolls:,} | {one.chi_squared:.1f} | {one.degrees} | {one.p:.3f} |" for one in tables]
    wrong = [f"{one.what}: p is {one.p:.2g}" for one in tables if not UNLIKELY < one.p < 1 - UNLIKELY]
    return "\n".join([*lines, ""]), wrong


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
        tests = [f"tests/engines/{package}", "tests/engines/test_contract.py", "-k", f"{package} or refuses_every_action_after"]
        environment = {**os.environ, "REFUSALS_TO": str(path)}
        subprocess.run([*command, *tests], env=environment, stdout=sys.stderr, check=False)
        return Counter(json.loads(path.read_text("utf-8")))


def _package(key: str) -> str:
    return key.replace("-", "_")


def _table(title: str, what: str, counts: Mapping[str, int]) -> str:
    rows = [f"| {name} | {count:,} |" for name, count in sorted(counts.items())]
    return "\n".join([f"### {title}", "", f"| {what} | times |", "| --- | ---: |", *rows, ""])

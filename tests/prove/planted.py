"""Planted faults: one-line errors in the product, each of which the tests must find.

    python -m tests.prove.planted [NAME ...] [--jobs 2] [--fresh]

Each fault is a patch in tests/prove/faults/. It is applied to a copy of the repository, where the tests run that reach
its lines, at most MOST_FILES files of them, those first that are most about its file, until one fails. Which tests
reach which lines is recorded once, by a run of the suite with coverage, and kept in var/prove/reached.json until the
code or the tests change. Exit 1 if fewer than MUST_BE_FOUND of all faults are found, or not all of those named.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from coverage import CoverageData

from tests import everything, sharing

ROOT = Path(__file__).resolve().parents[2]
FAULTS = Path(__file__).parent / "faults"
KEPT = ROOT / "var" / "prove" / "reached.json"
PRODUCT = ("engines", "matches", "league", "deploy")
MUST_BE_FOUND = 55
NO_TEST_RAN = 5
MOST_FILES = 40
MOST_S = 600
_FILE = re.compile(r"^--- a/(.+)$", re.MULTILINE)
_HUNK = re.compile(r"^@@ -(\d+)")


class Fault(NamedTuple):
    """A patch: its name, the file that it changes, and the lines of it that the fault replaces or follows."""

    name: str
    file: str
    lines: frozenset[int]


class Found(NamedTuple):
    """What came of a fault: the test that found it, or why none did."""

    fault: Fault
    by: str
    is_found: bool
    seconds: float


def read_fault(patch: Path) -> Fault:
    text = patch.read_text("utf-8")
    file = _FILE.search(text)
    assert file, f"{patch.name} changes no file"
    lines, number = set[int](), 0
    for line in text.splitlines():
        if hunk := _HUNK.match(line):
            number = int(hunk[1])
        elif number and line.startswith("-"):
            lines.add(number)
            number += 1
        elif number and line.startswith("+"):
            lines.add(number - 1)
        elif number:
            number += 1
    return Fault(patch.stem, file[1], frozenset(lines))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.prove.planted", description=__doc__)
    parser.add_argument("names", nargs="*", help="faults, by the names of their patches; all by default")
    parser.add_argument("--jobs", type=int, default=2, help="faults at once")
    parser.add_argument("--fresh", action="store_true", help="record anew which tests reach which lines")
    asked = parser.parse_args()
    faults = [read_fault(patch) for patch in sorted(FAULTS.glob("*.patch")) if not asked.names or patch.stem in asked.names]
    with ExitStack() as stack:
        environment = everything.prepare(stack, skipped := [])
        if skipped:
            print("\n".join(skipped), file=sys.stderr)
            return 1
        reached = _record_reached(environment, fresh=asked.fresh)
        copies = [stack.enter_context(tempfile.TemporaryDirectory(prefix="league-zero-fault-")) for _ in range(asked.jobs)]
        free = [_copy_tree(Path(copy)) for copy in copies]

        def try_one(fault: Fault) -> Found:
            copy = free.pop()
            try:
                found = _try(fault, copy, environment, reached)
            finally:
                free.append(copy)
            print(f"{'found' if found.is_found else 'NOT FOUND'} {fault.name} in {found.seconds:.0f} s: {found.by}", flush=True)
            return found

        with ThreadPoolExecutor(asked.jobs) as pool:
            results = list(pool.map(try_one, faults))
    missed = [one.fault.name for one in results if not one.is_found]
    count = len(results) - len(missed)
    print("\n".join([f"{count} of {len(results)} planted faults found", *(f"  not {name}" for name in missed)]))
    return int(count < (len(results) if asked.names else MUST_BE_FOUND))


def _record_reached(environment: dict[str, str], *, fresh: bool) -> dict[str, dict[str, list[str]]]:
    """Return the files of tests that run a line, by file and line, recorded by a run of the suite unless it is known."""
    state = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    if KEPT.exists() and not fresh:
        kept = json.loads(KEPT.read_text("utf-8"))
        if kept["state"] == state:
            return dict(kept["reached"])
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    data_file = KEPT.with_name("coverage")
    # What loops for ever is stopped by an exception from outside, which Python does not deliver to traced code.
    command = [sys.executable, "-m", "pytest", *sharing.OPTIONS, "-p", "tests.prove.contexts"]
    command += ["-k", "not loops and not engine_limits"]
    command += ["-m", "not browser and not processes"]  # what other processes run is not seen
    command += ["--cov-report=", *(f"--cov={name}" for name in PRODUCT)]
    subprocess.run(command, cwd=ROOT, env={**environment, "COVERAGE_FILE": str(data_file)}, check=False)
    data = CoverageData(str(data_file))
    data.read()
    reached: dict[str, dict[str, list[str]]] = {}
    for path in data.measured_files():
        by_line = data.contexts_by_lineno(path)
        files = {str(line): sorted(one for one in by_line[line] if one) for line in by_line}
        reached[str(Path(path).relative_to(ROOT))] = {line: tests for line, tests in files.items() if tests}
    KEPT.write_text(json.dumps({"state": state, "reached": reached}), "utf-8")
    return reached


def _copy_tree(folder: Path) -> Path:
    """Copy the files that git knows; the copy has its own tests and product, and this environment."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def _count_lines(files: Iterable[Mapping[str, list[str]]]) -> Counter[str]:
    """Return how many lines of these files each file of tests runs."""
    return Counter(name for lines in files for names in lines.values() for name in names)


def _try(fault: Fault, copy: Path, environment: dict[str, str], reached: dict[str, dict[str, list[str]]]) -> Found:
    """Run the tests that reach the fault in the copy, with the fault in it."""
    began = time.monotonic()
    of_file = reached.get(fault.file, {})
    tests = {name for line in fault.lines for name in of_file.get(str(line), ())}
    if not tests:  # it stands outside of functions, and ran before the first test
        tests = {name for names in of_file.values() for name in names}
    if not tests:
        return Found(fault, "no test reaches it", False, 0)
    here, everywhere = _count_lines([of_file]), _count_lines(reached.values())
    ordered = sorted(tests, key=lambda name: (-here[name] / everywhere[name], name))[:MOST_FILES]
    patch = ["git", "apply", str(FAULTS / f"{fault.name}.patch")]
    # A name of its own for the database of the tests, which is made anew from the migrated one.
    url = f"{environment['DATABASE_URL'].rpartition('/')[0]}/{copy.name.replace('-', '_')}"
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:randomly", "-p", "no:cacheprovider", *ordered]
    subprocess.run(patch, cwd=copy, check=True)
    try:
        done = subprocess.run(
            command, cwd=copy, env={**environment, "DATABASE_URL": url}, capture_output=True, text=True, timeout=MOST_S
        )
    except subprocess.TimeoutExpired:
        return Found(fault, f"the tests did not end within {MOST_S} s", True, time.monotonic() - began)
    finally:
        subprocess.run([*patch, "--reverse"], cwd=copy, check=True)
    seconds = time.monotonic() - began
    if done.returncode in (0, NO_TEST_RAN):
        return Found(fault, f"{len(ordered)} files of tests passed", False, seconds)
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    if done.returncode != 1 or failed is None:
        raise RuntimeError(f"{fault.name}: the tests could not run:\n{done.stdout[-3000:]}{done.stderr[-1000:]}")
    return Found(fault, failed[1], True, seconds)


if __name__ == "__main__":
    sys.exit(main())

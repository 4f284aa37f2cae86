"""The real processes, killed, frozen and misled while people play: the small version of `make faults`."""

import json
import os
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.processes, pytest.mark.postgres]


def test_no_fault_loses_a_move_applies_one_twice_or_wrongs_a_clock() -> None:
    """Runs apart from the other tests, because it starts a site on services of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults", "--small"], capture_output=True, text=True, timeout=400, env={**os.environ}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["promises"] > 40
    assert set(told["broken"].values()) == {0}

"""The real processes, with one of them killed while people play."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

pytestmark = [pytest.mark.processes, pytest.mark.postgres]


def test_killing_workers_and_the_broker_loses_no_move_and_wrongs_no_clock() -> None:
    """Runs apart from the other tests, because it starts a site on databases of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.killing"], capture_output=True, text=True, timeout=120, env={**os.environ}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["moves"] > 20
    assert told["lost"] == 0
    assert told["twice"] == 0
    assert told["flags"] == 0
    assert told["verified"] == told["matches"]

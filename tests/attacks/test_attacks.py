"""Every attack of the suite, in its small form, against real processes."""

import subprocess
import sys

import pytest

pytestmark = [pytest.mark.processes, pytest.mark.postgres]


def test_every_attack_is_held() -> None:
    """Runs apart from the other tests, because it starts a site on services of its own."""
    done = subprocess.run([sys.executable, "-m", "tests.attacks", "--small"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "MISSED" not in done.stdout

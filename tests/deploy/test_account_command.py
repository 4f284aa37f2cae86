"""`manage.py account` where there is no database to ask."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("url", "reason"),
    [("", "no such table"), ("postgres://x@127.0.0.1:1/x", "connection failed"), ("sqlite:////nowhere/x", "unable to")],
)
def test_it_says_so_in_a_line(tmp_path: Path, url: str, reason: str) -> None:
    given = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "PRODUCTION")}
    given |= {"VAR_DIR": str(tmp_path)} | ({"DATABASE_URL": url} if url else {})
    done = subprocess.run(
        [sys.executable, "manage.py", "account", "ada"], env=given, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    [line] = done.stderr.strip().splitlines()
    assert reason in line
    assert "DATABASE_URL" in line

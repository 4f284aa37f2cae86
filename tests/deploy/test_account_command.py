"""`manage.py account` where there is no database to ask."""

import os
import subprocess
import sys
from pathlib import Path


def test_it_says_so_in_a_line(tmp_path: Path) -> None:
    given = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "PRODUCTION")}
    done = subprocess.run(
        [sys.executable, "manage.py", "account", "ada"],
        env={**given, "VAR_DIR": str(tmp_path), "DATABASE_URL": "postgres://x@127.0.0.1:1/x"},
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    [line] = done.stderr.strip().splitlines()
    assert "connection failed" in line
    assert "DATABASE_URL" in line

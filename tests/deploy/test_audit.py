"""The audit of what is installed asks for everything, and is no success where it could not ask."""

import subprocess
from pathlib import Path

from deploy.settings.env import ROOT


def audit(tool: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`make audit` with pip-audit elsewhere, and without a look at the environment of the project."""
    command = ["make", "audit", "-o", "install", f"AUDIT={tool}", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_it_asks_for_the_whole_file_and_fails_where_it_cannot(tmp_path: Path) -> None:
    tool = tmp_path / "bin/pip-audit"
    tool.parent.mkdir()
    tool.write_text('#!/bin/sh\necho "$@" > "$(dirname "$0")/asked"\nexit 1\n')
    tool.chmod(0o755)
    done = audit(tmp_path, "ARGS=--vulnerability-service osv")
    assert done.returncode != 0
    assert "The audit failed" in done.stderr
    asked = (tmp_path / "bin/asked").read_text().split()
    assert {"--strict", "--require-hashes", "requirements.lock", "osv"} <= set(asked)

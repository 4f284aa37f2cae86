"""The audit of what is installed asks for everything, and is no success where it could not ask."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from deploy import audit


def test_it_asks_for_the_whole_file_and_fails_where_it_cannot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tool = tmp_path / "bin/pip-audit"
    tool.parent.mkdir()
    tool.write_text('#!/bin/sh\necho "$@" > "$(dirname "$0")/asked"\nexit 1\n')
    tool.chmod(0o755)
    monkeypatch.setattr(audit, "TOOL", tmp_path)
    assert audit.main(["--vulnerability-service", "osv"]) == 1
    asked = (tmp_path / "bin/asked").read_text().split()
    assert {"--strict", "--require-hashes", str(audit.LOCK), "osv"} <= set(asked)


def test_it_is_installed_on_demand_into_a_place_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    done: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        done.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(audit, "TOOL", tmp_path / "audit")
    monkeypatch.setattr(subprocess, "run", run)
    assert audit.main([]) == 0
    assert [command[-1] for command in done[:2]] == [str(tmp_path / "audit"), audit.PIP_AUDIT]
    assert done[2] == audit.command([])

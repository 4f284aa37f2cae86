"""Programs that tests unpack from packages of the system."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.services import packages


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="packages of Debian are unpacked by dpkg-deb")
def test_a_package_is_unpacked_where_no_folder_is_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a bare clone, which has no `var`."""
    content = tmp_path / "content"
    (content / "DEBIAN").mkdir(parents=True)
    control = "Package: tool\nVersion: 1\nArchitecture: all\nMaintainer: Test <test@example.org>\nDescription: a tool\n"
    (content / "DEBIAN/control").write_text(control)
    (content / "tool").write_text("#!/bin/sh\n")
    subprocess.run(["dpkg-deb", "--build", str(content), str(tmp_path / "tool.deb")], check=True, capture_output=True)
    registry = tmp_path / "bin" / "apt-get"
    registry.parent.mkdir()
    registry.write_text(f'#!/bin/sh\n[ "$2" = update ] || cp {tmp_path}/tool.deb .\n')
    registry.chmod(0o755)
    monkeypatch.setenv("PATH", f"{registry.parent}", prepend=":")
    packages.unpack("tool", tmp_path / "var" / "tools")
    assert (tmp_path / "var" / "tools" / "tool").is_file()

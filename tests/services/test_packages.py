"""Packages of the system that tests install, and programs that they unpack from one."""

import os
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


@pytest.mark.parametrize("wanted", [True, False])
def test_what_is_installed_as_root_is_said_first_and_can_be_refused(
    wanted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    registry = tmp_path / "apt-get"
    registry.write_text('#!/bin/sh\necho "$@" >&2\n')
    registry.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}", prepend=":")
    monkeypatch.setenv("NO_INSTALL", "" if wanted else "1")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    packages.install("chromium")
    told, done = capfd.readouterr()
    command = "install -y --no-install-recommends chromium"
    assert (f"as root: apt-get -q {command}" in told, f"-q {command}" in done) == (wanted, wanted)

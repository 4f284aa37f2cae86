"""Packages of the system that tests need, installed where that is possible."""

from __future__ import annotations

import os
import shutil
import subprocess


def install(*names: str) -> None:
    """Install them where we may: as root on Debian or Ubuntu."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"installing {', '.join(names)} for the tests ...", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update"], ["install", "-y", "--no-install-recommends", *names]):
            subprocess.run(["apt-get", "-q", *command], env=environment, stdout=subprocess.DEVNULL, check=False)

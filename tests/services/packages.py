"""Packages of the system that tests need, installed where that is possible."""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory


def install(*names: str) -> None:
    """Install them where we may: as root on Debian or Ubuntu, and not with NO_INSTALL=1."""
    if os.geteuid() == 0 and shutil.which("apt-get") and not os.environ.get("NO_INSTALL"):
        command = ["apt-get", "-q", "install", "-y", "--no-install-recommends", *names]
        print(f"Installing on this machine, as root: {' '.join(command)}", flush=True)
        print("With NO_INSTALL=1 the tests that need it are skipped instead.", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for each in (["apt-get", "-q", "update"], command):
            subprocess.run(each, env=environment, stdout=subprocess.DEVNULL, check=False)


def unpack(name: str, folder: Path) -> None:
    """The files of a package below a folder of ours, on Debian or Ubuntu: nothing is installed, and nothing started."""
    if shutil.which("apt-get") and shutil.which("dpkg-deb"):
        print(f"fetching {name} for the tests ...", flush=True)
        folder.mkdir(parents=True, exist_ok=True)  # dpkg-deb makes the last folder of the path alone
        with TemporaryDirectory() as fetched:
            if os.geteuid() == 0:
                subprocess.run(["apt-get", "-q", "update"], stdout=subprocess.DEVNULL, check=False)
            subprocess.run(["apt-get", "-q", "download", name], cwd=fetched, stdout=subprocess.DEVNULL, check=False)
            for package in Path(fetched).glob("*.deb"):
                subprocess.run(["dpkg-deb", "--extract", str(package), str(folder)], check=False)

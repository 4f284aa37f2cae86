"""The checker of systemd's units, installed where that is possible."""

import shutil

PACKAGES = ("systemd",)


def missing() -> str | None:
    """None if it is there, else what to install."""
    return None if shutil.which("systemd-analyze") else "systemd-analyze is not installed (Debian: apt install systemd)"

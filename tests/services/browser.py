"""A headless Chromium, installed where that is possible."""

from __future__ import annotations

import os
import shutil
import subprocess


def missing() -> str | None:
    """None if Chromium and its driver are there, else what to install."""
    if _program() and shutil.which("chromedriver"):
        return None
    return "Chromium and chromedriver are not installed (Debian: apt install chromium chromium-driver)"


def install() -> None:
    """Install them where we may: as root on Debian or Ubuntu."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("installing Chromium for the browser tests ...", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update"], ["install", "-y", "--no-install-recommends", "chromium", "chromium-driver"]):
            subprocess.run(["apt-get", "-q", *command], env=environment, stdout=subprocess.DEVNULL, check=False)


def _program() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def driver(width: int = 1280, height: int = 900, *, touch: bool = False, dark: bool = False):  # type: ignore[no-untyped-def]
    """A browser of its own: own cookies, given size; close it with `quit`."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = _program() or ""
    flags = (
        "headless=new", "no-sandbox", "disable-dev-shm-usage", "disable-gpu", "disable-background-networking",
        "disable-component-update", "disable-sync", "no-first-run", f"window-size={width},{height}",
    )  # fmt: skip
    for flag in flags:
        options.add_argument(f"--{flag}")
    if dark:
        options.add_argument("--force-dark-mode")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch}
    made.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    if touch:
        made.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    return made

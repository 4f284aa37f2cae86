"""A headless Chromium, installed where that is possible.

The shell without a user interface renders alike and uses a third less CPU time for the journeys; else the whole browser.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

PACKAGES = ("chromium-headless-shell", "chromium-driver")
SCRIPT_S = 120


def missing() -> str | None:
    """None if Chromium and its driver are there, else what to install."""
    if _program() and shutil.which("chromedriver"):
        return None
    return "Chromium and chromedriver are not installed (Debian: apt install chromium-headless-shell chromium-driver)"


def _program() -> str | None:
    # Debian's script for the shell stays its parent, so that a driver would end the script and leave the browser.
    names = ("/usr/lib/chromium/chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


class Browsers:
    """Browsers that are used again: starting one costs more than most of what is then done with it."""

    def __init__(self) -> None:
        self._idle: list[WebDriver] = []
        self._all: list[WebDriver] = []

    def take(self, *, width: int = 1280, height: int = 900, touch: bool = False, lively: bool = False) -> WebDriver:
        """A browser as if new, of a given size, that nobody else uses. Boards animate only if it is `lively`."""
        if not self._idle:
            self._idle.append(_started())
            self._all.append(self._idle[-1])
        made = self._idle.pop()
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch}
        made.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        made.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch})
        if lively:
            motion = {"features": [{"name": "prefers-reduced-motion", "value": "no-preference"}]}
            made.execute_cdp_cmd("Emulation.setEmulatedMedia", motion)
        return made

    def give_back(self, one: WebDriver) -> None:
        """Forget everything that its person did. A new tab has no session storage and emulates nothing."""
        old = one.window_handles
        one.switch_to.new_window("tab")
        fresh = one.current_window_handle
        for tab in old:
            one.switch_to.window(tab)
            one.close()
        one.switch_to.window(fresh)
        one.execute_cdp_cmd("Network.clearBrowserCookies", {})
        one.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
        one.get_log("browser")  # what the closed tabs still had to say
        one.set_script_timeout(SCRIPT_S)
        self._idle.append(one)

    def drop(self, one: WebDriver) -> None:
        """Close a browser of which nobody knows what state it is in."""
        self._all.remove(one)
        one.quit()

    def close(self) -> None:
        while self._all:
            self.drop(self._all[-1])


def _started() -> WebDriver:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = _program() or ""
    flags = (
        "headless=new", "no-sandbox", "disable-dev-shm-usage", "disable-gpu", "disable-background-networking",
        "disable-component-update", "disable-sync", "no-first-run", "force-prefers-reduced-motion",
    )  # fmt: skip
    for flag in flags:
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    made.set_script_timeout(SCRIPT_S)
    return made

"""Runs the tests of the scripts (`*.test.js`) in Chromium: one test for each file, on a page of its own."""

import re
from typing import Any

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from tests.scripts.site import HERE, ScriptSite

FILES = sorted(str(file.relative_to(HERE)) for file in HERE.rglob("*.test.js"))
_RESULTS = "const done = arguments[0]; window.results.then(done, (error) => done({ran: 0, failed: [String(error)]}))"


@pytest.mark.browser
@pytest.mark.parametrize("name", FILES)
def test_script(site: ScriptSite, browser: WebDriver, name: str) -> None:
    browser.get(site.page(name))
    results: dict[str, Any] = browser.execute_async_script(_RESULTS)
    browser.get("about:blank")
    console = [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    failed = [_in_files(text) for text in (*results["failed"], *(f"console: {text}" for text in console))]
    if failed:
        pytest.fail("\n\n".join(failed), pytrace=False)
    assert results["ran"], "the file has no tests"


def _in_files(text: str) -> str:
    """Name the files of this repository instead of their addresses."""
    for start, folder in (
        ("tests/", "tests/scripts/"), (r"static/matches/boards/(?=[\w-]+\.js|[\w-]+/)", "engines/*/site/boards/"),
        ("static/league/", "league/static/league/"), ("static/", "matches/static/"),
    ):  # fmt: skip
        text = re.sub(rf"http://127\.0\.0\.1:\d+/{start}", folder, text)
    return text

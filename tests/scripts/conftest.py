"""The site and the browser of the script tests."""

from collections.abc import Iterator

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from tests.scripts.site import ScriptSite, serving
from tests.services.browser import Browsers


@pytest.fixture(scope="package")
def site() -> Iterator[ScriptSite]:
    with serving() as site:
        yield site


@pytest.fixture(scope="package")
def browser() -> Iterator[WebDriver]:
    browsers = Browsers()
    yield browsers.take(height=1600)
    browsers.close()


@pytest.fixture
def page(site: ScriptSite, browser: WebDriver) -> WebDriver:
    """An empty page, which can load every script of the site, in a browser that remembers nothing."""
    browser.get(site.page("pages.js"))
    browser.execute_script("localStorage.clear()")
    return browser

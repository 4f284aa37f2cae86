"""What a page costs a first visitor."""

from __future__ import annotations

import gzip
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import urlopen

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

MOST_BYTES = 150_000
"""Page, styles, scripts and their words, pictures and fonts, packed as a web server packs them."""
KINDS = {"css": "styles", "js": "scripts", "json": "words", "svg": "pictures", "png": "pictures", "woff2": "fonts"}
_ASKED_FOR = """
const [done] = arguments;
const asked = performance.getEntriesByType("resource").filter(({initiatorType}) => initiatorType !== "fetch");
fetch(location.href).then((answer) => answer.text()).then((page) => done([page, asked.map(({name}) => name)]));
"""


def parts(driver: WebDriver) -> dict[str, int]:
    """The bytes of the page that is open and of all that it asked for, by kind; without streams and polls."""
    page, names = driver.execute_async_script(_ASKED_FOR)
    weights = {"page": len(gzip.compress(page.encode(), 6))}
    for name in dict.fromkeys(names):
        kind = KINDS.get(urlsplit(name).path.rpartition(".")[2])
        if kind is not None and not name.startswith("data:"):
            weights[kind] = weights.get(kind, 0) + _packed(name)
    return weights


@cache
def _packed(url: str) -> int:
    """Of files that stay the same: each is asked for once."""
    with urlopen(url) as answer:
        return len(gzip.compress(answer.read(), 6))

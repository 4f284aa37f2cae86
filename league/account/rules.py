"""What is told of a browser, in words. Pure."""

from __future__ import annotations

import re
from ipaddress import IPv6Address

from engines.words import marked, say_in, told
from matches.addresses import parsed

BROWSERS = (
    (r"\bEdgA?(iOS)?/", "Edge"),
    (r"\bOPR/|\bOpera\b", "Opera"),
    (r"\bSamsungBrowser/", "Samsung Internet"),
    (r"\bFirefox/|\bFxiOS/", "Firefox"),
    (r"\bChrome/|\bCriOS/|\bChromium/", "Chrome"),
    (r"\bVersion/.*\bSafari/", "Safari"),
)
"""In this order: most name others behind which they hide."""
SYSTEMS = (
    (r"\biPad\b", "iPad"),
    (r"\biPhone\b|\biPod\b", "iPhone"),
    (r"\bAndroid\b", "Android"),
    (r"\bCrOS\b", "ChromeOS"),
    (r"\bWindows\b", "Windows"),
    (r"\bMacintosh\b|\bMac OS X\b", "macOS"),
    (r"\bLinux\b|\bX11\b", "Linux"),
)
LONGEST = 1000
PROGRAM, BROWSER, ON = marked("A program"), marked("A browser"), " on "
"""Characters of what a browser says of itself that are looked at."""


def browser_words(agent: str) -> str:
    """Browser and system by what a browser says of itself (`User-Agent`).

    >>> browser_words("Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0")
    'Firefox on Linux'
    >>> browser_words("curl/8.5.0"), browser_words("")
    ('A program', 'A program')
    """
    agent = agent[:LONGEST]
    browser, system = _first(BROWSERS, agent), _first(SYSTEMS, agent)
    if not browser and not system:
        return PROGRAM
    return f"{browser or BROWSER}{ON}{system}" if system else browser


def browser_told(words: str) -> str:
    """What is kept of a browser, to its reader."""
    browser, on, system = words.partition(ON)
    return " ".join([told(browser), say_in("a browser on a system", "on"), system]) if on else told(words)


def shortened(address: str) -> str:
    """The network of an address: 24 bits of IPv4, 48 of IPv6; empty where it is none.

    >>> shortened("203.0.113.77"), shortened("2001:db8:12:34::5"), shortened("::ffff:203.0.113.77"), shortened("x")
    ('203.0.113.…', '2001:db8:12:…', '203.0.113.…', '')
    """
    given = parsed(address)
    if given is None:
        return ""
    if isinstance(given, IPv6Address):
        return ":".join(f"{int(given) >> shift & 0xFFFF:x}" for shift in (112, 96, 80)) + ":…"
    return ".".join(str(given).split(".")[:3]) + ".…"


def _first(table: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for mark, name in table if re.search(mark, agent)), "")

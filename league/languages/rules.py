"""How long a choice of language is kept, and which pages know of none. Pure."""

from __future__ import annotations

COOKIE_AGE_S = 365 * 24 * 3600
FRAMED = "/embed/"
"""Pages for frames on other sites end like this; they read no cookie."""


def reads_no_cookie(path: str) -> bool:
    return path.endswith(FRAMED)

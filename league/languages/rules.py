"""Whose language: what a browser asks for, or a reader has chosen. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation.trans_real import parse_accept_lang_header

COOKIE_AGE_S = 365 * 24 * 3600
FRAMED = "/embed/"
"""Pages for frames on other sites end like this; they read no cookie."""


def language_for(chosen: str, accepted: str, offered: Sequence[str]) -> str:
    """Of those that are offered: the chosen one, else what the browser would like best, else the first.

    `accepted` is the header Accept-Language; what cannot be read in it is passed over.
    """
    if chosen in offered:
        return chosen
    for tag, wish in parse_accept_lang_header(accepted.lower()):
        if wish <= 0:
            continue
        if tag == "*":
            return offered[0]
        if (language := tag.partition("-")[0]) in offered:
            return language
    return offered[0]


def reads_no_cookie(path: str) -> bool:
    return path.endswith(FRAMED)

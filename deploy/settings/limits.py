"""How often something may be done, how much may be set going, and how many streams may be open."""

import os
import re
import warnings
from collections.abc import Iterable, Mapping

from django.core.exceptions import ImproperlyConfigured

from deploy.settings.env import env

_UNITS_S = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_RATE = re.compile(r"([1-9][0-9]*)/([1-9][0-9]*)?([smhd])")


def _rates(texts: Mapping[str, str]) -> dict[str, tuple[int, int]]:
    """Return limits and windows in seconds of rates such as `100/15m`; `off` is no limit.

    >>> _rates({"code": "20/d", "password_here": "10/15m", "reading": "off"})
    {'code': (20, 86400), 'password_here': (10, 900)}
    """
    rates = {}
    for name, text in texts.items():
        rate = _RATE.fullmatch(text)
        if rate is not None:
            rates[name] = int(rate[1]), int(rate[2] or 1) * _UNITS_S[rate[3]]
        elif text != "off":
            raise ImproperlyConfigured(f"RATE_LIMITS: {name}={text} is no rate such as 600/m, 100/15m or off.")
    return rates


def _known(setting: str, given: Iterable[str], known: Iterable[str]) -> None:
    if unknown := sorted(set(given) - set(known)):
        raise ImproperlyConfigured(f"{setting}: there is no {unknown[0]}. Choose of {', '.join(known)}.")


if "API_LIMITS" in os.environ:
    warnings.warn("API_LIMITS is not read any more: set RATE_LIMITS (docs/operating.md).", stacklevel=1)

USUAL_RATES = {
    # Requests of an address that is not signed in, of a person in all, and of one token. Forms of pages count, too.
    "address": "600/m", "person": "1200/m", "token": "600/m",
    # Moves of a person, in all and in one match.
    "moves": "600/m", "match": "300/m",
    # Of an address: records that are checked, and pages that are read (at each web process).
    "verify": "20/m", "reading": "3000/m",
    # Wrong passwords at sign-in: for an account from an address, from an address for all accounts, for an account
    # from anywhere but its known browsers, and in a known browser.
    "password_here": "10/15m", "password_address": "100/15m", "password_account": "100/h", "password_browser": "10/15m",
    # Of somebody who is signed in and asked for the password again: from an address, and from anywhere.
    "password_again_here": "10/15m", "password_again": "100/h",
    # Wrong codes of a second factor. A code is one of a million, and three are right at any moment.
    "code_here": "5/15m", "code": "20/d", "code_browser": "5/15m",
    # Emails to one address with a link to confirm it or to reset a password; resets that an address asks for.
    "confirmations": "5/h", "resets": "5/h", "resets_per_address": "50/h",
    # Of a person: messages at all matches together, and reports of others' messages.
    "chat_burst": "4/10s", "chat": "30/5m", "chat_reports": "10/h",
    # Made in all, and from an address.
    "guests": "5000/h", "guests_per_address": "100/h", "events": "2000/d", "events_per_address": "100/d",
    "leagues": "500/d", "leagues_per_address": "30/d",
}  # fmt: skip
_given_rates: dict[str, str] = env.dict("RATE_LIMITS", cast={"value": str}, default={})
_known("RATE_LIMITS", _given_rates, USUAL_RATES)
RATE_LIMITS = _rates(USUAL_RATES | _given_rates)
"""Uses and window in seconds, see `matches.rate_limits`. `RATE_LIMITS="person=2400/m;reading=off"` changes two."""

USUAL_QUOTAS = {
    "bot_matches_per_address": 100, "bot_matches": 500,
    "events_per_person": 50, "event_bots_per_person": 256, "event_bots": 2_000,
    "leagues_per_person": 20,
}  # fmt: skip
_given_quotas: dict[str, int] = env.dict("QUOTAS", cast={"value": int}, default={})
_known("QUOTAS", _given_quotas, USUAL_QUOTAS)
QUOTAS = USUAL_QUOTAS | _given_quotas
"""What may be there at a time: matches with bots that are going on, events that are not over and bots in them, leagues
of a person. `QUOTAS="bot_matches=1000;event_bots=500"` changes two."""

STREAM_LIMITS: dict[str, int] = env.dict("STREAM_LIMITS", cast={"value": int}, default={"address": 500, "person": 50})
"""Streams that may be open at one web process: of an address that is not signed in, and of a person."""

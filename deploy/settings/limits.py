"""Rate limits, quotas, and the number of streams that may be open."""

import os
import re
import warnings
from collections.abc import Iterable, Mapping

from django.core.exceptions import ImproperlyConfigured

from deploy.settings.env import env

_UNITS_S = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_RATE = re.compile(r"([1-9][0-9]*)/([1-9][0-9]*)?([smhd])")


def _parse_rates(texts: Mapping[str, str]) -> dict[str, tuple[int, int]]:
    """Return (limit, window in seconds) for rates such as `100/15m`; `off` rates are left out.

    >>> _parse_rates({"code": "20/d", "password_here": "10/15m", "reading": "off"})
    {'code': (20, 86400), 'password_here': (10, 900)}
    """
    rates = {}
    for name, text in texts.items():
        rate = _RATE.fullmatch(text)
        if rate is not None:
            rates[name] = int(rate[1]), int(rate[2] or 1) * _UNITS_S[rate[3]]
        elif text != "off":
            raise ImproperlyConfigured(f"RATE_LIMITS: {name}={text} is invalid. Use a rate such as 600/m or 100/15m, or off.")
    return rates


def _check_names(setting: str, names: Iterable[str], allowed: Iterable[str]) -> None:
    if unknown := sorted(set(names) - set(allowed)):
        raise ImproperlyConfigured(f"{setting}: unknown name {unknown[0]}. Use one of {', '.join(allowed)}.")


if "API_LIMITS" in os.environ:
    warnings.warn("API_LIMITS is no longer used: set RATE_LIMITS (docs/operating.md).", stacklevel=1)

DEFAULT_RATES = {
    # Requests per anonymous address, per player and per token. Posted forms count, too.
    "address": "600/m", "person": "1200/m", "token": "600/m",
    # Moves of a player, in total and in one match.
    "moves": "600/m", "match": "300/m",
    # Per address: record verifications, page reads (at each web process), share pictures, and calls of sign-in providers.
    "verify": "20/m", "reading": "3000/m", "pictures": "120/m", "providers": "20/m",
    # Wrong passwords at sign-in: per account and address, per address, per account from unknown browsers,
    # and per known browser.
    "password_here": "10/15m", "password_address": "100/15m", "password_account": "100/h", "password_browser": "10/15m",
    # Wrong passwords when a signed-in player is asked again: per address, and in total.
    "password_again_here": "10/15m", "password_again": "100/h",
    # Wrong two-factor codes. A code is one of a million, and three are valid at any moment.
    "code_here": "5/15m", "code": "20/d", "code_browser": "5/15m",
    # Emails to one mailbox with a confirmation or password reset link; those requested by an address.
    "confirmations": "5/h", "confirmations_per_address": "20/h", "resets": "5/h", "resets_per_address": "50/h",
    # Per player: chat messages in all matches together, and reports of others' messages.
    "chat_burst": "4/10s", "chat": "30/5m", "chat_reports": "10/h",
    # Per player: simulations of events.
    "simulations": "20/m",
    # Per player: matches that are asked to be reviewed.
    "reviews": "30/d",
    # Per Discord user: slash commands, what is suggested while typing, and codes that link an account.
    "discord": "30/m", "discord_typing": "120/m", "discord_codes": "10/h",
    # Created in total, and by one address.
    "accounts": "2000/h", "accounts_per_address": "30/h", "guests": "5000/h", "guests_per_address": "100/h",
    "events": "2000/d", "events_per_address": "100/d",
    "leagues": "500/d", "leagues_per_address": "30/d",
}  # fmt: skip
_custom_rates: dict[str, str] = env.dict("RATE_LIMITS", cast={"value": str}, default={})
_check_names("RATE_LIMITS", _custom_rates, DEFAULT_RATES)
RATE_LIMITS = _parse_rates(DEFAULT_RATES | _custom_rates)
"""(limit, window in seconds) by name (`matches.rate_limits`). Example: `RATE_LIMITS="person=2400/m;reading=off"`."""

DEFAULT_QUOTAS = {
    "bot_matches_per_address": 100, "bot_matches": 500,
    "events_per_person": 50, "event_bots_per_person": 256, "event_bots": 2_000,
    "leagues_per_person": 20, "reviews_per_person": 3, "placeholders_per_person": 5_000,
    "invitations_per_person": 500,
}  # fmt: skip
_custom_quotas: dict[str, int] = env.dict("QUOTAS", cast={"value": int}, default={})
_check_names("QUOTAS", _custom_quotas, DEFAULT_QUOTAS)
QUOTAS = DEFAULT_QUOTAS | _custom_quotas
"""Maximum numbers at a time: running matches with bots, events that are not over, bots in those events, leagues of a
player, reviews that a player waits for, and unanswered invitations of an organiser; and new names without an account
in the events of a person within a day. `QUOTAS="bot_matches=1000;event_bots=500"` changes two.
"""

STREAM_LIMITS: dict[str, int] = env.dict("STREAM_LIMITS", cast={"value": int}, default={"address": 100, "person": 50})
"""Maximum number of open streams at one web process, per anonymous address and per player."""

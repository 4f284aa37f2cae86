"""The parts of a token, and the permissions of its scopes."""

import hashlib
import re
from collections.abc import Iterable
from datetime import timedelta

from engines.i18n import mark, translate as _
from matches.errors import ActionError

READ, PLAY, ORGANISE, WEBHOOKS, ACCOUNT = "read", "play", "organise", "webhooks", "account"
SCOPES = {
    READ: mark("Read: everything you can see, including your own hands and blind bids. Every token has this scope."),
    PLAY: mark("Play: challenges, seats, moves, chat, event entries, your franchise and your picks."),
    ORGANISE: mark("Organise: leagues, seasons, events, rulings and anything else you do on behalf of others."),
    WEBHOOKS: mark("Webhooks: create, edit, test and read your own; with “organise”, also those of your leagues."),
    ACCOUNT: mark("Account: your profile, sessions and tokens; with your password, also data export and account deletion."),
}
"""The scopes in display order, with their descriptions."""

LIFETIME_DAYS = (7, 30, 90, 365)
"""The lifetimes of tokens to choose from, in days."""
MAX_TOKENS = 20
"""Most active tokens of one person."""
MAX_NAME_LENGTH = 60
PREFIX = "lz_"
"""The prefix by which scanners find leaked tokens; 256 random bits follow."""
TOKEN_PATTERN = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")
SHOWN = 8
"""The number of a token's characters shown in its list, for recognition."""


def digest(token: str) -> str:
    """Return the stored digest of a token. It is random, so neither salt nor slow hashing is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean_scopes(scopes: Iterable[str]) -> tuple[str, ...]:
    """Return the scopes in order, always with `read`. Raises ActionError("unknown-scope").

    >>> clean_scopes(["play"])
    ('read', 'play')
    """
    requested = {READ, *scopes}
    if unknown := sorted(requested - set(SCOPES)):
        message = _("Unknown scope: {unknown}. Choose from {scopes}.", unknown=repr(unknown[0][:40]), scopes=", ".join(SCOPES))
        raise ActionError("unknown-scope", message, "scopes")
    return tuple(scope for scope in SCOPES if scope in requested)


def parse_lifetime(days: int) -> timedelta:
    """Return the lifetime. Raises ActionError("bad-days")."""
    if days not in LIFETIME_DAYS:
        message = _(
            "A token can be valid for {shorter} or {longest} days.",
            shorter=", ".join(map(str, LIFETIME_DAYS[:-1])),
            longest=LIFETIME_DAYS[-1],
        )
        raise ActionError("bad-days", message, "days")
    return timedelta(days=days)

"""What a token is made of, and what each of its scopes lets a program do."""

import hashlib
import re
from collections.abc import Iterable
from datetime import timedelta

from engines.words import marked, say
from matches.refusals import Refused

READ, PLAY, ORGANISE, WEBHOOKS, ACCOUNT = "read", "play", "organise", "webhooks", "account"
SCOPES = {
    READ: marked("Read whatever you may read, your own hands and sealed bids included. Every token may."),
    PLAY: marked("Play: challenges, seats, moves, chat, entering events, your franchise and your picks."),
    ORGANISE: marked("Organise: leagues, seasons, events, rulings; wherever you act for others."),
    WEBHOOKS: marked("Webhooks: create, change, test and read your own; with “organise”, those of your leagues."),
    ACCOUNT: marked(
        "Account: your profile, browsers and tokens; with your password also your export, and deleting it all."
    ),
}
"""The scopes, in the order in which they are shown, with what is told of each."""

DAYS = (7, 30, 90, 365)
"""For how long a token may be good."""
MOST_TOKENS = 20
"""Tokens in force that one person may have."""
LONGEST_NAME = 60
MARK = "lz_"
"""By which a token that has leaked can be found; behind it are 256 random bits."""
SHAPE = re.compile(rf"{MARK}[A-Za-z0-9_-]{{43}}")
SHOWN = 8
"""Characters of a token that its list shows, so that its owner knows it again."""


def digest(token: str) -> str:
    """What is stored of a token. It is random, so nobody can try out what might have this digest: no salt, no delay."""
    return hashlib.sha256(token.encode()).hexdigest()


def scopes_given(scopes: Iterable[str]) -> tuple[str, ...]:
    """The scopes in order, `read` always among them; Refused if one is not known.

    >>> scopes_given(["play"])
    ('read', 'play')
    """
    asked = {READ, *scopes}
    if unknown := sorted(asked - set(SCOPES)):
        text = say(
            "There is no scope {unknown}. Choose of {scopes}.", unknown=repr(unknown[0][:40]), scopes=", ".join(SCOPES)
        )
        raise Refused("unknown-scope", text, "scopes")
    return tuple(scope for scope in SCOPES if scope in asked)


def days_given(days: int) -> timedelta:
    if days not in DAYS:
        text = say(
            "A token is good for {shorter} or {longest} days.", shorter=", ".join(map(str, DAYS[:-1])), longest=DAYS[-1]
        )
        raise Refused("bad-days", text, "days")
    return timedelta(days=days)

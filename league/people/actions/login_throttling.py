"""Wrong passwords and codes: after too many even the right one has to wait.

An attempt is counted before the password is checked and refunded if that was right, so that attempts which are sent
all at once count as well. Buckets are counted in order, up to the first that is exceeded: what an address has no right
to try is not counted against the account, so one address locks only itself out. A browser in which the account has
signed in before has a bucket of its own and none of the others. Nothing says whether there is such an account.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import wraps
from typing import ParamSpec, TypeVar, cast

from engines.words import marked, told
from league.people.known_browsers import UNKNOWN, Source
from matches.addresses import network
from matches.moment import now
from matches.rate_limits import Bucket, find_exceeded, refund, reset
from matches.refusals import Refused

logger = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
TOO_MANY = {
    "password": marked("Too many wrong passwords. Try again after {until} UTC."),
    "code": marked("Too many wrong codes. Try again after {until} UTC."),
}


def at_sign_in(username: str, source: Source) -> list[Bucket]:
    """Return the buckets that a password for this name counts in."""
    if source.browser:
        return [("password_browser", source.browser)]
    name, place = username.strip().lower(), network(source.address)
    return [("password_here", f"{name} {place}"), ("password_address", place), ("password_account", name)]


def at_question(player_id: int, source: Source, field: str = "password") -> list[Bucket]:
    """Return the buckets for the password of a player who is signed in, or for a code of the second factor."""
    if source.browser:
        return [(f"{field}_browser", source.browser)]
    kind = "password_again" if field == "password" else field
    return [(f"{kind}_here", f"{player_id} {network(source.address)}"), (kind, str(player_id))]


@contextmanager
def counted(buckets: Sequence[Bucket], field: str = "password") -> Iterator[None]:
    """Count a password or code that is checked inside; refund it unless it is wrong, or something fails.

    Raises Refused("too-many") before.
    """
    if status := find_exceeded(buckets):
        logger.warning("too many wrong %ss (%s)", field, status.kind)
        until = now() + timedelta(seconds=status.reset_s)
        raise Refused("too-many", told(TOO_MANY[field], until=f"{until:%H:%M:%S}"), field)
    try:
        yield
    except Refused as refused:
        if refused.code != f"wrong-{field}":
            _refund(buckets)
        raise
    _refund(buckets)


def _refund(buckets: Sequence[Bucket]) -> None:
    """Give an attempt back that was right, and forget those before it of the same account.

    Those of an address stay, for it may be that of an attacker who has an account besides.
    """
    for bucket in buckets:
        if bucket[0] == "password_address":
            refund(bucket)
        else:
            reset(bucket)


def forgive_owner(*, player_id: int, username: str, source: Source) -> None:
    """Forget the attempts at this account: its owner has shown that the mailbox is theirs."""
    for known in (source, Source(source.address)):
        asked = [*at_question(player_id, known), *at_question(player_id, known, "code")]
        for bucket in (*at_sign_in(username, known), *asked):
            if bucket[0] != "password_address":
                reset(bucket)


def asks_password(action: Callable[P, T]) -> Callable[P, T]:
    """Count wrong passwords of an action that needs its player's.

    Its arguments `player_id` and `source` say whose, and where they come from.
    """

    @wraps(action)
    def act(*args: P.args, **kwargs: P.kwargs) -> T:
        source = cast(Source, kwargs.get("source", UNKNOWN))
        with counted(at_question(cast(int, kwargs["player_id"]), source)):
            return action(*args, **kwargs)

    return act

"""Limits on wrong passwords and codes; over a limit even the right one is refused for a while.

An attempt is counted before the password is checked and refunded if it was right, so that simultaneous attempts count
as well. Buckets are counted in order, up to the first that is exceeded: an address over its limit no longer counts
against the account, so it locks only itself out. A browser in which the account has signed in before has a bucket of
its own and none of the others. No response reveals whether the account exists.
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
    """Return the buckets for a sign-in with this name."""
    if source.browser:
        return [("password_browser", source.browser)]
    name, place = username.strip().lower(), network(source.address)
    return [("password_here", f"{name} {place}"), ("password_address", place), ("password_account", name)]


def at_question(player_id: int, source: Source, field: str = "password") -> list[Bucket]:
    """Return the buckets for the password of a signed-in player, or for a code of the second factor."""
    if source.browser:
        return [(f"{field}_browser", source.browser)]
    kind = "password_again" if field == "password" else field
    return [(f"{kind}_here", f"{player_id} {network(source.address)}"), (kind, str(player_id))]


@contextmanager
def counted(buckets: Sequence[Bucket], field: str = "password") -> Iterator[None]:
    """Count the password or code checked inside; refund it unless it is wrong, or an error occurs.

    Raises Refused("too-many") before the check.
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
    """Refund a correct attempt, and reset the account's earlier attempts.

    The address's attempts stay, because an attacker may also own an account.
    """
    for bucket in buckets:
        if bucket[0] == "password_address":
            refund(bucket)
        else:
            reset(bucket)


def forgive_owner(*, player_id: int, username: str, source: Source) -> None:
    """Reset the attempts at this account after its owner has proved access to the mailbox."""
    for known in (source, Source(source.address)):
        asked = [*at_question(player_id, known), *at_question(player_id, known, "code")]
        for bucket in (*at_sign_in(username, known), *asked):
            if bucket[0] != "password_address":
                reset(bucket)


def asks_password(action: Callable[P, T]) -> Callable[P, T]:
    """Count wrong passwords of an action that requires its player's.

    The action's arguments `player_id` and `source` name the player and the client.
    """

    @wraps(action)
    def act(*args: P.args, **kwargs: P.kwargs) -> T:
        source = cast(Source, kwargs.get("source", UNKNOWN))
        with counted(at_question(cast(int, kwargs["player_id"]), source)):
            return action(*args, **kwargs)

    return act

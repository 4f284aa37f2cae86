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

from engines.i18n import mark, translate as _
from league.people.known_browsers import NO_SOURCE, Source
from matches.client_ip import rate_limit_network
from matches.errors import ActionError
from matches.rate_limits import Bucket, find_exceeded, refund, reset
from matches.server_time import now

logger = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
TOO_MANY_MESSAGES = {
    "password": mark("Too many wrong passwords. Try again after {until} UTC."),
    "code": mark("Too many wrong codes. Try again after {until} UTC."),
}


def sign_in_buckets(username: str, source: Source) -> list[Bucket]:
    """Return the buckets for a sign-in with this name."""
    if source.browser:
        return [("password_browser", source.browser)]
    name, subnet = username.strip().lower(), rate_limit_network(source.address)
    return [("password_here", f"{name} {subnet}"), ("password_address", subnet), ("password_account", name)]


def confirmation_buckets(player_id: int, source: Source, field: str = "password") -> list[Bucket]:
    """Return the buckets for the password of a signed-in player, or for a code of the second factor."""
    if source.browser:
        return [(f"{field}_browser", source.browser)]
    prefix = "password_again" if field == "password" else field
    return [(f"{prefix}_here", f"{player_id} {rate_limit_network(source.address)}"), (prefix, str(player_id))]


@contextmanager
def count_attempt(buckets: Sequence[Bucket], field: str = "password") -> Iterator[None]:
    """Count the password or code checked inside; refund it unless it is wrong, or an error occurs.

    Raises ActionError("too-many") before the check.
    """
    if status := find_exceeded(buckets):
        logger.warning("too many wrong %ss (%s)", field, status.kind)
        until = now() + timedelta(seconds=status.reset_s)
        raise ActionError("too-many", _(TOO_MANY_MESSAGES[field], until=f"{until:%H:%M:%S}"), field)
    try:
        yield
    except ActionError as error:
        if error.code != f"wrong-{field}":
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


def reset_attempts(*, player_id: int, username: str, source: Source) -> None:
    """Reset the attempts at this account after its owner has proved access to the mailbox."""
    for client in (source, Source(source.address)):
        buckets = [*confirmation_buckets(player_id, client), *confirmation_buckets(player_id, client, "code")]
        for bucket in (*sign_in_buckets(username, client), *buckets):
            if bucket[0] != "password_address":
                reset(bucket)


def throttle_password_attempts(action: Callable[P, T]) -> Callable[P, T]:
    """Count wrong passwords of an action that requires its player's.

    The action's arguments `player_id` and `source` name the player and the client.
    """

    @wraps(action)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> T:
        source = cast(Source, kwargs.get("source", NO_SOURCE))
        with count_attempt(confirmation_buckets(cast(int, kwargs["player_id"]), source)):
            return action(*args, **kwargs)

    return wrapper

"""Wrong passwords and codes: after too many even the right one has to wait.

An attempt is counted before the password is checked and refunded if that was right, so that attempts which are sent
all at once count as well. Buckets are counted in order, up to the first that is exceeded: what an address has no right
to try is not counted against the account, so one address locks only itself out. A browser in which the account has
signed in before has a bucket of its own and none of the others. Nothing says whether there is such an account.
"""

import logging
from collections.abc import Callable, Sequence
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


def at_sign_in(username: str, source: Source) -> list[Bucket]:
    """Return the buckets that a password for this name counts in."""
    if source.browser:
        return [("password_browser", source.browser)]
    name, place = username.strip().lower(), network(source.address)
    return [("password_here", f"{name} {place}"), ("password_address", place), ("password_account", name)]


def at_question(player_id: int, source: Source) -> list[Bucket]:
    """Return the buckets for the password of a player who is signed in and asked for it again."""
    return _player_buckets("password_again", "password_browser", player_id, source)


def at_code(player_id: int, source: Source) -> list[Bucket]:
    """Return the buckets for a code of the player's second factor."""
    return _player_buckets("code", "code_browser", player_id, source)


def _player_buckets(kind: str, browser_kind: str, player_id: int, source: Source) -> list[Bucket]:
    if source.browser:
        return [(browser_kind, source.browser)]
    return [(f"{kind}_here", f"{player_id} {network(source.address)}"), (kind, str(player_id))]


def count_attempt(buckets: Sequence[Bucket]) -> None:
    """Count a password that is about to be checked. Raises Refused("too-many"): then it must not be checked."""
    _count(buckets, "password", marked("Too many wrong passwords. Try again after {until} UTC."))


def count_code(buckets: Sequence[Bucket]) -> None:
    """Count a code of the second factor in the same way."""
    _count(buckets, "code", marked("Too many wrong codes. Try again after {until} UTC."))


def _count(buckets: Sequence[Bucket], field: str, text: str) -> None:
    status = find_exceeded(buckets)
    if status is not None:
        logger.warning("too many wrong %ss (%s)", field, status.kind)
        until = now() + timedelta(seconds=status.reset_s)
        raise Refused("too-many", told(text, until=f"{until:%H:%M:%S}"), field)


def refund_attempt(buckets: Sequence[Bucket]) -> None:
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
        buckets = [*at_sign_in(username, known), *at_question(player_id, known), *at_code(player_id, known)]
        refund_attempt([bucket for bucket in buckets if bucket[0] != "password_address"])


def asks_password(action: Callable[P, T]) -> Callable[P, T]:
    """Count wrong passwords of an action that needs its player's.

    Its arguments `player_id` and `source` say whose, and where they come from.
    """

    @wraps(action)
    def counted(*args: P.args, **kwargs: P.kwargs) -> T:
        source = cast(Source, kwargs.get("source", UNKNOWN))
        buckets = at_question(cast(int, kwargs["player_id"]), source)
        count_attempt(buckets)
        try:
            result = action(*args, **kwargs)
        except Refused as refused:
            if refused.code != "wrong-password":
                refund_attempt(buckets)
            raise
        refund_attempt(buckets)
        return result

    return counted

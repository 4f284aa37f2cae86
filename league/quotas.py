"""Quotas of guests, events and leagues per client address and for the site.

New ones are counted in buckets (`settings.RATE_LIMITS`); each topic counts active ones in its rows (`settings.QUOTAS`).
An address means its network (`matches.addresses.network`), of which only a digest is stored.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils.crypto import salted_hmac

from engines.words import say
from matches.addresses import network
from matches.rate_limits import address_bucket, find_exceeded
from matches.refusals import Refused


def origin_of(meta: Mapping[str, Any]) -> str:
    """Return a keyed digest of the request's address; empty without one."""
    place = network(str(meta.get("REMOTE_ADDR", "")))
    return salted_hmac("league.quotas", place, algorithm="sha256").hexdigest()[:32] if place else ""


@contextmanager
def within_quota(what: str, meta: Mapping[str, Any]) -> Iterator[None]:
    """Count the event or league created in the block. Over the limit, raises Refused("too-many") and rolls back."""
    with transaction.atomic():
        yield
        use_quota(what, meta)


def use_quota(what: str, meta: Mapping[str, Any]) -> None:
    """Count one of `guests`, `events` or `leagues`, per address before the site's. Raises Refused("too-many")."""
    of_address = address_bucket(meta, f"{what}_per_address")
    status = find_exceeded([*([of_address] if of_address[1] else []), (what, "all")])
    if status is None:
        return
    if status.kind == what:
        raise Refused("too-many", say("Too many attempts across the site. Try again later."))
    raise Refused("too-many", say("Too many attempts from your network. Try again later."))

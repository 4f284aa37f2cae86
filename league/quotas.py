"""How many guests, events and leagues one address, and all together, may make within a time.

They are counted in buckets (`settings.RATE_LIMITS`). What runs is counted in its rows (`settings.QUOTAS`) by its topic.
An address is that of a household (`matches.addresses.network`), and only a digest of it is kept.
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
    """Return what stands for the address of a request: a digest under the site's key; empty without an address."""
    place = network(str(meta.get("REMOTE_ADDR", "")))
    return salted_hmac("league.quotas", place, algorithm="sha256").hexdigest()[:32] if place else ""


@contextmanager
def within_quota(what: str, meta: Mapping[str, Any]) -> Iterator[None]:
    """Count the event or league that is made inside. Raises Refused("too-many"), and takes it back, over the limit."""
    with transaction.atomic():
        yield
        use_quota(what, meta)


def use_quota(what: str, meta: Mapping[str, Any]) -> None:
    """Count one (`guests`, `events`, `leagues`) of the address, then of all: so one address cannot use up all there is.

    Raises Refused("too-many").
    """
    of_address = address_bucket(meta, f"{what}_per_address")
    status = find_exceeded([*([of_address] if of_address[1] else []), (what, "all")])
    if status is None:
        return
    if status.kind == what:
        raise Refused("too-many", say("Too many people have just done this. Try again later."))
    raise Refused("too-many", say("Too many attempts from your network. Try again later."))

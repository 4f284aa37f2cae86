"""Quotas of accounts, guests, events and leagues per client address and for the site.

New ones are counted in buckets (`settings.RATE_LIMITS`); each topic counts active ones in its rows (`settings.QUOTAS`).
An address means its network (`matches.client_ip.rate_limit_network`), of which only a digest is stored.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils.crypto import salted_hmac

from engines.i18n import mark, translate as _
from matches.client_ip import rate_limit_network
from matches.errors import ActionError
from matches.rate_limits import address_bucket, find_exceeded

_TOO_MANY = {
    "accounts": mark("Too many accounts have been created on this site. Try again later."),
    "accounts_per_address": mark("Too many accounts have been created from your network. Try again in an hour."),
    "guests": mark("Too many guest accounts have been created on this site. Try again later."),
    "guests_per_address": mark("Too many guest accounts have been created from your network. Try again later."),
    "events": mark("Too many events have been created on this site. Try again later."),
    "events_per_address": mark("Too many events have been created from your network. Try again later."),
    "leagues": mark("Too many leagues have been created on this site. Try again later."),
    "leagues_per_address": mark("Too many leagues have been created from your network. Try again later."),
}


def get_origin(meta: Mapping[str, Any]) -> str:
    """Return a keyed digest of the network of the request's IP address; empty without one."""
    subnet = rate_limit_network(str(meta.get("REMOTE_ADDR", "")))
    return salted_hmac("league.quotas", subnet, algorithm="sha256").hexdigest()[:32] if subnet else ""


@contextmanager
def within_quota(kind: str, meta: Mapping[str, Any]) -> Iterator[None]:
    """Count the event or league created in the block. Over the limit, raises ActionError("too-many") and rolls back."""
    with transaction.atomic():
        yield
        consume_quota(kind, meta)


def consume_quota(kind: str, meta: Mapping[str, Any]) -> None:
    """Count one account, guest, event or league, per address before the site's. Raises ActionError("too-many")."""
    per_address = address_bucket(meta, f"{kind}_per_address")
    status = find_exceeded([*([per_address] if per_address[1] else []), (kind, "all")])
    if status is not None:
        raise ActionError("too-many", _(_TOO_MANY[status.kind]))

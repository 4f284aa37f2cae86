"""Whom an address on the network stands for, where something is counted by it."""

from __future__ import annotations

import ipaddress


def network(address: str) -> str:
    """What counts as one address: of IPv6 the 64 bits that one household has.

    >>> network("203.0.113.77"), network("2001:db8:1:2:3::4"), network("::ffff:203.0.113.77"), network("x")
    ('203.0.113.77', '2001:db8:1:2::', '203.0.113.77', '')
    """
    try:
        given = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(given, ipaddress.IPv6Address):
        if given.ipv4_mapped is None:
            return str(ipaddress.IPv6Address(int(given) >> 64 << 64))
        return str(given.ipv4_mapped)
    return str(given)

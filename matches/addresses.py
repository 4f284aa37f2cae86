"""Addresses of the network, and whom one stands for where something is counted by it."""

from ipaddress import IPv4Address, IPv6Address, ip_address


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """None where it is no address. One of IPv4 is that however it is written."""
    try:
        given = ip_address(address)
    except ValueError:
        return None
    return given.ipv4_mapped or given if isinstance(given, IPv6Address) else given


def network(address: str) -> str:
    """What counts as one address: of IPv6 the 64 bits that one household has.

    >>> network("203.0.113.77"), network("2001:db8:1:2:3::4"), network("::ffff:203.0.113.77"), network("x")
    ('203.0.113.77', '2001:db8:1:2::', '203.0.113.77', '')
    """
    given = parsed(address)
    if isinstance(given, IPv6Address):
        return str(IPv6Address(int(given) >> 64 << 64))
    return str(given or "")

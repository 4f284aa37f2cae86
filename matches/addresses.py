"""IP addresses and the networks by which they are counted."""

from ipaddress import IPv4Address, IPv6Address, ip_address


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """Return the address, or None if it is invalid. IPv4-mapped IPv6 addresses become IPv4."""
    try:
        given = ip_address(address)
    except ValueError:
        return None
    return given.ipv4_mapped or given if isinstance(given, IPv6Address) else given


def network(address: str) -> str:
    """Return the key by which an address is counted: for IPv6 its /64 network, "" if it is invalid.

    >>> [rate_limit_network(ip) for ip in ("203.0.113.77", "2001:db8:1:2:3::4", "::ffff:203.0.113.77", "x")]
    ['203.0.113.77', '2001:db8:1:2::', '203.0.113.77', '']
    """
    given = parsed(address)
    if isinstance(given, IPv6Address):
        return str(IPv6Address(int(given) >> 64 << 64))
    return str(given or "")

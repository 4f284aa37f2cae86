"""IP addresses and the networks by which they are counted."""

from ipaddress import IPv4Address, IPv6Address, ip_address


def parse_address(address: str) -> IPv4Address | IPv6Address | None:
    """Return the address, or None if it is invalid. IPv4-mapped IPv6 addresses become IPv4."""
    try:
        ip = ip_address(address)
    except ValueError:
        return None
    return ip.ipv4_mapped or ip if isinstance(ip, IPv6Address) else ip


def rate_limit_network(address: str) -> str:
    """Return the key by which an address is counted: for IPv6 its /64 network, "" if it is invalid.

    >>> [rate_limit_network(ip) for ip in ("203.0.113.77", "2001:db8:1:2:3::4", "::ffff:203.0.113.77", "x")]
    ['203.0.113.77', '2001:db8:1:2::', '203.0.113.77', '']
    """
    ip = parse_address(address)
    if isinstance(ip, IPv6Address):
        return str(IPv6Address(int(ip) >> 64 << 64))
    return str(ip or "")

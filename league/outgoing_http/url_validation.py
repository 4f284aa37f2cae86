"""Validation of user-supplied URLs and of the addresses that their hosts resolve to. No I/O."""

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from engines.i18n import translate as _
from matches.errors import ActionError

MAX_URL_LENGTH = 500
_UNICAST = ipaddress.ip_network("2000::/3")
"""All IPv6 addresses allocated to the public internet, which excludes site-local ones (fec0::/10)."""
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_REFUSED = (ipaddress.ip_network("2001::/32"), ipaddress.ip_network("2002::/16"), ipaddress.ip_network("3fff::/20"))
"""Teredo, 6to4 (deprecated by RFC 7526) and documentation. Versions of Python disagree on whether they are global."""
_ISATAP = (0x00005EFE, 0x02005EFE)
"""The third quarter of an address that embeds an IPv4 address in its last (RFC 5214)."""
_INTERNAL_SUFFIXES = (".local", ".localhost", ".internal", ".intranet", ".lan", ".home.arpa")


@dataclass(frozen=True, slots=True)
class Target:
    """A validated URL. `host` is a name, or an address without brackets."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Return the value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def parse_url(url: str, *, local: bool = False, field: str = "url") -> Target:
    """Return the parts of a URL. Raises ActionError unless it is https, to a name or address that may be public.

    `local` (a development setting) allows http, and addresses of the machine and its network.
    """
    if not 1 <= len(url) <= MAX_URL_LENGTH or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise ActionError(
            "bad-address",
            _("A URL can have at most {longest} ASCII characters, without spaces.", longest=MAX_URL_LENGTH),
            field,
        )
    try:
        parts = urlsplit(url)
    except ValueError:
        raise ActionError("bad-address", _("Invalid URL. Check the spelling."), field) from None
    host = (parts.hostname or "").rstrip(".")
    if parts.scheme != "https" and not (local and parts.scheme == "http"):
        raise ActionError("bad-address", _("A webhook URL must start with https://."), field)
    if not host or not host.isascii() or parts.username is not None or parts.password is not None or parts.fragment:
        raise ActionError("bad-address", _("Enter a URL like https://example.org/hook, without a user name or #."), field)
    secure = parts.scheme == "https"
    try:
        port = parts.port or (443 if secure else 80)
    except ValueError:
        raise ActionError("bad-address", _("The port must be a number up to 65535."), field) from None
    if not local and not (port == 443 or port >= 1024):
        raise ActionError("bad-address", _("Use port 443, or 1024 and above."), field)
    if not local and not _may_be_public(host):
        raise ActionError("private-address", _("This address is not on the public internet. Use a public one."), field)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, host, port, path)


def is_public(address: str) -> bool:
    """Return whether an IP address is public: not private, loopback, link-local, metadata, multicast or a tunnel's.

    An IPv6 address that embeds an IPv4 address must be public as both.
    """
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None or ip in _NAT64:
            return is_public(str(_embedded_ipv4(ip)))
        if ip not in _UNICAST or any(ip in network for network in _REFUSED):
            return False
        if int(ip) >> 32 & 0xFFFFFFFF in _ISATAP and not is_public(str(_embedded_ipv4(ip))):
            return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified)


def _embedded_ipv4(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address:
    return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)


def _may_be_public(host: str) -> bool:
    """Return whether a host is a public address, or a name with a dot, no numeric last label and no internal suffix."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        last = host.rpartition(".")[2].lower()
        numeric = last.isdigit() or last.startswith("0x")
        return "." in host and not numeric and not host.lower().endswith(_INTERNAL_SUFFIXES)
    return is_public(host)

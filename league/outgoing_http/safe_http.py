"""HTTP requests to user-supplied URLs: the only client for webhooks and web push.

The host name is resolved once and every address it resolves to is checked. The connection goes to a checked address,
so a later DNS answer changes nothing. Redirects are not followed, environment proxies are ignored, and time and size of
the response are limited.
"""

import asyncio
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from functools import cache

import httpx2
from django.conf import settings

from engines.words import say
from league.outgoing_http.url_validation import Target, is_public, target
from matches.refusals import Refused

WHOLE_S = 10.0
CONNECT_S = 5.0
LONGEST_ANSWER = 500
"""Most characters kept of a response."""
MOST_READ = 4 * LONGEST_ANSWER
"""Most bytes read of the body; a character takes at most four."""
MOST_TRIED = 3
"""Most addresses of one name that are tried."""
_HEADERS = {"User-Agent": "League-Zero", "Accept-Encoding": "identity", "Connection": "close"}
Resolve = Callable[[str, int], list[str]]
Post = Callable[..., "Answer"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a request. Without a response `code` is None and `text` the reason, else the start of the body."""

    code: int | None
    text: str
    took_ms: int

    @property
    def good(self) -> bool:
        return self.code is not None and 200 <= self.code < 300


def resolved(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host name."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


def post(
    where: Target, body: bytes, headers: Mapping[str, str], *, local: bool = False, resolve: Resolve = resolved
) -> Answer:
    """Send a POST request and return the outcome. Never raises for errors of the receiver."""
    began = time.monotonic()
    code: int | None = None
    try:
        addresses = _checked(where, local, resolve)
        code, answer = asyncio.run(_exchange(where, addresses, body, headers, began + WHOLE_S - time.monotonic()))
        text = _clean(answer)
    except Refused as refusal:
        text = refusal.text
    except (TimeoutError, httpx2.TimeoutException):
        text = say("No response within {seconds} seconds.", seconds=f"{WHOLE_S:.0f}")
    except (OSError, httpx2.HTTPError, httpx2.InvalidURL, UnicodeError) as error:
        text = _why(error)
    took_ms = int((time.monotonic() - began) * 1000)
    return Answer(code, text, took_ms)


def post_to_url(url: str, body: bytes, headers: Mapping[str, str], *, send: Post = post) -> Answer:
    """Validate a URL and post to it with `send`. Makes no queries, so threads may call it."""
    local = settings.WEBHOOKS_LOCAL
    try:
        where = target(url, local=local)
    except Refused as refusal:
        return Answer(None, refusal.text, 0)
    return send(where, body, headers, local=local)


def _checked(where: Target, local: bool, resolve: Resolve) -> list[str]:
    """Return the addresses to connect to. A single private one rejects the host: no webhook needs both kinds."""
    try:
        found = resolve(where.host, where.port)
    except (OSError, UnicodeError):
        raise Refused("unreachable", say("The host name could not be resolved.")) from None
    if not found:
        raise Refused("unreachable", say("The host name has no IP address."))
    if not local and not all(map(is_public, found)):
        raise Refused("unreachable", say("The host name resolves to an address that is not on the public internet."))
    return found[:MOST_TRIED]


async def _exchange(
    where: Target, addresses: list[str], body: bytes, headers: Mapping[str, str], left_s: float
) -> tuple[int, str]:
    """Return the status and the start of the body. `left_s` is the deadline of the whole exchange."""
    ends = asyncio.get_running_loop().time() + left_s
    async with httpx2.AsyncClient(verify=_tls(), trust_env=False, follow_redirects=False) as client:
        async with asyncio.timeout_at(ends):
            response = await _send(client, where, addresses, body, headers)
        text = b""
        async with aclosing(response):
            # Once the status is known, a slow or broken body only shortens the text.
            with suppress(TimeoutError, httpx2.HTTPError):
                async with asyncio.timeout_at(ends):
                    async for part in response.aiter_raw():
                        text += part
                        if len(text) >= MOST_READ:
                            break
        return response.status_code, text[:MOST_READ].decode("utf-8", "replace")


async def _send(
    client: httpx2.AsyncClient, where: Target, addresses: list[str], body: bytes, headers: Mapping[str, str]
) -> httpx2.Response:
    """Send to the first address that accepts a connection, because some may be unreachable from here.

    The URL has the checked address, so no name is resolved again; the Host header and TLS use the name.
    """

    async def send(address: str, connect_s: float) -> httpx2.Response:
        literal = f"[{address}]" if ":" in address else address
        request = client.build_request(
            "POST",
            f"{'https' if where.secure else 'http'}://{literal}:{where.port}{where.path}",
            content=body,
            headers={**_HEADERS, "Host": where.authority, **headers},
            timeout=httpx2.Timeout(None, connect=connect_s),
            extensions={"sni_hostname": where.host},
        )
        return await client.send(request, stream=True)

    for address in addresses[:-1]:
        with suppress(httpx2.ConnectError, httpx2.ConnectTimeout):
            return await send(address, CONNECT_S / 2)
    return await send(addresses[-1], CONNECT_S)


@cache
def _tls() -> ssl.SSLContext:
    made = ssl.create_default_context()
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    return made


def _why(error: BaseException) -> str:
    """Return the reason as text, if possible from the underlying error instead of the library's own."""
    root = error
    while (below := root.__cause__ or root.__context__) is not None:
        root = below
    if isinstance(root, ssl.SSLCertVerificationError):
        return say("Invalid certificate: {why}", why=_clean(root.verify_message))
    return say("Connection failed: {error}", error=_clean(str(root) or str(error)))


def _clean(text: str) -> str:
    printable = "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text)
    return printable.strip()[:LONGEST_ANSWER]

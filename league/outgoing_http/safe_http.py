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
from typing import NamedTuple

import httpx2
from django.conf import settings

from engines.i18n import translate as _
from league.outgoing_http.url_validation import Target, is_public, parse_url
from matches.errors import ActionError

TOTAL_TIMEOUT_S = 10.0
CONNECT_TIMEOUT_S = 5.0
MAX_TEXT_LENGTH = 500
"""Most characters kept of a response."""
MAX_BODY_BYTES = 4 * MAX_TEXT_LENGTH
"""Most bytes read of the body; a character takes at most four."""
MAX_ADDRESSES = 3
"""Most addresses of one name that are tried."""
_HEADERS = {"User-Agent": "League-Zero", "Accept-Encoding": "identity", "Connection": "close"}
Resolve = Callable[[str, int], list[str]]
Post = Callable[..., "PostResult"]


class Outgoing(NamedTuple):
    """A request to a validated URL."""

    method: str
    target: Target
    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PostResult:
    """The outcome of a request. Without a response `code` is None and `text` the reason, else the start of the body."""

    code: int | None
    text: str
    took_ms: int
    retry_after: str = ""
    """The header Retry-After."""

    @property
    def good(self) -> bool:
        return self.code is not None and 200 <= self.code < 300


def resolve_host(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host name."""
    infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(info[4][0]) for info in infos))


def post(
    target: Target,
    body: bytes,
    headers: Mapping[str, str],
    *,
    method: str = "POST",
    local: bool = False,
    resolve: Resolve = resolve_host,
) -> PostResult:
    """Send a request (POST or PUT) and return the outcome. Never raises for errors of the receiver."""
    started_s = time.monotonic()
    code: int | None = None
    retry_after = ""
    try:
        addresses = _resolve_public(target, local, resolve)
        request = Outgoing(method, target, body, headers)
        code, retry_after, body_text = asyncio.run(
            _exchange(request, addresses, started_s + TOTAL_TIMEOUT_S - time.monotonic())
        )
        text = _clean_text(body_text)
    except ActionError as refusal:
        text = refusal.text
    except (TimeoutError, httpx2.TimeoutException):
        text = _("No response within {seconds} seconds.", seconds=f"{TOTAL_TIMEOUT_S:.0f}")
    except (OSError, httpx2.HTTPError, httpx2.InvalidURL, UnicodeError) as error:
        text = _describe_error(error)
    took_ms = int((time.monotonic() - started_s) * 1000)
    return PostResult(code, text, took_ms, retry_after)


def post_to_url(
    url: str, body: bytes, headers: Mapping[str, str], *, method: str = "POST", send: Post = post
) -> PostResult:  # fmt: skip
    """Validate a URL and send to it with `send`. Makes no queries, so threads may call it."""
    local = settings.WEBHOOKS_LOCAL
    try:
        parsed = parse_url(url, local=local)
    except ActionError as error:
        return PostResult(None, error.text, 0)
    return send(parsed, body, headers, method=method, local=local)


def _resolve_public(target: Target, local: bool, resolve: Resolve) -> list[str]:
    """Return the addresses to connect to. A single private one rejects the host: no webhook needs both kinds."""
    try:
        addresses = resolve(target.host, target.port)
    except (OSError, UnicodeError):
        raise ActionError("unreachable", _("The host name could not be resolved.")) from None
    if not addresses:
        raise ActionError("unreachable", _("The host name has no IP address."))
    if not local and not all(map(is_public, addresses)):
        raise ActionError("unreachable", _("The host name resolves to an address that is not on the public internet."))
    return addresses[:MAX_ADDRESSES]


async def _exchange(request: Outgoing, addresses: list[str], timeout_s: float) -> tuple[int, str, str]:
    """Return the status, the header Retry-After and the start of the body. `timeout_s` limits the whole exchange."""
    deadline = asyncio.get_running_loop().time() + timeout_s
    async with httpx2.AsyncClient(verify=_create_ssl_context(), trust_env=False, follow_redirects=False) as client:
        async with asyncio.timeout_at(deadline):
            response = await _send(client, request, addresses)
        content = b""
        async with aclosing(response):
            # Once the status is known, a slow or broken body only shortens the text.
            with suppress(TimeoutError, httpx2.HTTPError):
                async with asyncio.timeout_at(deadline):
                    async for chunk in response.aiter_raw():
                        content += chunk
                        if len(content) >= MAX_BODY_BYTES:
                            break
        retry_after = _clean_text(response.headers.get("Retry-After", ""))
        return response.status_code, retry_after, content[:MAX_BODY_BYTES].decode("utf-8", "replace")


async def _send(client: httpx2.AsyncClient, outgoing: Outgoing, addresses: list[str]) -> httpx2.Response:
    """Send to the first address that accepts a connection, because some may be unreachable from here.

    The URL has the checked address, so no name is resolved again; the Host header and TLS use the name.
    """
    target = outgoing.target

    async def send(address: str, connect_s: float) -> httpx2.Response:
        literal = f"[{address}]" if ":" in address else address
        request = client.build_request(
            outgoing.method,
            f"{'https' if target.secure else 'http'}://{literal}:{target.port}{target.path}",
            content=outgoing.body,
            headers={**_HEADERS, "Host": target.authority, **outgoing.headers},
            timeout=httpx2.Timeout(None, connect=connect_s),
            extensions={"sni_hostname": target.host},
        )
        return await client.send(request, stream=True)

    for address in addresses[:-1]:
        with suppress(httpx2.ConnectError, httpx2.ConnectTimeout):
            return await send(address, CONNECT_TIMEOUT_S / 2)
    return await send(addresses[-1], CONNECT_TIMEOUT_S)


@cache
def _create_ssl_context() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _describe_error(error: BaseException) -> str:
    """Return the reason as text, if possible from the underlying error instead of the library's own."""
    root = error
    while (cause := root.__cause__ or root.__context__) is not None:
        root = cause
    if isinstance(root, ssl.SSLCertVerificationError):
        return _("Invalid certificate: {why}", why=_clean_text(root.verify_message))
    return _("Connection failed: {error}", error=_clean_text(str(root) or str(error)))


def _clean_text(text: str) -> str:
    printable = "".join(character if character.isprintable() or character == "\n" else " " for character in text)
    return printable.strip()[:MAX_TEXT_LENGTH]

"""Security headers of every response: pages, API, streams, probes, files and refusals.

Django sets them on its own responses; this adds those that are missing. A response without Cache-Control becomes
private, because pages contain CSRF tokens that a shared cache must not pass on to other users.
"""

from collections.abc import Awaitable, Callable

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings

from matches.stream.endpoint import Receive, Scope, Send

Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]


class SecurityHeadersMiddleware:
    """ASGI middleware that adds the headers."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.headers_to_add = _build_headers()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Scope) -> None:
            if message["type"] == "http.response.start":
                present = {name for name, _ in message["headers"]}
                missing = [header for header in self.headers_to_add if header[0] not in present]
                message = {**message, "headers": [*message["headers"], *missing]}
            await send(message)

        await self.application(scope, receive, send_with_headers)


def _build_headers() -> Headers:
    headers = {
        HEADER: build_policy(),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": str(settings.SECURE_REFERRER_POLICY),
        "Cache-Control": "private, no-cache",
    }
    if settings.SECURE_HSTS_SECONDS:
        suffix = "; includeSubDomains" if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS else ""
        headers["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}{suffix}"
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]

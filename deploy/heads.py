"""Security headers of every response: pages, API, streams, probes, files and refusals.

Django sets them on its own responses; this adds those that are missing. A response without Cache-Control becomes
private, because pages contain CSRF tokens that a shared cache must not pass on to other users.
"""

from collections.abc import Awaitable, Callable

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings

from matches.stream.door import Receive, Scope, Send

Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Heads = list[tuple[bytes, bytes]]


class Headed:
    """ASGI middleware that adds the headers."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.always = _always()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def headed(message: Scope) -> None:
            if message["type"] == "http.response.start":
                there = {name for name, _ in message["headers"]}
                missing = [one for one in self.always if one[0] not in there]
                message = {**message, "headers": [*message["headers"], *missing]}
            await send(message)

        await self.application(scope, receive, headed)


def _always() -> Heads:
    told = {
        HEADER: build_policy(),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": str(settings.SECURE_REFERRER_POLICY),
        "Cache-Control": "private, no-cache",
    }
    if settings.SECURE_HSTS_SECONDS:
        below = "; includeSubDomains" if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS else ""
        told["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}{below}"
    return [(name.lower().encode(), value.encode()) for name, value in told.items()]

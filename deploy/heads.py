"""What every answer says to the browser, whoever has made it: pages and the API, streams, probes, files and refusals.

Django says it of what it answers; this adds what is missing. Without a word about keeping, an answer is its reader's
own: pages hold tokens of forms, and a cache between us and many readers is not to hand them to the next one.
"""

from collections.abc import Awaitable, Callable

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings

from matches.stream.door import Receive, Scope, Send

Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Heads = list[tuple[bytes, bytes]]


class Headed:
    """An ASGI application around another one."""

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

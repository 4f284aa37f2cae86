"""What an attack is, and what it is aimed at."""

import json
import os
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.load import site as running_site
from tests.load.site import Site

TIME_UNITS = ("ms", "s")
"""Of figures that are measured only in the full form."""


DISCORD_KEY = Ed25519PrivateKey.generate()
"""Signs what Discord sends to the site."""


class Provider(ThreadingHTTPServer):
    """The site's sign-in provider `club`: it describes itself after `delay_s`, and counts how often it was asked to."""

    delay_s, asked = 0.0, 0

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Description)
        self.url = f"http://127.0.0.1:{self.server_port}"
        Thread(target=self.serve_forever, daemon=True).start()

    def forget(self, delay_s: float) -> None:
        """Begin anew: the site has to ask again, and waits so long."""
        from django.core.cache import cache

        cache.delete("provider:club")
        self.delay_s, self.asked = delay_s, 0


class Description(BaseHTTPRequestHandler):
    """The answer to a request for the provider's description."""

    server: Provider

    def do_GET(self) -> None:
        self.server.asked += 1
        time.sleep(self.server.delay_s)
        url = self.server.url
        names = ("issuer", "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri")
        body = json.dumps({name: f"{url}/{name}" for name in names}).encode()
        with suppress(OSError):  # the site has not waited
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


class Target:
    """The site under attack, started on PostgreSQL and a broker of its own when an attack first asks for it.

    Request and stream limits are those of production. After `site` was read, Django in this process uses its database.
    """

    def __init__(self, stack: ExitStack, *, full: bool) -> None:
        self.full = full
        """False in `make test`: the same attack, with fewer requests."""
        self._stack = stack

    @cached_property
    def provider(self) -> Provider:
        provider = Provider()
        self._stack.callback(provider.shutdown)
        return provider

    @cached_property
    def site(self) -> Site:
        os.environ |= {
            "DISCORD_PUBLIC_KEY": DISCORD_KEY.public_key().public_bytes_raw().hex(), "SIGN_IN_PROVIDERS": "club",
            "SIGN_IN_CLUB_ID": "league-zero", "SIGN_IN_CLUB_SECRET": "shh", "SIGN_IN_CLUB_URL": self.provider.url,
        }  # fmt: skip
        return self._stack.enter_context(running_site.running(durable=False, bots=True, limits=True, quick=not self.full))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.site.port}"

    def times(self, small: int, full: int) -> int:
        """Return how often to repeat something in this form of the suite."""
        return full if self.full else small


@dataclass(frozen=True)
class Attack:
    """One attack: a script and the figure that it must hold."""

    name: str
    unit: str
    before: str
    """The figure before the defence was built, as measured."""
    limit: float
    """The figure may be at most this."""
    run: Callable[[Target], float]

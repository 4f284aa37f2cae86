"""What strangers write into the logs of a site, and secrets that its own users leave there."""

import http.client
import re
import secrets
import time
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

from tests.attacks.attack import Attack, Target
from tests.attacks.requests import ask
from tests.load import site as running_site
from tests.services import caddy

HELD_S = 1.5
"""Longer than a request may take without a line in the log."""


def secrets_logged(target: Target) -> float:
    """Follow every link with a secret, by the proxy where there is one, while the site is slow; count lines that have it."""
    site, secret = target.site, secrets.token_hex(16)
    from django.db import connection, transaction

    from league.people.models import Player
    from tests.permissions.addresses import PARAMETER, addresses

    paths = {PARAMETER.sub(secret, f"/{one.path}") for one in addresses() if "token" in one.parameters}
    paths |= {f"/accounts/with/club/callback/?code={secret}&state=x", f"/accounts/sign-in/?next=/claims/{secret}/"}
    cookies = {"Cookie": running_site.people(1)[0].cookies}
    with ExitStack() as stack:
        proxy = None if caddy.missing() else stack.enter_context(caddy.serving([site.port], Path(site.environment["VAR_DIR"])))

        def follow(path: str) -> None:
            line = (
                http.client.HTTPSConnection("127.0.0.1", proxy.port, timeout=60, context=proxy.tls)
                if proxy
                else http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
            )
            line.request("GET", path, headers=cookies)
            line.getresponse().read()

        followers = [Thread(target=follow, args=(path,)) for path in paths]
        with transaction.atomic():
            connection.cursor().execute(f"LOCK TABLE {Player._meta.db_table}")
            for one in followers:
                one.start()
            time.sleep(HELD_S)
        for one in followers:
            one.join()
        logs = [*map(site.log, site.processes), *([proxy.log] if proxy else [])]
        lines = [line for log in logs for line in log.read_text().splitlines()]
    assert any(re.search(r" took [0-9.]+ s", line) for line in lines), "no request was slow"
    return sum(secret in line for line in lines)


def lines_for_a_foreign_host(target: Target) -> float:
    """Ask for a host that the site isn't; return how many lines its log gets."""
    log = target.site.log("web")
    before = len(log.read_text().splitlines())
    assert ask(target, b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n").startswith(b"HTTP/1.1 400")
    return len(log.read_text().splitlines()) - before


ATTACKS = [
    Attack("Lines of logs with the secret of a link", "lines", "7 lines", 0, secrets_logged),
    Attack("Lines logged for a foreign host", "lines", "14 lines", 1, lines_for_a_foreign_host),
]

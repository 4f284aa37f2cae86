"""Attacks on the accounts of others: locking one out, and learning whether there is one."""

import http.client
import secrets
import time
from statistics import median
from urllib.parse import urlencode

from tests.attacks.attack import Attack, Target

PASSWORD = "vermilion-fish"
SIGN_IN, RESET = "/accounts/sign-in/", "/accounts/reset/"
TRIES_AN_ADDRESS = 40
"""Letters are limited to fifty an hour from one address."""


class Visitor:
    """A browser with an address of its own (127.0.0.N), which keeps one connection."""

    def __init__(self, target: Target, address: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", target.site.port, timeout=60, source_address=(address, 0))
        self.token = secrets.token_hex(16)

    def post(self, path: str, form: dict[str, str]) -> int:
        head = {"Cookie": f"csrftoken={self.token}", "Content-Type": "application/x-www-form-urlencoded"}
        self.connection.request("POST", path, urlencode({**form, "csrfmiddlewaretoken": self.token}), head)
        response = self.connection.getresponse()
        response.read()
        return response.status


def lock_out(target: Target) -> float:
    """Guess at one account from one address; return 1 if its owner, elsewhere, is then refused with the password."""
    assert target.site  # starts it, and sets Django up
    from league.people.actions.accounts import create_account
    from matches.server_time import now

    name = f"u{secrets.token_hex(6)}"
    create_account(username=name, password=PASSWORD, email="", at=now())
    attacker, owner = Visitor(target, "127.0.0.2"), Visitor(target, "127.0.0.3")
    for _ in range(target.times(120, 300)):
        attacker.post(SIGN_IN, {"username": name, "password": "wrong"})
    status = owner.post(SIGN_IN, {"username": name, "password": PASSWORD})
    assert status in (302, 429), status
    return float(status == 429)


def reset_timing(target: Target) -> float:
    """Ask for letters to known and unknown mailboxes in turn; return by how much the medians differ, in ms."""
    assert target.site
    from league.people.models import Player

    count = target.times(40, 250)
    mark = secrets.token_hex(4)
    Player.objects.bulk_create(
        Player(username=f"{mark}-{number}", email=f"known-{mark}-{number}@example.org", password="!") for number in range(count)
    )
    took_ms: dict[str, list[float]] = {"known": [], "other": []}
    for number in range(count):
        if number % (TRIES_AN_ADDRESS // 2) == 0:
            visitor = Visitor(target, f"127.0.1.{number // (TRIES_AN_ADDRESS // 2) + 1}")
            visitor.post(RESET, {"email": "nobody@example.org"})
        for kind in sorted(took_ms, reverse=bool(number % 2)):
            began = time.perf_counter()
            status = visitor.post(RESET, {"email": f"{kind}-{mark}-{number}@example.org"})
            took_ms[kind].append((time.perf_counter() - began) * 1000)
            assert status == 200, status
            time.sleep(0.03)  # what one letter costs is not to be counted with the next
    return abs(median(took_ms["known"]) - median(took_ms["other"]))


ATTACKS = [
    Attack("Wrong passwords from one address lock the owner out", "owners", "1 owners", 0, lock_out),
    Attack("Password reset tells known from unknown mailboxes", "ms", "3.5 ms", 2, reset_timing),
]

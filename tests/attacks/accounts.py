"""Attacks on the accounts of others: locking one out, learning whether there is one, and staying inside."""

import http.client
import re
import secrets
import time
from statistics import median
from urllib.parse import urlencode

import requests

from tests.attacks.attack import Attack, Target

PASSWORD = "vermilion-fish"
SIGN_IN, RESET, PROVIDER = "/accounts/sign-in/", "/accounts/reset/", "/accounts/with/club/"
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


def descriptions_fetched(target: Target) -> float:
    """Press the button of a sign-in provider twenty times; return how often the site asked it for its description."""
    visitor = Visitor(target, "127.0.0.4")
    target.provider.forget(0.0)
    assert {visitor.post(PROVIDER, {}) for _ in range(20)} == {200}
    return target.provider.asked


def ways_that_stay(target: Target) -> float:
    """Add ways in as a stranger who knows the password; return how many work after a reset and *Remove all*."""
    return len(_reset_after_a_stranger(target)[0])


def silent_changes(target: Target) -> float:
    """Return how many of three changes, by the stranger and the owner, the owner got no letter about."""
    _, email = _reset_after_a_stranger(target)
    letters, ends = 0, time.monotonic() + 10
    while letters < 3 and time.monotonic() < ends:
        time.sleep(0.1)
        letters = sum(target.site.log(name).read_text().count(f"To: {email}") for name in target.site.processes)
    return max(0, 3 - letters)


def _reset_after_a_stranger(target: Target) -> tuple[list[object], str]:
    """Return the stranger's ways in that are left, and the owner's address, to which three changes should be told."""
    assert target.site
    from allauth.mfa.models import Authenticator
    from allauth.socialaccount.models import SocialAccount
    from django.contrib.auth.tokens import default_token_generator
    from django.utils.encoding import force_bytes
    from django.utils.http import urlsafe_base64_encode

    from league.discord.models import DiscordLink
    from league.people.actions.linked_accounts import link_identity
    from league.people.providers import Identity
    from matches.server_time import now
    from tests.factories import PlayerFactory

    owner = PlayerFactory(email=f"{secrets.token_hex(6)}@example.org")
    link_identity(Identity("club", secrets.token_hex(6), "a stranger"), player_id=owner.pk, at=now())
    Authenticator.objects.create(user=owner, type="webauthn", data={"name": "a stranger's"})
    DiscordLink.objects.create(player=owner, user_id=str(owner.pk), name="a stranger", made_at=now())
    browser = requests.Session()

    def post(url: str, **form: str) -> requests.Response:
        """Look at the page, then send its form."""
        page = browser.get(url, timeout=60)
        [token, *_] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
        return browser.post(page.url, {"csrfmiddlewaretoken": token, **form}, timeout=60)

    link = f"{RESET}{urlsafe_base64_encode(force_bytes(owner.pk))}/{default_token_generator.make_token(owner)}/"
    page = post(f"{target.url}{link}", new_password1=PASSWORD, new_password2=PASSWORD)
    page = post(page.url, username=owner.username, password=PASSWORD)
    assert page.url.endswith("/ways-in/"), page.url
    assert post(page.url, password=PASSWORD).ok
    rows = (
        SocialAccount.objects.filter(user=owner),
        Authenticator.objects.filter(user=owner),
        DiscordLink.objects.filter(pk=owner.pk),
    )
    return [way for found in rows for way in found], owner.email


ATTACKS = [
    Attack("descriptions of a provider fetched for twenty sign-ins", "fetches", "20 fetches", 1, descriptions_fetched),
    Attack("A stranger's ways in after a reset and Remove all", "ways", "3 ways", 0, ways_that_stay),
    Attack("Changes of ways in that the owner gets no letter about", "changes", "3 changes", 0, silent_changes),
    Attack("Wrong passwords from one address lock the owner out", "owners", "1 owners", 0, lock_out),
    Attack("Password reset tells known from unknown mailboxes", "ms", "3.5 ms", 2, reset_timing),
]

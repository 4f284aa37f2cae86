import html
import json
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_encode

from league.audit.models import AuditEntry
from league.people.actions.passkeys import MAX_PASSKEYS, add_passkey
from league.people.models import Player
from matches.errors import ActionError
from tests.factories import NOON, PASSWORD, PlayerFactory
from tests.league.clients import signed_in
from tests.league.people.authenticator_app import switched_on

pytestmark = pytest.mark.django_db
PAGE, OPTIONS = "/accounts/passkeys/", "/accounts/passkeys/options/"
SIGN_IN, ASKED = "/accounts/sign-in/passkey/", "/accounts/sign-in/passkey/options/"

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40


@dataclass
class Device:
    """A device with passkeys, as WebAuthn (level 2) describes it: one key pair for each account that it was given."""

    origin: str = "https://testserver"
    verifies: bool = True
    """Whether it asks its user for a PIN or a fingerprint."""
    owner: str = ""
    """The handle of the account, as the site gave it."""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    def create(self, options: dict[str, Any]) -> str:
        """The answer of `navigator.credentials.create`."""
        asked = options["publicKey"]
        self.owner = asked["user"]["id"]
        public = cbor.encode(dict(ES256.from_cryptography_key(self.key.public_key())))
        data = self._data(asked["rp"]["id"], WITH_KEY) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        attestation = cbor.encode({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer("webauthn.create", asked, attestationObject=attestation)

    def get(self, options: dict[str, Any], **changes: Any) -> str:
        """The answer of `navigator.credentials.get`."""
        asked = options["publicKey"]
        data = self._data(asked["rpId"])
        client = self._client("webauthn.get", asked)
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer("webauthn.get", asked, **{"authenticatorData": data, "signature": signature, **changes})

    def _data(self, site: str, flags: int = 0) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verifies else 0)
        return sha256(site.encode()).digest() + bytes([flags]) + bytes(4)

    def _client(self, kind: str, asked: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": asked["challenge"], "origin": self.origin}).encode()

    def _answer(self, kind: str, asked: dict[str, Any], **parts: Any) -> str:
        response = {name: websafe_encode(part) if isinstance(part, bytes) else part for name, part in parts.items()}
        response.setdefault("clientDataJSON", websafe_encode(self._client(kind, asked)))
        response.setdefault("userHandle", self.owner)
        name = websafe_encode(self.id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}})


class Browser(Client):
    """Over HTTPS, which passkeys need."""

    def request(self, **how: Any) -> Any:
        return super().request(**{"wsgi.url_scheme": "https", **how})

    @property
    def name(self) -> str:
        return signed_in(self)

    def sign_in_with(self, device: Device, to: str = "", **changes: Any) -> Any:
        options = self.post(ASKED).json()
        return self.post(SIGN_IN, {"credential": device.get(options, **changes), "next": to})


@pytest.fixture
def ada() -> Player:
    return PlayerFactory(username="ada", email="ada@mail.example")


def added(player: Player, **kind: Any) -> Device:
    browser, device = Browser(), Device(**kind)
    browser.force_login(player)
    options = browser.post(OPTIONS, {"password": PASSWORD}).json()
    browser.post(PAGE, {"name": "Phone", "credential": device.create(options)})
    return device


def refused(browser: Browser, answer: Any) -> None:
    page = html.unescape(browser.get(answer["Location"]).content.decode())
    assert "can't be used here" in page
    assert browser.name == ""


def test_a_passkey_is_added_signs_in_and_is_removed(ada: Player) -> None:
    browser, device = Browser(), Device()
    browser.force_login(ada)
    assert browser.post(OPTIONS, {"password": "wrong"}).json() == {
        "code": "wrong-password", "text": "Incorrect password.", "field": "password",
    }  # fmt: skip
    options = browser.post(OPTIONS, {"password": PASSWORD}).json()
    asked = options["publicKey"]
    assert (asked["rp"]["id"], asked["user"]["name"]) == ("testserver", "ada")
    assert "mail.example" not in json.dumps(options)
    assert asked["authenticatorSelection"]["userVerification"] == "required"
    browser.post(PAGE, {"name": "Phone", "credential": device.create(options)})
    assert "Phone" in browser.get(PAGE).content.decode()
    stranger = Browser()
    assert stranger.sign_in_with(device, to="/lobby/")["Location"] == "/lobby/"
    assert stranger.name == "ada"
    passkey = Authenticator.objects.get()
    assert passkey.last_used_at is not None
    browser.post(f"{PAGE}{passkey.pk}/remove/", {"password": "wrong"})
    assert Authenticator.objects.exists()
    browser.post(f"{PAGE}{passkey.pk}/remove/", {"password": PASSWORD})
    assert not Authenticator.objects.exists()
    refused(late := Browser(), late.sign_in_with(device))
    acts = list(AuditEntry.objects.order_by("pk").values_list("act", flat=True))
    assert acts == ["passkey.added", "passkey.removed"]


def test_a_passkey_needs_no_code_because_it_has_verified_its_user(ada: Player) -> None:
    added(ada, verifies=False)
    assert not Authenticator.objects.exists()
    switched_on(ada)
    device, browser = added(ada), Browser()
    assert browser.sign_in_with(device, to="https://evil.example/")["Location"] == "/"
    assert browser.name == "ada"
    device.verifies = False
    refused(other := Browser(), other.sign_in_with(device))


def test_an_open_browser_adds_no_passkey_with_the_challenge_of_a_sign_in(ada: Player) -> None:
    """That challenge takes no password."""
    browser, device = Browser(), Device()
    browser.force_login(ada)
    options = {"publicKey": browser.post(ASKED).json()["publicKey"]}
    options["publicKey"] |= {"rp": {"id": "testserver"}, "user": {"id": "MQ"}}
    browser.post(PAGE, {"name": "Mine", "credential": device.create(options)})
    allowed = browser.post(OPTIONS, {"password": PASSWORD}).json()
    browser.post(ASKED)  # takes the permission back
    browser.post(PAGE, {"name": "Mine", "credential": device.create(allowed)})
    assert not Authenticator.objects.exists()


def test_what_was_signed_is_good_once_and_for_its_browser_and_site(ada: Player) -> None:
    device, browser = added(ada), Browser()
    answer = device.get(browser.post(ASKED).json())
    refused(other := Browser(), other.post(SIGN_IN, {"credential": answer}))
    refused(other, (other.post(ASKED), other.post(SIGN_IN, {"credential": answer}))[1])
    browser.post(SIGN_IN, {"credential": answer})
    assert browser.name == "ada"
    browser.post("/accounts/sign-out/")
    refused(browser, browser.post(SIGN_IN, {"credential": answer}))
    device.origin = "https://testserver.evil.example"
    refused(browser, browser.sign_in_with(device))
    device.origin = "http://testserver"
    refused(browser, browser.sign_in_with(device))


def test_a_passkey_opens_its_own_account_only(ada: Player) -> None:
    device, eve = added(ada), added(PlayerFactory(username="eve"))
    browser = Browser()
    refused(browser, browser.sign_in_with(device, userHandle=eve.owner))
    eve.id = device.id
    refused(browser, browser.sign_in_with(eve, userHandle=device.owner))
    Player.objects.filter(pk=ada.pk).update(is_active=False)
    answer = browser.sign_in_with(device)
    assert "This account is closed" in browser.get(answer["Location"]).content.decode()
    assert browser.name == ""


NONSENSE = [
    "", "[]", "null", "{", "[" * 20_000, "{}", '{"response": 1}', '{"response": {"userHandle": 1}}', "x" * 30_000,
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {"userHandle": "MTIzNDU2Nzg5MDEyMw",'
    ' "clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA", "attestationObject": "o2Nm"}}',
]  # fmt: skip


def test_nonsense_and_altered_answers_are_refused_with_a_sentence(ada: Player) -> None:
    browser, owner = Browser(), Browser()
    owner.force_login(ada)
    for credential in NONSENSE:
        browser.post(ASKED)
        refused(browser, browser.post(SIGN_IN, {"credential": credential}))
        owner.post(OPTIONS, {"password": PASSWORD})
        page = owner.post(PAGE, {"name": "x", "credential": credential}, follow=True).content.decode()
        assert "can't be used here" in html.unescape(page)
    assert not Authenticator.objects.exists()
    device = added(ada)
    for changes in ({"signature": "MAYCAQECAQE"}, {"signature": ""}, {"authenticatorData": "AA"}, {"clientDataJSON": 7}):
        refused(browser, browser.sign_in_with(device, **changes))


def test_the_last_way_in_stays_and_ten_passkeys_are_enough(ada: Player) -> None:
    for number in range(MAX_PASSKEYS):
        add_passkey(player_id=ada.pk, name=f"Key {number}", credential={}, at=NOON)
    with pytest.raises(ActionError, match="Remove one first"):
        add_passkey(player_id=ada.pk, name="One more", credential={}, at=NOON)
    Authenticator.objects.all().delete()
    device, browser = added(ada), Browser()
    ada.set_unusable_password()
    ada.save(update_fields=["password"])
    browser.sign_in_with(device)
    answer = browser.post(f"{PAGE}{Authenticator.objects.get().pk}/remove/", follow=True)
    assert "couldn't sign in any more" in html.unescape(answer.content.decode())
    # Without a password, the sign-in of a moment ago is enough to add another.
    other = Device()
    browser.post(PAGE, {"name": "Tablet", "credential": other.create(browser.post(OPTIONS).json())})
    browser.post(f"{PAGE}{Authenticator.objects.earliest('pk').pk}/remove/")
    assert [passkey.data["name"] for passkey in Authenticator.objects.all()] == ["Tablet"]

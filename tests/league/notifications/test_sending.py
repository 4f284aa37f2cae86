"""By email, and by web push: encrypted for one browser, signed by this site, sent once, and never to an address inside."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from smtplib import SMTPServerDisconnected
from typing import Any
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from django.test import Client
from django.utils.http import urlsafe_base64_encode as packed

from league.notifications.actions.create import NewNotification, notify
from league.notifications.actions.email_delivery import RETRY_DELAYS, send_due_emails
from league.notifications.actions.read_state import mark_read
from league.notifications.models import EmailStatus, Notification, NotificationPreferences, PushDevice
from league.notifications.preferences import update_preferences
from league.notifications.push.delivery import MAX_FAILURES, add_device, send_due_pushes
from league.notifications.push.encryption import build_authorization, decode_base64, encode_point, encrypt, get_public_key
from league.outgoing_http.safe_http import PostResult
from league.outgoing_http.url_validation import Target
from league.people.models import Player
from league.tasks import send_letters
from matches.errors import ActionError
from tests.factories import NOON, BotFactory, GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db
SITE = "http://127.0.0.1:8000"


def ada(**more: Any) -> Player:
    made: Player = PlayerFactory(username="ada", email="ada@example.org", **more)
    return made


def ruled(player: Player, key: str = "one", at: datetime = NOON) -> None:
    """A notification whose email does not wait."""
    notify([NewNotification(player.pk, key, {"match": "Final\nA & B"}, "/matches/1/", case="pause")], kind="ruling", at=at)


def send(at: datetime = NOON) -> int:
    return send_due_emails(lambda: at)


def test_one_email_with_a_link_and_the_ways_to_end_emails(mailoutbox: list[EmailMessage]) -> None:
    ruled(ada())
    send_letters()
    assert [send(), send()] == [0, 0]
    [email] = mailoutbox
    assert (email.to, email.subject) == (["ada@example.org"], "A referee paused your match: Final A & B")
    assert f"{SITE}/matches/1/" in email.body
    [stop] = re.findall(rf"{SITE}(/accounts/notifications/stop/\S+)", str(email.body))
    assert email.extra_headers["List-Unsubscribe"] == f"<{SITE}{stop}>"
    assert email.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert email.message()["Message-ID"] == f"<notice-{Notification.objects.get().uid}@127.0.0.1>"


def test_the_link_ends_emails_of_its_kind_without_signing_in(mailoutbox: list[EmailMessage]) -> None:
    player = ada()
    ruled(player)
    send()
    [stop] = re.findall(rf"{SITE}(/accounts/notifications/stop/\S+)", str(mailoutbox[0].body))
    stranger = Client(enforce_csrf_checks=True)
    ruled(player, "before")
    assert "A referee ruled on your match" in stranger.get(stop).content.decode()
    ruled(player, "after a mail program looked at the link")
    assert Notification.objects.filter(mail=EmailStatus.DUE).count() == 2
    assert stranger.post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 200
    ruled(player, "later")
    notify([NewNotification(player.pk, "x", {"event": "Cup"}, "/events/1/")], kind="check-in", at=NOON)
    assert send() == 1, "other kinds go on"
    assert Notification.objects.get(key="later").on_page
    assert stranger.get(stop[:-3] + "/").status_code == 422
    assert stranger.post("/accounts/notifications/stop/nonsense/").status_code == 422


def test_nobody_gets_emails_without_a_confirmed_address_or_with_the_switch_off(mailoutbox: list[EmailMessage]) -> None:
    ruled(PlayerFactory(pending_email="new@example.org"))
    player = ada()
    off = {"ruling:email": False, "ruling:page": False}
    update_preferences(player_id=player.pk, switches=off, zone="UTC", quiet_from=None, quiet_until=None)
    ruled(player)
    assert (send(), mailoutbox) == (0, [])
    assert not Notification.objects.filter(player=player).exists(), "there is no way in which to tell"


def test_quiet_hours_keep_an_email_back_and_the_page_tells_at_once() -> None:
    player = ada()
    update_preferences(player_id=player.pk, switches={}, zone="Asia/Tokyo", quiet_from=time(20), quiet_until=time(8))
    ruled(player)  # NOON is 21:00 in Tokyo
    assert Notification.objects.get().on_page
    assert send(NOON + timedelta(hours=10, minutes=59)) == 0
    assert send(NOON + timedelta(hours=11)) == 1


def test_what_was_read_in_time_needs_no_email(mailoutbox: list[EmailMessage]) -> None:
    player = ada()
    notify([NewNotification(player.pk, "t", {"match": "A"}, "/matches/1/")], kind="your-turn", at=NOON)
    assert send(NOON + timedelta(minutes=4)) == 0
    mark_read(player_id=player.pk, at=NOON)
    assert (send(NOON + timedelta(hours=1)), mailoutbox) == (0, [])
    assert Notification.objects.get().mail == EmailStatus.DROPPED


def test_an_email_goes_out_later_but_never_twice(mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch) -> None:
    def away(_: Any) -> None:
        raise ConnectionRefusedError

    def cut(*_: Any) -> None:
        raise SMTPServerDisconnected

    player = ada()
    ruled(player)
    monkeypatch.setattr(EmailBackend, "open", away)
    assert send() == 0
    assert send(NOON + RETRY_DELAYS[0] / 2) == 0
    undo = transaction.savepoint()
    for tries in range(1, len(RETRY_DELAYS) + 1):
        send(NOON + timedelta(days=tries))
    row = Notification.objects.get()
    assert (row.mail, row.mail_tries) == (EmailStatus.GIVEN_UP, len(RETRY_DELAYS) + 1)
    transaction.savepoint_rollback(undo)
    monkeypatch.setattr(EmailBackend, "open", lambda _: None)
    monkeypatch.setattr(EmailBackend, "send_messages", cut)
    assert send(NOON + RETRY_DELAYS[0]) == 0
    assert Notification.objects.get().mail == EmailStatus.SENDING
    assert (send(NOON + timedelta(days=9)), mailoutbox) == (0, [])


BERLIN = NotificationPreferences(zone="Europe/Berlin", quiet_from=time(22), quiet_until=time(7, 30))


def utc(day: int, hour: int, minute: int = 0, month: int = 6) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def test_the_wall_of_the_persons_zone_counts_over_midnight_and_over_the_year() -> None:
    for moment, sent in (
        (utc(1, 19, 59), utc(1, 19, 59)),
        (utc(1, 20), utc(2, 5, 30)),
        (utc(2, 3), utc(2, 5, 30)),
        (utc(2, 5, 30), utc(2, 5, 30)),
        (utc(1, 21, month=1), utc(2, 6, 30, month=1)),
    ):
        assert BERLIN.after_quiet_hours(moment) == sent
    noon = NotificationPreferences(zone="UTC", quiet_from=time(12), quiet_until=time(14))
    assert [noon.after_quiet_hours(utc(1, hour)) for hour in (11, 12, 13, 14)] == [utc(1, h) for h in (11, 14, 14, 14)]


JSON: dict[str, Any] = {"content_type": "application/json"}
ENDPOINT = "https://push.example.org/send/abc"
SECRET = b"sixteen bytes..."
FINE = PostResult(201, "", 5)


class Browser:
    """What a browser does: has keys, and reads what was encrypted for it."""

    def __init__(self) -> None:
        self.own = ec.generate_private_key(ec.SECP256R1())
        self.key = encode_point(self.own.public_key())

    def read(self, body: bytes) -> Any:
        salt, theirs, sealed = body[:16], body[21:86], body[86:]
        shared = self.own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        key = HKDF(SHA256(), 32, SECRET, b"WebPush: info\0" + self.key + theirs).derive(shared)
        content = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(key)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(key)
        return json.loads(AESGCM(content).decrypt(nonce, sealed, None).rstrip(b"\x02"))


class Service:
    """Stands where the push services are."""

    def __init__(self, answer: PostResult = FINE) -> None:
        self.answer = answer
        self.sent: list[tuple[Target, bytes, Mapping[str, str]]] = []

    def __call__(self, where: Target, body: bytes, headers: Mapping[str, str], *, method: str, local: bool) -> PostResult:
        self.sent.append((where, body, headers))
        return self.answer


def subscribed(player: Player, browser: Browser | None = None, endpoint: str = ENDPOINT) -> UUID:
    key = packed((browser or Browser()).key)
    return add_device(player_id=player.pk, endpoint=endpoint, key=key, secret=packed(SECRET), at=NOON)


def told(player: Player, key: str = "one") -> None:
    notify([NewNotification(player.pk, key, {"event": "Cup"}, "/events/1/")], kind="check-in", at=NOON)


def test_the_example_of_the_standard_comes_out_byte_for_byte() -> None:
    """RFC 8291, appendix A."""
    own = int.from_bytes(decode_base64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    browser = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    body = encrypt(
        b"When I grow up, I want to be a watermelon", decode_base64(browser), decode_base64("BTBZMqHH6r4Tts7J_aSIgg"),
        private_key=ec.derive_private_key(own, ec.SECP256R1()), salt=decode_base64("DGv6ra1nlYgDCS1FRnbzlw"),
    )  # fmt: skip
    assert packed(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_push_is_signed_with_the_key_that_browsers_are_given() -> None:
    scheme, token, key = build_authorization(ENDPOINT, NOON).replace(",", "").split()
    assert (scheme, key) == ("vapid", f"k={get_public_key()}")
    signed, _, signature = token.removeprefix("t=").rpartition(".")
    raw = decode_base64(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    owner = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64(get_public_key()))
    owner.verify(der, signed.encode(), ec.ECDSA(SHA256()))
    claims = json.loads(decode_base64(signed.partition(".")[2]))
    assert claims["aud"] == "https://push.example.org"
    assert claims["exp"] <= (NOON + timedelta(hours=24)).timestamp()
    assert claims["sub"].startswith("mailto:")


def test_a_notification_is_pushed_once_and_only_its_browser_reads_it() -> None:
    ada, browser, service = PlayerFactory(), Browser(), Service()
    subscribed(ada, browser)
    told(ada)
    assert [send_due_pushes(lambda: NOON, send=service) for _unused in range(2)] == [1, 0]
    [(where, body, headers)] = service.sent
    assert (where.host, headers["Content-Encoding"]) == ("push.example.org", "aes128gcm")
    row = Notification.objects.get()
    assert browser.read(body) == {"id": str(row.uid), "text": row.text, "url": "/events/1/", "unread": 1}
    assert b"Cup" not in body


def test_quiet_hours_switches_and_reading_keep_a_push_back() -> None:
    ada, service = PlayerFactory(), Service()
    subscribed(ada)
    update_preferences(player_id=ada.pk, switches={}, zone="UTC", quiet_from=time(11), quiet_until=time(13))
    told(ada)
    assert send_due_pushes(lambda: NOON, send=service) == 0
    mark_read(player_id=ada.pk, at=NOON)
    assert send_due_pushes(lambda: NOON + timedelta(hours=1), send=service) == 0
    off = {"check-in:push": False}
    update_preferences(player_id=ada.pk, switches=off, zone="UTC", quiet_from=None, quiet_until=None)
    told(ada, "two")
    assert send_due_pushes(lambda: NOON, send=service) == 0
    assert service.sent == []


def test_a_browser_that_is_gone_is_forgotten_and_one_that_fails_after_a_while() -> None:
    ada = PlayerFactory()
    subscribed(ada)
    subscribed(ada, endpoint=ENDPOINT + "2")
    PushDevice.objects.filter(endpoint=ENDPOINT).update(failures=MAX_FAILURES - 1)
    told(ada)
    send_due_pushes(lambda: NOON, send=Service(PostResult(500, "", 5)))
    assert [one.endpoint for one in PushDevice.objects.all()] == [ENDPOINT + "2"]
    told(ada, "two")
    send_due_pushes(lambda: NOON, send=Service(PostResult(410, "", 5)))
    assert not PushDevice.objects.exists()


def test_a_browser_is_told_for_who_used_it_last(client: Client) -> None:
    ada, bob = PlayerFactory(), PlayerFactory()
    subscribed(ada)
    client.force_login(bob)
    endpoint, body = "/api/v1/notifications/devices/", {"endpoint": ENDPOINT, "key": packed(Browser().key)}
    made = client.post(endpoint, {**body, "secret": packed(SECRET)}, **JSON)
    assert made.status_code == 201
    assert PushDevice.objects.get().player == bob
    shown = client.get(endpoint).json()
    assert (shown["key"], shown["devices"][0]["host"]) == (get_public_key(), "push.example.org")
    assert "push.example.org" in client.get("/accounts/notifications/").content.decode()
    client.force_login(ada)
    assert client.delete(f"{endpoint}{made.json()['id']}/").status_code == 404
    client.force_login(bob)
    assert client.delete(f"{endpoint}{made.json()['id']}/").status_code == 204


def test_what_is_no_subscription_is_refused() -> None:
    ada, guest = PlayerFactory(), GuestFactory()
    good = {"endpoint": ENDPOINT, "key": packed(Browser().key), "secret": packed(SECRET)}
    for field, given in (
        ("endpoint", "https://169.254.169.254/"), ("endpoint", "http://push.example.org/"), ("key", "no key"),
        ("key", packed(b"\x04" + b"\0" * 64)), ("key", "é"), ("secret", packed(b"short")),
    ):  # fmt: skip
        with pytest.raises(ActionError) as refused:
            add_device(player_id=ada.pk, at=NOON, **{**good, field: given})
        assert refused.value.field == field
    with pytest.raises(ActionError, match="Create an account first"):
        add_device(player_id=guest.pk, at=NOON, **good)
    assert not PushDevice.objects.exists()


def test_bots_placeholders_and_closed_accounts_are_told_nothing() -> None:
    nobody = (BotFactory(), PlayerFactory(is_guest=True, is_placeholder=True), PlayerFactory(is_active=False))
    for kind in ("check-in", "ruling"):
        told_of = [NewNotification(one.pk, "cup", {"event": "Cup", "match": "A"}, "/events/1/") for one in nobody]
        assert notify(told_of, kind=kind, at=NOON) == 0
    assert not Notification.objects.exists()

import re
from threading import Barrier, Thread
from time import monotonic
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client, RequestFactory

from league import tasks
from league.account.data_export import export_account
from league.api_tokens.actions import create_token
from league.people.actions import credentials
from league.people.actions.credentials import change_password, request_password_reset, resend_confirmation, set_email
from league.people.actions.login_throttling import count_attempt
from league.people.known_browsers import COOKIE_NAME, MAX_ACCOUNTS, get_source
from league.people.models import Player
from matches import rate_limits
from matches.errors import ActionError
from tests.factories import NOON, PASSWORD, PlayerFactory
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db
SIGN_IN, WAIT = "/accounts/sign-in/", "Too many wrong passwords"
LIMITS = {
    "password_here": 3, "password_address": 9, "password_account": 6, "password_browser": 3, "password_again_here": 3,
    "confirmations": 2, "resets": 2, "resets_per_address": 3,
}  # fmt: skip
"""Fewer than a site has, which prove the same."""
QUARTER_S = 15 * 60


def sign_in(username: str, password: str, address: str = "203.0.113.7") -> Any:
    return Client(REMOTE_ADDR=address).post(SIGN_IN, {"username": username, "password": password})


def wrong(times: int, username: str = "ada", address: str = "203.0.113.7") -> None:
    for _ in range(times):
        assert sign_in(username, "wrong", address).status_code == 200


def later(monkeypatch: pytest.MonkeyPatch, by_s: float) -> None:
    moment = monotonic() + by_s
    monkeypatch.setattr(rate_limits, "monotonic", lambda: moment)


@pytest.fixture(autouse=True)
def _few_attempts(settings: Any) -> None:
    rates = settings.RATE_LIMITS
    settings.RATE_LIMITS = {**rates, **{kind: (most, rates[kind][1]) for kind, most in LIMITS.items()}}


def test_after_too_many_wrong_passwords_the_right_one_waits(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong(LIMITS["password_here"])
    answer = sign_in("ada", PASSWORD)
    assert (answer.status_code, WAIT in answer.content.decode()) == (429, True)
    assert sign_in("ADA ", PASSWORD).status_code == 429
    later(monkeypatch, QUARTER_S - 60)
    assert sign_in("ada", PASSWORD).status_code == 429
    later(monkeypatch, QUARTER_S + 1)
    assert sign_in("ada", PASSWORD).status_code == 302
    for _ in range(LIMITS["password_account"] + LIMITS["password_here"] + 1):
        sign_in("ada", "wrong", "198.51.100.1")
    assert sign_in("ada", PASSWORD, "198.51.100.1").status_code == 429
    assert sign_in("ada", PASSWORD).status_code == 302, "one address locks nobody else out"


def guess_from_many_addresses() -> None:
    """Use up what strangers may guess at the account."""
    for number in range(LIMITS["password_account"]):
        wrong(1, address=f"198.51.100.{number}")


def known_browser(username: str = "ada", password: str = PASSWORD) -> Client:
    """A browser that has signed in and out again."""
    client = Client(REMOTE_ADDR="203.0.113.7")
    client.post(SIGN_IN, {"username": username, "password": password})
    client.post("/accounts/sign-out/")
    return client


def test_a_browser_of_the_owner_is_let_in_whatever_others_guess(ada: Player) -> None:
    client = known_browser()
    cookie = client.cookies[COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/accounts/")
    assert "ada" not in cookie.value
    guess_from_many_addresses()
    for _ in range(LIMITS["password_here"]):  # at the owner's own address, as in a school
        sign_in("ada", "wrong")
    assert sign_in("ada", PASSWORD).status_code == 429
    assert sign_in("ada", PASSWORD, "203.0.113.8").status_code == 429, "no more guesses than one account is given"
    assert client.post(SIGN_IN, {"username": "Ada", "password": PASSWORD}).status_code == 302


def test_a_browser_is_known_for_its_own_accounts_alone_and_by_the_cookie_that_the_site_signed(ada: Player) -> None:
    PlayerFactory(username="eve")
    of_eve, client = known_browser("eve"), known_browser()
    guess_from_many_addresses()
    assert of_eve.post(SIGN_IN, {"username": "ada", "password": PASSWORD}).status_code == 429
    signed = client.cookies[COOKIE_NAME].value
    for forged in ("x" + signed, signed[:-1], "", "é:é:é"):
        client.cookies[COOKIE_NAME] = forged
        assert client.post(SIGN_IN, {"username": "ada", "password": PASSWORD}).status_code == 429, forged


def test_a_known_browser_has_no_more_guesses_than_another(ada: Player) -> None:
    client = known_browser()
    answers = [client.post(SIGN_IN, {"username": "ada", "password": "wrong"}) for _ in range(LIMITS["password_browser"])]
    assert {answer.status_code for answer in answers} == {200}
    assert client.post(SIGN_IN, {"username": "ada", "password": PASSWORD}).status_code == 429
    assert sign_in("ada", PASSWORD).status_code == 302


def test_a_browser_stays_known_for_the_accounts_that_used_it_last() -> None:
    client = Client()
    for number in range(MAX_ACCOUNTS + 2):
        form = {"username": f"user{number}", "password": "vermilion fish", "again": "vermilion fish"}
        client.post("/accounts/sign-up/", form)
        client.post("/accounts/sign-out/")
    request = RequestFactory().get("/")
    request.session = client.session
    request.COOKIES[COOKIE_NAME] = client.cookies[COOKIE_NAME].value
    ids = Player.objects.filter(username__startswith="user").order_by("pk").values_list("pk", flat=True)
    known = [bool(get_source(request, player_id).browser) for player_id in ids]
    assert known == [False, False] + [True] * MAX_ACCOUNTS


def test_who_has_a_session_of_somebody_elses_does_not_lock_the_owner_out(ada: Player) -> None:
    """Re-authentication: one address has its guesses, and the owner's browser its own."""
    thief, owner = Client(REMOTE_ADDR="198.51.100.1"), known_browser()
    form = {"password": "wrong", "new": "vermilion fish", "again": "vermilion fish"}
    thief.force_login(ada)
    for _ in range(LIMITS["password_again_here"] + 1):
        answer = thief.post("/accounts/password/", form)
    assert WAIT in answer.content.decode()
    owner.post(SIGN_IN, {"username": "ada", "password": PASSWORD})
    assert owner.post("/accounts/password/", {**form, "password": PASSWORD}).status_code == 302


def test_one_address_does_not_try_one_password_at_every_account(ada: Player) -> None:
    for number in range(LIMITS["password_address"] - 1):
        wrong(1, username=f"somebody{number}")
    assert sign_in("ada", PASSWORD).status_code == 302  # what is right costs nothing, and makes up for nothing
    wrong(1, username="another")
    assert sign_in("ada", PASSWORD).status_code == 429
    assert sign_in("ada", PASSWORD, "198.51.100.1").status_code == 302


def test_addresses_of_one_household_are_one_and_a_header_is_none(ada: Player) -> None:
    for number in range(LIMITS["password_here"]):
        client = Client(REMOTE_ADDR=f"2001:db8:1:2::{number:x}", headers={"X-Forwarded-For": f"192.0.2.{number}"})
        client.post(SIGN_IN, {"username": "ada", "password": "wrong"})
    assert sign_in("ada", PASSWORD, "2001:db8:1:2:ffff::1").status_code == 429


def test_a_right_password_forgets_the_wrong_ones_before_it(ada: Player) -> None:
    for _ in range(3):
        wrong(LIMITS["password_here"] - 1)
        assert sign_in("ada", PASSWORD).status_code == 302


def test_a_new_password_by_an_email_lets_its_owner_in_at_once(ada: Player, mailoutbox: list[EmailMessage]) -> None:
    Player.objects.filter(pk=ada.pk).update(email="ada@example.org")
    wrong(LIMITS["password_here"])
    tasks.send_reset(player_id=ada.pk)
    [link] = re.findall(r"/accounts/reset/\S+", str(mailoutbox[0].body))
    client = Client(REMOTE_ADDR="203.0.113.7")
    form = client.get(link).headers["Location"]
    client.post(form, {"new_password1": "vermilion fish", "new_password2": "vermilion fish"})
    assert sign_in("ada", "vermilion fish").status_code == 302


def test_it_is_not_told_whether_there_is_such_an_account_and_neither_names_nor_addresses_are_kept(ada: Player) -> None:
    told = set()
    for name in ("ada", "nobody"):
        wrong(LIMITS["password_here"], username=name)
        text = sign_in(name, "wrong").content.decode()
        told.add((WAIT in text, "correct username" in text))
    assert told == {(True, False)}
    kept = str(rate_limits._memory._buckets)
    assert "password_account" in kept
    assert not [one for one in ("ada", "nobody", "203.0.113.7") if one in kept]


@pytest.mark.parametrize("what", ["password", "email", "token", "export", "factor"])
def test_whoever_sits_at_anothers_screen_guesses_no_longer_there(client: Client, ada: Player, what: str) -> None:
    def ask(password: str) -> None:
        who: Any = {"player_id": ada.pk, "password": password}
        if what == "password":
            change_password(**who, new="vermilion fish", at=NOON)
        elif what == "email":
            set_email(**who, email="ada@example.org", at=NOON)
        elif what == "token":
            create_token(**who, name="bot", scopes=[], days=7, at=NOON)
        elif what == "export":
            export_account(**who, at=NOON)
        else:
            client.force_login(ada)
            page = client.post("/accounts/second-factor/off/", {"password": password}, follow=True).content.decode()
            raise ActionError("too-many" if WAIT in page else "wrong-password" if "Incorrect password" in page else "", page)

    for _ in range(LIMITS["password_again_here"] + 1 if what == "password" else 0):
        with refused("weak-password"):  # that is no wrong password
            change_password(player_id=ada.pk, password=PASSWORD, new="short", at=NOON)
    for number in range(LIMITS["password_again_here"] + 1):
        spent = number == LIMITS["password_again_here"]
        with refused("too-many" if spent else "wrong-password"):
            ask(PASSWORD if spent else "wrong")


@pytest.fixture
def emails(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    sent = list[str]()

    def wake(task: str, player_id: int) -> None:
        if player_id != credentials.NO_PLAYER_ID:
            sent.append(task.rpartition(".")[2])

    monkeypatch.setattr(credentials, "enqueue", wake)
    return sent


def test_nobodys_mailbox_is_filled_with_emails_to_confirm(ada: Player, emails: list[str]) -> None:
    set_email(player_id=ada.pk, password=PASSWORD, email="victim@example.org", at=NOON)
    for _ in range(LIMITS["confirmations"] - 1):
        resend_confirmation(player_id=ada.pk)
    with refused("too-many"):
        resend_confirmation(player_id=ada.pk)
    with refused("too-many"):
        set_email(player_id=PlayerFactory().pk, password=PASSWORD, email="Victim@example.org", at=NOON)
    form = {"username": "mallory", "password": "vermilion fish", "again": "vermilion fish"}
    page = Client().post("/accounts/sign-up/", {**form, "email": "victim@example.org"}).content.decode()
    assert "already sent several emails to this address" in page
    assert not Player.objects.filter(username="mallory").exists()
    assert emails == ["send_confirmation"] * LIMITS["confirmations"]


def test_nor_with_emails_for_a_new_password_and_who_asks_learns_nothing(ada: Player, emails: list[str]) -> None:
    Player.objects.filter(pk=ada.pk).update(email="ada@example.org")
    for _ in range(LIMITS["resets"] + 2):
        answer = Client().post("/accounts/reset/", {"email": "ada@example.org"})
        assert (answer.status_code, "sent an email to it" in answer.content.decode()) == (200, True)
    assert emails == ["send_reset"] * LIMITS["resets"]


def test_a_worker_is_asked_for_an_email_whether_there_is_an_account_or_not(
    ada: Player, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
) -> None:
    Player.objects.filter(pk=ada.pk).update(email="ada@example.org")
    asked = list[tuple[str, int]]()
    monkeypatch.setattr(credentials, "enqueue", lambda task, player_id: asked.append((task, player_id)))
    for email in ("ada@example.org", "nobody@example.org"):
        request_password_reset(email=email)
    assert asked == [("league.tasks.send_reset", ada.pk), ("league.tasks.send_reset", credentials.NO_PLAYER_ID)]
    for _, player_id in asked:
        tasks.send_reset(player_id=player_id)
    assert [email.to for email in mailoutbox] == [["ada@example.org"]]


def test_one_address_does_not_ask_for_emails_to_everybody(ada: Player, emails: list[str]) -> None:
    Player.objects.filter(pk=ada.pk).update(email="ada@example.org")
    for number in range(LIMITS["resets_per_address"]):
        request_password_reset(email=f"a{number}@example.org", address="198.51.100.1")
    request_password_reset(email="ada@example.org", address="198.51.100.1")
    assert emails == []
    request_password_reset(email="ada@example.org", address="203.0.113.7")
    assert emails == ["send_reset"]


def test_attempts_sent_at_once_are_all_counted() -> None:
    barrier, told = Barrier(4), list[str]()

    def try_some() -> None:
        barrier.wait()
        for _unused in range(5):
            try:
                with count_attempt([("password_here", "ada 203.0.113.7")]):
                    raise ActionError("wrong-password", "Incorrect password.")
            except ActionError as refusal:
                told.append(refusal.code)
        connection.close()

    threads = [Thread(target=try_some) for _unused in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert (told.count("wrong-password"), told.count("too-many")) == (LIMITS["password_here"], 20 - LIMITS["password_here"])


def test_the_admin_pages_have_no_other_place_to_guess_a_password(client: Client) -> None:
    client.force_login(PlayerFactory(is_staff=True))
    answer = client.post("/admin/password_change/", {"old_password": "wrong"})
    assert answer.headers["Location"] == "/accounts/password/"

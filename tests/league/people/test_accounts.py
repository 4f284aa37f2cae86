import re
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from league import tasks
from league.people.actions import credentials
from league.people.actions.accounts import create_account, create_guest, find_username_error
from league.people.actions.bots import get_house_bot
from league.people.actions.credentials import change_password, confirm_email, set_email
from league.people.emails import create_email_token
from league.people.forms import SignUpForm
from league.people.models import Player
from matches.errors import ActionError
from tests.factories import NOON, PASSWORD, GuestFactory, PlayerFactory, ended_match, event, league, match, staff
from tests.league.clients import signed_in
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db
SIGN_UP, SIGN_IN, SIGN_OUT = "/accounts/sign-up/", "/accounts/sign-in/", "/accounts/sign-out/"


def fields(username: str = "ada", password: str = "vermilion fish", again: str | None = None) -> dict[str, str]:
    return {"username": username, "password": password, "again": password if again is None else again}


def test_signing_up_opens_an_account_and_signs_it_in(client: Client) -> None:
    assert client.post(SIGN_UP, fields()).headers["Location"] == "/"
    assert signed_in(client) == "ada"
    assert Player.objects.get().check_password("vermilion fish")


def test_bad_input_is_refused_with_a_sentence(client: Client) -> None:
    PlayerFactory(username="olivia")
    for given, sentence in (
        (fields(username="a"), "Use 3 to 20 letters"), (fields(username="ada lovelace"), "Use 3 to 20 letters"),
        (fields(username="guest-99"), "deleted-” are reserved."), (fields(username="Bot-99"), "deleted-” are reserved."),
        (fields(username="x" * 500), "at most 20 characters"),
        (fields(username="a\x00da"), "Null characters are not allowed"), (fields(password="short"), "too short"),
        (fields(again="something else"), "don&#x27;t match"),
    ):  # fmt: skip
        form = SignUpForm(given)
        assert not form.is_valid()
        assert sentence in str(form.errors), given
    answer = client.post(SIGN_UP, fields(username="OLIVIA"))
    assert (answer.status_code, "This username is taken" in answer.content.decode()) == (200, True)
    assert (Player.objects.count(), signed_in(client)) == (1, "")
    assert [find_username_error(name) for name in ("ada", "Ada_9", "0-0", "x" * 20)] == [None] * 4


def test_people_sign_in_whatever_the_case_of_their_name_and_go_back_to_where_they_came_from(client: Client) -> None:
    PlayerFactory(username="Ada")
    answer = client.post(SIGN_IN, {"username": "ada", "password": "guess"})
    assert "correct username and password" in answer.content.decode()
    for given in ({}, {"username": "\x00", "password": "\x00"}, {"username": "x" * 9999}):
        assert client.post(SIGN_IN, given).status_code == 200
    assert signed_in(client) == ""
    for wish, goal in (("/lobby/", "/lobby/"), ("https://elsewhere.example/", "/")):
        answer = client.post(SIGN_IN, {"username": "aDA", "password": PASSWORD, "next": wish})
        assert (answer.headers["Location"], signed_in(client)) == (goal, "Ada")
        assert (client.get(SIGN_OUT).status_code, signed_in(client)) == (405, "Ada")
        client.post(SIGN_OUT)
        assert signed_in(client) == ""


def test_a_guest_that_signs_up_once_keeps_its_row_and_its_matches(client: Client, at: datetime) -> None:
    guest = Player.objects.get(pk=create_guest(at=at))
    played = match(guest, PlayerFactory())
    client.force_login(guest)
    client.post(SIGN_UP, fields())
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, str(guest)) == ("ada", False, "ada")
    assert signed_in(client) == "ada"
    assert played.seats.filter(player=guest).exists()
    with pytest.raises(ActionError, match="already have an account"):
        create_account(username="eve", password="x", at=at, guest_id=guest.pk)


def test_a_player_that_there_is_not_has_no_page(client: Client) -> None:
    for url in ("/players/nobody/", "/players/%00/", "/api/v1/players/nobody/"):
        assert client.get(url).status_code == 404


def test_nobody_signs_in_as_a_guest_or_a_house_bot(client: Client, at: datetime) -> None:
    for pk in (create_guest(at=at), get_house_bot(kind="level-5", at=at)):
        account = Player.objects.get(pk=pk)
        assert not account.has_usable_password()
        for password in ("", "!", PASSWORD):
            client.post(SIGN_IN, {"username": account.username, "password": password})
            assert signed_in(client) == ""


def test_a_guest_signs_out_only_where_it_is_said_that_the_matches_are_lost(client: Client, at: datetime) -> None:
    client.force_login(Player.objects.get(pk=create_guest(at=at)))
    assert SIGN_OUT not in client.get("/rules/").content.decode()
    page = client.get(SIGN_UP).content.decode()
    assert page.count(SIGN_OUT) == 1
    assert "you lose access to it for good" in page


SITE = "http://127.0.0.1:8000"
ADDRESS = "ada@example.org"


@pytest.fixture(autouse=True)
def _worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that does at once what it is asked to."""

    def run(task: str, **arguments: int) -> None:
        getattr(tasks, task.rpartition(".")[2])(**arguments)

    monkeypatch.setattr(credentials, "enqueue", run)


def link_of(email: EmailMessage) -> str:
    found = re.search(rf"{SITE}(/accounts/\S+)", str(email.body))
    assert found
    return found[1]


def emails(username: str = "ada") -> tuple[str, str]:
    player = Player.objects.get(username=username)
    return player.email, player.pending_email


def ada(**more: Any) -> Player:
    return PlayerFactory(username="ada", **more)


def test_an_address_that_a_guest_gives_counts_once_it_is_confirmed(client: Client, mailoutbox: list[EmailMessage]) -> None:
    form = {"password": "vermilion fish", "again": "vermilion fish"}
    Client().post("/accounts/sign-up/", {**form, "username": "ben"})
    client.force_login(GuestFactory())
    client.post("/accounts/sign-up/", {**form, "username": "ada", "email": "ada@Example.ORG"})
    assert (emails("ben"), emails()) == (("", ""), ("", ADDRESS))
    [email] = mailoutbox
    assert (email.to, email.subject) == ([ADDRESS], "Confirm your email address")
    link, elsewhere = link_of(email), Client()
    assert f"Is {ADDRESS} your address?" in elsewhere.get(link).content.decode()
    assert emails() == ("", ADDRESS)
    assert elsewhere.post(link).status_code == 302
    assert emails() == (ADDRESS, "")


def test_the_old_address_counts_until_the_new_one_is_confirmed(client: Client, mailoutbox: list[EmailMessage]) -> None:
    client.force_login(ada(email="old@example.org"))
    client.post("/accounts/email/", {"email": ADDRESS, "password": PASSWORD})
    assert emails() == ("old@example.org", ADDRESS)
    client.post("/accounts/email/again/")
    assert [email.to for email in mailoutbox] == [[ADDRESS]] * 2
    client.post(link_of(mailoutbox[0]))
    assert emails() == (ADDRESS, "")
    client.post("/accounts/email/", {"email": "", "password": PASSWORD})
    assert emails() == ("", "")


def test_a_bad_address_changes_nothing(client: Client, mailoutbox: list[EmailMessage]) -> None:
    player = ada()
    client.force_login(player)
    for email, password, says in (
        (ADDRESS, "wrong", "Incorrect password"),
        ("a" * 300 + "@b.org", PASSWORD, "Invalid email address"),
    ):
        answer = client.post("/accounts/email/", {"email": email, "password": password})
        assert (answer.status_code, says in answer.content.decode()) == (422, True), says
    for email in ("ada", "a@b", "a b@c.org", "a@b.org\nBcc: x@y.org", "a" * 250 + "@b.org"):
        with pytest.raises(ActionError, match="Invalid email address"):
            set_email(player_id=player.pk, password=PASSWORD, email=email, at=NOON)
    assert (emails(), mailoutbox) == (("", ""), [])


def test_links_that_are_old_forged_of_another_address_or_of_a_taken_one_confirm_nothing(client: Client) -> None:
    player = ada(pending_email=ADDRESS)
    good = create_email_token(player.pk, ADDRESS, at=NOON)
    for token, at, code in (
        (good, NOON + timedelta(days=3, seconds=1), "link-too-old"), (good[:-1], NOON, "bad-link"),
        ("nonsense", NOON, "bad-link"), (create_email_token(player.pk, "other@example.org", at=NOON), NOON, "link-too-old"),
        (create_email_token(player.pk + 1, ADDRESS, at=NOON), NOON, "link-too-old"),
    ):  # fmt: skip
        with refused(code):
            confirm_email(token=token, at=at)
    answer = client.post("/accounts/email/confirm/nonsense/")
    assert (answer.status_code, "This link is incomplete" in answer.content.decode()) == (422, True)
    PlayerFactory(username="ben", email="ADA@example.org")
    with pytest.raises(ActionError, match="used by another account"):
        confirm_email(token=good, at=NOON)
    assert emails() == ("", ADDRESS)


def test_a_forgotten_password_is_replaced_by_an_email(client: Client, mailoutbox: list[EmailMessage], settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    ada(email=ADDRESS)
    client.post("/accounts/reset/", {"email": "ADA@example.org"}, headers={"host": "evil.example"})
    [email] = mailoutbox
    assert "evil" not in email.body, "it leads to the site whatever host was asked for"
    link = link_of(email)
    form = {"new_password1": "a newer password", "new_password2": "a newer password"}
    page = client.get(link, follow=True)
    assert client.post(page.request["PATH_INFO"], form).headers["Location"].startswith("/accounts/sign-in/?next=")
    assert "_auth_user_id" not in client.session
    assert Player.objects.get(username="ada").check_password("a newer password")
    assert "has expired or was already used" in Client().get(link, follow=True).content.decode()


def test_who_asks_for_a_reset_does_not_learn_who_has_an_account(client: Client, mailoutbox: list[EmailMessage]) -> None:
    PlayerFactory(username="olivia", email="olivia@example.org")

    def answer(email: str) -> str:
        page = client.post("/accounts/reset/", {"email": email}).content.decode()
        return re.sub(r'csrf-token" content="\w+|csrfmiddlewaretoken" value="\w+', "", page)

    known, player = answer("olivia@example.org"), ada()
    for email, pending, active in (("", "", True), ("", ADDRESS, True), (ADDRESS, "", False), ("other@example.org", "", True)):
        Player.objects.filter(pk=player.pk).update(email=email, pending_email=pending, is_active=active)
        assert answer(ADDRESS) == known
    assert [email.to for email in mailoutbox] == [["olivia@example.org"]]


def test_a_new_password_needs_the_old_one_and_ends_other_sessions(client: Client) -> None:
    player = ada()
    elsewhere = Client()
    for one in (client, elsewhere):
        one.force_login(player)
    form = {"password": PASSWORD, "new": "a newer password", "again": "a newer password"}
    for change, says in (
        ({"password": "wrong"}, "Incorrect password"), ({"again": "else"}, "don&#x27;t match"),
        ({"new": "password", "again": "password"}, "too common"),
    ):  # fmt: skip
        answer = client.post("/accounts/password/", form | change)
        assert answer.status_code == 422
        assert says in answer.content.decode()
    assert client.post("/accounts/password/", form).status_code == 302
    assert client.get("/accounts/").status_code == 200
    assert elsewhere.get("/accounts/").status_code == 302


def test_a_closed_account_and_a_guest_change_no_password() -> None:
    for player in (ada(is_active=False), GuestFactory()):
        with pytest.raises(ActionError):
            change_password(player_id=player.pk, password=PASSWORD, new="a newer password", at=NOON)


def test_no_page_and_no_answer_for_others_holds_an_address(client: Client) -> None:
    player, ben = ada(email=ADDRESS, pending_email="new@example.org"), PlayerFactory(username="ben")
    played, made = ended_match(player, ben), event(player, ben, organiser=player)
    north = league(organiser=player, slug="north")
    staff(north, "referee")
    pages = [
        "/", "/lobby/", "/events/", f"/events/{made.pk}/", "/leagues/", "/leagues/north/", "/leagues/north/staff/",
        "/leagues/north/log/", "/leagues/north/log.csv", "/leagues/north/log.json", "/players/ada/",
        "/players/ada/against/ben/",
        "/leaderboard/field-tactics/", f"/matches/{played.pk}/", "/api/v1/players/ada/", "/api/v1/players/ada/matches/",
        "/api/v1/players/ada/against/ben/", "/api/v1/leagues/north/", "/api/v1/leagues/north/log/",
        f"/api/v1/events/{made.pk}/", "/api/v1/leaderboard/field-tactics/", f"/api/v1/matches/{played.pk}/",
    ]  # fmt: skip
    for reader in (ben, PlayerFactory(is_superuser=True)):
        client.force_login(reader)
        for url in pages:
            answer = client.get(url)
            assert answer.status_code in ((200, 302, 401, 403) if "/leagues/north/" in url else (200,)), url
            assert b"@example.org" not in answer.content, url
    client.force_login(player)
    assert ADDRESS in client.get("/accounts/").content.decode()


def test_one_address_asks_for_only_so_many_letters_to_whomever(settings: Any, mailoutbox: list[EmailMessage]) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "confirmations_per_address": (2, 3600)}
    here, there = Client(REMOTE_ADDR="203.0.113.7"), Client(REMOTE_ADDR="203.0.113.8")
    player = ada()
    for number in range(3):
        here.force_login(player)
        page = here.post("/accounts/email/", {"email": f"stranger-{number}@example.org", "password": PASSWORD})
    assert "Your network has asked for too many emails" in page.content.decode()
    assert (len(mailoutbox), emails()[1]) == (2, "stranger-1@example.org")
    there.force_login(player)
    there.post("/accounts/email/", {"email": ADDRESS, "password": PASSWORD})
    assert len(mailoutbox) == 3


def test_signing_up_by_way_of_signing_in_leads_back_to_where_one_came_from(client: Client) -> None:
    page = client.get(client.get("/events/new/?format=swiss")["Location"]).content.decode()
    address = re.search(r'No account yet\? <a href="([^"]+)"', page)
    assert address
    page = client.get(unescape(address[1])).content.decode()
    assert page.count("sign-in/?next=/events/new/%3Fformat%3Dswiss") == 2, "in the header and below the form"
    form = {"username": "ada", "password": "vermilion fish", "again": "vermilion fish"}
    back = unescape(re.search(r'name="next" value="([^"]+)"', page)[1])  # type: ignore[index]
    assert client.post(SIGN_UP, {**form, "next": back})["Location"] == "/events/new/?format=swiss"
    assert "sign-up/?next=/lobby/" in Client().get("/lobby/").content.decode()

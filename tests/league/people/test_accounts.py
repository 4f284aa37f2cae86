"""Signing up, in and out, and guests who want to stay."""

from datetime import datetime

import pytest
from django.test import Client

from league.people.actions.accounts import create_account, create_guest, find_username_error
from league.people.actions.bots import get_house_bot
from league.people.forms import SignUpForm
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match
from matches.errors import ActionError
from tests.factories import PASSWORD, PlayerFactory, ended_match, match

pytestmark = pytest.mark.django_db
SIGN_UP, SIGN_IN, SIGN_OUT = "/accounts/sign-up/", "/accounts/sign-in/", "/accounts/sign-out/"


def fields(username: str = "ada", password: str = "vermilion fish", again: str | None = None) -> dict[str, str]:
    return {"username": username, "password": password, "again": password if again is None else again}


def signed_in(client: Client) -> str:
    pk = client.session.get("_auth_user_id")
    return Player.objects.get(pk=pk).username if pk else ""


def test_signing_up_opens_an_account_and_signs_it_in(client: Client) -> None:
    assert client.post(SIGN_UP, fields()).headers["Location"] == "/"
    assert signed_in(client) == "ada"
    assert Player.objects.get().check_password("vermilion fish")


def test_bad_input_is_refused_with_a_sentence(client: Client) -> None:
    PlayerFactory(username="olivia")
    for given, sentence in (
        (fields(username="a"), "Use 3 to 20 letters"),
        (fields(username="ada lovelace"), "Use 3 to 20 letters"),
        (fields(username="guest-99"), "deleted-” are reserved."),
        (fields(username="Bot-99"), "deleted-” are reserved."),
        (fields(username=""), "This field is required"),
        (fields(username="x" * 500), "at most 20 characters"),
        (fields(username="a\x00da"), "Null characters are not allowed"),
        (fields(password="short"), "too short"),
        (fields(password="password"), "too common"),
        (fields(again="something else"), "don&#x27;t match"),
    ):
        form = SignUpForm(given)
        assert not form.is_valid()
        assert sentence in str(form.errors), given
    answer = client.post(SIGN_UP, fields(username="OLIVIA"))
    assert (answer.status_code, "This username is taken" in answer.content.decode()) == (200, True)
    assert (Player.objects.count(), signed_in(client)) == (1, "")


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


def test_a_guest_that_signs_up_keeps_its_row_and_its_matches(client: Client, at: datetime) -> None:
    guest = Player.objects.get(pk=create_guest(at=at))
    played = match(guest, PlayerFactory())
    client.force_login(guest)
    client.post(SIGN_UP, fields())
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, str(guest)) == ("ada", False, "ada")
    assert signed_in(client) == "ada"
    assert played.seats.filter(player=guest).exists()


def test_a_guest_can_become_one_account_only(at: datetime) -> None:
    guest = create_guest(at=at)
    create_account(username="ada", password="x", at=at, guest_id=guest)
    with pytest.raises(ActionError, match="already have an account"):
        create_account(username="eve", password="x", at=at, guest_id=guest)


def test_nobody_signs_in_as_a_guest_or_a_house_bot(client: Client, at: datetime) -> None:
    for pk in (create_guest(at=at), get_house_bot(kind="level-5", at=at)):
        account = Player.objects.get(pk=pk)
        assert not account.has_usable_password()
        for password in ("", "!", PASSWORD):
            client.post(SIGN_IN, {"username": account.username, "password": password})
            assert signed_in(client) == ""


def test_common_names_are_free() -> None:
    assert [find_username_error(name) for name in ("ada", "Ada_9", "0-0", "x" * 20)] == [None] * 4


def test_the_page_of_a_player_shows_ratings_record_and_matches(client: Client, at: datetime) -> None:
    ada, ben = PlayerFactory(username="ada"), PlayerFactory(username="ben", display_name="Ben the Bold")
    apply_rated_match(match_id=ended_match(ada, ben).pk, at=at)
    ended_match(ben, ada, ranks=(1, 1), rated=False)
    live = match(ada, ben)
    page = client.get("/players/Ada/").content.decode()
    for text in ("1520", "+20", "Won", "Drawn", "casual", "Ben the Bold", f'data-mini-match="{live.pk}"'):
        assert text in page
    assert "−20" in client.get("/players/ben/").content.decode()
    for url in ("/players/nobody/", "/players/%00/", "/api/v1/players/nobody/"):
        assert client.get(url).status_code == 404


def test_a_guest_signs_out_only_where_it_is_said_that_the_matches_are_lost(client: Client, at: datetime) -> None:
    client.force_login(Player.objects.get(pk=create_guest(at=at)))
    assert SIGN_OUT not in client.get("/rules/").content.decode()
    page = client.get(SIGN_UP).content.decode()
    assert page.count(SIGN_OUT) == 1
    assert "you lose access to it for good" in page

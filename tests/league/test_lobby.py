"""Challenges, guests at the table, and quick play."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client

from league.lobby.actions import MOST_OPEN, Offer, accept, challenge, quick_play, withdraw
from league.lobby.models import Challenge
from league.lobby.queries import lobby
from league.people.models import Player
from league.ratings.models import RatedMatch
from matches.clock import Control
from matches.models import Match
from matches.refusals import Refused
from tests.factories import GAME, GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db
FORM = {"game": GAME, "opponent": "anyone", "player": "", "side": "random", "preset": "standard"}


def offer(**change: object) -> Offer:
    return Offer(**{"game": GAME, "control": Control(), **change})  # type: ignore[arg-type]


def refused(code: str) -> object:
    return pytest.raises(Refused, check=lambda refusal: refusal.code == code)


def status(match_id: int) -> str:
    return Match.objects.get(pk=match_id).status


@pytest.mark.parametrize("side", [0, 1])
def test_a_challenge_waits_until_somebody_takes_the_other_seat(side: int, at: datetime) -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    match_id = challenge(by=ada.pk, offer=offer(side=side), at=at)
    assert status(match_id) == "open"
    assert Match.objects.get(pk=match_id).seats.get(player=ada).number == side
    accept(match_id=match_id, player_id=ben.pk, at=at)
    assert status(match_id) == "playing"
    with refused("not-open"):
        accept(match_id=match_id, player_id=PlayerFactory().pk, at=at)


def test_nobody_plays_against_oneself(at: datetime) -> None:
    ada = PlayerFactory(username="ada")
    match_id = challenge(by=ada.pk, offer=offer(), at=at)
    with refused("already-seated"):
        accept(match_id=match_id, player_id=ada.pk, at=at)
    with refused("yourself"):
        challenge(by=ada.pk, offer=offer(invited="ADA"), at=at)


def test_the_seat_of_an_invitation_is_kept_for_the_one_who_is_invited(at: datetime) -> None:
    ada, ben = PlayerFactory(), PlayerFactory(username="Ben")
    match_id = challenge(by=ada.pk, offer=offer(invited="ben"), at=at)
    with refused("not-your-seat"):
        accept(match_id=match_id, player_id=PlayerFactory().pk, at=at)
    assert [one.match.match_id for one in lobby(ben.pk).invitations] == [match_id]
    assert lobby(PlayerFactory().pk).open == []
    accept(match_id=match_id, player_id=ben.pk, at=at)
    assert status(match_id) == "playing"


def test_only_players_with_an_account_can_be_invited(at: datetime) -> None:
    guest = GuestFactory()
    for name in ("nobody", guest.username):
        with refused("unknown-player"):
            challenge(by=PlayerFactory().pk, offer=offer(invited=name), at=at)


def test_a_challenge_is_taken_back_by_its_challenger_or_declined_by_the_invited(at: datetime) -> None:
    ada, ben, eve = PlayerFactory(), PlayerFactory(), PlayerFactory()
    for who in (ada, ben):
        match_id = challenge(by=ada.pk, offer=offer(invited=ben.username, rated=True), at=at)
        with refused("not-allowed"):
            withdraw(match_id=match_id, by=eve.pk, at=at)
        withdraw(match_id=match_id, by=who.pk, at=at)
        assert status(match_id) == "void"
    assert not RatedMatch.objects.exists()


def test_a_match_that_is_being_played_cannot_be_taken_back(at: datetime) -> None:
    ada = PlayerFactory()
    match_id = challenge(by=ada.pk, offer=offer(rated=True), at=at)
    accept(match_id=match_id, player_id=PlayerFactory().pk, at=at)
    with refused("not-open"):
        withdraw(match_id=match_id, by=ada.pk, at=at)
    assert RatedMatch.objects.filter(match=match_id).exists()


def test_guests_play_casual_matches_only(at: datetime) -> None:
    guest, ada = GuestFactory(), PlayerFactory()
    with refused("account-needed"):
        challenge(by=guest.pk, offer=offer(rated=True), at=at)
    with refused("account-needed"):
        accept(match_id=challenge(by=ada.pk, offer=offer(rated=True), at=at), player_id=guest.pk, at=at)
    accept(match_id=challenge(by=ada.pk, offer=offer(), at=at), player_id=guest.pk, at=at)


def test_a_bot_sits_down_at_once(at: datetime) -> None:
    match_id = challenge(by=PlayerFactory().pk, offer=offer(bot="greedy", rated=True), at=at)
    match = Match.objects.get(pk=match_id)
    assert match.status == "playing"
    assert match.seats.filter(bot="greedy", player__bot="greedy").count() == 1


def test_one_player_cannot_fill_the_lobby(at: datetime) -> None:
    ada = PlayerFactory()
    for _ in range(MOST_OPEN):
        challenge(by=ada.pk, offer=offer(), at=at)
    with refused("too-many"):
        challenge(by=ada.pk, offer=offer(), at=at)


def test_quick_play_is_casual_against_a_bot(at: datetime) -> None:
    match_id = quick_play(player_id=GuestFactory().pk, bot="random", at=at)
    assert status(match_id) == "playing"
    assert not RatedMatch.objects.exists()


def test_a_visitor_plays_at_once_as_a_guest(client: Client) -> None:
    answer = client.post("/play/", {"bot": "greedy"})
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/matches/{match.pk}/"
    guest = Player.objects.get(pk=client.session["_auth_user_id"])
    assert guest.is_guest
    assert match.seats.filter(player=guest).exists()
    client.post("/play/", {"bot": "random"})
    assert Player.objects.filter(is_guest=True).count() == 1


@pytest.mark.parametrize("bot", ["", "clever", "\x00"])
def test_quick_play_against_no_bot_of_ours_makes_neither_match_nor_guest(client: Client, bot: str) -> None:
    assert "There is no such bot" in client.post("/play/", {"bot": bot}, follow=True).content.decode()
    assert not Match.objects.exists()
    assert not Player.objects.exists()


def test_the_form_of_the_lobby_opens_a_match(client: Client) -> None:
    ada = PlayerFactory()
    client.force_login(ada)
    answer = client.post("/lobby/challenges/", FORM | {"side": "1", "preset": "blitz", "rated": "on"})
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/matches/{match.pk}/"
    assert match.seats.get(number=1).player == ada
    assert match.control == {"turn_ms": 10_000, "reserve_ms": 60_000, "increment_ms": 0}
    assert Challenge.objects.get().rated


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "Select a valid choice"),
        ({"side": "7"}, "Select a valid choice"),
        ({"preset": ""}, "This field is required"),
        ({"opponent": "player"}, "Name the player you challenge"),
        ({"opponent": "player", "player": "nobody"}, "There is no player of this name"),
        ({"opponent": "player", "player": "\x00"}, "Null characters are not allowed"),
    ],
)
def test_a_bad_challenge_comes_back_with_a_sentence(client: Client, change: dict[str, str], sentence: str) -> None:
    client.force_login(PlayerFactory())
    answer = client.post("/lobby/challenges/", FORM | change)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Match.objects.exists()


def test_the_buttons_of_the_lobby_take_and_cancel(client: Client, at: datetime) -> None:
    ada = PlayerFactory()
    taken, cancelled = (challenge(by=ada.pk, offer=offer(), at=at) for _ in range(2))
    assert client.post(f"/lobby/challenges/{taken}/accept/").headers["Location"] == f"/matches/{taken}/"
    assert status(taken) == "playing"
    assert "not your challenge" in client.post(f"/lobby/challenges/{cancelled}/cancel/", follow=True).content.decode()
    client.force_login(ada)
    client.post(f"/lobby/challenges/{cancelled}/cancel/")
    assert status(cancelled) == "void"


@pytest.mark.parametrize("deed", ["accept", "cancel"])
def test_a_challenge_that_does_not_exist_is_refused_with_a_sentence(client: Client, deed: str) -> None:
    client.force_login(PlayerFactory())
    page = client.post(f"/lobby/challenges/99/{deed}/", follow=True).content.decode()
    assert "There is no such challenge" in page


def test_the_lobby_takes_the_same_queries_for_one_seat_and_for_three(
    client: Client, at: datetime, django_assert_num_queries: object
) -> None:
    assert "Nobody waits for an opponent" in client.get("/lobby/").content.decode()
    for count in (1, 3):
        while Challenge.objects.count() < count:
            challenge(by=PlayerFactory().pk, offer=offer(), at=at)
        with django_assert_num_queries(4):  # type: ignore[operator]
            page = client.get("/lobby/").content.decode()
        assert page.count("Take the seat") == count

from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from league.lobby.challenge_options import ME, ChallengeOptions, player_seat
from league.lobby.challenges import create_challenge, withdraw_challenge
from league.notifications.models import Notification
from matches.errors import ActionError
from matches.models import Match, Mute, Status
from matches.server_time import now
from tests.factories import GAME, PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def at() -> datetime:
    return now()


@pytest.fixture(scope="module")
def ada(module_rows: None) -> Any:
    return PlayerFactory(username="ada")


@pytest.fixture(scope="module")
def ben(module_rows: None) -> Any:
    return PlayerFactory(username="ben")


def challenge(by: Any, other: Any, at: datetime) -> int:
    return create_challenge(by=by.pk, offer=ChallengeOptions(GAME, seats=(ME, player_seat(other.username))), at=at)


def told(player: Any) -> list[str]:
    return [one.text for one in Notification.objects.filter(player=player).order_by("pk")]


def beside_board(client: Client, match_id: int) -> str:
    path = f"/fragments/matches/{match_id}/company/"
    return client.get(path, headers={"hx-request": "true"}).content.decode()


def test_the_challenger_is_told_that_a_challenge_was_declined_and_why(ada: Any, ben: Any, at: datetime) -> None:
    withdraw_challenge(match_id=challenge(ada, ben, at), by=ada.pk, at=at)
    assert told(ada) == [], "it was their own act"
    for reason in ("", "too-fast"):
        withdraw_challenge(match_id=challenge(ada, ben, at), by=ben.pk, at=at, reason=reason)
    assert told(ada) == [
        "ben declined your challenge: Field Tactics",
        "ben declined your challenge: Field Tactics. Reason: Too fast for me",
    ]
    match_id = challenge(ada, ben, at)
    with pytest.raises(ActionError, check=lambda refusal: refusal.code == "bad-reason"):
        withdraw_challenge(match_id=match_id, by=ben.pk, at=at, reason="you smell")
    assert Match.objects.get(pk=match_id).status == Status.OPEN


def test_a_challenge_is_answered_in_three_places_and_a_muted_players_is_not_notified(
    client: Client, ada: Any, ben: Any, at: datetime
) -> None:
    match_id = challenge(ada, ben, at)
    client.force_login(ben)
    for path in ("/notifications/", "/lobby/", f"/fragments/matches/{match_id}/company/"):
        page = client.get(path).content.decode()
        for part in (f"/lobby/challenges/{match_id}/accept/", f"/lobby/challenges/{match_id}/cancel/", "Too fast for me"):
            assert part in page, (path, part)
    assert "/accept/" not in beside_board(client, match_id), "there the button below the board accepts"
    client.post(f"/lobby/challenges/{match_id}/cancel/", {"reason": "not-now"})
    assert told(ada) == ["ben declined your challenge: Field Tactics. Reason: Not now"]
    before = told(ben)
    Mute.objects.create(by=ben, player=ada)
    challenge(ada, ben, at)
    assert told(ben) == before, "a muted player's challenge comes without a notification"


def test_the_challenger_reads_whom_the_match_waits_for(client: Client, ada: Any, ben: Any, at: datetime) -> None:
    client.force_login(ada)
    assert "Waiting for ben to accept your challenge." in beside_board(client, challenge(ada, ben, at))


def test_who_declines_in_the_menu_of_the_bell_stays_there(client: Client, ada: Any, ben: Any, at: datetime) -> None:
    cancel = f"/lobby/challenges/{challenge(ada, ben, at)}/cancel/"
    client.force_login(ben)
    menu: dict[str, Any] = {"headers": {"HX-Request": "true", "HX-Target": "bell-menu"}}
    form = f'hx-post="{cancel}" hx-target="#bell-menu"'
    assert form in " ".join(client.get("/notifications/", **menu).content.decode().split())
    answer = client.post(cancel, follow=True, **menu)
    assert (answer.redirect_chain, form in answer.content.decode()) == ([("/notifications/", 302)], False)
    assert 'role="alert"' in client.post(cancel, follow=True, **menu).content.decode(), "it is no longer open"


def test_a_profile_leads_to_the_challenge_form_with_the_player_in_it(client: Client, ada: Any, ben: Any) -> None:
    client.force_login(ada)
    assert 'href="/lobby/?with=ben#offer"' in client.get("/players/ben/").content.decode()
    form = client.get("/lobby/?with=ben&game=zero-day&time=blitz").context["form"]
    assert (form.game.key, form["seat_1"].value(), form["player_1"].value()) == ("zero-day", "player", "ben")
    assert form["preset"].value() == "blitz"
    assert client.get("/lobby/?with=ben&time=nonsense").context["form"]["preset"].value() == "standard"
    assert "/lobby/?with=" not in client.get("/players/ada/").content.decode()

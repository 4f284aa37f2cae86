"""Accounts that programs play with: chosen before the first match, rated apart, and only where events allow them."""

from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from league.lobby.challenge_options import ME, ChallengeOptions, bot_seat, player_seat
from league.lobby.challenges import create_challenge
from league.people.actions.profile import set_bot_account
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.actions.recalculation import compare_pool
from league.ratings.models import RatedMatch, Rating
from league.registration.actions import entries
from matches.errors import ActionError
from matches.models import Match
from tests.factories import GAME, PlayerFactory, ended_match, event, match

pytestmark = pytest.mark.django_db
BOTS = f"{GAME}/bots"


def refused(code: str) -> Any:
    return pytest.raises(ActionError, check=lambda refusal: refusal.code == code)


def test_it_is_chosen_until_the_first_match() -> None:
    ada = PlayerFactory()
    for chosen in (True, False, True):
        set_bot_account(player_id=ada.pk, is_bot_account=chosen)
        assert Player.objects.get(pk=ada.pk).is_bot_account == chosen
    match(ada)
    with refused("has-played"):
        set_bot_account(player_id=ada.pk, is_bot_account=False)
    set_bot_account(player_id=ada.pk, is_bot_account=True)
    assert Player.objects.get(pk=ada.pk).is_bot_account


def test_the_page_and_the_api_set_it(client: Client) -> None:
    ada = PlayerFactory(username="ada")
    client.force_login(ada)
    profile = {"display_name": "", "about": ""}
    client.post("/accounts/profile/", {**profile, "is_bot_account": "on"})
    assert Player.objects.get(pk=ada.pk).is_bot_account
    path = "/api/v1/players/ada/"
    answer = client.patch(path, {"is_bot_account": False}, content_type="application/json")
    assert answer.status_code == 200
    assert not Player.objects.get(pk=ada.pk).is_bot_account
    match(ada)
    assert client.patch(path, {"is_bot_account": True}, content_type="application/json").status_code == 400
    assert not Player.objects.get(pk=ada.pk).is_bot_account
    assert client.patch(path, {"is_bot_account": "yes"}, content_type="application/json").status_code == 400


def test_a_match_with_a_bot_account_moves_no_rating_of_people(at: datetime) -> None:
    """Both have a rating in the pool for bots, as a recomputation has it; a pool of an event has one for bots beside it."""
    ada, program, ben = PlayerFactory(), PlayerFactory(is_bot_account=True), PlayerFactory()
    for played in (ended_match(ada, program), ended_match(ada, ben)):
        apply_rated_match(match_id=played.pk, at=at)
    pools = {(row.player_id, row.pool): row.games for row in Rating.objects.all()}
    assert pools == {(ada.pk, BOTS): 1, (program.pk, BOTS): 1, (ada.pk, GAME): 1, (ben.pk, GAME): 1}
    assert compare_pool(pool=BOTS).first == compare_pool(pool=GAME).first == ""
    of_event = ended_match(ada, program, pool=f"{GAME}/cup")
    apply_rated_match(match_id=of_event.pk, at=at)
    assert RatedMatch.objects.get(match=of_event).pool == f"{GAME}/cup-bots"


def test_a_bot_account_can_be_challenged_and_the_pace_of_bots_is_set(at: datetime) -> None:
    ada, program = PlayerFactory(), PlayerFactory(is_bot_account=True)
    offer = ChallengeOptions(GAME, seats=(ME, player_seat(program.username)), rated=True)
    assert Match.objects.get(pk=create_challenge(by=ada.pk, offer=offer, at=at)).seats.filter(player=program).exists()
    for pace_ms in (0, 700):
        offer = ChallengeOptions(GAME, seats=(ME, bot_seat("level-1")), bot_pace_ms=pace_ms)
        made = create_challenge(by=ada.pk, offer=offer, at=at)
        assert Match.objects.get(pk=made).seats.exclude(bot="").get().pace_ms == pace_ms


def test_it_enters_only_events_that_allow_bot_accounts_as_visitors_read(client: Client, at: datetime) -> None:
    program = PlayerFactory(is_bot_account=True)
    closed, open_ = event(), event(bot_accounts=True)
    with refused("no-bot-accounts"):
        entries.join_event(event_id=closed.pk, player_id=program.pk, at=at)
    with refused("no-bot-accounts"):
        entries.enter_player(event_id=closed.pk, by=closed.organiser_id, username=program.username, at=at)
    entries.join_event(event_id=open_.pk, player_id=program.pk, at=at)
    assert open_.entrants.filter(player=program).exists()
    assert not closed.entrants.exists()
    for made, allowed in ((closed, False), (open_, True)):
        assert ("Bot accounts" in client.get(f"/events/{made.pk}/").content.decode()) == allowed
        assert client.get(f"/api/v1/events/{made.pk}/").json()["bot_accounts"] == allowed

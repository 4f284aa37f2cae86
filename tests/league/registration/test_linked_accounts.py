"""A league may require a linked account of another site of whoever takes part in its events."""

import html
from typing import Any

import pytest
from django.test import Client

from deploy.settings.sign_in import build_providers
from league.leagues.actions import edit_league
from league.leagues.models import League
from league.people.actions.linked_accounts import link_identity, unlink_identity
from league.people.models import Player
from league.people.providers import Identity
from league.registration.actions import entries
from tests.factories import NOON, PASSWORD, BotFactory, PlayerFactory, event, league
from tests.league.people.fake_provider import VARIABLES
from tests.league.seasons.test_terms import refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _providers(settings: Any) -> None:
    settings.SIGN_IN_PROVIDERS, settings.SOCIALACCOUNT_PROVIDERS = build_providers(["discord", "club"], VARIABLES)


def require(made: League, provider: str) -> None:
    by = made.staff.get().player_id
    edit_league(league_id=made.pk, by=by, name=made.name, about="", required_provider=provider, at=NOON)


def link(player: Player, provider: str = "club") -> None:
    link_identity(Identity(provider, str(player.pk), player.username), player_id=player.pk, at=NOON)


def test_only_players_with_a_linked_account_enter_and_check_in() -> None:
    made = league()
    owner = Player.objects.get(pk=made.staff.get().player_id)
    cup = event(organiser=owner, league=made.pk, check_in_min=10)
    before, ada, ben = PlayerFactory.create_batch(3)
    entries.join_event(event_id=cup.pk, player_id=before.pk, at=NOON)
    require(made, "club")
    link(ada)
    link(ben, "discord")
    refused("link-needed", lambda: entries.join_event(event_id=cup.pk, player_id=ben.pk, at=NOON))
    refused("link-needed", lambda: entries.enter_player(event_id=cup.pk, by=owner.pk, username=ben.username, at=NOON))
    assert entries.join_event(event_id=cup.pk, player_id=ada.pk, at=NOON) == "entered"
    entries.enter_player(event_id=cup.pk, by=owner.pk, username=BotFactory().username, at=NOON)
    assert not cup.entrants.filter(player=ben).exists()
    entries.open_check_in(event_id=cup.pk, by=owner.pk, at=NOON)
    refused("link-needed", lambda: entries.check_in(event_id=cup.pk, player_id=before.pk, at=NOON))
    entries.check_in(event_id=cup.pk, player_id=ada.pk, at=NOON)
    unlink_identity(player_id=ada.pk, provider="club", password=PASSWORD, at=NOON)
    refused("link-needed", lambda: entries.check_in(event_id=cup.pk, player_id=ada.pk, at=NOON))
    require(made, "")
    entries.check_in(event_id=cup.pk, player_id=before.pk, at=NOON)


def test_organisers_choose_among_the_providers_of_the_site(client: Client, settings: Any) -> None:
    made = league()
    page = f"/leagues/{made.slug}/"
    client.force_login(Player.objects.get(pk=made.staff.get().player_id))
    assert "The Club" in client.get(f"{page}edit/").content.decode()
    form = {"name": made.name, "about": "", "ban_length": "1", "ban_unit": "days"}
    client.post(f"{page}edit/", {**form, "required_provider": "club"})
    assert "you need a linked The Club account" in html.unescape(client.get(page).content.decode())
    assert client.post(f"{page}edit/", {**form, "required_provider": "lichess"}).status_code == 422
    refused("unknown-provider", lambda: require(made, "lichess"))
    answer = client.patch(f"/api/v1{page}", {"name": "Other"}, "application/json")
    assert answer.json()["required_provider"] == "club"
    # A provider that the site no longer offers can be given up, and nothing else is offered then.
    settings.SIGN_IN_PROVIDERS = {}
    assert 'value="club" selected' in client.get(f"{page}edit/").content.decode()
    client.post(f"{page}edit/", {**form, "required_provider": ""})
    assert "required_provider" not in client.get(f"{page}edit/").content.decode()

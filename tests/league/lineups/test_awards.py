"""The prizes of a season."""

from __future__ import annotations

from functools import partial

import pytest
from django.test import Client

from league.people.models import Player
from league.seasons.actions.payments import pay_prizes
from league.seasons.models import Payment, SeasonSettings
from league.seasons.queries.standings import list_awards
from tests.factories import NOON, PlayerFactory
from tests.league.lineups.playing import boss
from tests.league.lineups.test_money import money, played, rules
from tests.league.seasons.test_terms import refused

pytestmark = pytest.mark.django_db


def test_prizes_follow_the_places_and_the_best_value_and_are_paid_once() -> None:
    teams, made, row = played()
    terms = SeasonSettings.objects.get(pk=made.season_id)
    pay = partial(pay_prizes, season_id=terms.pk, by=boss(teams[0]), at=NOON)
    proposed = list_awards(terms)
    assert [(one.key, one.franchise_name, one.amount) for one in proposed] == [
        ("place.1", teams[0].name, 20), ("place.2", teams[1].name, 10), ("best-value", teams[0].name, 5),
    ]  # fmt: skip
    refused("wrong-phase", lambda: pay(amounts={"place.1": 20}))
    SeasonSettings.objects.update(phase="awards")
    refused("not-allowed", lambda: pay_prizes(season_id=terms.pk, by=PlayerFactory().pk, amounts={}, at=NOON))
    refused("not-found", lambda: pay(amounts={"place.1": 20, "place.9": 1}))
    refused("bad-amount", lambda: pay(amounts={"place.1": -1}))
    assert not Payment.objects.filter(kind="prize").exists()
    assert pay(amounts={"place.1": 12, "place.2": 0}) == 1
    assert pay(amounts={"place.1": 12}) == 0
    assert money(teams) == [20, 3]
    rules(made, row, (0, 2))
    assert pay(amounts={"place.1": 12, "place.2": 6}) == 1
    assert [(one.title, one.amount) for one in list_awards(terms) if one.paid] == [("Rank 1", 12), ("Rank 2", 6)]


def test_the_organiser_pays_on_the_page_and_everybody_sees_it(client: Client) -> None:
    teams, made, _ = played()
    address = f"leagues/{made.league.slug}/seasons/{made.season_id}/awards/"  # type: ignore[union-attr]
    SeasonSettings.objects.update(phase="awards")
    assert "No prizes paid yet" in client.get(f"/{address}").content.decode()
    client.force_login(teams[0].owner)
    assert client.post(f"/{address}", {"prize-place.1": "5"}).status_code == 403
    client.force_login(Player.objects.get(pk=boss(teams[0])))
    client.post(f"/{address}", {"prize-place.1": "5", "prize-place.2": "", "prize-best-value": "2"})
    client.logout()
    SeasonSettings.objects.update(phase="archive")
    assert "Best value" in client.get(f"/{address}").content.decode()
    assert [one["paid"] for one in client.get(f"/api/v1/{address}").json()["awards"]] == [True, False, True]
    assert money(teams) == [15, 3]

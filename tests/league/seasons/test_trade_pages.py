"""Pages and API of trades."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.people.models import Player
from league.seasons.market_models import Trade
from league.seasons.models import SeasonSettings
from tests.factories import NOON, PlayerFactory, organiser_of
from tests.league.seasons.test_pages import says, text
from tests.league.seasons.test_trades import contracts, offers, trading

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    for where in ("season_pages.views.market", "season_pages.views.franchises", "seasons.api"):
        monkeypatch.setattr(f"league.{where}.now", lambda: NOON)


def test_two_owners_trade_on_their_pages(client: Client) -> None:
    made, foxes, wolves = trading(veto_hours=2)
    base = f"/leagues/{made.league.slug}/seasons/{made.pk}/"
    assert "No trades yet" in text(client, f"{base}trades/")
    client.force_login(foxes.owner)
    assert f"with={wolves.pk}" in text(client, f"{base}franchises/{wolves.pk}/")
    assert wolves.name in text(client, f"{base}trades/new/")
    form = f"{base}trades/new/?with={wolves.pk}"
    assert "You get from" in text(client, form)
    given: dict[str, Any] = {"give": [contracts(foxes)[0]], "take": [contracts(wolves)[1]], "give_money": 3}
    assert "it has 10" in says(client, form, **given | {"give_money": 30})
    assert "at least one Gamer" in says(client, form, give_money=3)
    assert "Offer sent." in says(client, form, **given, words="please")
    trade = Trade.objects.get()
    assert "Cancel offer" in text(client, f"{base}trades/{trade.pk}/")
    client.force_login(wolves.owner)
    shown = text(client, f"{base}trades/{trade.pk}/")
    for part in ("please", "Counter-offer", "organisers have 2 hours"):
        assert part in shown
    assert "Needs your answer" in text(client, f"{base}trades/")
    assert "1 trade offer to answer" in text(client, f"{base}franchises/{wolves.pk}/")
    shown = text(client, f"{base}trades/{trade.pk}/counter/")
    assert shown.count("checked") == 2
    assert 'name="take_money" value="3"' in shown
    back = {"give": given["take"], "take": given["give"], "take_money": 5}
    assert "Offer sent." in says(client, f"{base}trades/{trade.pk}/counter/", **back)
    second = Trade.objects.get(counters=trade)
    client.force_login(PlayerFactory())
    assert client.get(f"{base}trades/{second.pk}/").status_code == 404
    assert client.post(f"{base}trades/{second.pk}/accept/").status_code == 404
    assert client.get(f"{base}trades/new/").status_code == 403
    client.force_login(foxes.owner)
    SeasonSettings.objects.filter(pk=made.pk).update(cap=2)
    assert "This trade isn't possible right now. " in text(client, f"{base}trades/{second.pk}/")
    SeasonSettings.objects.filter(pk=made.pk).update(cap=40)
    assert "Trade accepted." in says(client, f"{base}trades/{second.pk}/accept/")
    client.force_login(Player.objects.get(pk=organiser_of(made.league)))
    assert "Enter a reason" in says(client, f"{base}trades/{second.pk}/veto/")
    assert "Trade vetoed." in says(client, f"{base}trades/{second.pk}/veto/", why="one-sided")
    client.logout()
    assert "one-sided" in text(client, f"{base}trades/{second.pk}/")
    for bad in ("trades/0/", "trades/?before=x"):
        assert client.get(base + bad).status_code == 404


def test_programs_trade_and_are_refused_in_one_shape(client: Client) -> None:
    made, foxes, wolves = trading()
    base = f"/api/v1/leagues/{made.league.slug}/seasons/{made.pk}/trades/"

    def send(url: str, **given: Any) -> Any:
        return client.post(base + url, given, content_type="application/json")

    assert send("", partner_id=wolves.pk).status_code == 401
    client.force_login(foxes.owner)
    offer = {"partner_id": wolves.pk, "give": [contracts(foxes)[0]], "take": [contracts(wolves)[0]], "hours": 4}
    for wrong, code in (
        ({"give": "all"}, "malformed"), ({"give": [True]}, "malformed"), ({"give_money": -1}, "malformed"),
        ({"give": [1 << 70]}, "malformed"), ({"partner_id": "x"}, "malformed"), ({"colour": 1}, "unknown-field"),
        ({"partner_id": foxes.pk, "take": []}, "own-franchise"), ({"partner_id": 999999}, "not-found"),
        ({"words": "a\x00"}, "bad-words"), ({"hours": 9999}, "bad-hours"), ({"take": [999999]}, "not-found"),
    ):  # fmt: skip
        answer = send("", **offer | wrong)
        assert (answer.status_code // 100, answer.json()["code"]) == (4, code), wrong
    assert not Trade.objects.exists()
    first = send("", **offer).json()
    assert (first["yours"], first["status"], len(first["gives"])) == ("proposer", "offered", 1)
    assert client.get(base).json()["trades"] == [first]
    assert send(f"{first['trade_id']}/accept/").json()["code"] == "not-allowed"
    assert send(f"{first['trade_id']}/veto/", why="x").json()["code"] == "not-allowed"
    assert send(f"{first['trade_id']}/withdraw/").json()["status"] == "withdrawn"
    client.force_login(wolves.owner)
    second = send("", partner_id=foxes.pk, give=[contracts(wolves)[0]], take_money=2).json()["trade_id"]
    client.force_login(foxes.owner)
    third = send(f"{second}/counter/", take=[contracts(wolves)[0]], give_money=1).json()
    assert third["counters_id"] == second
    assert client.get(f"{base}{second}/").json()["countered_by_id"] == third["trade_id"]
    client.force_login(wolves.owner)
    assert send(f"{third['trade_id']}/decline/").json()["status"] == "declined"
    assert client.get(f"{base}?limit=1").json()["next"] == third["trade_id"]
    client.logout()
    assert client.get(base).json() == {"trades": [], "next": None}
    assert client.get(f"{base}{second}/").status_code == 404


def test_lists_of_trades_take_the_same_queries_for_one_row_and_for_three(
    client: Client, django_assert_num_queries: Any
) -> None:
    made, foxes, wolves = trading()
    client.force_login(foxes.owner)
    for count in (1, 3):
        while Trade.objects.count() < count:
            offers(foxes, wolves)
        with django_assert_num_queries(10):
            client.get(f"/leagues/{made.league.slug}/seasons/{made.pk}/trades/")

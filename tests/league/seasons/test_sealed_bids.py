"""Sealed bids for free agents: nobody sees them before they are opened, and then the highest wins."""

import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client

from league.gamers.models import SeasonGamer
from league.leagues.models import Season
from league.people.models import Player
from league.seasons.actions.contracts import sign_free_agent
from league.seasons.actions.payments import grant_money
from league.seasons.actions.waivers import place_bid, process_bids, withdraw_bid
from league.seasons.market_models import WaiverClaim
from league.seasons.models import Contract, Franchise, Payment
from league.seasons.queries.market import list_processed_bids
from league.sweep import sweep
from matches.catalogues import use_language
from tests.factories import NOON, PlayerFactory, franchise, organiser_of, rounds_with_window, season
from tests.league.seasons import test_trades
from tests.league.seasons.test_franchises import balances, by_salary, goes, sound
from tests.league.seasons.test_pages import says, text
from tests.league.seasons.test_terms import change_terms, refused

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
DAY = timedelta(hours=24)
Bidders = tuple[Season, list[Franchise]]


def bidding(teams: int = 2, **terms: Any) -> tuple[Season, list[Franchise]]:
    """Franchises of four cheap Gamers with 20 in money, in a season of sealed bids with a window open."""
    made = season(waivers="blind", **terms)
    owned = [franchise(made) for _ in range(teams)]
    rounds_with_window(made)
    by = organiser_of(made.league)
    for team in owned:
        for one in by_salary(made)[:4]:
            sign_free_agent(season_id=made.pk, franchise_id=team.pk, gamer=one.pk, by=by, why="drafted", at=NOON)
        grant_money(season_id=made.pk, franchise_id=team.pk, by=by, amount=20, why="start", at=NOON)
    return made, owned


@pytest.fixture(scope="module")
def bidders(module_rows: None) -> Bidders:
    return bidding(3)


def bids(team: Franchise, gamer: SeasonGamer, bid: int, at: Any = NOON, **more: Any) -> int:
    given = {"season_id": team.season_id, "franchise_id": team.pk, "gamer": gamer.pk, "by": team.owner_id, "at": at}
    return place_bid(bid=bid, **(given | more))


status = partial(test_trades.status, of=WaiverClaim)


def held(team: Franchise) -> set[int]:
    return set(Contract.objects.filter(franchise=team, ended_at__isnull=True).values_list("gamer", flat=True))


@pytest.mark.usefixtures("german")
def test_bids_are_opened_together_and_the_highest_pays_the_bank(bidders: Bidders) -> None:
    """Why a bid lost is stored in English and read in the language of who asks."""
    made, (foxes, wolves, _) = bidders
    change_terms(made, waiver_hours=24)
    wanted = by_salary(made)[0]
    low = bids(foxes, wanted, 3)
    high = bids(wolves, wanted, 7, at=NOON + timedelta(minutes=30))
    assert set(WaiverClaim.objects.values_list("opens_at", flat=True)) == {NOON + DAY}
    sweep(NOON + DAY - timedelta(seconds=1))
    assert (status(low), status(high)) == ("sealed", "sealed")
    with use_language("de"):
        sweep(NOON + DAY)
        told = {one.claim_id: (one.status_name, one.why) for one in list_processed_bids(made.pk).lines}
    sweep(NOON + DAY)
    assert told[low] == ("Überboten", f"{wolves.name} gewann mit 7.")
    assert (status(low), status(high)) == (f"lost: {wolves.name} won with 7.", "won")
    assert wanted.pk in held(wolves)
    contract = Contract.objects.get(gamer=wanted)
    assert (contract.how, contract.salary) == ("waiver", wanted.salary)
    payment = Payment.objects.get(kind="waiver")
    assert (payment.key, payment.payer_id, payment.payee, payment.amount) == (f"waiver.{high}", wolves.pk, None, 7)
    assert balances(foxes, wolves) == [20, 13]
    assert sound(made)


def test_equal_bids_go_to_the_lower_payroll_then_to_the_earlier_founding(bidders: Bidders) -> None:
    made, (foxes, wolves, bears) = bidders
    one, other = by_salary(made)[:2]
    Contract.objects.filter(franchise__in=[foxes, wolves, bears]).update(salary=1)
    for team in (bears, wolves, foxes):
        bids(team, one, 5)
    Contract.objects.filter(franchise=foxes).update(salary=2)
    process_bids(season_id=made.pk, at=NOON + DAY)
    assert one.pk in held(wolves)
    made_ = [bids(team, other, 0) for team in (bears, foxes)]
    Contract.objects.filter(franchise=bears).update(salary=2)
    change_terms(made, cap=60)
    process_bids(season_id=made.pk, at=NOON + 2 * DAY)
    assert [status(row) for row in made_] == [f"lost: {foxes.name} won with 0.", "won"]


def test_a_gamer_is_dropped_only_for_a_bid_that_wins(bidders: Bidders) -> None:
    made, (foxes, wolves, _) = bidders
    change_terms(made, roster_max=4, dead_percent=50)
    wanted = by_salary(made)[0]
    refused("roster-full", lambda: bids(foxes, wanted, 1))
    drops = [Contract.objects.filter(franchise=team).order_by("-pk")[0] for team in (foxes, wolves)]
    refused("not-found", lambda: bids(foxes, wanted, 1, drop_id=drops[1].pk))
    for team, drop, bid in zip((foxes, wolves), drops, (1, 2), strict=True):
        bids(team, wanted, bid, drop_id=drop.pk)
    process_bids(season_id=made.pk, at=NOON + DAY)
    for drop in drops:
        drop.refresh_from_db()
    assert [(drop.ending, drop.dead) for drop in drops] == [("", 0), ("released", -(-drops[1].salary // 2))]
    assert len(held(wolves)) == 4


def test_a_bid_that_is_not_possible_any_more_fails_and_the_next_one_is_tried(bidders: Bidders) -> None:
    made, (foxes, wolves, _) = bidders
    first, second, third = by_salary(made)[:3]
    rich, poor = bids(foxes, first, 15), bids(foxes, second, 9)
    next_, late = bids(wolves, second, 8), bids(wolves, third, 1)
    by = organiser_of(made.league)
    sign_free_agent(season_id=made.pk, franchise_id=foxes.pk, gamer=third.pk, by=by, why="ruling", at=NOON)
    change_terms(made, roster_max=7)
    process_bids(season_id=made.pk, at=NOON + DAY)
    assert status(rich) == "won"
    assert status(poor) == "failed: This costs 9, but the franchise has 5."
    assert (status(next_), status(late)) == ("won", f"failed: {third.gamer.handle} is under contract.")
    assert second.pk in held(wolves)
    assert sound(made)


def test_bids_that_make_no_sense_are_refused_and_own_ones_can_be_withdrawn(bidders: Bidders) -> None:
    made, (foxes, wolves, _) = bidders
    change_terms(made, cap=30)
    wanted = by_salary(made)[0]
    refused("no-money", lambda: bids(foxes, wanted, 21), "the franchise has 20")
    refused("bad-amount", lambda: bids(foxes, wanted, -1))
    refused("not-allowed", lambda: bids(foxes, wanted, 1, by=organiser_of(made.league)))
    refused("window-closed", lambda: bids(foxes, wanted, 1, at=NOON + HOUR))
    refused("gamer-taken", lambda: bids(foxes, SeasonGamer.objects.get(pk=min(held(wolves))), 1))
    refused(
        "not-found", lambda: place_bid(season_id=made.pk, franchise_id=foxes.pk, gamer=0, bid=1, by=foxes.owner_id, at=NOON)
    )
    own = bids(foxes, wanted, 1)
    refused("already-bid", lambda: bids(foxes, wanted, 2))
    back = lambda by, at=NOON: withdraw_bid(season_id=made.pk, claim_id=own, by=by, at=at)  # noqa: E731
    refused("not-found", lambda: back(wolves.owner_id))
    refused("not-found", lambda: back(organiser_of(made.league)))
    refused("bids-opening", lambda: back(foxes.owner_id, NOON + DAY))
    back(foxes.owner_id)
    bids(foxes, wanted, 2)
    to_awards = goes(made, "awards")
    refused("not-ready", to_awards, "blind bids haven't been processed")
    change_terms(made, cap=8)
    refused("over-cap", lambda: bids(wolves, by_salary(made, dearest=True)[0], 2))
    change_terms(made, waivers="first-come")
    refused("no-sealed-bids", lambda: bids(wolves, wanted, 2))


PAGES = ("bids/", "franchises/{team}/", "ledger/", "terms/")
MORE_PAGES = ("", "free-agents/", "franchises/", "trades/")
API = ("bids/", "franchises/{team}/", "ledger/")
MORE_API = ("free-agents/", "franchises/", "trades/", "pool/", "terms/")


def test_a_sealed_bid_changes_nothing_that_anybody_else_sees(client: Client, bidders: Bidders) -> None:
    """Neither a rival, on any page, nor the organiser, a site admin or a visitor where bids, money and rosters are shown."""
    made, (foxes, wolves, _) = bidders
    others = [None, Player.objects.get(pk=organiser_of(made.league)), PlayerFactory(is_superuser=True), wolves.owner]
    of = f"/leagues/{made.league.slug}/seasons/{made.pk}/"

    def seen() -> list[str]:
        found = []
        for who in others:
            client.logout()
            if who is not None:
                client.force_login(who)
            paths = [of + part for part in PAGES] + [f"/api/v1{of}{part}" for part in API]
            if who == wolves.owner:
                paths += [of + part for part in MORE_PAGES] + [f"/api/v1{of}{part}" for part in MORE_API]
            found += [client.get(path.format(team=foxes.pk)).content.decode() for path in paths]
        # Without what is new on every page that is sent: the tokens and keys of its forms.
        return [re.sub(r'[A-Za-z0-9]{64}|nonce-\S+|name="key" value="\w+"', "", shown) for shown in found]

    before = seen()
    drop = Contract.objects.filter(franchise=foxes).order_by("pk")[0].pk
    bids(foxes, by_salary(made)[0], 17, drop_id=drop)
    assert seen() == before


def test_an_owner_bids_on_the_page_and_through_the_api(client: Client, bidders: Bidders) -> None:
    made, (foxes, wolves, _) = bidders
    wanted = by_salary(made)[0]
    base = f"/leagues/{made.league.slug}/seasons/{made.pk}/"
    endpoint = f"/api/v1{base}bids/"
    client.force_login(foxes.owner)
    assert f"bids/new/?gamer_id={wanted.pk}" in text(client, f"{base}free-agents/")
    form = f"{base}bids/new/?gamer_id={wanted.pk}"
    assert "the franchise has 20" in says(client, form, bid="30")
    assert f"Blind bid for {wanted.gamer.handle} submitted." in says(client, form, bid="4")
    own = client.get(endpoint).json()["yours"]
    assert [(one["handle"], one["bid"], one["status"]) for one in own] == [(wanted.gamer.handle, 4, "sealed")]
    assert "Blind bid withdrawn." in says(client, f"{base}bids/{own[0]['claim_id']}/withdraw/")
    client.force_login(wolves.owner)
    for wrong, code in (
        ({"gamer_id": wanted.pk, "bid": "4"}, "malformed"), ({"gamer_id": wanted.pk, "bid": -4}, "malformed"),
        ({"gamer_id": wanted.pk}, "missing-field"), ({"gamer_id": wanted.pk, "bid": 1, "drop_id": 999999}, "not-found"),
    ):  # fmt: skip
        answer = client.post(endpoint, wrong, content_type="application/json")
        assert (answer.status_code // 100, answer.json()["code"]) == (4, code)
    drop = Contract.objects.filter(franchise=wolves).order_by("pk")[0]
    given = {"gamer_id": wanted.pk, "bid": 2, "drop_id": drop.pk}
    bid = client.post(endpoint, given, content_type="application/json").json()["yours"][0]["claim_id"]
    assert client.delete(f"{endpoint}{bid}/").json()["yours"] == []
    client.post(endpoint, given, content_type="application/json")
    process_bids(season_id=made.pk, at=NOON + DAY)
    client.logout()
    shown = text(client, f"{base}bids/")
    assert ("Won" in shown, f"{drop.gamer.gamer.handle} was released" in shown) == (True, True)
    assert [one["status"] for one in client.get(endpoint).json()["opened"]] == ["won"]
    assert client.get(f"{base}bids/new/?gamer_id=x").status_code == 302
    client.force_login(foxes.owner)
    for bad in ("bids/new/?gamer_id=x", f"bids/new/?gamer_id={wanted.pk}", "bids/?before=x"):
        assert client.get(base + bad).status_code == 404

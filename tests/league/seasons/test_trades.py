from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client

from engines.i18n import translate_stored
from league.leagues.models import Season
from league.people.models import Player
from league.seasons.actions.contracts import release_gamer
from league.seasons.actions.payments import grant_money
from league.seasons.actions.trades import accept_trade, counter_trade, decline_trade, offer_trade, veto_trade, withdraw_trade
from league.seasons.market_models import Trade, WaiverClaim
from league.seasons.models import Contract, Franchise, Payment
from league.seasons.queries.trades import find_trade, list_trades
from league.seasons.rules.market import Deal
from league.sweep import sweep
from tests.factories import NOON, PlayerFactory, organiser_of, rounds_with_window, season
from tests.league.seasons.test_franchises import balances, by_salary, contracts, filled, signs, sound
from tests.league.seasons.test_pages import says, text
from tests.league.seasons.test_terms import change_terms, refused

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
Stage = tuple[Season, Franchise, Franchise]


def handles(team: Franchise) -> set[str]:
    rows = Contract.objects.filter(franchise=team, ended_at__isnull=True)
    return set(rows.values_list("gamer__gamer__handle", flat=True))


def trading(**terms: Any) -> tuple[Season, Franchise, Franchise]:
    """Two franchises of four Gamers in the rounds, with 10 in money each and a window of trades open."""
    made = season(**{"contract_seasons": 3} | terms)
    foxes, wolves = filled(made)
    rounds_with_window(made, "trades")
    for team in (foxes, wolves):
        grant_money(season_id=made.pk, franchise_id=team.pk, by=organiser_of(made.league), amount=10, why="start", at=NOON)
    return made, foxes, wolves


def offers(one: Franchise, other: Franchise, at: Any = NOON, **more: Any) -> int:
    given = {"give": (contracts(one)[0],), "take": (contracts(other)[0],)} | more
    return offer_trade(
        season_id=one.season_id, franchise_id=one.pk, partner=other.pk, deal=Deal(**given), by=one.owner_id, at=at
    )


def status(number: int, of: type[Trade] | type[WaiverClaim] = Trade) -> str:
    row = of.objects.get(pk=number)
    return f"{row.status}: {translate_stored(row.why)}" if row.why else row.status


def test_an_accepted_trade_moves_contracts_as_they_are_and_money_once_also_for_money_alone(traded: Stage) -> None:
    made, foxes, wolves = traded
    Contract.objects.filter(pk=contracts(foxes)[0]).update(seasons_left=2)
    before = handles(foxes), handles(wolves)
    trade = offers(foxes, wolves, give_money=4, words=" for  the cup ")
    yes = partial(accept_trade, season_id=made.pk, trade_id=trade, at=NOON)
    refused("not-allowed", lambda: yes(by=foxes.owner_id))
    assert yes(by=wolves.owner_id)
    refused("offer-over", lambda: yes(by=wolves.owner_id), "completed")
    after = handles(foxes), handles(wolves)
    assert (after[0] - before[0], after[1] - before[1]) == (before[1] - after[1], before[0] - after[0])
    assert len(after[0]) == 4
    came = Contract.objects.get(franchise=wolves, how="trade")
    assert (came.salary, came.seasons_left) == (Contract.objects.get(franchise=foxes, ending="traded").salary, 2)
    assert Payment.objects.get(kind="trade").key == f"trade.{trade}"
    assert balances(foxes, wolves) == [6, 14]
    assert sound(made)
    line = find_trade(made.pk, trade, None)
    assert (line.words, line.give_money, [one.seasons_left for one in line.gives]) == ("for the cup", 4, [2])
    signs(foxes, by_salary(made)[0])
    accept_trade(season_id=made.pk, trade_id=offers(foxes, wolves, take=(), take_money=14), by=wolves.owner_id, at=NOON)
    assert (balances(foxes, wolves), len(handles(foxes)), len(handles(wolves))) == ([20, 0], 4, 5)


def test_a_counter_offer_ends_the_first_one_and_is_seen_from_the_other_side(traded: Stage) -> None:
    made, foxes, wolves = traded
    first = offers(foxes, wolves)
    deal = Deal(give=(contracts(wolves)[0],), take=(contracts(foxes)[1],), take_money=2)
    counter = partial(counter_trade, season_id=made.pk, trade_id=first, deal=deal, at=NOON)
    refused("not-allowed", lambda: counter(by=foxes.owner_id))
    second = counter(by=wolves.owner_id)
    assert (status(first), Trade.objects.get(pk=second).counters_id) == ("countered", first)
    refused("offer-over", lambda: accept_trade(season_id=made.pk, trade_id=first, by=wolves.owner_id, at=NOON))
    accept_trade(season_id=made.pk, trade_id=second, by=foxes.owner_id, at=NOON)
    assert balances(foxes, wolves) == [8, 12]


def test_offers_are_declined_withdrawn_and_expire(traded: Stage) -> None:
    made, foxes, wolves = traded
    change_terms(made, trade_hours=5)
    one, two, three, four = (offers(foxes, wolves, hours=hours) for hours in (None, None, None, 2))
    act = {"season_id": made.pk, "at": NOON}
    refused("not-allowed", lambda: decline_trade(trade_id=one, by=foxes.owner_id, **act))
    refused("not-allowed", lambda: withdraw_trade(trade_id=two, by=wolves.owner_id, **act))
    decline_trade(trade_id=one, by=wolves.owner_id, **act)
    withdraw_trade(trade_id=two, by=foxes.owner_id, **act)
    refused("offer-over", lambda: decline_trade(trade_id=four, by=wolves.owner_id, season_id=made.pk, at=NOON + 2 * HOUR))
    sweep(NOON + 5 * HOUR - timedelta(seconds=1))
    assert [status(trade) for trade in (one, two, three, four)] == ["declined", "withdrawn", "offered", "expired"]
    sweep(NOON + 5 * HOUR)
    assert status(three) == "expired"
    assert Trade.objects.get(pk=three).closed_at == NOON + 5 * HOUR


def test_organisers_may_stop_an_agreed_trade_until_the_sweep_does_it(traded: Stage) -> None:
    made, foxes, wolves = traded
    change_terms(made, veto_hours=6)
    by = organiser_of(made.league)
    first, second = offers(foxes, wolves), offers(foxes, wolves)
    stop = partial(veto_trade, season_id=made.pk, by=by, why="it helps one side alone", at=NOON)
    refused("not-agreed", lambda: stop(trade_id=first))
    assert not accept_trade(season_id=made.pk, trade_id=first, by=wolves.owner_id, at=NOON)
    refused("not-allowed", lambda: stop(trade_id=first, by=foxes.owner_id))
    refused("why-needed", lambda: stop(trade_id=first, why=" "))
    refused("veto-over", lambda: stop(trade_id=first, at=NOON + 6 * HOUR))
    stop(trade_id=first)
    assert status(first) == "vetoed: it helps one side alone"
    assert made.league.log.filter(act="trade.vetoed", subject_id=first).count() == 1
    accept_trade(season_id=made.pk, trade_id=second, by=wolves.owner_id, at=NOON)
    before = handles(foxes)
    sweep(NOON + 6 * HOUR - timedelta(seconds=1))
    assert (status(second), handles(foxes)) == ("agreed", before)
    sweep(NOON + 6 * HOUR)
    sweep(NOON + 6 * HOUR)
    assert status(second) == "done"
    assert (handles(foxes) != before, sound(made)) == (True, True)


def test_an_agreed_trade_that_is_no_longer_possible_fails_and_says_why(traded: Stage) -> None:
    made, foxes, wolves = traded
    change_terms(made, veto_hours=1)
    gone, poor = offers(foxes, wolves), offers(foxes, wolves, give=(contracts(foxes)[1],), give_money=10)
    for trade in (gone, poor):
        accept_trade(season_id=made.pk, trade_id=trade, by=wolves.owner_id, at=NOON)
    handle = Contract.objects.get(pk=contracts(foxes)[0]).gamer.gamer.handle
    release_gamer(season_id=made.pk, contract_id=contracts(foxes)[0], by=foxes.owner_id, at=NOON)
    Franchise.objects.filter(pk=foxes.pk).update(balance=3)
    before = handles(foxes), handles(wolves)
    sweep(NOON + HOUR)
    assert status(gone) == f"failed: {foxes.name} doesn't have {handle}."
    assert status(poor) == f"failed: This costs {foxes.name} 10, but it has 3."
    assert (handles(foxes), handles(wolves)) == before
    assert not Payment.objects.filter(kind="trade").exists()


def test_a_trade_that_breaks_a_roster_is_neither_offered_nor_accepted(traded: Stage) -> None:
    made, foxes, wolves = traded
    change_terms(made, roster_max=5, genres={"FPS": 1})
    dear = signs(wolves, by_salary(made, dearest=True)[0])
    payroll = sum(Contract.objects.filter(franchise=foxes, ended_at__isnull=True).values_list("salary", flat=True))
    cheap = contracts(foxes)[0]
    change_terms(made, cap=payroll + 3)
    refused("over-cap", lambda: offers(foxes, wolves, take=(dear,)), f"{foxes.name}: The payroll would be")
    change_terms(made, cap=40)
    refused("roster-full", lambda: offers(foxes, wolves, take=()), f"{wolves.name}: A roster has 5 spots")
    trade = offers(foxes, wolves, take=(dear,))
    change_terms(made, cap=payroll + 3)
    refused("over-cap", lambda: accept_trade(season_id=made.pk, trade_id=trade, by=wolves.owner_id, at=NOON))
    assert (status(trade), cheap in contracts(foxes)) == ("offered", True)


def test_offers_that_make_no_sense_are_refused(traded: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    made, foxes, wolves = traded
    own, theirs = contracts(foxes)[0], contracts(wolves)[0]
    refused("empty-trade", lambda: offers(foxes, wolves, give=(), take=(), give_money=3))
    refused("same-gamer", lambda: offers(foxes, wolves, give=(own, own)))
    refused("contract-over", lambda: offers(foxes, wolves, give=(theirs,), take=()))
    refused("not-found", lambda: offers(foxes, wolves, give=(0,)))
    refused("bad-amount", lambda: offers(foxes, wolves, give_money=-1))
    refused("money-both-ways", lambda: offers(foxes, wolves, give_money=1, take_money=1))
    refused("no-money", lambda: offers(foxes, wolves, give_money=11), "it has 10")
    refused("no-money", lambda: offers(foxes, wolves, take_money=11), wolves.name)
    refused("bad-hours", lambda: offers(foxes, wolves, hours=721))
    refused("bad-words", lambda: offers(foxes, wolves, words="x" * 301))
    refused("own-franchise", lambda: offers(foxes, foxes, take=()))
    refused("window-closed", lambda: offers(foxes, wolves, at=NOON + HOUR))
    monkeypatch.setattr("league.seasons.actions.trades.MAX_OPEN_OFFERS", 2)
    for _ in range(2):
        offers(foxes, wolves)
    refused("too-many-offers", lambda: offers(foxes, wolves))
    change_terms(made, phase="awards")
    refused("wrong-phase", lambda: offers(foxes, wolves))


def test_offers_are_between_the_two_and_what_was_agreed_is_for_everybody(traded: Stage) -> None:
    made, foxes, wolves = traded
    change_terms(made, veto_hours=1)
    trade = offers(foxes, wolves)
    seen = lambda yours: [line.trade_id for line in list_trades(made.pk, yours).lines]  # noqa: E731
    assert (seen(foxes.pk), seen(wolves.pk), seen(None)) == ([trade], [trade], [])
    accept_trade(season_id=made.pk, trade_id=trade, by=wolves.owner_id, at=NOON)
    assert seen(None) == [trade]
    declined = offers(foxes, wolves)
    decline_trade(season_id=made.pk, trade_id=declined, by=wolves.owner_id, at=NOON)
    assert (seen(foxes.pk), seen(None)) == ([declined, trade], [trade])
    assert find_trade(made.pk, declined, PlayerFactory().pk) is None


def test_two_owners_trade_on_their_pages(client: Client, traded: Stage) -> None:
    made, foxes, wolves = traded
    change_terms(made, veto_hours=2)
    base = f"/leagues/{made.league.slug}/seasons/{made.pk}/"
    assert "No trades yet" in text(client, f"{base}trades/")
    client.force_login(foxes.owner)
    assert wolves.name in text(client, f"{base}trades/new/")
    form = f"{base}trades/new/?with={wolves.pk}"
    assert "You get from" in text(client, form)
    given: dict[str, Any] = {"give": [contracts(foxes)[0]], "take": [contracts(wolves)[1]], "give_money": 3}
    assert "it has 10" in says(client, form, **given | {"give_money": 30})
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
    assert (shown.count("checked"), 'name="take_money" value="3"' in shown) == (2, True)
    back = {"give": given["take"], "take": given["give"], "take_money": 5}
    assert "Offer sent." in says(client, f"{base}trades/{trade.pk}/counter/", **back)
    second = f"{base}trades/{Trade.objects.get(counters=trade).pk}/"
    client.force_login(PlayerFactory())
    assert [client.get(second).status_code, client.post(f"{second}accept/").status_code] == [404, 404]
    assert client.get(f"{base}trades/new/").status_code == 403
    client.force_login(foxes.owner)
    change_terms(made, cap=2)
    assert "This trade isn't possible right now. " in text(client, second)
    change_terms(made, cap=40)
    assert "Trade accepted." in says(client, f"{second}accept/")
    client.force_login(Player.objects.get(pk=organiser_of(made.league)))
    assert "Enter a reason" in says(client, f"{second}veto/")
    assert "Trade vetoed." in says(client, f"{second}veto/", why="one-sided")
    client.logout()
    assert "one-sided" in text(client, second)
    assert [client.get(base + bad).status_code for bad in ("trades/0/", "trades/?before=x")] == [404, 404]


def test_programs_trade_and_are_refused_in_one_shape(client: Client, traded: Stage) -> None:
    made, foxes, wolves = traded
    base = f"/api/v1/leagues/{made.league.slug}/seasons/{made.pk}/trades/"

    def send(url: str, **given: Any) -> Any:
        return client.post(base + url, given, content_type="application/json")

    assert send("", partner_id=wolves.pk).status_code == 401
    client.force_login(foxes.owner)
    offer = {"partner_id": wolves.pk, "give": [contracts(foxes)[0]], "take": [contracts(wolves)[0]], "hours": 4}
    for wrong, code in (
        ({"give": "all"}, "malformed"), ({"give": [True]}, "malformed"), ({"give": [1 << 70]}, "malformed"),
        ({"give_money": -1}, "malformed"), ({"colour": 1}, "unknown-field"), ({"partner_id": 999999}, "not-found"),
        ({"words": "a\x00"}, "bad-words"),
    ):  # fmt: skip
        answer = send("", **offer | wrong)
        assert (answer.status_code // 100, answer.json()["code"]) == (4, code), wrong
    assert not Trade.objects.exists()
    first = send("", **offer).json()
    assert (first["yours"], first["status"], len(first["gives"])) == ("proposer", "offered", 1)
    assert client.get(base).json()["trades"] == [first]
    for do in ("accept", "veto"):
        assert send(f"{first['trade_id']}/{do}/", **({"why": "x"} if do == "veto" else {})).json()["code"] == "not-allowed"
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


def test_a_list_of_trades_takes_the_same_queries_for_one_row_and_for_three(
    client: Client, traded: Stage, django_assert_num_queries: Any
) -> None:
    made, foxes, wolves = traded
    client.force_login(foxes.owner)
    for more in (1, 2):
        for _ in range(more):
            offers(foxes, wolves)
        with django_assert_num_queries(10):
            client.get(f"/leagues/{made.league.slug}/seasons/{made.pk}/trades/")

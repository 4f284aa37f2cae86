"""Trades between two franchises: offers, answers, the organisers' veto, and what the sweep does."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from engines.i18n import translate_stored
from league.leagues.models import Season
from league.seasons.actions.contracts import release_gamer
from league.seasons.actions.ledger_audit import list_faults
from league.seasons.actions.payments import grant_money
from league.seasons.actions.trades import accept_trade, counter_trade, decline_trade, offer_trade, veto_trade, withdraw_trade
from league.seasons.market_models import Trade
from league.seasons.models import Contract, Franchise, Payment, SeasonSettings
from league.seasons.queries.trades import find_trade, list_trades
from league.seasons.rules.market import Deal
from league.sweep import sweep
from tests.factories import NOON, PlayerFactory, organiser_of, rounds_with_window, season
from tests.league.seasons.test_franchises import by_salary, filled, signs
from tests.league.seasons.test_terms import refused

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def contracts(team: Franchise) -> list[int]:
    return list(Contract.objects.filter(franchise=team, ended_at__isnull=True).order_by("pk").values_list("pk", flat=True))


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


def status(trade: int) -> str:
    row = Trade.objects.get(pk=trade)
    return f"{row.status}: {translate_stored(row.why)}" if row.why else row.status


def sound(made: Season) -> bool:
    return list_faults(SeasonSettings.objects.get(pk=made.pk)) == []


def test_an_accepted_trade_moves_contracts_as_they_are_and_money_once() -> None:
    made, foxes, wolves = trading()
    Contract.objects.filter(pk=contracts(foxes)[0]).update(seasons_left=2)
    before = handles(foxes), handles(wolves)
    trade = offers(foxes, wolves, give_money=4, words=" for  the cup ")
    yes = partial(accept_trade, season_id=made.pk, trade_id=trade, at=NOON)
    refused("not-allowed", lambda: yes(by=foxes.owner_id))
    assert yes(by=wolves.owner_id)
    refused("offer-over", lambda: yes(by=wolves.owner_id), "completed")
    assert (handles(foxes) - before[0], handles(wolves) - before[1]) == (
        before[1] - handles(wolves),
        before[0] - handles(foxes),
    )
    assert len(handles(foxes)) == 4
    came = Contract.objects.get(franchise=wolves, how="trade")
    assert (came.salary, came.seasons_left) == (Contract.objects.get(franchise=foxes, ending="traded").salary, 2)
    assert Payment.objects.get(kind="trade").key == f"trade.{trade}"
    assert list(Franchise.objects.order_by("pk").values_list("balance", flat=True)) == [6, 14]
    assert sound(made)
    line = find_trade(made.pk, trade, None)
    assert line is not None
    assert (line.words, line.give_money, [one.seasons_left for one in line.gives]) == ("for the cup", 4, [2])


def test_money_can_be_asked_for_and_a_gamer_given_for_nothing_else() -> None:
    made, foxes, wolves = trading()
    signs(foxes, by_salary(made)[0])
    trade = offers(foxes, wolves, take=(), take_money=10)
    accept_trade(season_id=made.pk, trade_id=trade, by=wolves.owner_id, at=NOON)
    assert list(Franchise.objects.order_by("pk").values_list("balance", flat=True)) == [20, 0]
    assert (len(handles(foxes)), len(handles(wolves))) == (4, 5)


def test_a_counter_offer_ends_the_first_one_and_is_seen_from_the_other_side() -> None:
    made, foxes, wolves = trading()
    first = offers(foxes, wolves)
    deal = Deal(give=(contracts(wolves)[0],), take=(contracts(foxes)[1],), take_money=2)
    refused("not-allowed", lambda: counter_trade(season_id=made.pk, trade_id=first, deal=deal, by=foxes.owner_id, at=NOON))
    second = counter_trade(season_id=made.pk, trade_id=first, deal=deal, by=wolves.owner_id, at=NOON)
    assert (status(first), Trade.objects.get(pk=second).counters_id) == ("countered", first)
    refused("offer-over", lambda: accept_trade(season_id=made.pk, trade_id=first, by=wolves.owner_id, at=NOON))
    accept_trade(season_id=made.pk, trade_id=second, by=foxes.owner_id, at=NOON)
    assert Franchise.objects.get(pk=wolves.pk).balance == 12


def test_offers_are_declined_withdrawn_and_expire() -> None:
    made, foxes, wolves = trading(trade_hours=5)
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


def test_organisers_may_stop_an_agreed_trade_until_the_sweep_does_it() -> None:
    made, foxes, wolves = trading(veto_hours=6)
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


def test_an_agreed_trade_that_is_no_longer_possible_fails_and_says_why() -> None:
    made, foxes, wolves = trading(veto_hours=1)
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


def test_a_trade_that_breaks_a_roster_is_neither_offered_nor_accepted() -> None:
    made, foxes, wolves = trading(roster_max=5, genres={"FPS": 1})
    dear = signs(wolves, by_salary(made, dearest=True)[0])
    payroll = sum(Contract.objects.filter(franchise=foxes, ended_at__isnull=True).values_list("salary", flat=True))
    cheap = contracts(foxes)[0]
    SeasonSettings.objects.filter(pk=made.pk).update(cap=payroll + 3)
    refused("over-cap", lambda: offers(foxes, wolves, take=(dear,)), f"{foxes.name}: The payroll would be")
    SeasonSettings.objects.filter(pk=made.pk).update(cap=40)
    refused("roster-full", lambda: offers(foxes, wolves, take=()), f"{wolves.name}: A roster has 5 spots")
    trade = offers(foxes, wolves, take=(dear,))
    SeasonSettings.objects.filter(pk=made.pk).update(cap=payroll + 3)
    refused("over-cap", lambda: accept_trade(season_id=made.pk, trade_id=trade, by=wolves.owner_id, at=NOON))
    assert (status(trade), cheap in contracts(foxes)) == ("offered", True)


def test_offers_that_make_no_sense_are_refused() -> None:
    made, foxes, wolves = trading()
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
    for _ in range(20):
        offers(foxes, wolves)
    refused("too-many-offers", lambda: offers(foxes, wolves))
    SeasonSettings.objects.filter(pk=made.pk).update(phase="awards")
    refused("wrong-phase", lambda: offers(foxes, wolves))


def test_offers_are_between_the_two_and_what_was_agreed_is_for_everybody() -> None:
    made, foxes, wolves = trading(veto_hours=1)
    trade = offers(foxes, wolves)
    seen = lambda yours: [line.trade_id for line in list_trades(made.pk, yours).lines]  # noqa: E731
    assert (seen(foxes.pk), seen(wolves.pk), seen(None)) == ([trade], [trade], [])
    accept_trade(season_id=made.pk, trade_id=trade, by=wolves.owner_id, at=NOON)
    assert seen(None) == [trade]
    declined = offers(foxes, wolves)
    decline_trade(season_id=made.pk, trade_id=declined, by=wolves.owner_id, at=NOON)
    assert (seen(foxes.pk), seen(None)) == ([declined, trade], [trade])
    assert find_trade(made.pk, declined, PlayerFactory().pk) is None

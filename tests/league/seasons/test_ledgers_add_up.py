"""Whatever happens in whatever order: ledgers come to the money issued, and no roster is ever illegal."""

from collections import Counter
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings, strategies as st

from league.gamers.models import SeasonGamer
from league.leagues.actions import SeasonDetails, create_season
from league.leagues.models import Season
from league.seasons.actions.common import lock_terms
from league.seasons.actions.contracts import release_gamer, sign_free_agent
from league.seasons.actions.ledger_audit import list_faults
from league.seasons.actions.payments import fine_franchise, grant_money, transfer
from league.seasons.actions.season_rollover import roll_over
from league.seasons.actions.trades import accept_trade, offer_trade, process_due_trade
from league.seasons.actions.waivers import place_bid, process_bids
from league.seasons.market_models import Trade, WaiverClaim
from league.seasons.models import Contract, Franchise, MarketWindow, PaymentKind, SeasonSettings
from league.seasons.queries.market import list_seasons_with_due_bids
from league.seasons.queries.trades import list_due_trades
from league.seasons.rules.market import Deal
from matches.errors import ActionError
from tests.factories import NOON, PlayerFactory, franchise, organiser_of, rounds_with_window, season
from tests.league.seasons.test_franchises import by_salary
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db
CAP, PLACES = 24, 6
ACTS = (
    "sign", "sign", "sign", "release", "grant", "fine", "pay", "found", "carry", "offer", "offer", "accept", "accept",
    "bid", "bid", "pass_time",
)  # fmt: skip
STEPS = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 59), st.integers(0, 59)), min_size=6, max_size=24)


class World:
    """One league that goes from season to season, and what its money should come to."""

    def __init__(self, made: Season) -> None:
        self.now, self.by, self.issued = made, organiser_of(made.league), 0
        self.all, self.at, self.won = [made], NOON, 0

    def do(self, act: str, one: int, other: int) -> None:
        with suppress(ActionError):
            getattr(self, act)(one, other)

    def team(self, number: int) -> Franchise:
        teams = list(Franchise.objects.filter(season=self.now).order_by("pk"))
        return teams[number % len(teams)]

    def act(self, number: int) -> dict[str, Any]:
        return {"season_id": self.now.pk, "franchise_id": self.team(number).pk, "by": self.by, "at": NOON}

    def sign(self, one: int, other: int) -> None:
        gamers = list(SeasonGamer.objects.filter(season=self.now).order_by("salary", "pk"))
        team = self.team(one)
        sign_free_agent(
            season_id=self.now.pk, franchise_id=team.pk, gamer=gamers[other % len(gamers)].pk, by=team.owner_id, at=NOON
        )

    def release(self, one: int, other: int) -> None:
        team = self.team(one)
        held = list(Contract.objects.filter(franchise=team).order_by("pk"))
        if held:
            contract = held[other % len(held)].pk
            release_gamer(season_id=self.now.pk, contract_id=contract, by=team.owner_id, at=NOON)

    def grant(self, one: int, other: int) -> None:
        grant_money(**self.act(one), amount=other, why="won")
        self.issued += other

    def fine(self, one: int, other: int) -> None:
        fine_franchise(**self.act(one), amount=other, why="late")
        self.issued -= other

    def pay(self, one: int, other: int) -> None:
        with transaction.atomic():
            terms, payer, payee = lock_terms(self.now.pk), self.team(one), self.team(one + 1)
            key = f"trade.{one}.{other}"
            transfer(terms, payer=payer.pk, payee=payee.pk, amount=other, kind=PaymentKind.TRADE, key=key, at=NOON)

    def offer(self, one: int, other: int) -> None:
        """One Gamer for another, or for money alone, which one side or the other pays."""
        team, partner = self.team(one), self.team(one + 1 + other)
        give, take = (list(Contract.objects.filter(franchise=x, ended_at__isnull=True).order_by("pk")) for x in (team, partner))
        deal = Deal(
            (give[other % len(give)].pk,) if give else (), (take[one % len(take)].pk,) if take and one % 3 else (),
            other % 7 if one % 2 else 0, other % 5 if not one % 2 else 0,
        )  # fmt: skip
        offer_trade(season_id=self.now.pk, franchise_id=team.pk, partner=partner.pk, deal=deal, by=team.owner_id, at=self.at)

    def accept(self, one: int, other: int) -> None:
        """Any of them, those that are over too; half of them wait for the sweep, as organisers may stop them."""
        SeasonSettings.objects.filter(pk=self.now.pk).update(veto_hours=other % 2)
        trades = list(Trade.objects.filter(season=self.now).order_by("pk"))
        if trades:
            trade = trades[one % len(trades)]
            accept_trade(season_id=self.now.pk, trade_id=trade.pk, by=trade.partner.owner_id, at=self.at)

    def bid(self, one: int, other: int) -> None:
        team = self.team(one)
        free = by_salary(self.now)
        held = list(Contract.objects.filter(franchise=team, ended_at__isnull=True).order_by("pk"))
        drop = held[other % len(held)].pk if held and one % 2 else None
        SeasonSettings.objects.filter(pk=self.now.pk).update(waivers="blind")
        try:
            place_bid(
                season_id=self.now.pk, franchise_id=team.pk, gamer=free[other % 3].pk, bid=one % 9, drop_id=drop,
                by=team.owner_id, at=self.at,
            )  # fmt: skip
        finally:
            SeasonSettings.objects.filter(pk=self.now.pk).update(waivers="first-come")

    def pass_time(self, one: int, other: int) -> None:
        """A moment goes by in which the sweep does what is due; nights are for other tests."""
        self.at += timedelta(minutes=20)
        for trade in list_due_trades(self.at):
            process_due_trade(trade_id=trade, at=self.at)
        for season_id in list_seasons_with_due_bids(self.at):
            process_bids(season_id=season_id, at=self.at)
        won = WaiverClaim.objects.filter(season__in=self.all, status="won")
        self.issued -= sum(won.values_list("bid", flat=True)) - self.won
        self.won = sum(won.values_list("bid", flat=True))

    def found(self, one: int, other: int) -> None:
        SeasonSettings.objects.filter(pk=self.now.pk).update(phase="setup")
        try:
            franchise(self.now, PlayerFactory())
        finally:
            SeasonSettings.objects.filter(pk=self.now.pk).update(phase="rounds")

    def carry(self, one: int, other: int) -> None:
        days = SeasonDetails(f"Season {len(self.all) + 1}", date(2026, 3, 1), date(2026, 5, 31))
        new = create_season(league_id=self.now.league_id, by=self.by, days=days, at=NOON)
        SeasonSettings.objects.filter(pk=self.now.pk).update(phase="archive")
        try:
            roll_over(season_id=new, source=self.now.pk, by=self.by, at=NOON)
        except ActionError:
            SeasonSettings.objects.filter(pk=self.now.pk).update(phase="rounds")
            Season.objects.filter(pk=new).delete()
            raise
        Trade.objects.filter(season=self.now, due_at__isnull=False).update(status="expired", due_at=None, closed_at=self.at)
        WaiverClaim.objects.filter(season=self.now, status="sealed").update(status="withdrawn", closed_at=self.at)
        self.now = Season.objects.select_related("league").get(pk=new)
        self.all.append(self.now)
        windows(self.now)

    def check(self) -> None:
        terms = SeasonSettings.objects.filter(pk__in=[one.pk for one in self.all])
        assert [fault for one in terms for fault in list_faults(one)] == []
        balances = Franchise.objects.filter(season__in=self.all).values_list("balance", flat=True)
        assert sum(balances) == self.issued
        gamers, payroll, places = Counter[int](), Counter[int](), Counter[int]()
        for row in Contract.objects.filter(season=self.now):
            standing = row.ended_at is None
            gamers[row.gamer_id] += standing
            places[row.franchise_id] += standing
            payroll[row.franchise_id] += row.salary if standing else row.dead
        assert max(gamers.values(), default=0) <= 1
        assert max(places.values(), default=0) <= PLACES
        assert max(payroll.values(), default=0) <= CAP


@given(STEPS)
@settings(max_examples=40 if WHOLE else 4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_happens_ledgers_add_up_and_every_roster_is_legal(start: Season, steps: list[tuple[str, int, int]]) -> None:
    with transaction.atomic():
        world = World(start)
        for step in steps:
            world.do(*step)
            world.check()
        transaction.set_rollback(True)


@pytest.fixture
def start() -> Season:
    made = season(
        cap=CAP, roster_max=PLACES, reserve=2, genres={"FPS": 1}, contract_seasons=3, dead_percent=60, franchises_most=5
    )
    for _ in range(2):
        franchise(made)
    windows(made)
    return made


def windows(made: Season) -> None:
    """Open for everything, longer than any story takes."""
    rounds_with_window(made)
    rounds_with_window(made, "trades")
    MarketWindow.objects.filter(terms=made.pk).update(closes_at=NOON + timedelta(days=9))
    SeasonSettings.objects.filter(pk=made.pk).update(waiver_hours=1)


def test_a_story_of_three_seasons_adds_up(start: Season) -> None:
    """What chance need not reach: rosters, dead money and money that go on twice."""
    world = World(start)
    story = [
        *(("sign", team, gamer) for gamer, team in enumerate([0, 1, 0, 1, 0, 1, 0, 1, 0])),
        ("grant", 0, 30), ("release", 0, 2), ("pay", 0, 12), ("carry", 0, 0), ("fine", 1, 5), ("sign", 0, 12),
        ("release", 1, 1), ("found", 0, 0), ("carry", 0, 0), ("sign", 2, 9),
        ("grant", 2, 9), ("offer", 0, 1), ("accept", 0, 1), ("bid", 2, 1), ("bid", 0, 1), *([("pass_time", 0, 0)] * 3),
    ]  # fmt: skip
    for step in story:
        getattr(world, step[0])(*step[1:])
        world.check()
    assert (len(world.all), world.issued) == (3, 32)
    assert set(Contract.objects.filter(season=world.now).values_list("how", flat=True)) >= {"trade", "waiver"}
    assert Contract.objects.filter(season=world.now, how="carried", ended_at__isnull=True).exists()
    assert Contract.objects.filter(season=world.now, dead__gt=0, seasons_left=1).count() == 2

"""Whatever happens in whatever order: ledgers come to the money issued, and no roster is ever illegal."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from datetime import date
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.gamers.models import SeasonGamer
from league.leagues.actions.seasons import Days, create_season
from league.leagues.models import Season
from league.seasons.actions.carrying import carry_over
from league.seasons.actions.free_agency import release, sign_free_agent
from league.seasons.actions.granting import fine, grant
from league.seasons.actions.locking import locked_terms
from league.seasons.actions.paying import pay
from league.seasons.models import Contract, Franchise, PaymentKind, SeasonTerms
from league.seasons.queries.faults import faults_in
from matches.refusals import Refused
from tests.factories import NOON, PlayerFactory, franchise, organiser_of, rounds_with_window, season

pytestmark = pytest.mark.django_db
CAP, PLACES = 24, 6
ACTS = ("sign", "sign", "sign", "release", "grant", "fine", "pay", "found", "carry")
STEPS = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 59), st.integers(0, 59)), min_size=6, max_size=20)


class World:
    """One league that goes from season to season, and what its money should come to."""

    def __init__(self, made: Season) -> None:
        self.now, self.by, self.issued = made, organiser_of(made.league), 0
        self.all = [made]

    def do(self, act: str, one: int, other: int) -> None:
        with suppress(Refused):
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
            release(season_id=self.now.pk, contract_id=contract, by=team.owner_id, at=NOON)

    def grant(self, one: int, other: int) -> None:
        grant(**self.act(one), amount=other, why="won")
        self.issued += other

    def fine(self, one: int, other: int) -> None:
        fine(**self.act(one), amount=other, why="late")
        self.issued -= other

    def pay(self, one: int, other: int) -> None:
        with transaction.atomic():
            terms, payer, payee = locked_terms(self.now.pk), self.team(one), self.team(one + 1)
            key = f"trade.{one}.{other}"
            pay(terms, payer=payer.pk, payee=payee.pk, amount=other, kind=PaymentKind.TRADE, key=key, at=NOON)

    def found(self, one: int, other: int) -> None:
        SeasonTerms.objects.filter(pk=self.now.pk).update(phase="setup")
        try:
            franchise(self.now, PlayerFactory())
        finally:
            SeasonTerms.objects.filter(pk=self.now.pk).update(phase="rounds")

    def carry(self, one: int, other: int) -> None:
        days = Days(f"Season {len(self.all) + 1}", date(2026, 3, 1), date(2026, 5, 31))
        new = create_season(league_id=self.now.league_id, by=self.by, days=days, at=NOON)
        SeasonTerms.objects.filter(pk=self.now.pk).update(phase="archive")
        try:
            carry_over(season_id=new, source=self.now.pk, by=self.by, at=NOON)
        except Refused:
            SeasonTerms.objects.filter(pk=self.now.pk).update(phase="rounds")
            Season.objects.filter(pk=new).delete()
            raise
        self.now = Season.objects.select_related("league").get(pk=new)
        self.all.append(self.now)
        rounds_with_window(self.now)

    def check(self) -> None:
        terms = SeasonTerms.objects.filter(pk__in=[one.pk for one in self.all])
        assert [fault for one in terms for fault in faults_in(one)] == []
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
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_happens_the_ledgers_add_up_and_every_roster_is_legal(
    start: Season, steps: list[tuple[str, int, int]]
) -> None:
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
    rounds_with_window(made)
    return made


def test_a_story_of_three_seasons_adds_up(start: Season) -> None:
    """What chance need not reach: rosters, dead money and money that go on twice."""
    world = World(start)
    story = [
        *(("sign", team, gamer) for gamer, team in enumerate([0, 1, 0, 1, 0, 1, 0, 1, 0])),
        ("grant", 0, 30), ("release", 0, 2), ("pay", 0, 12), ("carry", 0, 0), ("fine", 1, 5), ("sign", 0, 12),
        ("release", 1, 1), ("found", 0, 0), ("carry", 0, 0), ("sign", 2, 9),
    ]  # fmt: skip
    for step in story:
        getattr(world, step[0])(*step[1:])
        world.check()
    assert (len(world.all), world.issued) == (3, 25)
    assert Contract.objects.filter(season=world.now, how="carried", ended_at__isnull=True).exists()
    assert Contract.objects.filter(season=world.now, dead__gt=0, seasons_left=1).count() == 2

"""Carrying franchises, money and contracts into the next season, and the check of the books."""

import logging
from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from league.leagues.actions import SeasonDetails, create_season
from league.leagues.models import Season
from league.seasons.actions.contracts import release_gamer
from league.seasons.actions.ledger_audit import audit_season, list_faults, list_seasons_to_audit
from league.seasons.actions.payments import grant_money
from league.seasons.actions.season_rollover import roll_over
from league.seasons.models import Contract, Franchise, Payment, SeasonSettings
from league.seasons.queries.rosters import get_rosters
from league.sweep import sweep
from tests.factories import NOON, PlayerFactory, franchise, organiser_of, season
from tests.league.seasons.test_franchises import by_salary, filled, signs
from tests.league.seasons.test_terms import change_terms, edit, refused

pytestmark = pytest.mark.django_db


def next_season(old: Season) -> Season:
    by = organiser_of(old.league)
    days = SeasonDetails("Summer", date(2026, 6, 1), date(2026, 8, 31))
    return Season.objects.get(pk=create_season(league_id=old.league_id, by=by, days=days, at=NOON))


def faults(made: Season) -> list[str]:
    return list_faults(SeasonSettings.objects.get(pk=made.pk))


def archived(**terms: Any) -> tuple[Season, list[Franchise]]:
    """A season that is over: two franchises of five, one with 30 and the other with nothing, one Gamer released."""
    made = season(**{"contract_seasons": 2, "dead_percent": 50} | terms)
    teams = filled(made, each=4)
    dear = by_salary(made, dearest=True)[0]
    contract = signs(teams[0], dear)
    release_gamer(season_id=made.pk, contract_id=contract, by=teams[0].owner_id, at=NOON)
    act = {"season_id": made.pk, "by": organiser_of(made.league), "why": "won", "at": NOON}
    grant_money(franchise_id=teams[0].pk, amount=30, **act)
    last = Contract.objects.filter(franchise=teams[1]).order_by("-pk")[0]
    Contract.objects.filter(pk=last.pk).update(seasons_left=1)
    change_terms(made, phase="archive")
    return made, teams


@pytest.fixture(scope="module")
def over(module_rows: None) -> tuple[Season, Season, list[Franchise]]:
    """A season that is over, and the next one."""
    old, teams = archived()
    return old, next_season(old), teams


def test_franchises_go_on_with_their_money_contracts_and_dead_money(over: tuple[Season, Season, list[Franchise]]) -> None:
    old, new, (foxes, wolves) = over
    ids = roll_over(season_id=new.pk, source=old.pk, by=organiser_of(old.league), at=NOON)
    came = {row.carried_from_id: row for row in Franchise.objects.filter(pk__in=ids)}
    assert (came[foxes.pk].balance, came[wolves.pk].balance) == (30, 0)
    assert Franchise.objects.get(pk=foxes.pk).balance == 0
    now = get_rosters(new.pk)
    assert [len(now[came[one.pk].pk].held) for one in (foxes, wolves)] == [4, 3]
    assert now[came[foxes.pk].pk].dead == 5
    assert set(Contract.objects.filter(season=new).values_list("seasons_left", "how")) == {(1, "carried")}
    endings = Contract.objects.filter(season=old).order_by("ending").values_list("ending", flat=True)
    assert list(endings) == ["carried"] * 7 + ["expired", "released"]
    assert SeasonSettings.objects.get(pk=new.pk).carried_from == old
    assert (faults(old), faults(new)) == ([], [])
    assert new.gamers.count() == 40


def test_dead_money_ends_with_the_term_of_the_contract() -> None:
    old, _ = archived(contract_seasons=1)
    new = next_season(old)
    roll_over(season_id=new.pk, source=old.pk, by=organiser_of(old.league), at=NOON)
    assert not Contract.objects.filter(season=new).exists()
    assert new.franchises.count() == 2


def test_only_franchises_that_are_named_go_on(over: tuple[Season, Season, list[Franchise]]) -> None:
    old, new, (foxes, wolves) = over
    carry = partial(roll_over, season_id=new.pk, source=old.pk, by=organiser_of(old.league), at=NOON)
    refused("not-found", lambda: carry(franchises=[wolves.pk, 0]))
    carry(franchises=[wolves.pk])
    assert [row.carried_from_id for row in new.franchises.all()] == [wolves.pk]
    assert Franchise.objects.get(pk=foxes.pk).balance == 30
    assert set(Contract.objects.filter(franchise=foxes).values_list("ending", flat=True)) == {"expired", "released"}


def test_carrying_is_refused_where_it_makes_no_sense(over: tuple[Season, Season, list[Franchise]]) -> None:
    old, new, _ = over
    foreign, third = season(pool=False), season(old.league, name="Autumn")
    by = organiser_of(old.league)
    carry = partial(roll_over, season_id=new.pk, source=old.pk, by=by, at=NOON)
    refused("bad-source", lambda: carry(source=new.pk))
    refused("bad-source", lambda: carry(source=foreign.pk))
    refused("not-allowed", lambda: carry(by=PlayerFactory().pk))
    change_terms(old, phase="awards")
    refused("bad-source", carry, "isn't archived")
    change_terms(old, phase="archive", cap=8)
    refused("carry-impossible", carry, "Change the settings")
    change_terms(old, cap=40)
    with transaction.atomic():
        franchise(third)
        refused("has-franchises", lambda: carry(season_id=third.pk))
        transaction.set_rollback(True)
    carry()
    refused("already-carried", carry)
    refused("already-carried", lambda: carry(season_id=third.pk))
    refused("terms-break", edit(new, cap=10))


def test_the_check_names_every_fault(capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    made = season()
    foxes, _ = filled(made)
    call_command("money", "check", season=made.pk)
    assert ": OK" in capsys.readouterr().out
    Franchise.objects.filter(pk=foxes.pk).update(balance=7)
    change_terms(made, cap=5)
    Contract.objects.filter(franchise=foxes).update(salary=3)
    other = season(made.league, name="Autumn")
    Payment.objects.create(season=other, payee=foxes, amount=3, kind="grant", key="x", at=NOON)
    with pytest.raises(SystemExit) as exit_, caplog.at_level(logging.ERROR):
        call_command("money", "check")
    assert exit_.value.code == 1
    said = capsys.readouterr().err
    for text in (
        f"{foxes.name} has a balance of 7, but its payments add up to 0.",
        "The bank has paid out 0 in total, but the franchises hold 7.",
        f"{foxes.name} has a payroll of 12 over the cap of 5.", "belongs to a franchise of another season.",
        "The bank has paid out 3 in total, but the franchises hold 0.",
    ):  # fmt: skip
        assert text in said
    assert f"ledger check of season {made.pk}: {foxes.name} has a balance of 7" in caplog.text
    assert len(SeasonSettings.objects.get(pk=made.pk).faults) >= 3
    with pytest.raises(CommandError):
        call_command("money", "check", season=0)


def test_the_sweep_checks_every_season_once_a_night() -> None:
    made, due = season(pool=False), NOON + timedelta(hours=15)
    sweep(NOON)
    assert SeasonSettings.objects.get(pk=made.pk).checked_at == NOON
    assert made.pk not in list_seasons_to_audit(due - timedelta(minutes=1))
    assert made.pk in list_seasons_to_audit(due)
    assert audit_season(season_id=made.pk, at=due) == []
    assert made.pk not in list_seasons_to_audit(due + timedelta(hours=5))

"""Carrying franchises, money and contracts into the next season, and the check of the books."""

from __future__ import annotations

import logging
from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.core.management import CommandError, call_command

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
from tests.league.seasons.test_terms import edit, refused

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
    SeasonSettings.objects.filter(pk=made.pk).update(phase="archive")
    return made, teams


def test_franchises_go_on_with_their_money_contracts_and_dead_money() -> None:
    old, (foxes, wolves) = archived()
    new = next_season(old)
    ids = roll_over(season_id=new.pk, source=old.pk, by=organiser_of(old.league), at=NOON)
    came = {row.carried_from_id: row for row in Franchise.objects.filter(pk__in=ids)}
    assert (came[foxes.pk].balance, came[wolves.pk].balance) == (30, 0)
    foxes.refresh_from_db()
    assert foxes.balance == 0
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


def test_only_franchises_that_are_named_go_on() -> None:
    old, (foxes, wolves) = archived()
    new = next_season(old)
    carry = partial(roll_over, season_id=new.pk, source=old.pk, by=organiser_of(old.league), at=NOON)
    refused("not-found", lambda: carry(franchises=[wolves.pk, 0]))
    carry(franchises=[wolves.pk])
    assert [row.carried_from_id for row in new.franchises.all()] == [wolves.pk]
    foxes.refresh_from_db()
    assert foxes.balance == 30
    assert set(Contract.objects.filter(franchise=foxes).values_list("ending", flat=True)) == {"expired", "released"}


def test_carrying_is_refused_where_it_makes_no_sense() -> None:
    old, _ = archived()
    new, foreign, third = next_season(old), season(), season_in(old)
    by = organiser_of(old.league)
    carry = partial(roll_over, season_id=new.pk, source=old.pk, by=by, at=NOON)
    refused("bad-source", lambda: carry(source=new.pk))
    refused("bad-source", lambda: carry(source=foreign.pk))
    refused("not-allowed", lambda: carry(by=PlayerFactory().pk))
    SeasonSettings.objects.filter(pk=old.pk).update(phase="awards")
    refused("bad-source", carry, "isn't archived")
    SeasonSettings.objects.filter(pk=old.pk).update(phase="archive", cap=8)
    refused("carry-impossible", carry, "Change the settings")
    SeasonSettings.objects.filter(pk=old.pk).update(cap=40)
    carry()
    refused("already-carried", carry)
    refused("already-carried", lambda: carry(season_id=third.pk))
    refused("terms-break", edit(new, cap=10))


def season_in(old: Season) -> Season:
    return season(old.league, name="Autumn")


def test_a_season_that_has_franchises_takes_none_from_another() -> None:
    old, _ = archived()
    new = season_in(old)
    franchise(new)
    refused("has-franchises", lambda: roll_over(season_id=new.pk, source=old.pk, by=organiser_of(old.league), at=NOON))


def test_the_check_names_every_fault(capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    made = season()
    foxes, _ = filled(made)
    call_command("money", "check", season=made.pk)
    assert ": OK" in capsys.readouterr().out
    Franchise.objects.filter(pk=foxes.pk).update(balance=7)
    SeasonSettings.objects.filter(pk=made.pk).update(cap=5)
    Contract.objects.filter(franchise=foxes).update(salary=3)
    other = season_in(made)
    Payment.objects.create(season=other, payee=foxes, amount=3, kind="grant", key="x", at=NOON)
    with pytest.raises(SystemExit) as exit_, caplog.at_level(logging.ERROR):
        call_command("money", "check")
    assert exit_.value.code == 1
    said = capsys.readouterr().err
    for text in (
        f"{foxes.name} has a balance of 7, but its payments add up to 0.",
        "The bank has paid out 0 in total, but the franchises hold 7.",
        f"{foxes.name} has a payroll of 12 over the cap of 5.",
        "belongs to a franchise of another season.",
        "The bank has paid out 3 in total, but the franchises hold 0.",
    ):
        assert text in said
    assert f"ledger check of season {made.pk}: {foxes.name} has a balance of 7" in caplog.text
    assert len(SeasonSettings.objects.get(pk=made.pk).faults) >= 3
    with pytest.raises(CommandError):
        call_command("money", "check", season=0)


def test_the_sweep_checks_every_season_once_a_night() -> None:
    made = season()
    sweep(NOON)
    assert SeasonSettings.objects.get(pk=made.pk).checked_at == NOON
    assert list_seasons_to_audit(NOON + timedelta(hours=14, minutes=59)) == []
    assert list_seasons_to_audit(NOON + timedelta(hours=15)) == [made.pk]
    assert audit_season(season_id=made.pk, at=NOON + timedelta(hours=15)) == []
    assert list_seasons_to_audit(NOON + timedelta(hours=20)) == []

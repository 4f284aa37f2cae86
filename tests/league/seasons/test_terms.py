"""Opening a season for franchises, its terms and its pool."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps

from league.gamers.actions import load_default_gamers
from league.gamers.models import Gamer, SeasonGamer
from league.leagues.actions import archive_season
from league.leagues.models import League, Season
from league.seasons.actions.pool import drop_gamer, fill_pool, set_salaries
from league.seasons.actions.settings import edit_settings, enable_franchises
from league.seasons.models import SeasonSettings
from matches.errors import ActionError
from tests.factories import NOON, PlayerFactory, franchise, league, organiser_of, season, staff

pytestmark = pytest.mark.django_db
TABLES = (
    "Season", "SeasonSettings", "MarketWindow", "Franchise", "Contract", "Payment", "Gamer", "SeasonGamer", "AuditEntry",
    "Trade", "TradeGamer", "WaiverClaim",
)  # fmt: skip


def refused(code: str, act: Callable[[], Any], says: str = "") -> None:
    """The act is refused with this code, a sentence that says so, and leaves every table as it was."""

    def tables() -> list[object]:
        models = [apps.get_model("league", name) for name in TABLES]
        return [list(model._default_manager.order_by("pk").values()) for model in models]

    before = tables()
    with pytest.raises(ActionError) as refusal:
        act()
    assert refusal.value.code == code, refusal.value.text
    assert says in refusal.value.text
    assert tables() == before


def edit(made: Season, by: int | None = None, **given: Any) -> Callable[[], None]:
    by = by or organiser_of(made.league)
    return lambda: edit_settings(season_id=made.pk, by=by, data=given, at=NOON)


def gamer(made: League | None, handle: str, genre: str = "FPS", salary: int = 3) -> Gamer:
    return Gamer.objects.create(
        league=made, handle=handle, name=handle, genre=genre, salary=salary, wisdom=3, awareness=3, synergy=3,
        dexterity=3, xfactor=3, created_at=NOON,
    )  # fmt: skip


def test_the_default_set_is_loaded_once() -> None:
    assert load_default_gamers(at=NOON) == 40
    assert load_default_gamers(at=NOON) == 0
    assert Gamer.objects.filter(league=None).count() == 40
    panzord = Gamer.objects.get(handle="Panzord")
    assert (panzord.genre, panzord.salary > 0, panzord.league) == ("FPS", True, None)


def test_an_organiser_opens_a_season_and_edits_its_terms() -> None:
    made = season(cap=50, genres={"FPS": 1, "CCG": 0})
    terms = SeasonSettings.objects.get(pk=made.pk)
    assert (terms.phase, terms.cap, terms.genres) == ("setup", 50, {"FPS": 1})
    edit(made, purse=30, genres={"MOBA": 2})()
    terms.refresh_from_db()
    assert (terms.purse, terms.genres, terms.cap) == (30, {"MOBA": 2}, 50)
    entry = made.league.log.order_by("-pk")[0]
    assert (entry.act, entry.before["purse"], entry.after["purse"]) == ("season.terms", 20, 30)


@pytest.mark.parametrize(
    ("given", "code", "says"),
    [
        ({"roster_min": 7}, "roster-sizes", "minimum roster size (7)"),
        ({"roster_min": 3}, "bad-term", "from 4 to 60"),
        ({"cap": 11, "reserve": 3}, "cap-too-low", "4 spots × a reserve of 3 = 12, but the cap is 11"),
        ({"cap": 4}, "cap-too-low", "cheapest legal roster costs"),
        ({"cap": 0}, "bad-term", "Salary cap"),
        ({"cap": True}, "bad-term", "Salary cap"),
        ({"cap": -1}, "bad-term", "Salary cap"),
        ({"cap": "40"}, "bad-term", "Salary cap"),
        ({"purse": 1_000_001}, "bad-term", "1,000,000"),
        ({"dead_percent": 101}, "bad-term", "from 0 to 100"),
        ({"genres": {"FPS": 4, "CCG": 3}}, "genres-too-many", "7 Gamers, but a roster has 6"),
        ({"genres": {"RTS": 1}}, "bad-term", "FPS, MOBA, CCG"),
        ({"genres": {"FPS": -1}}, "bad-term", "0 to 60"),
        ({"genres": []}, "bad-term", "Genres must be"),
        ({"waivers": "lots"}, "bad-term", "first-come, blind"),
        ({"one_match_a_round": 1}, "bad-term", "true or false"),
        ({"colour": 1}, "unknown-field", "'colour'"),
        ({"phase": "rounds"}, "unknown-field", "'phase'"),
    ],
)
def test_terms_that_make_no_sense_are_refused(given: dict[str, Any], code: str, says: str) -> None:
    made = season()
    refused(code, edit(made, **given), says)


def test_a_pool_that_is_too_small_for_the_franchises_is_refused_with_the_arithmetic() -> None:
    made = season(roster_max=20)
    for _ in range(3):
        franchise(made)
    refused("pool-too-small", edit(made, roster_min=14), "3 franchises × 14 = 42 Gamers, but the pool has 40.")
    fps = SeasonGamer.objects.filter(season=made, gamer__genre="FPS").count()
    refused("pool-too-small", edit(made, genres={"FPS": 6}), f"3 franchises × 6 FPS = 18 Gamers, but the pool has {fps}")
    edit(made, roster_min=13, cap=400)()
    refused("pool-too-small", lambda: franchise(made), "4 franchises × 13 = 52 Gamers, but the pool has 40.")


def test_terms_are_changed_as_long_as_the_phase_allows() -> None:
    made = season()
    SeasonSettings.objects.filter(pk=made.pk).update(phase="rounds")
    refused("wrong-phase", edit(made, cap=60), "“rounds”")
    refused("wrong-phase", edit(made, win_money=9), "Payment per win")
    edit(made, veto_hours=12)()
    edit(made, cap=40)()
    SeasonSettings.objects.filter(pk=made.pk).update(phase="archive")
    refused("wrong-phase", edit(made, veto_hours=6))


def test_only_an_organiser_opens_and_edits() -> None:
    made = season()
    refused("not-allowed", edit(made, by=staff(made.league, "referee").pk, cap=60))
    refused("not-allowed", edit(made, by=PlayerFactory().pk, cap=60))
    by = organiser_of(made.league)
    refused("already-open", lambda: enable_franchises(season_id=made.pk, by=by, at=NOON))
    refused("not-found", lambda: enable_franchises(season_id=made.pk + 1, by=by, at=NOON))
    archive = lambda: archive_season(league_id=made.league_id, season_id=made.pk, by=by, at=NOON)  # noqa: E731
    refused("has-phases", archive)


def test_the_pool_takes_the_default_set_and_the_leagues_own() -> None:
    made, other = season(pool=False), league()
    gamer(made.league, "Own")
    gamer(other, "Foreign")
    by = organiser_of(made.league)
    refused("nothing-chosen", lambda: fill_pool(season_id=made.pk, by=by, at=NOON))
    assert fill_pool(season_id=made.pk, by=by, own=True, at=NOON) == 1
    assert fill_pool(season_id=made.pk, by=by, own=True, default=True, at=NOON) == 40
    assert fill_pool(season_id=made.pk, by=by, own=True, default=True, at=NOON) == 0
    assert not SeasonGamer.objects.filter(gamer__handle="Foreign").exists()


def test_a_salary_is_edited_for_one_season_in_set_up() -> None:
    made = season()
    by = organiser_of(made.league)
    row = SeasonGamer.objects.select_related("gamer").get(season=made, gamer__handle="Panzord")
    change = lambda **to: set_salaries(season_id=made.pk, by=by, at=NOON, **to)  # noqa: E731
    assert change(salaries={row.pk: 12}) == 1
    assert change(salaries={row.pk: 12}) == 0
    row.refresh_from_db()
    assert (row.salary, row.gamer.salary != 12) == (12, True)
    refused("bad-salary", lambda: change(salaries={row.pk: 0}))
    refused("not-found", lambda: change(salaries={row.pk + 1000: 5}))
    drop_gamer(season_id=made.pk, by=by, gamer=row.pk, at=NOON)
    refused("not-found", lambda: drop_gamer(season_id=made.pk, by=by, gamer=row.pk, at=NOON))
    SeasonSettings.objects.filter(pk=made.pk).update(phase="draft")
    refused("wrong-phase", lambda: change(salaries={row.pk: 5}))
    refused("wrong-phase", lambda: fill_pool(season_id=made.pk, by=by, default=True, at=NOON))

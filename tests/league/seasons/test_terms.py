from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps

from league.gamer_pages.forms import FilterForm
from league.gamers.actions import load_default_gamers
from league.gamers.models import Gamer, SeasonGamer
from league.leagues.actions import archive_season
from league.leagues.log_words import field_name
from league.leagues.models import League, Season
from league.seasons.actions.pool import drop_gamer, fill_pool, set_salaries
from league.seasons.actions.settings import SETTINGS_BY_NAME, edit_settings, enable_franchises
from league.seasons.models import SeasonSettings
from league.seasons.queries.settings import list_settings
from matches.catalogues import use_language
from matches.errors import ActionError
from tests.factories import NOON, PlayerFactory, franchise, league, organiser_of, season, staff

pytestmark = pytest.mark.django_db
TABLES = (
    "League", "Staff", "Season", "SeasonSettings", "MarketWindow", "Franchise", "Contract", "Payment", "Gamer", "SeasonGamer",
    "AuditEntry", "Trade", "TradeGamer", "WaiverClaim",
)  # fmt: skip


def refused(code: str, act: Callable[[], Any], says: str = "") -> None:
    """The act is refused with this code, a sentence that says so, and leaves every table as it was."""

    def tables() -> list[object]:
        models = [apps.get_model("league", name) for name in TABLES]
        return [list(model._default_manager.order_by("pk").values_list()) for model in models]

    before = tables()
    with pytest.raises(ActionError) as refusal:
        act()
    assert refusal.value.code == code, refusal.value.text
    assert says in refusal.value.text
    assert tables() == before


def edit(made: Season, by: int | None = None, **given: Any) -> Callable[[], None]:
    by = by or organiser_of(made.league)
    return lambda: edit_settings(season_id=made.pk, by=by, data=given, at=NOON)


def change_terms(made: Season, **to: Any) -> None:
    """Set terms or the phase whatever the rules say."""
    SeasonSettings.objects.filter(pk=made.pk).update(**to)


def gamer(made: League | None, handle: str) -> Gamer:
    return Gamer.objects.create(
        league=made, handle=handle, name=handle, genre="FPS", salary=3, wisdom=3, awareness=3, synergy=3, dexterity=3,
        xfactor=3, created_at=NOON,
    )  # fmt: skip


def test_an_organiser_edits_the_terms_and_the_log_keeps_both(made: Season) -> None:
    terms = SeasonSettings.objects.get(pk=made.pk)
    edit(made, cap=50, genres={"FPS": 1, "CCG": 0})()
    edit(made, purse=30, genres={"MOBA": 2})()
    terms.refresh_from_db()
    assert (terms.phase, terms.purse, terms.genres, terms.cap) == ("setup", 30, {"MOBA": 2}, 50)
    entry = made.league.log.order_by("-pk")[0]
    assert (entry.act, entry.before["purse"], entry.after["purse"]) == ("season.terms", 20, 30)


def test_terms_that_make_no_sense_are_refused(made: Season) -> None:
    for given, code, says in (
        ({"roster_min": 7}, "roster-sizes", "minimum roster size (7)"), ({"roster_min": 3}, "bad-term", "from 4 to 60"),
        ({"cap": 11, "reserve": 3}, "cap-too-low", "4 spots × a reserve of 3 = 12, but the cap is 11"),
        ({"cap": 4}, "cap-too-low", "cheapest legal roster costs"),
        *(({"cap": cap}, "bad-term", "Salary cap") for cap in (0, True, -1, 1.5, "40")),
        ({"purse": 1_000_001}, "bad-term", "1,000,000"), ({"dead_percent": 101}, "bad-term", "from 0 to 100"),
        ({"genres": {"FPS": 4, "CCG": 3}}, "genres-too-many", "7 Gamers, but a roster has 6"),
        ({"genres": {"RTS": 1}}, "bad-term", "FPS, MOBA, CCG"), ({"genres": {"FPS": -1}}, "bad-term", "0 to 60"),
        ({"genres": []}, "bad-term", "Genres must be"), ({"waivers": "lots"}, "bad-term", "first-come, blind"),
        ({"one_match_a_round": 1}, "bad-term", "true or false"), ({"phase": "rounds"}, "unknown-field", "'phase'"),
        ({"genres": {"FPS": True}}, "bad-term", ""), ({"salaries_paid": True, "purse": 3}, "purse-too-low", ""),
    ):  # fmt: skip
        refused(code, edit(made, **given), says)


def test_a_season_with_a_purse_pays_salaries_and_one_without_does_not() -> None:
    for data, paid in (({}, (True, 40)), ({"purse": 0}, (False, 0))):
        made = season(pool=False)
        SeasonSettings.objects.filter(pk=made.pk).delete()
        enable_franchises(season_id=made.pk, by=organiser_of(made.league), data=data, at=NOON)
        terms = SeasonSettings.objects.get(pk=made.pk)
        assert (terms.salaries_paid, terms.purse) == paid


def test_a_pool_that_is_too_small_for_the_franchises_is_refused_with_the_arithmetic(made: Season) -> None:
    change_terms(made, roster_max=20)
    for _ in range(3):
        franchise(made)
    refused("pool-too-small", edit(made, roster_min=14), "3 franchises × 14 = 42 Gamers, but the pool has 40.")
    fps = SeasonGamer.objects.filter(season=made, gamer__genre="FPS").count()
    refused("pool-too-small", edit(made, genres={"FPS": 6}), f"3 franchises × 6 FPS = 18 Gamers, but the pool has {fps}")
    edit(made, roster_min=13, cap=400)()
    refused("pool-too-small", lambda: franchise(made), "4 franchises × 13 = 52 Gamers, but the pool has 40.")


def test_an_organiser_alone_changes_terms_as_long_as_the_phase_allows(made: Season) -> None:
    by = organiser_of(made.league)
    refused("not-allowed", edit(made, by=staff(made.league, "referee").pk, cap=60))
    refused("not-allowed", edit(made, by=PlayerFactory().pk, cap=60))
    refused("already-open", lambda: enable_franchises(season_id=made.pk, by=by, at=NOON))
    refused("not-found", lambda: enable_franchises(season_id=made.pk + 1, by=by, at=NOON))
    refused("has-phases", lambda: archive_season(league_id=made.league_id, season_id=made.pk, by=by, at=NOON))
    change_terms(made, phase="rounds")
    refused("wrong-phase", edit(made, cap=60), "“rounds”")
    refused("wrong-phase", edit(made, win_money=9), "Payment per win")
    edit(made, veto_hours=12)()
    edit(made, cap=40)()
    change_terms(made, phase="archive")
    refused("wrong-phase", edit(made, veto_hours=6))


def test_the_pool_takes_the_default_set_and_the_leagues_own() -> None:
    made, other = season(pool=False), league()
    gamer(made.league, "Own")
    gamer(other, "Foreign")
    fill = {"season_id": made.pk, "by": organiser_of(made.league), "at": NOON}
    refused("nothing-chosen", lambda: fill_pool(**fill))
    assert [fill_pool(**fill, own=True, default=default) for default in (False, True, True)] == [1, 40, 0]
    assert not SeasonGamer.objects.filter(gamer__handle="Foreign").exists()
    assert (load_default_gamers(at=NOON), Gamer.objects.filter(league=None).count()) == (0, 40)


def test_a_salary_is_edited_for_one_season_in_set_up(made: Season) -> None:
    by = organiser_of(made.league)
    row = SeasonGamer.objects.select_related("gamer").get(season=made, gamer__handle="Panzord")
    change = lambda **to: set_salaries(season_id=made.pk, by=by, at=NOON, **to)  # noqa: E731
    assert [change(salaries={row.pk: 12}) for _ in range(2)] == [1, 0]
    row.refresh_from_db()
    assert (row.salary, row.gamer.salary != 12) == (12, True)
    refused("bad-salary", lambda: change(salaries={row.pk: 0}))
    refused("not-found", lambda: change(salaries={row.pk + 1000: 5}))
    drop_gamer(season_id=made.pk, by=by, gamer=row.pk, at=NOON)
    refused("not-found", lambda: drop_gamer(season_id=made.pk, by=by, gamer=row.pk, at=NOON))
    change_terms(made, phase="draft")
    refused("wrong-phase", lambda: change(salaries={row.pk: 5}))
    refused("wrong-phase", lambda: fill_pool(season_id=made.pk, by=by, default=True, at=NOON))


@pytest.mark.usefixtures("german")
def test_terms_and_filters_are_told_anew_to_each_reader(made: Season) -> None:
    terms = SeasonSettings.objects.get(pk=made.pk)
    for language, label, named, all_of_them in (
        ("de", "Gehaltsobergrenze", "Gehaltsobergrenze", "alle"), ("en", "Salary cap", "salary cap", "all")
    ):  # fmt: skip
        with use_language(language):
            assert label in [one.label for one in list_settings(terms)]
            assert field_name("cap") == named
            assert [name for name in SETTINGS_BY_NAME if language == "de" and field_name(name) == name] == []
            assert str(dict(FilterForm({}).fields["state"].choices)[""]) == all_of_them  # type: ignore[attr-defined]

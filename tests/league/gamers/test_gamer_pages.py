"""The Gamers of a season: cards, filters, comparison, the page of one, files and API."""

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client

from league.events.models import Event
from league.gamers.models import STATS, SeasonGamer
from league.leagues.models import Season
from league.seasons.models import Contract, Franchise, SeasonSettings
from league.stats.models import Tally
from tests.factories import season, started_event
from tests.league.seasons.test_franchises import by_salary, filled
from tests.league.seasons.test_pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(module_rows: None) -> Season:
    """A season in its rounds: two franchises of four Gamers each."""
    made = season()
    filled(made)
    return made


@pytest.fixture
def base(made: Season) -> str:
    return f"/leagues/{made.league.slug}/seasons/{made.pk}/gamers/"


@pytest.fixture
def team(made: Season) -> Franchise:
    return made.franchises.order_by("pk")[0]


def found(client: Client, base: str, query: str) -> list[dict[str, Any]]:
    answer = client.get(f"/api/v1{base}?{query}")
    assert answer.status_code == 200, answer.content
    gamers: list[dict[str, Any]] = answer.json()["gamers"]
    return gamers


def test_cards_show_stats_talent_and_who_has_the_gamer(client: Client, made: Season, base: str, team: Franchise) -> None:
    shown = text(client, base)
    assert shown.count("<meter") == 5 * 40
    assert (shown.count(">free</span>"), shown.count(f">{team.name}</a>")) == (32, 4)
    assert "Clutch" in shown
    assert "40 Gamers" in shown
    empty = season(made.league, name="Empty", pool=False)
    assert "No Gamers yet" in text(client, f"/leagues/{made.league.slug}/seasons/{empty.pk}/gamers/")


def test_filters_and_orders(client: Client, made: Season, base: str) -> None:
    all_ = found(client, base, "")
    for query, holds in (
        ("genre=CCG", lambda one: one["genre"] == "CCG"),
        ("talent=clutch", lambda one: one["talent"] == "clutch"),
        ("talent=none", lambda one: not one["talent"]),
        ("state=free", lambda one: one["franchise_id"] is None),
        ("state=taken", lambda one: one["franchise_id"] is not None),
        ("least=4&most=6", lambda one: 4 <= one["salary"] <= 6),
        ("text=PANZ", lambda one: one["handle"] == "Panzord"),
    ):
        inside = found(client, base, query)
        assert [one["handle"] for one in all_ if holds(one)] == [one["handle"] for one in inside], query
        assert 0 < len(inside) < 40
    assert [one["total"] for one in found(client, base, "sort=total")] == sorted((one["total"] for one in all_), reverse=True)
    for stat in STATS:
        values = [one["stats"][stat] for one in found(client, base, f"sort={stat}")]
        assert values == sorted(values, reverse=True)
    assert "No Gamers found" in text(client, f"{base}?text=zzz")
    shown = client.get(f"/api/v1{base}?limit=15&page=3").json()
    assert (len(shown["gamers"]), shown["page"], shown["pages"], shown["total"]) == (10, 3, 3, 40)
    SeasonSettings.objects.update(phase="archive")
    Contract.objects.update(ending="expired", ended_at=made.league.created_at)
    assert len(found(client, base, "state=taken")) == 8


def test_wrong_filters_are_refused(client: Client, base: str) -> None:
    for query in ("genre=RTS", "talent=luck", "state=gone", "sort=age", "least=-1", "page=0", "text=%00", "limit=201"):
        answer = client.get(f"/api/v1{base}?{query}")
        assert (answer.status_code, answer.json()["code"] in ("bad-filter", "malformed")) == (400, True), query
    for query, status in (("genre=RTS", 422), ("least=x", 422), ("text=%00", 422), ("page=x", 404), ("compare=x,,-1", 200)):
        assert client.get(f"{base}?{query}").status_code == status, query
    assert client.get(f"{base}999999/").status_code == 404
    assert client.get(f"/api/v1{base}999999/").status_code == 404


def test_up_to_four_are_compared_side_by_side_and_in_words(client: Client, made: Season, base: str) -> None:
    rows = list(SeasonGamer.objects.filter(season=made).select_related("gamer").order_by("pk")[:5])
    first, second = rows[0], rows[1]
    shown = text(client, f"{base}?genre=FPS&compare={first.pk}")
    assert "Choose at least one more (4 at most)" in shown
    assert f"genre=FPS&amp;compare={first.pk}," in shown
    four = ",".join(str(row.pk) for row in rows[:4])
    shown = text(client, f"{base}?compare={four},{rows[4].pk}")
    assert f'href="{base}compare/?compare={four}"' in shown
    assert shown.count("4 selected (maximum).") == 36
    type(first.gamer).objects.filter(pk=first.gamer_id).update(wisdom=5)
    type(second.gamer).objects.filter(pk=second.gamer_id).update(wisdom=3)
    SeasonGamer.objects.filter(pk=first.pk).update(salary=7)
    SeasonGamer.objects.filter(pk=second.pk).update(salary=4)
    shown = text(client, f"{base}compare/?compare={first.pk},{second.pk}")
    assert f"Wisdom: {first.gamer.handle} is ahead with 5; {second.gamer.handle} has 2 less." in shown
    assert f"Salary: {second.gamer.handle} is lowest with 4; {first.gamer.handle} has 3 more." in shown
    assert "Choose two to four" in text(client, f"{base}compare/?compare={first.pk},{first.pk}")


def test_the_page_of_a_gamer_tells_contracts_seasons_and_matches_of_the_league(
    client: Client, made: Season, base: str, team: Franchise
) -> None:
    gamer = Contract.objects.filter(franchise=team)[0].gamer
    other = season(made.league, name="Summer")
    event, foreign = started_event(), started_event()
    Event.objects.filter(pk=event.pk).update(league=made.league)
    for of, matches in ((event, 3), (foreign, 50)):
        Tally.objects.create(
            game="incursion-point-zero", event=of.pk, topic="gamer", key=gamer.gamer.handle, seat=0, matches=matches,
            won=2, lost=1, uses=9, good=4,
        )  # fmt: skip
    page = client.get(f"/api/v1{base}{gamer.pk}/").json()
    assert page["played"] == {"matches": 3, "won": 2, "drawn": 0, "lost": 1, "acts": 9, "attacks": 4}
    assert [one["season_id"] for one in page["seasons"]] == [other.pk, made.pk]
    assert [one["franchise_name"] for one in page["contracts"]] == [team.name]
    shown = text(client, f"{base}{gamer.pk}/")
    for part in (gamer.gamer.name, "2, 0, 1", team.name, "Signed as a free agent", "Summer"):
        assert part in shown
    free = by_salary(made)[0]
    assert "No contracts yet." in text(client, f"{base}{free.pk}/")
    assert client.get(f"/api/v1{base}{free.pk}/").json()["played"] is None


def test_the_pool_is_exported_and_pages_take_the_same_queries_however_long(
    client: Client, base: str, team: Franchise, django_assert_num_queries: Any
) -> None:
    rows = list(csv.DictReader(io.StringIO(client.get(f"{base[:-1]}.csv").content.decode())))
    assert (len(rows), sum(row["franchise"] == team.name for row in rows)) == (40, 4)
    assert {row["handle"]: row["wisdom"] for row in rows}["Panzord"] == "4"
    assert len(client.get(f"{base[:-1]}.json").json()) == 40
    for query in ("", "?text=Panz"):
        with django_assert_num_queries(5):
            client.get(base + query)


@pytest.mark.usefixtures("german")
def test_scripts_find_their_words_where_gamers_are_compared(client: Client, made: Season, base: str) -> None:
    one, other = SeasonGamer.objects.filter(season=made).order_by("pk")[:2]
    page = client.get(f"{base}compare/?compare={one.pk},{other.pk}", headers={"accept-language": "de"}).content.decode()
    assert re.search(r'<link rel="preload" href="/words/de/site/\w+\.json"', page)

import csv
import io
import re
from functools import partial
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given, settings, strategies as st

from engines.incursion_point_zero.cards import GAMERS
from engines.incursion_point_zero.gamers import to_card
from league.events.models import Event
from league.gamers.actions import import_gamers, remove_gamers
from league.gamers.files import COLUMNS, EXAMPLES, MAX_ROWS, decode_file, find_faults, parse_file, to_csv_row, to_toml
from league.gamers.models import STATS, Gamer, SeasonGamer
from league.leagues.models import League, Season
from league.people.models import Player
from league.seasons.actions.pool import fill_pool
from league.seasons.models import Contract, Franchise, SeasonSettings
from league.stats.models import Tally
from matches.errors import ActionError
from tests.factories import NOON, PlayerFactory, league, season, staff, started_event
from tests.league.events import playing
from tests.league.seasons.test_franchises import by_salary, filled
from tests.league.seasons.test_pages import says, text
from tests.league.seasons.test_terms import refused

pytestmark = pytest.mark.django_db
HEADER = ",".join(COLUMNS)
NOVA = EXAMPLES[0]


def table(*cards: Any) -> str:
    file = io.StringIO()
    csv.writer(file).writerows([COLUMNS, *map(to_csv_row, cards)])
    return file.getvalue()


@pytest.mark.parametrize("write", [table, lambda *cards: to_toml(cards)], ids=["csv", "toml"])
def test_a_file_is_read_as_it_was_written(write: Any) -> None:
    cards = [*EXAMPLES, *map(to_card, GAMERS)]
    assert [entry.card for entry in parse_file(write(*cards))] == cards
    assert find_faults(parse_file(write(*EXAMPLES)), {}) == []


def test_rows_are_lines_of_a_table_and_gamers_of_toml() -> None:
    lines = table(*EXAMPLES).replace("\r\n", "\n").split("\n")
    assert [entry.row for entry in parse_file("\n".join([lines[0], "", lines[1], ",,,,,,,,,,", lines[2]]))] == [3, 5]
    assert [entry.row for entry in parse_file(to_toml(EXAMPLES))] == [1, 2]


def test_every_bad_row_is_named_with_its_field() -> None:
    bad = f"{HEADER}\nNova,Ada,RTS,x,luck,0,1,2,3,,\n_no,,FPS,3,,1,1,1,1,1,\n=x,Ben,FPS,3,,1,1,1,1,9,"
    found = [(one.row, one.handle, one.field, one.code) for one in find_faults(parse_file(bad), {})]
    assert found == [
        (2, "Nova", "genre", "bad-genre"), (2, "Nova", "salary", "bad-salary"), (2, "Nova", "stats.wisdom", "bad-stat"),
        (2, "Nova", "stats.xfactor", "bad-stat"), (2, "Nova", "talent", "unknown-talent"),
        (3, "_no", "handle", "bad-handle"), (3, "_no", "name", "bad-name"), (4, "=x", "handle", "bad-handle"),
        (4, "=x", "stats.xfactor", "bad-stat"),
    ]  # fmt: skip


def test_a_handle_twice_in_the_file_or_taken_is_named_whatever_its_letter_case() -> None:
    entries = parse_file(table(NOVA, {**NOVA, "handle": "NOVA"}, {**NOVA, "handle": "Taken"}))
    taken = {"taken": "The league already has a Gamer TAKEN."}
    assert [(one.row, one.code) for one in find_faults(entries, taken)] == [(3, "handle-twice"), (4, "handle-taken")]


def test_what_is_no_file_of_gamers_is_refused() -> None:
    for sent, code in (
        ("", "bad-columns"), (HEADER, "no-gamers"), ("handle,name\nNova,Ada", "bad-columns"),
        (f"{HEADER},colour\n", "bad-columns"), (f"{HEADER},text\n", "bad-columns"), (f"{HEADER}\nNova,Ada", "bad-csv"),
        (f'{HEADER}\n"Nova', "bad-csv"), ("[[gamer]]\nhandle = ", "bad-toml"),
        ("[[gamer]]\nhandle = 'x'\n[other]\n", "bad-toml"), ("gamer = 3", "bad-toml"), ("gamer = " + "[" * 5000, "bad-toml"),
        ("gamer = []", "no-gamers"), (HEADER + "\nNova,Ada,FPS,3,,1,1,1,1,1,x" * (MAX_ROWS + 1), "too-many-gamers"),
        (HEADER + "\n" + "x" * 512_000, "too-long"),
    ):  # fmt: skip
        with pytest.raises(ActionError) as refusal:
            parse_file(sent)
        assert (refusal.value.code, refusal.value.text[-1]) == (code, ".")
    assert decode_file("\ufeffhandle".encode()) == "handle"
    for content, code in ((b"\xff\xfe", "not-text"), (b"x" * 512_001, "too-long")):
        with playing.refused(code):
            decode_file(content)


@settings(max_examples=40, deadline=None)
@given(st.one_of(st.text(max_size=200), st.text(max_size=120).map(lambda text: f"{HEADER}\n{text}"),
                 st.text(max_size=120).map(lambda text: f"[[gamer]]\n{text}")))  # fmt: skip
def test_whatever_is_sent_is_read_or_refused(sent: str) -> None:
    try:
        entries = parse_file(sent)
    except ActionError:
        return
    rows = [one.row for one in find_faults(entries, {})]
    assert rows == sorted(rows)
    assert len(entries) <= 1 + sent.count("\n") + sent.count("\r") + sent.count("{") + sent.count("[")


def test_a_file_is_imported_whole_by_an_organiser_and_the_log_tells_it(olivia: Player, north: League) -> None:
    take = partial(import_gamers, league_id=north.pk, by=olivia.pk, at=NOON)
    assert take(text=to_toml(EXAMPLES), why="new season") == 2
    nova = Gamer.objects.get(handle="Nova")
    assert (nova.league, nova.talent, nova.synergy, nova.flavour) == (north, "clutch", 5, "Hums while she aims.")
    entry = north.log.get(act="gamers.imported")
    assert (entry.after["gamers"], entry.after["handles"], entry.why) == (2, ["Nova", "Kestrel_9"], "new season")
    refused("bad-gamers", lambda: take(text=to_toml(EXAMPLES)), "Row 1 (Nova), handle: The league already has a Gamer Nova.")
    mixed = table({**NOVA, "handle": "Good"}, {**NOVA, "handle": "nova"}, {**NOVA, "handle": "panzord"})
    refused("bad-gamers", lambda: take(text=mixed), "Row 4 (panzord), handle")
    refused("bad-gamers", lambda: take(text=table({**NOVA, "handle": "Panzord"})), "default set already has a Gamer Panzord")
    many = table(*({**NOVA, "handle": f"N{n}", "genre": "x"} for n in range(30)))
    refused("bad-gamers", lambda: take(text=many), "and 10 more.")
    for person in (PlayerFactory(), staff(north, "referee")):
        refused("not-allowed", partial(take, by=person.pk, text=to_toml(EXAMPLES)))
        refused("not-allowed", partial(remove_gamers, league_id=north.pk, by=person.pk, at=NOON))
    assert import_gamers(league_id=league().pk, by=PlayerFactory(is_superuser=True).pk, text=to_toml(EXAMPLES), at=NOON) == 2


def test_gamers_whom_no_season_has_are_removed(olivia: Player, north: League) -> None:
    import_gamers(league_id=north.pk, by=olivia.pk, text=to_toml(EXAMPLES), at=NOON)
    made = season(north)
    fill_pool(season_id=made.pk, by=olivia.pk, own=True, at=NOON)
    made.gamers.filter(gamer__handle="Kestrel_9").delete()
    nova = Gamer.objects.get(handle="Nova")
    away = partial(remove_gamers, league_id=north.pk, by=olivia.pk, at=NOON)
    refused("in-a-season", lambda: away(gamer=nova.pk))
    refused("not-found", lambda: away(gamer=Gamer.objects.filter(league=None)[0].pk))
    assert (away(), away()) == (1, 0)
    assert [one.handle for one in north.gamers.all()] == ["Nova"]
    assert north.log.get(act="gamers.removed").before["handles"] == ["Kestrel_9"]


def test_the_page_shows_what_a_file_holds_before_it_is_imported(client: Client, olivia: Player, north: League) -> None:
    base = "/leagues/north/gamers"
    page = f"{base}/import/"

    def sent(**given: Any) -> tuple[int, str]:
        answer = client.post(page, given)
        return answer.status_code, answer.content.decode()

    client.force_login(olivia)
    assert "No custom Gamers yet" in text(client, f"{base}/")
    template = client.get(f"{base}/template.csv").content
    assert b"clutch" in client.get(f"{base}/template.toml").content
    assert "2 Gamers to import" in sent(file=SimpleUploadedFile("gamers.csv", template))[1]
    assert not Gamer.objects.filter(league=north).exists()
    status, shown = sent(text=template.decode().replace("FPS", "RTS"))
    assert (status, "1 error in 2 Gamers" in shown) == (422, True)
    for bad in ({"file": SimpleUploadedFile("x.csv", b"\xff")}, {"text": "x"}, {"text": "x", "import": "1"}, {}):
        status, shown = sent(**bad)
        assert (status, "Nothing was imported" in shown) == (422, True)
    assert "Gamers imported: 2." in says(client, page, **{"text": template.decode(), "import": "1", "why": "ours"})
    rows = list(csv.DictReader(io.StringIO(client.get(f"{base}.csv").content.decode())))
    assert [row["handle"] for row in rows] == ["Kestrel_9", "Nova"]
    assert b"[[gamer]]" in client.get(f"{base}.toml").content
    assert len(client.get(f"{base}.json").json()) == 2
    assert client.get(f"{base}/?page=x").status_code == 404
    for chosen in ({"own_gamer_id": Gamer.objects.get(handle="Nova").pk}, {}):
        assert "Gamers removed: 1." in says(client, f"{base}/remove/", **chosen)


def test_programs_try_an_import_then_do_it(client: Client, olivia: Player, north: League) -> None:
    endpoint = "/api/v1/leagues/north/gamers/"

    def send(**given: Any) -> Any:
        return client.post(f"{endpoint}import/", given, content_type="application/json")

    client.force_login(olivia)
    tried = send(text=table(NOVA, {**NOVA, "salary": -3}), dry_run=True).json()
    assert (tried["gamers"], tried["imported"]) == (2, 0)
    assert [(one["row"], one["field"], one["code"]) for one in tried["faults"]] == [
        (3, "salary", "bad-salary"), (3, "handle", "handle-twice"),
    ]  # fmt: skip
    for body, code in (({}, "missing-field"), ({"text": 3}, "malformed"), ({"text": "gamer = []"}, "no-gamers"),
                        ({"text": table({**NOVA, "salary": 0})}, "bad-gamers")):  # fmt: skip
        answer = send(**body)
        assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert not north.gamers.exists()
    assert send(text=to_toml(EXAMPLES)).json() == {"gamers": 2, "imported": 2, "faults": []}
    shown = client.get(f"{endpoint}?limit=1").json()
    assert (shown["gamers"][0]["handle"], shown["pages"], shown["total"]) == ("Kestrel_9", 2, 2)
    assert client.delete(f"{endpoint}{shown['gamers'][0]['own_gamer_id']}/").status_code == 204
    assert client.delete(f"{endpoint}999999/").status_code == 404
    assert client.get("/api/v1/leagues/nowhere/gamers/").status_code == 404


# The Gamers of a season: cards, filters, comparison, the page of one


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
        ("genre=CCG", lambda one: one["genre"] == "CCG"), ("talent=clutch", lambda one: one["talent"] == "clutch"),
        ("talent=none", lambda one: not one["talent"]), ("state=free", lambda one: one["franchise_id"] is None),
        ("state=taken", lambda one: one["franchise_id"] is not None), ("least=4&most=6", lambda one: 4 <= one["salary"] <= 6),
        ("text=PANZ", lambda one: one["handle"] == "Panzord"),
    ):  # fmt: skip
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


def test_a_gamers_page_tells_contracts_seasons_and_matches(client: Client, made: Season, base: str, team: Franchise) -> None:
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

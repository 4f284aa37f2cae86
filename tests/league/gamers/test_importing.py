"""Importing a league's own Gamers: all or none, by the page or the API."""

from __future__ import annotations

import csv
import io
from functools import partial
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.gamers.actions import import_gamers, remove_gamers
from league.gamers.files import EXAMPLES, to_toml
from league.gamers.models import Gamer
from league.leagues.models import League
from league.people.models import Player
from league.seasons.actions.pool import fill_pool
from tests.factories import NOON, PlayerFactory, league, season, staff
from tests.league.gamers.test_files import table
from tests.league.seasons.test_pages import says, text
from tests.league.seasons.test_terms import refused

pytestmark = pytest.mark.django_db
NOVA = EXAMPLES[0]


@pytest.fixture
def olivia() -> Player:
    made: Player = PlayerFactory(username="olivia")
    return made


@pytest.fixture
def north(olivia: Player) -> League:
    return league(organiser=olivia, slug="north")


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

    assert client.get(page).status_code == 302
    client.force_login(PlayerFactory())
    assert client.get(page).status_code == 403
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
    for given in ({"own_gamer_id": Gamer.objects.get(handle="Nova").pk}, {}):
        assert "Gamers removed: 1." in says(client, f"{base}/remove/", **given)


def test_programs_try_an_import_then_do_it(client: Client, olivia: Player, north: League) -> None:
    endpoint = "/api/v1/leagues/north/gamers/"

    def send(**given: Any) -> Any:
        return client.post(f"{endpoint}import/", given, content_type="application/json")

    assert send(text="x").status_code == 401
    client.force_login(PlayerFactory())
    assert send(text=to_toml(EXAMPLES), dry_run=True).json()["code"] == "not-allowed"
    client.force_login(olivia)
    tried = send(text=table(NOVA, {**NOVA, "salary": -3}), dry_run=True).json()
    assert (tried["gamers"], tried["imported"]) == (2, 0)
    assert [(one["row"], one["field"], one["code"]) for one in tried["faults"]] == [
        (3, "salary", "bad-salary"), (3, "handle", "handle-twice"),
    ]  # fmt: skip
    for given, code in (({}, "missing-field"), ({"text": 3}, "malformed"), ({"text": "gamer = []"}, "no-gamers"),
                        ({"text": table({**NOVA, "salary": 0})}, "bad-gamers")):  # fmt: skip
        answer = send(**given)
        assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert not north.gamers.exists()
    assert send(text=to_toml(EXAMPLES)).json() == {"gamers": 2, "imported": 2, "faults": []}
    shown = client.get(f"{endpoint}?limit=1").json()
    assert (shown["gamers"][0]["handle"], shown["pages"], shown["total"]) == ("Kestrel_9", 2, 2)
    assert client.delete(f"{endpoint}{shown['gamers'][0]['own_gamer_id']}/").status_code == 204
    assert client.delete(f"{endpoint}999999/").status_code == 404
    assert client.get("/api/v1/leagues/nowhere/gamers/").status_code == 404

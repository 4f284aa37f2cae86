"""Files of Gamers: what is read, everything that is wrong with one, and importing a league's own: all or none."""

import csv
import io
from functools import partial
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given, settings, strategies as st

from engines.incursion_point_zero.cards import GAMERS
from engines.incursion_point_zero.gamers import to_card
from league.gamers.actions import import_gamers, remove_gamers
from league.gamers.files import COLUMNS, EXAMPLES, MAX_ROWS, decode_file, find_faults, parse_file, to_csv_row, to_toml
from league.gamers.models import Gamer
from league.leagues.models import League
from league.people.models import Player
from league.seasons.actions.pool import fill_pool
from matches.errors import ActionError
from tests.factories import NOON, PlayerFactory, league, season, staff
from tests.league.seasons.test_pages import says, text
from tests.league.seasons.test_terms import refused

HEADER = ",".join(COLUMNS)
NOVA = EXAMPLES[0]


def table(*cards: Any) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(to_csv_row(one) for one in cards)
    return text.getvalue()


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
        with pytest.raises(ActionError) as refusal:
            decode_file(content)
        assert refusal.value.code == code


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


# Importing


@pytest.mark.django_db
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


@pytest.mark.django_db
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


@pytest.mark.django_db
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
    for chosen in ({"own_gamer_id": Gamer.objects.get(handle="Nova").pk}, {}):
        assert "Gamers removed: 1." in says(client, f"{base}/remove/", **chosen)


@pytest.mark.django_db
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

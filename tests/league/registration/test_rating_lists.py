"""Entrants get ratings and FIDE IDs from a rating list, found by ID or by name."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from league.events.models import Entrant, Event, EventStatus
from league.formats.rating_list import BadList, find_listed_players, normalize_name
from league.registration.actions.placeholders import create_placeholders
from league.registration.actions.rating_lists import fill_from_rating_list
from tests.factories import NOON, PlayerFactory, TitleFactory, event
from tests.league.events.playing import refused

HEADER = (
    "ID Number      Name".ljust(76) + "Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)


def line(number: int, name: str, rating: str, rapid: str = "0", title: str = "") -> str:
    row = f"{number:<15}{name:<61}SUI F   {title:<5}"
    return f"{row:<113}{rating:<6}0   20 {rapid:<6}0   20 0     0   20 1990      "


def listed(*lines: str) -> bytes:
    return "\r\n".join([HEADER, *lines, ""]).encode()


def xml(*players: tuple[int, str, int]) -> bytes:
    rows = "".join(
        f"<player>\n<fideid>{number}</fideid>\n<name>{name}</name>\n<country>SUI</country>\n<sex>M</sex>\n<title></title>\n"
        f"<w_title>WGM</w_title>\n<rating>{rating}</rating>\n<rapid_rating></rapid_rating>\n</player>\n"
        for number, name, rating in players
    )
    return f'<?xml version="1.0"?>\n<playerslist>\n{rows}</playerslist>'.encode()


TEXT = listed(line(100001, "Alm, Ada", "2001", "1900", "WFM"), line(5, "Berg, Bo", "1800"), line(6, "Berg, Bo", "1700"))
LIST = xml((100001, "Alm, Ada", 2001), (5, "Berg, Bo", 1800), (6, "Berg, Bo", 1700))


@pytest.mark.parametrize("data", [TEXT, LIST])
def test_both_forms_are_read_for_the_players_asked_for(data: bytes) -> None:
    (ada,) = find_listed_players(io.BytesIO(data), {"100001"}, ())
    assert (ada.number, ada.name, ada.federation, ada.standard) == ("100001", "Alm, Ada", "SUI", 2001)
    assert [row.number for row in find_listed_players(io.BytesIO(data), (), {normalize_name("berg,BO")})] == ["5", "6"]


@pytest.mark.parametrize("form", ["text", "xml"])
def test_a_long_list_is_read_in_pieces(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.formats.rating_list.CHUNK", 1000)
    many = [(number, f"Nobody {number}", 1500) for number in range(1, 60)]
    data = xml(*many) if form == "xml" else listed(*(line(number, name, "1500") for number, name, _ in many))
    assert len(data) > 5 * 1000
    found = find_listed_players(io.BytesIO(data), {str(number) for number, *_ in many}, ())
    assert [int(row.number) for row in found] == list(range(1, 60))


def test_a_list_of_one_kind_names_its_month() -> None:
    header = HEADER[: HEADER.index("SRtng")] + "NOV24 Gms K  B-day Flag"
    data = "\n".join([header, line(1, "Alm, Ada", "2001")]).encode()
    assert find_listed_players(io.BytesIO(data), {"1"}, ())[0].standard == 2001


def test_what_is_no_list_is_refused() -> None:
    for data in (b"", b"hello\n1 2 3\n", b"<html></html>", b"\x00" * 300_000, b"<playerslist>" + b"x" * 300_000):
        with pytest.raises(BadList):
            find_listed_players(io.BytesIO(data), {"1"}, ())


def made() -> Event:
    """An event of chess over the board with one account in it."""
    organiser = PlayerFactory()
    title = TitleFactory(league=None, owner=organiser)
    return event(PlayerFactory(username="ada"), organiser=organiser, game=title.key, rated=False)


def fill(of: Event, data: bytes = TEXT, kind: str = "standard") -> tuple[list[str], list[str]]:
    result = fill_from_rating_list(event_id=of.pk, by=of.organiser_id, file=io.BytesIO(data), kind=kind, at=NOON)
    return result["found"], result["missing"]


@pytest.mark.django_db
def test_entrants_are_filled_in_and_the_others_named() -> None:
    of = made()
    create_placeholders(event_id=of.pk, by=of.organiser_id, names=["Alm, Ada", "Berg, Bo"], at=NOON)
    assert fill(of) == (["Alm, Ada"], ["ada", "Berg, Bo"])
    ada = Entrant.objects.get(event=of, player__display_name="Alm, Ada")
    assert (ada.rating, ada.person) == (2001, {"number": "100001", "federation": "SUI", "title": "WFM", "sex": "w"})
    assert fill(of, kind="rapid")[0] == ["Alm, Ada"]
    ada.refresh_from_db()
    assert ada.rating == 1900
    fill(of, kind="blitz")
    ada.refresh_from_db()
    assert ada.rating == 1900


@pytest.mark.django_db
def test_refusals_change_nothing() -> None:
    of = made()
    for data, kind, code in ((b"hello", "standard", "not-a-list"), (TEXT, "bullet", "unknown-choice")):
        with refused(code):
            fill(of, data, kind)
    of.update(status=EventStatus.CANCELLED)
    with refused("already-started"):
        fill(of)
    assert Entrant.objects.get(event=of).person is None


@pytest.mark.django_db
def test_an_organiser_uploads_the_list_or_a_program_sends_it(client: Client) -> None:
    of = made()
    create_placeholders(event_id=of.pk, by=of.organiser_id, names=["Alm, Ada"], at=NOON)
    client.force_login(of.organiser)
    page = f"/events/{of.pk}/manage/entrants/"
    assert "Fill in FIDE ratings" in client.get(page).content.decode()
    bad = client.post(f"{page}ratings/", {"file": io.BytesIO(b"hello"), "kind": "standard"})
    assert (bad.status_code, "rating list" in bad.content.decode()) == (422, True)
    good = client.post(f"{page}ratings/", {"file": io.BytesIO(TEXT), "kind": "standard"}, follow=True)
    assert "Not found in the list, or more than once: ada." in good.content.decode()
    assert Entrant.objects.filter(event=of, rating=2001).count() == 1
    url = f"/api/v1/events/{of.pk}/manage/do/fill-ratings/"
    answer = client.post(url, {"list": TEXT.decode(), "kind": "rapid"}, content_type="application/json")
    assert answer.json() == {"done": "fill-ratings", "made": {"found": ["Alm, Ada"], "missing": ["ada"]}}


@pytest.mark.django_db
def test_the_command_reads_a_whole_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    of = made()
    create_placeholders(event_id=of.pk, by=of.organiser_id, names=["Alm, Ada"], at=NOON)
    (tmp_path / "list.txt").write_bytes(TEXT)
    call_command("rating_list", str(of.pk), str(tmp_path / "list.txt"))
    assert capsys.readouterr().out == "Found: 1. Not found, or more than one of the name: 1.\n  ada\n"

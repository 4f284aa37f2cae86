"""Files of entrants, of which all rows enter or none; rating lists; players without an account, entered by name."""

import io
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from hypothesis import given, settings, strategies as st

from league.events.models import Entrant, EntrantStatus, Event, EventLogEntry, EventStatus, Registration
from league.formats.rating_list import BadList, find_listed_players, normalize_name
from league.notifications.actions.create import NewNotification, notify
from league.notifications.models import Notification
from league.people.actions.accounts import GUEST_RETENTION, purge_guests
from league.people.models import Player
from league.people.queries import list_players
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.models import Rating
from league.registration.actions.entrant_import import TEMPLATE, BadRows, import_entrants, parse_rows
from league.registration.actions.entries import enter_player, remove_entrant
from league.registration.actions.placeholders import create_placeholders, parse_names
from league.registration.actions.rating_lists import fill_from_rating_list
from league.search.queries import search
from league.titles.actions import find_or_create_own_title
from matches.errors import ActionError
from tests.factories import NOON, BotFactory, GuestFactory, PlayerFactory, agree, ended_match, event, started_event
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db


def problems(text: str) -> list[str]:
    with pytest.raises(BadRows) as bad:
        parse_rows(text)
    return [str(one) for one in bad.value.problems]


def test_files_from_many_programs_are_read() -> None:
    for text in (
        "username\nada\n", "Username\r\nada\r\n", "\ufeffusername;seed\nada;\n", "club,username\n,ada",
        "\n\nusername\n\n ada \n\n", 'username\n"ada"\n',
    ):  # fmt: skip
        assert [row.username for row in parse_rows(text)] == ["ada"], text
    assert [(row.line, row.username, row.seed, row.club) for row in parse_rows(TEMPLATE)] == [
        (2, "ada", 1, "Northside"), (3, "ben", 2, ""),
    ]  # fmt: skip


def test_every_bad_row_is_named_with_its_line_and_reason() -> None:
    text = 'username,seed,club\nada,0,\n,1,\nben,x,\ncleo\ndora,2,"two\nlines"\neve,2,\nEVE,3,\n' + f"finn,,{'x' * 41}\n"
    assert problems(text) == [
        "Line 2: “0” isn't a valid seed. Enter a whole number from 1 to 9999, or leave it blank.",
        "Line 3: The username is missing.",
        "Line 4: “x” isn't a valid seed. Enter a whole number from 1 to 9999, or leave it blank.",
        "Line 5: This line has 1 of 3 columns.",
        "Line 8: Seed 2 is already used in line 6.",
        "Line 9: EVE is already in line 8.",
        "Line 10: A club name can have at most 40 characters.",
    ]


def test_what_is_no_list_is_refused() -> None:
    for text in ("name\nada", "seed\n1", "username,username\na,b", "username,age\nada,3"):
        assert problems(text)[0].startswith("Line 1: The first line must name the columns")
    for text, code in (
        ("", "empty"), ("\n \n", "empty"), ("username\n", "empty"), ("username\n" + "a\n" * 2001, "too-long"),
        ("x" * 200_001, "too-long"),
    ):  # fmt: skip
        with refused(code):
            parse_rows(text)


@settings(max_examples=25)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ActionError):
        assert parse_rows(f"username,seed,club\n{text}")


def small(*players: Any, **plan: Any) -> Event:
    return event(*players, **{"max_entrants": 4, **plan})


def enter(made: Event, text: str) -> int:
    return import_entrants(event_id=made.pk, by=made.organiser_id, rows=parse_rows(text), at=NOON)


def test_all_rows_enter_with_seeds_and_clubs_or_are_invited_where_entry_is_by_invitation() -> None:
    made = small()
    agree(made, PlayerFactory(username="ada"))
    BotFactory(username="robo")
    assert enter(made, "username,seed,club\nADA,2,North\nrobo,1,") == 2
    made.refresh_from_db()
    found = made.entrants.order_by("seed").values_list("player__username", "club", "status")
    assert list(found) == [("robo", "", "entered"), ("ada", "North", "entered")]
    assert made.seeding == "manual"
    invited = small(registration="invite")
    enter(invited, "username\nada")
    assert invited.entrants.get().status == "invited"


def test_one_bad_row_and_nobody_is_entered() -> None:
    ada = PlayerFactory(username="ada")
    made = small(ada)
    PlayerFactory(username="ben")
    GuestFactory(username="guest-1")
    PlayerFactory(username="gone", is_active=False)
    with pytest.raises(BadRows) as bad:
        enter(made, "username\nben\nada\nnobody\nguest-1\ngone\n")
    assert [str(one) for one in bad.value.problems] == [
        "Line 3: ada is already in the event.",
        "Line 4: Player nobody not found.",
        "Line 5: guest-1 is a guest. Guests can't join events.",
        "Line 6: Player gone not found.",
    ]
    assert made.entrants.count() == 1


def test_more_than_there_are_places_and_a_seed_that_somebody_has_are_named() -> None:
    made = small(PlayerFactory(), max_entrants=2)
    made.entrants.update(seed=1)
    agree(made, *(PlayerFactory(username=name) for name in ("ada", "ben", "cleo")))
    with pytest.raises(BadRows) as bad:
        enter(made, "username\nada\nben\ncleo")
    assert [one.line for one in bad.value.problems] == [3, 4]
    with pytest.raises(BadRows, match="Seed 1 already belongs to another entrant"):
        enter(made, "username,seed\nada,1")


def test_the_page_shows_whom_a_file_would_enter_before_it_is_done(client: Client) -> None:
    made = small()
    client.force_login(made.organiser)
    PlayerFactory(username="ada")
    upload = SimpleUploadedFile("a.csv", "username,club\nada,Zürich & Süd\n".encode())
    page = client.post(f"/events/{made.pk}/manage/entrants/file/", {"file": upload}).content.decode()
    assert "New entrants: 1" in page
    assert not made.entrants.exists()
    rows = "username,club\nada,Zürich & Süd\n"
    client.post(f"/events/{made.pk}/manage/do/import/", {"rows": rows})
    assert made.entrants.get().club == "Zürich & Süd"
    again = client.post(f"/events/{made.pk}/manage/entrants/file/", {"rows": rows})
    assert again.status_code == 422
    assert "Line 2: ada is already in the event." in again.content.decode()


def test_files_that_are_none_are_refused_with_a_sentence(client: Client) -> None:
    made = small()
    client.force_login(made.organiser)
    for data in (b"\xff\xfe\x00", b"", b"x" * 200_001, b'username\n"ada', b"username\n\x00"):
        upload = SimpleUploadedFile("a.csv", data)
        answer = client.post(f"/events/{made.pk}/manage/entrants/file/", {"file": upload})
        assert (answer.status_code, "No entrants were added" in answer.content.decode()) == (422, True), data[:20]


# Rating lists, in which entrants are found by ID or by name

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
def test_all_forms_are_read_for_the_players_asked_for(data: bytes) -> None:
    (ada,) = find_listed_players(io.BytesIO(data), {"100001"}, ())
    assert (ada.number, ada.name, ada.federation, ada.standard) == ("100001", "Alm, Ada", "SUI", 2001)
    assert [row.number for row in find_listed_players(io.BytesIO(data), (), {normalize_name("berg,BO")})] == ["5", "6"]
    of_a_month = "\n".join([HEADER[: HEADER.index("SRtng")] + "NOV24 Gms K  B-day Flag", line(1, "Alm, Ada", "2001")])
    assert find_listed_players(io.BytesIO(of_a_month.encode()), {"1"}, ())[0].standard == 2001


@pytest.mark.parametrize("form", ["text", "xml"])
def test_a_long_list_is_read_in_pieces(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.formats.rating_list.CHUNK", 1000)
    many = [(number, f"Nobody {number}", 1500) for number in range(1, 60)]
    data = xml(*many) if form == "xml" else listed(*(line(number, name, "1500") for number, name, _ in many))
    assert len(data) > 5 * 1000
    found = find_listed_players(io.BytesIO(data), {str(number) for number, *_ in many}, ())
    assert [int(row.number) for row in found] == list(range(1, 60))


def test_what_is_no_rating_list_is_refused() -> None:
    for data in (b"", b"hello\n1 2 3\n", b"<html></html>", b"\x00" * 300_000, b"<playerslist>" + b"x" * 300_000):
        with pytest.raises(BadList):
            find_listed_players(io.BytesIO(data), {"1"}, ())


def made() -> Event:
    return evening(PlayerFactory(username="ada"), rated=False)


def fill(of: Event, data: bytes = TEXT, kind: str = "standard") -> tuple[list[str], list[str]]:
    result = fill_from_rating_list(event_id=of.pk, by=of.organiser_id, file=io.BytesIO(data), kind=kind, at=NOON)
    return result["found"], result["missing"]


def test_entrants_are_filled_in_before_the_start_and_the_others_named() -> None:
    of = made()
    for data, kind, code in ((b"hello", "standard", "not-a-list"), (TEXT, "bullet", "unknown-choice")):
        with refused(code):
            fill(of, data, kind)
    assert Entrant.objects.get(event=of).person is None
    create_placeholders(event_id=of.pk, by=of.organiser_id, names=["Alm, Ada", "Berg, Bo"], at=NOON)
    assert fill(of) == (["Alm, Ada"], ["ada", "Berg, Bo"])
    ada = Entrant.objects.get(event=of, player__display_name="Alm, Ada")
    assert (ada.rating, ada.person) == (2001, {"number": "100001", "federation": "SUI", "title": "WFM", "sex": "w"})
    assert fill(of, kind="rapid")[0] == ["Alm, Ada"]
    ada.refresh_from_db()
    assert ada.rating == 1900
    fill(of, kind="blitz")
    of.update(status=EventStatus.CANCELLED)
    with refused("already-started"):
        fill(of)
    ada.refresh_from_db()
    assert ada.rating == 1900


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


def test_the_command_reads_a_whole_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    of = made()
    create_placeholders(event_id=of.pk, by=of.organiser_id, names=["Alm, Ada"], at=NOON)
    (tmp_path / "list.txt").write_bytes(TEXT)
    call_command("rating_list", str(of.pk), str(tmp_path / "list.txt"))
    assert capsys.readouterr().out == "Found: 1. Not found, or more than one of the name: 1.\n  ada\n"


# Players without an account, whom an organiser enters by name


def evening(*players: Player, organiser: Player | None = None, **plan: Any) -> Event:
    """An event of chess over the board."""
    organiser = organiser or PlayerFactory()
    title = find_or_create_own_title(by=organiser.pk, name="Chess", at=NOON)
    return event(*players, organiser=organiser, game=title.key, **plan)


def enter_names(made: Event, *names: str) -> list[int]:
    return create_placeholders(event_id=made.pk, by=made.organiser_id, names=names, at=NOON)


def test_each_name_enters_a_placeholder_in_the_order_of_the_list() -> None:
    made = evening()
    ids = enter_names(made, "  Anna   Berg ", "", "Ben", "宮本")
    entered = made.entrants.order_by("pk").values_list("pk", "player__display_name")
    assert list(entered) == list(zip(ids, ["Anna Berg", "Ben", "宮本"], strict=True))
    anna = Player.objects.get(display_name="Anna Berg")
    assert anna.is_placeholder
    assert not anna.has_usable_password()
    assert anna.username.startswith("guest-anna-berg-")
    assert EventLogEntry.objects.get(act="entrants.named").after == {"players": ["Anna Berg", "Ben", "宮本"]}


@pytest.mark.parametrize(
    ("registration", "status"), [(Registration.OPEN, EntrantStatus.ENTERED), (Registration.INVITE, EntrantStatus.INVITED)]
)
def test_a_name_with_a_sign_enters_the_account_or_invites_it(registration: str, status: str) -> None:
    made, ada = evening(registration=registration), PlayerFactory(username="Ada")
    agree(made, ada)
    enter_names(made, "@ada", "Ben")
    assert made.entrants.get(player=ada).status == status
    assert made.entrants.exclude(player=ada).get().status == EntrantStatus.ENTERED
    assert not Player.objects.filter(display_name="@ada").exists()


def test_every_bad_line_is_named_and_nobody_enters() -> None:
    made = evening(PlayerFactory(username="cleo"))
    GuestFactory(username="guest-1")
    PlayerFactory(username="robot", is_bot_account=True)
    names = ["Anna", "anna ", "x" * 41, "a\u202eb", "@nobody", "@guest-1", "@cleo", "Cleo", "@robot"]
    before = (made.entrants.count(), Player.objects.count())
    with pytest.raises(BadRows) as refusal:
        enter_names(made, *names)
    assert (made.entrants.count(), Player.objects.count(), refusal.value.field) == (*before, "names")
    assert [str(problem) for problem in refusal.value.problems] == [
        "Line 2: anna is already in line 1.",
        "Line 3: A name must be 1 to 40 characters long.",
        "Line 4: Use visible characters only.",
        "Line 5: Player @nobody not found.",
        "Line 6: Player @guest-1 not found.",
        "Line 7: @cleo is already in the event.",
        "Line 8: Cleo is already in the event.",
        "Line 9: This event doesn't allow bot accounts.",
    ]


def test_a_person_brings_only_so_many_new_names_a_day(settings: Any) -> None:
    settings.QUOTAS = {**settings.QUOTAS, "placeholders_per_person": 3}
    made = evening()
    enter_names(made, "Anna", "Ben")
    other = evening(organiser=made.organiser)
    with refused("too-many", "names"):
        enter_names(other, "Cleo", "Dora")
    enter_names(other, "Anna", "Cleo")
    Player.objects.update(date_joined=NOON - timedelta(days=2))
    enter_names(other, "Dora", "Emil", "Fred")


def test_the_organiser_enters_names_before_the_start_not_none_and_not_too_many_and_a_text_has_one_per_line() -> None:
    made = evening(max_entrants=2)
    for names, code in (["", " "], "empty"), (["Anna", "Ben", "Cleo"], "event-full"), (["a"] * 2001, "too-long"):
        with refused(code):
            enter_names(made, *names)
    with refused("not-allowed"):
        create_placeholders(event_id=made.pk, by=PlayerFactory().pk, names=["Anna"], at=NOON)
    with refused("not-open"):
        enter_names(started_event(), "@anna")
    assert not made.entrants.exists()
    assert parse_names("Anna\r\n\nBen\n") == ["Anna", "", "Ben"]
    for text in ("\n" * 2001, "x" * 200_001):
        with refused("too-long"):
            parse_names(text)


def test_the_same_name_is_the_same_person_in_the_organisers_next_event() -> None:
    first = evening()
    enter_names(first, "Anna")
    following, others = evening(organiser=first.organiser), evening()
    enter_names(following, "anna")
    enter_names(others, "Anna")
    anna = first.entrants.get().player
    assert following.entrants.get().player == anna
    assert others.entrants.get().player != anna


def test_placeholders_are_rated_unlike_guests_but_not_found_entered_or_notified_as_persons() -> None:
    made = evening()
    enter_names(made, "Annabella")
    anna, guest = made.entrants.get().player, GuestFactory()
    assert list_players("annabella", limit=5) == []
    assert search("annabella", viewer_id=None).groups == []
    with pytest.raises(ActionError) as refusal:
        enter_player(event_id=event().pk, by=PlayerFactory(is_staff=True).pk, username=anna.username, at=NOON)
    assert refusal.value.code in ("unknown-player", "not-allowed")
    assert notify([NewNotification(anna.pk, "1", {}, "/")], kind="match", at=NOON) == 0
    assert not Notification.objects.exists()
    for player in (anna, guest):
        apply_rated_match(match_id=ended_match(player, PlayerFactory()).pk, at=NOON)
    assert Rating.objects.filter(player=anna).exists()
    assert not Rating.objects.filter(player=guest).exists()


def test_a_placeholder_that_is_in_no_event_is_deleted_after_a_day() -> None:
    enter_names(made := evening(), "Anna", "Ben")
    BotFactory()
    anna = made.entrants.get(player__display_name="Anna")
    remove_entrant(event_id=made.pk, entrant_id=anna.pk, by=made.organiser_id, at=NOON)
    assert purge_guests(at=NOON + GUEST_RETENTION) == 0
    assert purge_guests(at=NOON + GUEST_RETENTION + timedelta(seconds=1)) == 1
    assert list(Player.objects.filter(is_placeholder=True).values_list("display_name", flat=True)) == ["Ben"]

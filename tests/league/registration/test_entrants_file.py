"""Importing entrants: all rows of a file, or nobody."""

from contextlib import suppress
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import given, settings, strategies as st

from league.events.models import Event
from league.registration.actions.entrant_import import TEMPLATE, BadRows, import_entrants, parse_rows
from matches.errors import ActionError
from tests.factories import NOON, BotFactory, GuestFactory, PlayerFactory, event
from tests.league.events.playing import refused


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


@pytest.mark.django_db
class TestImport:
    def made(self, *players: Any, **plan: Any) -> Event:
        return event(*players, **{"max_entrants": 4, **plan})

    def test_all_rows_enter_with_seeds_and_clubs(self) -> None:
        made = self.made()
        PlayerFactory(username="ada")
        BotFactory(username="robo")
        assert import_entrants(
            event_id=made.pk, by=made.organiser_id, rows=parse_rows("username,seed,club\nADA,2,North\nrobo,1,"), at=NOON
        ) == 2  # fmt: skip
        made.refresh_from_db()
        found = made.entrants.order_by("seed").values_list("player__username", "club", "status")
        assert list(found) == [("robo", "", "entered"), ("ada", "North", "entered")]
        assert made.seeding == "manual"

    def test_one_bad_row_and_nobody_is_entered(self) -> None:
        ada = PlayerFactory(username="ada")
        made = self.made(ada)
        PlayerFactory(username="ben")
        GuestFactory(username="guest-1")
        PlayerFactory(username="gone", is_active=False)
        with pytest.raises(BadRows) as bad:
            import_entrants(
                event_id=made.pk, by=made.organiser_id, rows=parse_rows("username\nben\nada\nnobody\nguest-1\ngone\n"), at=NOON
            )
        assert [str(one) for one in bad.value.problems] == [
            "Line 3: ada is already in the event.",
            "Line 4: Player nobody not found.",
            "Line 5: guest-1 is a guest. Guests can't join events.",
            "Line 6: Player gone not found.",
        ]
        assert made.entrants.count() == 1

    def test_more_than_there_are_places_and_a_seed_that_somebody_has_are_named(self) -> None:
        made = self.made(PlayerFactory(), max_entrants=2)
        made.entrants.update(seed=1)
        for name in ("ada", "ben", "cleo"):
            PlayerFactory(username=name)
        with pytest.raises(BadRows) as bad:
            import_entrants(event_id=made.pk, by=made.organiser_id, rows=parse_rows("username\nada\nben\ncleo"), at=NOON)
        assert [one.line for one in bad.value.problems] == [3, 4]
        with pytest.raises(BadRows, match="Seed 1 already belongs to another entrant"):
            import_entrants(event_id=made.pk, by=made.organiser_id, rows=parse_rows("username,seed\nada,1"), at=NOON)

    def test_where_entry_is_by_invitation_they_are_invited(self) -> None:
        made = self.made(registration="invite")
        PlayerFactory(username="ada")
        import_entrants(event_id=made.pk, by=made.organiser_id, rows=parse_rows("username\nada"), at=NOON)
        assert made.entrants.get().status == "invited"

    def test_the_page_shows_whom_a_file_would_enter_before_it_is_done(self, client: Client) -> None:
        made = self.made()
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

    def test_files_that_are_none_are_refused_with_a_sentence(self, client: Client) -> None:
        made = self.made()
        client.force_login(made.organiser)
        for data in (b"\xff\xfe\x00", b"", b"x" * 200_001, b'username\n"ada', b"username\n\x00"):
            upload = SimpleUploadedFile("a.csv", data)
            answer = client.post(f"/events/{made.pk}/manage/entrants/file/", {"file": upload})
            assert (answer.status_code, "No entrants were added" in answer.content.decode()) == (422, True), data[:20]

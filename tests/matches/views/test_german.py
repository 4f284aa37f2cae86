"""What is stored of a match are messages; its pages and the API tell it in the language of whoever reads it."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from engines.i18n import join, to_stored, translate as _, translate_stored
from matches.actions.adjudication import adjudicate
from matches.actions.creation import SeatPlan, create_match
from matches.catalogues import use_language
from matches.clock import TimeControl
from matches.models import Entry, Match, Submission
from matches.queries.board_view import render_referee_board
from matches.server_time import now
from matches.time_control import format_shared_clock, format_time_control
from tests.factories import PlayerFactory
from tests.matches.conftest import TwoPlayerMatch

StartMatch = Callable[..., TwoPlayerMatch]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("german")]
TITLE = "Round 1, Board 2 · Blue"


class Table:
    """A match of an event, after one move, one wrong move, and one that came too late."""

    def __init__(self) -> None:
        self.players = [PlayerFactory(), PlayerFactory()]
        seats = [SeatPlan(player.pk, ready=True) for player in self.players]
        place = _("{round}, Board {board}", round=_("Round {number}", number=1), board=2)
        self.id = create_match(
            game="order-and-chaos", options={}, seats=seats, control=TimeControl(),
            title=to_stored(join([place, "Blue"], " · ")), at=now(),
        )  # fmt: skip

    def client(self, seat: int, language: str) -> Client:
        client = Client(headers={"accept-language": language})
        client.force_login(self.players[seat])
        return client

    def send(self, seat: int, turn: int, text: str, language: str) -> dict[str, Any]:
        """Submitted through the API and judged; then the same again, which is answered with the verdict."""
        body = {"turn": turn, "text": text, "key": f"{seat}-{turn}-{text}"}
        address = f"/api/v1/matches/{self.id}/submissions/"
        client = self.client(seat, language)
        client.post(address, body, content_type="application/json")
        adjudicate(match_id=self.id, at=now())
        return dict(client.post(address, body, content_type="application/json").json())

    def read(self, language: str) -> dict[str, Any]:
        return dict(Client(headers={"accept-language": language}).get(f"/api/v1/matches/{self.id}/").json())


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)
    return Table()


def test_a_line_of_the_log_and_a_title_are_read_in_german(table: Table) -> None:
    move = table.client(0, "de").get(f"/api/v1/matches/{table.id}/").json()["legal"][0]
    assert table.send(0, 0, move, "de")["state"] == "accepted"
    [entry] = Entry.objects.filter(match=table.id, by=0)
    kept = translate_stored(entry.texts["spectator"])
    assert kept.startswith("Order moves ")

    english, german = table.read("en"), table.read("de")
    assert (english["title"], german["title"]) == (TITLE, "Runde 1, Brett 2 · Blue")
    assert [seat["name"] for seat in german["seats"]] == ["Ordnung", "Chaos"]
    assert english["log"][-1]["text"] == kept
    assert german["log"][-1]["text"].startswith("Ordnung zieht ")
    assert german["clock"]["words"] == "3 min pro Zug, 5 min Zeitreserve"

    page = unescape(Client(headers={"accept-language": "de"}).get(f"/matches/{table.id}/plain/").content.decode())
    assert "<h1>Runde 1, Brett 2 · Blue</h1>" in page
    assert german["log"][-1]["text"] in page
    assert f"Am Zug: {table.players[1]}." in page
    assert kept not in page

    [listed] = Client(headers={"accept-language": "de"}).get("/api/v1/matches/").json()["matches"]
    assert listed["title"] == german["title"]
    with use_language("de"):
        assert render_referee_board(Match.objects.get(pk=table.id), now())["log"][-1]["text"] == german["log"][-1]["text"]


def test_why_a_move_was_refused_is_read_in_german(table: Table) -> None:
    told = {code: table.send(0, turn, text, "de") for code, turn, text in (("wrong", 0, "A1-A1"), ("late", 7, "B1-B2"))}
    assert [one["state"] for one in told.values()] == ["refused", "refused"]
    kept = list(Submission.objects.order_by("pk"))
    why = [translate_stored(one.refusal) for one in kept]
    assert why[1] == "This was sent for turn 7, but you're on turn 0. Reload and try again."
    assert told["late"]["text"] == "Das war für Zug 7, aber du bist bei Zug 0. Lade neu und versuche es noch einmal."
    assert why[0].isascii()
    assert told["wrong"]["text"] not in ("", why[0])
    page = table.client(0, "de").get(f"/matches/{table.id}/plain/", {"sent": kept[1].key}).content.decode()
    assert told["late"]["text"] in unescape(page)
    again = table.client(0, "en").get(f"/matches/{table.id}/plain/", {"sent": kept[1].key}).content.decode()
    assert why[1] in unescape(again)


def test_the_name_of_an_event_stays_as_it_was_given(table: Table) -> None:
    name = "Round 1, Board 2 · The match is over."
    Match.objects.filter(pk=table.id).update(title=to_stored(join([_("Final"), name], " · ")))
    assert table.read("de")["title"] == f"Finale · {name}"
    Match.objects.filter(pk=table.id).update(title="The match is over.")
    assert table.read("de")["title"] == "The match is over."


def test_a_time_control_is_told_in_whoever_s_language_asks_second() -> None:
    control, fischer = TimeControl(86_400_000, 0, 0, 10), TimeControl(0, 600_000, 5_000)
    assert format_time_control(control) == "1 day per turn, 10 days of vacation"
    with use_language("de"):
        assert format_time_control(control) == "1 Tag pro Zug, 10 Tage Urlaub"
        assert format_time_control(fischer) == "10 min + 5 s"
        assert format_shared_clock(300_000) == "gemeinsame Partieuhr: 5 min"
    assert format_time_control(fischer) == "10 min + 5 s"

"""Overlays: transparent pages for streaming software, which show everybody what a spectator sees."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from tests.factories import PlayerFactory, event, match, started_event

pytestmark = pytest.mark.django_db
BOARD = re.compile(r'<script id="board" type="application/json">(.*?)</script>')


def test_a_player_who_opens_the_overlay_shows_no_more_than_a_spectator_sees(client: Client) -> None:
    ada = PlayerFactory(username="ada", display_name="Ada <b>Ä</b>")
    made = match(ada)
    address = f"/matches/{made.pk}/overlay/"
    client.force_login(ada)
    answer, public = client.get(address), Client().get(address)
    board = json.loads(BOARD.search(answer.content.decode())[1])  # type: ignore[index]
    assert board["viewer"] == {"seat": None, "turn": 0}
    assert board["legal"] is None
    assert board["view"] == json.loads(BOARD.search(public.content.decode())[1])["view"]  # type: ignore[index]
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert not answer.cookies
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert "<b>Ä" not in answer.content.decode()
    assert client.get("/matches/999999/overlay/").status_code == 404


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("scale=9", "scale: "), ("scale=nan", "scale: "), ("theme=pink", "theme: Choose one of dark, light."),
        ("parts=board,chat", "parts: Choose some of"), ("rows=21", "rows: "), ("rounds=x", "rounds: "),
    ],
)  # fmt: skip
def test_a_wrong_query_is_explained(client: Client, query: str, error: str) -> None:
    made = started_event()
    at_event = query.startswith(("rows", "rounds"))
    answer = client.get(f"/events/{made.pk}/overlay/?{query}" if at_event else f"/matches/{match().pk}/overlay/?{query}")
    assert answer.status_code == 400
    assert error in answer.content.decode()


def test_the_chosen_parts_theme_and_scale_are_those_of_the_page(client: Client) -> None:
    page = client.get(f"/matches/{match().pk}/overlay/?parts=clocks,names&theme=light&scale=1.25").content.decode()
    assert all(f'data-{chosen}"' in page for chosen in ('theme="light', 'parts="names clocks', 'scale="1.250'))


def test_an_event_shows_the_rounds_being_played_or_its_standings(client: Client) -> None:
    people = [PlayerFactory(display_name=f"Person {n}") for n in range(8)]
    cup = started_event(*people, format="single-elimination", settings={"third_place": True})
    page = client.get(f"/events/{cup.pk}/overlay/?rounds=2").content.decode()
    assert "Quarter-finals" in page
    assert "Final<" not in page
    table = started_event(*people[:4], format="round-robin")
    page = client.get(f"/events/{table.pk}/overlay/?rows=3").content.decode()
    assert [f"Person {n}" in page for n in range(4)].count(True) == 3
    draft = event(people[0])
    draft.status = "draft"
    draft.save()
    client.force_login(draft.organiser)
    assert client.get(f"/events/{draft.pk}/overlay/").status_code == 404

"""A round on paper: pairings by board, players from A to Z, slips to fill in."""

from __future__ import annotations

import pytest
from django.test import Client

from league.events.models import Event
from league.pairings.actions.rounds import create_next_round
from tests.factories import NOON, started_event
from tests.league.formats.trf.sample import player, text
from tests.league.results.test_trf_import import chess, imported

pytestmark = pytest.mark.django_db


@pytest.fixture
def made() -> Event:
    """Two rounds of four players and of a fifth with byes."""
    return imported(text(player(5, "0000 - H", "0000 - U", points="1.5", name="Åberg, Åke")), chess())


def shown(client: Client, made: Event, sheet: str, number: int = 2) -> str:
    answer = client.get(f"/events/{made.pk}/rounds/{number}/print/{sheet}/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_pairings_have_points_before_the_round_and_ratings(client: Client, made: Event) -> None:
    page = shown(client, made, "pairings")
    row = page[page.index("Berg, Bo") : page.index("</tr>", page.index("Berg, Bo"))]
    cells = ["2000</span>", '<td class="num">1</td>', "½ – ½", '<td class="num">1</td>', "Alm, Ada"]
    places = [row.index(cells[0])]
    for cell in cells[1:]:
        places.append(row.index(cell, places[-1] + 1))
    assert page.index("Berg, Bo") < page.index("Åberg, Åke")


def test_every_player_finds_their_board(client: Client, made: Event) -> None:
    page = shown(client, made, "players")
    names = ["Alm, Ada", "Berg, Bo", "Costa, Cy", "Dietz, Di", "Åberg, Åke"]
    places = [page.index(f'<th scope="row">{name}') for name in names]
    assert places == sorted(places)
    assert "bye" in page[places[-1] :]


def test_each_board_has_a_slip_and_a_bye_has_none(client: Client, made: Event) -> None:
    page = shown(client, made, "slips")
    assert page.count('class="slip"') == 2
    assert "½ – ½" in page
    assert "Åberg" not in page


def test_chess_is_played_by_white_and_black(client: Client, made: Event) -> None:
    for sheet in ("pairings", "players", "slips"):
        page = shown(client, made, sheet)
        assert "White" in page
        assert "Side 1" not in page


def test_there_are_no_sheets_of_unpublished_rounds_or_of_other_names(client: Client, made: Event) -> None:
    create_next_round(event_id=made.pk, by=made.organiser_id, at=NOON)
    client.force_login(made.organiser)
    for address in ("rounds/3/print/pairings", "rounds/9/print/pairings", "rounds/2/print/other"):
        assert client.get(f"/events/{made.pk}/{address}/").status_code == 404


def test_the_page_of_a_round_leads_to_its_sheets(client: Client) -> None:
    made = started_event(format="swiss", settings={"rounds": 2})
    assert f"/events/{made.pk}/rounds/1/print/pairings/" in client.get(f"/events/{made.pk}/rounds/1/").content.decode()
    assert "Field Tactics" not in shown(client, made, "slips", number=1)

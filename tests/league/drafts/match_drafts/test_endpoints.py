from typing import Any

import pytest
from django.test import Client

from league.drafts.models import Draft
from league.lobby.invitations import list_links
from matches.models import Match, Status
from matches.server_time import now
from tests.factories import PlayerFactory
from tests.league.drafts.match_drafts.drawing import FRANCHISE_GAME, draw, player
from tests.league.drafts.test_pages import api, signed

pytestmark = pytest.mark.django_db
FORM = {
    "game": FRANCHISE_GAME, "players": "2", "seat_0": "me", "player_0": "", "seat_1": "anyone", "player_1": "",
    "preset": "standard", "option_gamers": "on", "draws_gamers": "on",
}  # fmt: skip
BODY = {"game": FRANCHISE_GAME, "seats": ["me", "anyone"]}


def challenged(client: Client, **change: str) -> Match:
    answer = client.post("/lobby/challenges/", {**FORM, **change})
    assert answer.status_code == 302
    return Match.objects.latest("pk")


def draws(client: Client, draft: int) -> Any:
    """Draw if it is the turn of this person; return the view."""
    status, shown = api(client, "GET", f"/drafts/{draft}/")
    assert status == 200
    if shown["yours"] in shown["view"]["to_act"]:
        given = {"act": {"is": "draw", "deck": shown["view"]["table"]["usable"][0]}}
        assert api(client, "POST", f"/drafts/{draft}/acts/", given)[0] == 201
    return shown


def test_a_match_is_offered_accepted_drawn_and_played_by_pages() -> None:
    ada, ben = signed(PlayerFactory(username="ada").pk), signed(PlayerFactory(username="ben").pk)
    for game, asks in ((FRANCHISE_GAME, True), ("order-and-chaos", False)):
        assert (b'name="draws_gamers"' in ada.get(f"/lobby/?game={game}").content) == asks
    match = challenged(ada)
    assert b"Gamers are drawn in turn" in ben.get("/lobby/").content
    assert b"Your Gamers are drawn first." in ada.get(f"/fragments/matches/{match.pk}/company/").content
    answer = ben.post(f"/lobby/challenges/{match.pk}/accept/")
    row = Draft.objects.get(match=match)
    assert answer["Location"] == f"/drafts/{row.pk}/"
    for client in (ada, ben):
        page = client.get(f"/drafts/{row.pk}/").content.decode()
        assert f'href="/matches/{match.pk}/"' in page
        assert f'data-next="/matches/{match.pk}/"' in page
        assert "Cancel match" in page
        assert 'id="direct"' not in page
        beside = client.get(f"/fragments/matches/{match.pk}/company/").content.decode()
        assert f'href="/drafts/{row.pk}/"' in beside
        assert "Cancel match" in beside
        assert f'href="/drafts/{row.pk}/"' in client.get("/lobby/").content.decode()
        assert "The players are drafting their Gamers." in client.get(f"/matches/{match.pk}/plain/").content.decode()
    for _ in range(6):
        draw(row, at=now())
    for _ in range(2):
        for client in (ada, ben):
            draws(client, row.pk)
    match.refresh_from_db()
    assert match.status == Status.PLAYING
    page = ada.get(f"/drafts/{row.pk}/").content.decode()
    assert f'class="btn btn-primary" href="/matches/{match.pk}/"' in page
    assert "Cancel match" not in page


def test_spectators_watch_the_draw(casual: Draft) -> None:
    for client in (Client(), signed(PlayerFactory().pk)):
        page = client.get(f"/drafts/{casual.pk}/").content.decode()
        beside = client.get(f"/fragments/matches/{casual.match_id}/company/").content.decode()
        assert "Watch the draw" in beside
        assert "data-next" not in page
        assert "Cancel match" not in page + beside


def test_an_invitation_link_leads_to_the_draw() -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    match = challenged(signed(ada.pk), seat_1="link")
    assert not Draft.objects.filter(match=match).exists()
    answer = signed(ben.pk).post(f"/invitations/{list_links(match.pk, now())[0].token}/")
    row = Draft.objects.get(match=match)
    assert answer["Location"] == f"/drafts/{row.pk}/"
    assert [player(row, number) for number in (1, 2)] == [ada.pk, ben.pk]


@pytest.mark.parametrize("change", [{"seat_1": "bot:level-1"}, {"option_gamers": ""}, {"draws_gamers": ""}])
def test_a_ticked_form_asks_for_no_draw_where_there_is_none(change: dict[str, str]) -> None:
    given = {name: text for name, text in {**FORM, **change}.items() if text or name.startswith("player")}
    assert signed(PlayerFactory().pk).post("/lobby/challenges/", given).status_code == 302
    match = Match.objects.latest("pk")
    if match.status == Status.OPEN:
        answer = signed(PlayerFactory().pk).post(f"/lobby/challenges/{match.pk}/accept/")
        assert answer["Location"] == f"/matches/{match.pk}/"
        match.refresh_from_db()
    assert match.status == Status.PLAYING
    assert not Draft.objects.filter(match=match).exists()


def test_programs_draw_too() -> None:
    ada, ben = signed(PlayerFactory().pk), signed(PlayerFactory().pk)
    status, made = api(ada, "POST", "/challenges/", BODY)
    assert (status, made["draft_id"]) == (201, None)
    [shown] = api(ben, "GET", "/challenges/")[1]["open"]
    assert (shown["draws_gamers"], shown["draft_id"]) == (True, None)
    status, taken = api(ben, "POST", f"/challenges/{made['match_id']}/accept/", {})
    assert (status, taken["match_id"]) == (200, made["match_id"])
    [mine] = api(ada, "GET", "/challenges/")[1]["yours"]
    assert mine["draft_id"] == taken["draft_id"] == Draft.objects.get(match=made["match_id"]).pk
    board = api(ada, "GET", f"/matches/{made['match_id']}/")[1]
    assert (board["preparing"], board["can"]["ready"]) == (True, False)
    status, body = api(ada, "POST", f"/matches/{made['match_id']}/ready/", {})
    assert (status, body["code"]) == (409, "in-preparation")
    assert draws(ada, taken["draft_id"])["match_id"] == made["match_id"]
    draws(ben, taken["draft_id"])
    assert api(ben, "POST", f"/challenges/{made['match_id']}/cancel/", {})[0] == 200
    assert api(ada, "GET", f"/drafts/{taken['draft_id']}/")[1]["status"] == "cancelled"

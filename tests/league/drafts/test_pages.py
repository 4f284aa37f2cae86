"""Pages and API of drafts: what they show, whom they let do what, and how they refuse."""

import json
from typing import Any

import pytest
from django.test import Client

from league.drafts.formats.registry import KINDS
from league.drafts.models import Draft
from league.leagues.models import Season
from league.people.models import Player
from tests.factories import PlayerFactory, draft, organiser_of
from tests.league.drafts.test_acting import cheapest, director, fresh, owner, pick

pytestmark = pytest.mark.django_db


def signed(player_id: int) -> Client:
    client = Client()
    client.force_login(Player.objects.get(pk=player_id))
    return client


def api(client: Client, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    answer = client.generic(method, f"/api/v1{path}", json.dumps(body), content_type="application/json")
    return answer.status_code, json.loads(answer.content or "null")


@pytest.mark.parametrize("kind", KINDS)
def test_the_room_of_every_kind_opens_for_everybody(season: Season, kind: str) -> None:
    row = draft(season, kind=kind)
    pages = [client.get(f"/drafts/{row.pk}/") for client in (Client(), signed(owner(row, 1)), signed(director(row)))]
    assert [(page.status_code, b"room-status" in page.content) for page in pages] == [(200, True)] * 3
    assert [b'id="direct"' in page.content for page in pages] == [False, False, True]
    assert b"own-desk" not in pages[2].content
    assert b"own-desk" in signed(owner(row, 1)).get(f"/drafts/{row.pk}/desk/").content


def test_a_board_sends_what_has_changed_since_a_mark(row: Draft) -> None:
    from league.drafts.live_board import build_board_update, render_fragments

    render_fragments(row)
    pick(row, 1)
    row.refresh_from_db()
    mark, sent = build_board_update(row, 1)
    found = json.loads(sent)
    assert (mark, found["from"], found["mark"], len(found["taken"])) == (2, 1, 2, 1)
    assert {"room-status", "room-team-1", "room-row-1", "room-pick-1"} <= set(found["pieces"])
    assert "room-row-3" not in found["pieces"]
    whole = json.loads(Client().get(f"/drafts/{row.pk}/board/").content)
    assert (whole["from"], "room-row-3" in whole["pieces"]) == (0, True)


def test_a_season_without_a_draft_says_what_to_do_next_and_one_with_it_leads_there(season: Season) -> None:
    path = f"/leagues/{season.league.slug}/seasons/{season.pk}/draft/"
    organiser = signed(organiser_of(season.league))
    assert b"Set up draft" in organiser.get(path).content
    new = f"{path}new/?kind=auction"
    assert Client().get(new).status_code == 302
    assert signed(PlayerFactory().pk).get(new).status_code == 403
    form = {
        "name": "The auction", "order": "random", "base": "", "opening": "1", "step": "1", "bid_seconds": "20",
        "extend_seconds": "8", "pick_seconds": "30", "reserve_seconds": "60", "hard": "on", "auto_seconds": "2",
        "grace_seconds": "60",
    }  # fmt: skip
    assert organiser.post(new, {**form, "base": "Nobody"}).status_code == 422
    assert organiser.post(new, {**form, "opening": "0"}).status_code == 422
    answer = organiser.post(new, form)
    row = Draft.objects.get(season=season)
    assert answer["Location"] == f"/drafts/{row.pk}/"
    assert Client().get(path)["Location"] == f"/drafts/{row.pk}/"


def test_a_draft_is_set_up_started_and_played_through_the_api(season: Season) -> None:
    by = signed(organiser_of(season.league))
    path = f"/leagues/{season.league.slug}/seasons/{season.pk}/draft/"
    assert api(signed(PlayerFactory().pk), "POST", path, {})[0] == 403
    status, shown = api(by, "POST", path, {"kind": "linear", "order": "hand", "name": "First"})
    assert (status, shown["status"], shown["view"], shown["seed"]) == (201, "setup", None, "")
    row = Draft.objects.get(season=season)
    assert api(by, "POST", f"/drafts/{row.pk}/start/")[0] == 200
    mine = signed(owner(row, 1))
    card = cheapest(row)
    body = {"act": {"is": "pick", "card": card}, "key": "k1"}
    assert api(mine, "POST", f"/drafts/{row.pk}/acts/", body) == (201, {"n": 1})
    assert api(mine, "POST", f"/drafts/{row.pk}/acts/", body) == (201, {"n": 1})
    status, told = api(mine, "POST", f"/drafts/{row.pk}/acts/", {"act": {"is": "pick", "card": card}})
    assert (status, told["code"]) == (409, "not-your-turn")
    assert api(mine, "GET", f"/drafts/{row.pk}/acts/")[1]["acts"][0]["act"] == {"is": "pick", "team": 1, "card": card}
    assert api(mine, "PUT", f"/drafts/{row.pk}/queue/", {"cards": [cheapest(row)]})[0] == 200
    assert api(mine, "POST", f"/drafts/{row.pk}/here/") == (200, {"credited_ms": 0})
    assert api(Client(), "GET", f"/drafts/{row.pk}/result/")[1]["picks"][0]["price"] == 1
    assert Client().get(f"/drafts/{row.pk}/result.csv").content.startswith(b"pick,round,franchise")
    assert api(by, "POST", f"/drafts/{row.pk}/cancel/", {"why": "Again"})[1]["status"] == "cancelled"


def test_bad_input_is_refused_with_a_code(row: Draft, unlimited: None) -> None:
    client = signed(owner(row, 1))
    for method, path, body in (
        ("POST", "acts/", {"act": []}), ("POST", "acts/", {"act": {"is": []}}), ("POST", "acts/", []),
        ("POST", "acts/", {"act": {"is": "pick", "card": 2**70}}),
        ("POST", "acts/", {"act": {"is": "pick"}, "key": ""}),
        ("POST", "acts/", {"act": {"is": "pick", "team": [1], "card": 1}}), ("PUT", "queue/", {"cards": [1.5]}),
        ("PUT", "queue/", {"cards": [2**70]}), ("POST", "cancel/", {"why": 1}), ("GET", "acts/?after=-1", None),
        ("POST", "acts/", {"act": {"is": "pick", "card": 1}, "key": "k" * 41}),
    ):  # fmt: skip
        status, told = api(client, method, f"/drafts/{row.pk}/{path}", body)
        assert 400 <= status < 500, (path, body)
        assert told["code"]
    assert (fresh(row).picks, fresh(row).queues) == ((), {})


def test_a_mock_draft_begins_on_its_page_and_is_its_hosts_to_direct() -> None:
    by = PlayerFactory().pk
    client = signed(by)
    assert b"Sign in to start" in Client().get("/drafts/").content
    form = {
        "bots": "3", "cap": "40", "places": "4", "pace_ms": "1500", "pick_seconds": "30", "reserve_seconds": "60",
        "auto_seconds": "2", "grace_seconds": "60", "hard": "on",
    }  # fmt: skip
    assert client.post("/drafts/?kind=snake", {**form, "bots": "99"}).status_code == 422
    answer = client.post("/drafts/?kind=snake", form)
    row = Draft.objects.get(season=None)
    assert answer["Location"] == f"/drafts/{row.pk}/"
    assert b'id="direct"' in client.get(answer["Location"]).content
    assert api(client, "POST", f"/drafts/{row.pk}/acts/", {"act": {"is": "pause"}})[0] == 201
    other = signed(PlayerFactory().pk)
    assert api(other, "POST", f"/drafts/{row.pk}/acts/", {"act": {"is": "resume"}})[1]["code"] == "not-allowed"
    assert api(other, "POST", f"/drafts/{row.pk}/cancel/", {})[0] == 403


def test_the_room_asks_the_database_as_often_for_many_picks_as_for_few(row: Draft, django_assert_max_num_queries: Any) -> None:
    for team in (1, 2, 2, 1):
        pick(row, team)
    with django_assert_max_num_queries(14):
        Client().get(f"/drafts/{row.pk}/")

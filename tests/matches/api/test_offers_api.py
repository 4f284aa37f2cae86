"""The endpoints of agreements: draw, takeback, pause, resume, abort, claim; each answers with the board or a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from matches.actions.sweep import record_heartbeat
from matches.clock import TimeControl
from matches.models import Match
from matches.offers import CASUAL_POLICY
from matches.server_time import now
from tests.factories import PlayerFactory
from tests.matches.conftest import TwoPlayerMatch

DOORS = ("draw", "takeback", "pause", "resume", "abort", "claim")


@pytest.fixture
def live(db: None) -> TwoPlayerMatch:
    """A casual match of Order & Chaos that has begun just now, as endpoints read the clock themselves."""
    record_heartbeat(now())
    table = TwoPlayerMatch(now(), TimeControl(), game="order-and-chaos")
    Match.objects.filter(pk=table.id).update(terms=CASUAL_POLICY.dump())
    return table


def ask(player: Any, table: int, endpoint: str, body: Any = None) -> Any:
    client = Client()
    if player is not None:
        client.force_login(player)
    sent = json.dumps({} if body is None else body)
    return client.post(f"/api/v1/matches/{table}/{endpoint}/", sent, content_type="application/json")


def test_a_draw_is_offered_shown_and_accepted(live: TwoPlayerMatch) -> None:
    shown = ask(live.red, live.id, "draw").json()
    assert shown["asked"] == [{"kind": "draw", "seat": 0, "agreed": []}]
    assert (shown["can"]["draw"], shown["can"]["pause"], shown["can"]["abort"]) == (False, True, True)
    over = ask(live.blue, live.id, "draw", {"do": "accept"}).json()
    assert (over["status"], over["outcome"]["reason"]) == ("closed", "agreed")


def test_a_pause_shows_when_it_ends(live: TwoPlayerMatch) -> None:
    ask(live.red, live.id, "pause")
    paused = ask(live.blue, live.id, "pause").json()
    assert paused["status"] == "paused"
    assert 14 * 60_000 < paused["paused_until"] - paused["clock"]["now"] <= 15 * 60_000
    assert (paused["can"]["resume"], paused["can"]["resign"], paused["can"]["submit"]) == (True, True, False)


@pytest.mark.parametrize("endpoint", DOORS)
def test_every_endpoint_knows_who_asks_and_for_which_match(live: TwoPlayerMatch, endpoint: str) -> None:
    body = {"seat": 1} if endpoint == "claim" else {}
    assert ask(None, live.id, endpoint, body).json()["code"] == "sign-in-needed"
    assert ask(PlayerFactory(), live.id, endpoint, body).json()["code"] == "not-your-seat"
    assert ask(live.red, 999_999, endpoint, body).status_code == 404
    assert ask(live.red, 10**25, endpoint, body).status_code == 404
    assert endpoint == "abort" or ask(live.red, live.id, endpoint, []).json()["code"] == "malformed"


@pytest.mark.parametrize(
    ("endpoint", "body", "code", "field"),
    [
        ("draw", {"do": "beg"}, "bad-answer", "do"),
        ("draw", {"do": 7}, "bad-answer", "do"),
        ("draw", {"do": {"a": 1}}, "bad-answer", "do"),
        ("draw", {"do": None}, "bad-answer", "do"),
        ("claim", {}, "bad-seat", "seat"),
        ("claim", {"seat": True}, "bad-seat", "seat"),
        ("claim", {"seat": 10**30}, "bad-seat", "seat"),
        ("claim", {"seat": 1, "what": []}, "bad-claim", "what"),
    ],
)
def test_bad_input_is_refused_with_its_field(live: TwoPlayerMatch, endpoint: str, body: Any, code: str, field: str) -> None:
    before = Match.objects.filter(pk=live.id).values().get()
    answer = ask(live.red, live.id, endpoint, body)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, code, field)
    assert Match.objects.filter(pk=live.id).values().get() == before


def test_a_spectator_sees_what_is_asked_and_may_say_nothing(live: TwoPlayerMatch) -> None:
    ask(live.red, live.id, "takeback")
    shown = Client().get(f"/api/v1/matches/{live.id}/").json()
    assert not any(shown["can"][kind] for kind in (*DOORS[:5], "claim", "resign"))


def test_the_page_has_the_buttons_part_and_the_lobbys_for_players_only(live: TwoPlayerMatch) -> None:
    client = Client()
    assert 'data-part="talks"' in client.get(f"/matches/{live.id}/").content.decode()
    assert 'data-part="company"' not in client.get(f"/matches/{live.id}/").content.decode()
    client.force_login(live.red)
    assert 'data-part="company"' in client.get(f"/matches/{live.id}/").content.decode()


def test_asking_costs_a_bounded_number_of_queries(
    live: TwoPlayerMatch, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    client = Client()
    client.force_login(live.red)
    with django_assert_max_num_queries(30):
        client.post(f"/api/v1/matches/{live.id}/draw/", "{}", content_type="application/json")

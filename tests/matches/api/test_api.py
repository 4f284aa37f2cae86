"""The endpoint of a match: clear errors, no changes by bad input, no secret to anyone who may not know it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from engines.randomness import hash_seed
from engines.verification import checks
from matches.actions.sweep import record_heartbeat
from matches.clock import TimeControl
from matches.models import Match
from matches.offers import CASUAL_POLICY
from matches.queries.board_view import get_board
from matches.server_time import now
from tests.league.clients import client_of as signed_in
from tests.matches.conftest import S, TwoPlayerMatch


def post(client: Client, match_id: int, endpoint: str, body: Any = None) -> Any:
    return client.post(f"/api/v1/matches/{match_id}/{endpoint}/", json.dumps(body or {}), content_type="application/json")


def test_everyone_can_replay_and_verify_after_the_end_and_nobody_before(table: TwoPlayerMatch) -> None:
    table.say(0, "B4-B5")
    for tail in ("replay/?viewer=all", "replay/?viewer=0", "record/"):
        answer = signed_in(table.red).get(f"/api/v1/matches/{table.id}/{tail}")
        assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
    commitment = Client().get(f"/api/v1/matches/{table.id}/").json()["commitment"]
    assert table.row.seed not in json.dumps(get_board(table.id, table.red.pk))
    table.say(1, "resign")
    everything = Client().get(f"/api/v1/matches/{table.id}/replay/?viewer=all").json()["frames"]
    red = Client().get(f"/api/v1/matches/{table.id}/replay/?viewer=0").json()["frames"]
    assert len(everything) == table.row.last_entry + 1
    assert all(code for _, code in everything[-1]["view"]["squares"].values())
    assert any(code is None for _, code in red[4]["view"]["squares"].values())
    record = Client().get(f"/api/v1/matches/{table.id}/record/").content
    assert checks.find_fault(record) is None
    revealed = bytes.fromhex(json.loads(record.splitlines()[-1])["seed"])
    assert json.loads(record.splitlines()[0])["commitment"] == commitment == hash_seed(revealed)
    assert checks.find_fault(record.replace(b"B4-B5", b"A4-C4")) is not None
    for viewer in ("2", "-1", "red", "", "٣"):
        answer = Client().get(f"/api/v1/matches/{table.id}/replay/", {"viewer": viewer})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-viewer")


def test_a_board_costs_the_same_queries_however_long_the_log(
    table: TwoPlayerMatch, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    with django_assert_max_num_queries(4):
        get_board(table.id, table.red.pk)
    for text in ("A1-A1", "B4-B5"):
        table.say(0, text, after=S.total_seconds())
    with django_assert_max_num_queries(4):
        get_board(table.id, table.red.pk)


DOORS = ("draw", "takeback", "pause", "resume", "abort", "claim")


@pytest.fixture
def live(db: None) -> TwoPlayerMatch:
    """A casual match of Order & Chaos that has begun just now, as endpoints read the clock themselves."""
    record_heartbeat(now())
    table = TwoPlayerMatch(now(), TimeControl(), game="order-and-chaos")
    Match.objects.filter(pk=table.id).update(terms=CASUAL_POLICY.dump())
    return table


def test_a_draw_is_offered_shown_and_accepted_at_a_bounded_number_of_queries(
    live: TwoPlayerMatch, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    red = signed_in(live.red)
    with django_assert_max_num_queries(30):
        shown = post(red, live.id, "draw").json()
    assert shown["asked"] == [{"kind": "draw", "seat": 0, "agreed": []}]
    assert (shown["can"]["draw"], shown["can"]["pause"], shown["can"]["abort"]) == (False, True, True)
    over = post(signed_in(live.blue), live.id, "draw", {"do": "accept"}).json()
    assert (over["status"], over["outcome"]["reason"]) == ("closed", "agreed")


def test_a_pause_shows_when_it_ends(live: TwoPlayerMatch) -> None:
    post(signed_in(live.red), live.id, "pause")
    paused = post(signed_in(live.blue), live.id, "pause").json()
    assert paused["status"] == "paused"
    assert 14 * 60_000 < paused["paused_until"] - paused["clock"]["now"] <= 15 * 60_000
    assert (paused["can"]["resume"], paused["can"]["resign"], paused["can"]["submit"]) == (True, True, False)


def test_bad_input_is_refused_with_its_field_and_changes_nothing(live: TwoPlayerMatch) -> None:
    before, red = Match.objects.filter(pk=live.id).values().get(), signed_in(live.red)
    for endpoint, body, code, field in (
        *((endpoint, [0], "malformed", None) for endpoint in DOORS if endpoint != "abort"),
        ("draw", {"do": "beg"}, "bad-answer", "do"), ("draw", {"do": 7}, "bad-answer", "do"),
        ("draw", {"do": {"a": 1}}, "bad-answer", "do"), ("draw", {"do": None}, "bad-answer", "do"),
        ("claim", {}, "bad-seat", "seat"), ("claim", {"seat": True}, "bad-seat", "seat"),
        ("claim", {"seat": 10**30}, "bad-seat", "seat"), ("claim", {"seat": 1, "what": []}, "bad-claim", "what"),
    ):  # fmt: skip
        answer = post(red, live.id, endpoint, body)
        assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, code, field), body
    assert Match.objects.filter(pk=live.id).values().get() == before


def test_a_spectator_sees_what_is_asked_and_may_say_nothing(live: TwoPlayerMatch) -> None:
    post(signed_in(live.red), live.id, "takeback")
    shown = Client().get(f"/api/v1/matches/{live.id}/").json()
    assert not any(shown["can"][kind] for kind in (*DOORS, "resign"))
    page, own = (client.get(f"/matches/{live.id}/").content.decode() for client in (Client(), signed_in(live.red)))
    assert 'data-part="talks"' in page
    assert 'data-part="company"' not in page
    assert 'data-part="company"' in own

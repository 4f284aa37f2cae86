"""The endpoint of a match: clear errors, no changes by bad input, no secret to anyone who may not know it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from engines.randomness import hash_seed
from engines.verification import checks
from matches.actions.adjudication import adjudicate
from matches.models import Submission
from matches.queries.board_view import get_board
from tests.factories import PlayerFactory
from tests.matches.conftest import RED_ARMY, S, TwoPlayerMatch

StartMatch = Callable[..., TwoPlayerMatch]


def signed_in(player: Any) -> Client:
    client = Client()
    client.force_login(player)
    return client


def post(client: Client, url: str, body: Any) -> Any:
    return client.post(url, json.dumps(body), content_type="application/json")


def submission(**changes: Any) -> dict[str, Any]:
    return {"turn": 2, "text": "B4-B5", "key": "k", **changes}


def test_a_submission_is_stored_at_once_and_answered(start_match: StartMatch) -> None:
    table = start_match().begin()
    answer = post(signed_in(table.red), f"/api/v1/matches/{table.id}/submissions/", submission())
    assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
    adjudicate(match_id=table.id, at=Submission.objects.get(key="k").received_at)
    again = post(signed_in(table.red), f"/api/v1/matches/{table.id}/submissions/", submission())
    assert (again.status_code, again.json()["submission_id"]) == (200, answer.json()["submission_id"])


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        (submission(turn="2"), 400, "bad-turn", "turn"),
        (submission(turn=True), 400, "bad-turn", "turn"),
        (submission(turn=-1), 400, "bad-turn", "turn"),
        (submission(turn=10**30), 400, "bad-turn", "turn"),
        (submission(text=None), 400, "bad-text", "text"),
        (submission(text="  "), 400, "bad-text", "text"),
        (submission(text="B4-B5\0"), 400, "bad-text", "text"),
        (submission(text="x" * 2001), 413, "too-long", "text"),
        (submission(key=""), 400, "bad-key", "key"),
        (submission(key="k" * 65), 400, "bad-key", "key"),
        (submission(key=7), 400, "bad-key", "key"),
        ({}, 400, "bad-turn", "turn"),
        ([], 400, "malformed", None),
        ("B4-B5", 400, "malformed", None),
    ],
)
def test_bad_submissions_are_refused_with_code_sentence_and_field(
    start_match: StartMatch, body: Any, status: int, code: str, field: str | None
) -> None:
    table = start_match().begin()
    stored = Submission.objects.count()
    answer = post(signed_in(table.red), f"/api/v1/matches/{table.id}/submissions/", body)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (status, code, field)
    assert answer.json()["text"].endswith(".")
    assert Submission.objects.count() == stored


def test_what_is_not_json_is_refused(start_match: StartMatch) -> None:
    table = start_match().begin()
    url = f"/api/v1/matches/{table.id}/submissions/"
    answer = signed_in(table.red).post(url, "{", content_type="application/json")
    assert answer.status_code == 400
    assert set(answer.json()) == {"code", "text", "field"}


def test_a_stranger_cannot_move_for_a_seat(start_match: StartMatch) -> None:
    table = start_match().begin()
    url = f"/api/v1/matches/{table.id}/submissions/"
    assert post(signed_in(PlayerFactory()), url, submission()).json()["code"] == "not-your-seat"
    answer = post(Client(), url, submission())
    assert (answer.status_code, answer.json()["code"]) == (401, "sign-in-needed")


@pytest.mark.parametrize("number", ["999999", "99999999999999999999999999"])
@pytest.mark.parametrize("tail", ["", "replay/", "record/"])
def test_a_match_that_is_not_there_is_said_to_be_missing(db: None, number: str, tail: str) -> None:
    answer = Client().get(f"/api/v1/matches/{number}/{tail}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_replay_and_record_are_kept_back_until_the_end(start_match: StartMatch) -> None:
    table = start_match().begin()
    for tail in ("replay/?viewer=all", "replay/?viewer=0", "record/"):
        answer = signed_in(table.red).get(f"/api/v1/matches/{table.id}/{tail}")
        assert (answer.status_code, answer.json()["code"]) == (409, "not-over")


def test_after_the_end_everyone_can_replay_and_verify(start_match: StartMatch) -> None:
    table = start_match().begin()
    table.say(0, "B4-B5")
    table.say(1, "resign")
    everything = Client().get(f"/api/v1/matches/{table.id}/replay/?viewer=all").json()["frames"]
    red = Client().get(f"/api/v1/matches/{table.id}/replay/?viewer=0").json()["frames"]
    assert len(everything) == table.row.last_entry + 1
    assert all(code for _, code in everything[-1]["view"]["squares"].values())
    assert any(code is None for _, code in red[4]["view"]["squares"].values())
    record = Client().get(f"/api/v1/matches/{table.id}/record/").content
    assert checks.find_fault(record) is None
    assert checks.find_fault(record.replace(b"B4-B5", b"A4-C4")) is not None


def test_an_unknown_viewer_is_refused(start_match: StartMatch) -> None:
    table = start_match().begin()
    table.say(1, "resign")
    for viewer in ("2", "-1", "red", "", "٣"):
        answer = Client().get(f"/api/v1/matches/{table.id}/replay/", {"viewer": viewer})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-viewer")


def test_nobody_sees_the_ranks_that_the_other_side_hides(start_match: StartMatch) -> None:
    table = start_match().begin()
    table.say(0, "B4-B5")
    views = {name: get_board(table.id, player) for name, player in
             {"red": table.red.pk, "blue": table.blue.pk, "spectator": None}.items()}  # fmt: skip
    for name, hidden in (("red", {1}), ("blue", {0}), ("spectator", {0, 1})):
        squares = views[name]["view"]["squares"].values()
        assert all(code is None for seat, code in squares if seat in hidden)
        assert {code is None for seat, code in squares if seat not in hidden} <= {False}
    assert RED_ARMY not in json.dumps([views["blue"], views["spectator"]])


def test_two_worlds_that_differ_in_hidden_ranks_look_the_same_over_the_wire(start_match: StartMatch) -> None:
    """Two of Red's pieces that have not moved are exchanged: Blue and a spectator get the same bytes."""
    other = RED_ARMY.replace("FL F3", "F3 FL").replace("G2 F1", "F1 G2")
    seen = []
    for army in (RED_ARMY, other):
        table = start_match()
        table.say(0, "first red")
        table.say(0, army)
        table.say(1, "EN C1 G2 SP F3 / MN TK C3 FL F1 C1 / PL C2 G1 CV MN F2 / G3 C2 TK C3 PL EN")
        table.say(0, "B4-B5")
        for client in (signed_in(table.blue), Client()):
            answer = client.get(f"/api/v1/matches/{table.id}/").json()
            seen.append(_without_names(answer))
        refused = table.say(1, "A4-A3")
        seen.append((refused.code, refused.refusal))
    assert seen[:3] == seen[3:]


def _without_names(answer: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in answer.items() if key not in ("match_id", "seats", "clock", "commitment")}
    # Hashes and seals differ with the match: what they are made of is hidden by salts.
    return {**kept, "hash": "", "log": [{**line, "at": 0, "hash": "", "sealed": ""} for line in kept["log"]]}


def test_a_seat_is_offered_to_guests_too(at: Any, db: None) -> None:
    from matches.actions.creation import SeatPlan, create_match
    from matches.clock import TimeControl

    seats = [SeatPlan(PlayerFactory().pk, ready=True), SeatPlan(None)]
    match_id = create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=at)
    client = Client()
    answer = post(client, f"/api/v1/matches/{match_id}/seat/", {"seat": 1})
    assert answer.status_code == 200
    assert answer.json()["viewer"]["seat"] == 1
    assert post(client, f"/api/v1/matches/{match_id}/seat/", {"seat": 0}).json()["code"] == "not-open"


def test_the_match_page_answers_players_spectators_and_strangers(start_match: StartMatch) -> None:
    table = start_match().begin()
    for client in (signed_in(table.red), signed_in(PlayerFactory()), Client()):
        answer = client.get(f"/matches/{table.id}/")
        assert answer.status_code == 200
        assert "unsafe-inline" not in answer["Content-Security-Policy"]
    assert Client().get("/matches/424242/").status_code == 404


def test_a_board_costs_the_same_queries_however_long_the_log(
    start_match: StartMatch, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    table = start_match().begin()
    with django_assert_max_num_queries(4):
        get_board(table.id, table.red.pk)
    for text in ("A1-A1", "B4-B5"):
        table.say(0, text, after=S.total_seconds())
    with django_assert_max_num_queries(4):
        get_board(table.id, table.red.pk)


def test_the_commitment_is_public_from_the_start_and_the_seed_fits_it_at_the_end(start_match: StartMatch) -> None:
    table = start_match().begin()
    published = Client().get(f"/api/v1/matches/{table.id}/").json()["commitment"]
    assert table.row.seed not in json.dumps(get_board(table.id, table.red.pk))
    table.say(1, "resign")
    lines = Client().get(f"/api/v1/matches/{table.id}/record/").content.decode().splitlines()
    revealed = bytes.fromhex(json.loads(lines[-1])["seed"])
    assert json.loads(lines[0])["commitment"] == published == hash_seed(revealed)

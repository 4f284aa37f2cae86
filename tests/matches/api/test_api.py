"""The endpoint of a match: clear errors, no changes by bad input, no secret to anyone who may not know it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from engines.randomness import hash_seed
from engines.verification import checks
from matches.actions.adjudication import adjudicate
from matches.actions.creation import SeatPlan, create_match
from matches.actions.sweep import record_heartbeat
from matches.clock import TimeControl
from matches.models import Match, Submission
from matches.offers import CASUAL_POLICY
from matches.queries.board_view import get_board
from matches.server_time import now
from tests.factories import PlayerFactory
from tests.matches.conftest import RED_ARMY, S, TwoPlayerMatch


def signed_in(player: Any) -> Client:
    client = Client()
    client.force_login(player)
    return client


def post(client: Client, url: str, body: Any) -> Any:
    return client.post(url, json.dumps(body), content_type="application/json")


def submission(**changes: Any) -> dict[str, Any]:
    return {"turn": 2, "text": "B4-B5", "key": "k", **changes}


def test_a_submission_is_stored_at_once_and_answered(table: TwoPlayerMatch) -> None:
    answer = post(signed_in(table.red), f"/api/v1/matches/{table.id}/submissions/", submission())
    assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
    adjudicate(match_id=table.id, at=Submission.objects.get(key="k").received_at)
    again = post(signed_in(table.red), f"/api/v1/matches/{table.id}/submissions/", submission())
    assert (again.status_code, again.json()["submission_id"]) == (200, answer.json()["submission_id"])


BAD: tuple[tuple[Any, int, str, str | None], ...] = (
    (submission(turn="2"), 400, "bad-turn", "turn"), (submission(turn=True), 400, "bad-turn", "turn"),
    (submission(turn=-1), 400, "bad-turn", "turn"), (submission(turn=10**30), 400, "bad-turn", "turn"),
    (submission(text=None), 400, "bad-text", "text"), (submission(text="  "), 400, "bad-text", "text"),
    (submission(text="B4-B5\0"), 400, "bad-text", "text"), (submission(text="x" * 2001), 413, "too-long", "text"),
    (submission(key=""), 400, "bad-key", "key"), (submission(key="k" * 65), 400, "bad-key", "key"),
    (submission(key=7), 400, "bad-key", "key"), ({}, 400, "bad-turn", "turn"),
    ([], 400, "malformed", None), ("B4-B5", 400, "malformed", None),
)  # fmt: skip


def test_bad_submissions_are_refused_with_code_sentence_and_field(table: TwoPlayerMatch) -> None:
    client, stored = signed_in(table.red), Submission.objects.count()
    for body, *told in BAD:
        answer = post(client, f"/api/v1/matches/{table.id}/submissions/", body)
        assert [answer.status_code, answer.json()["code"], answer.json()["field"]] == told, body
        assert answer.json()["text"].endswith(".")
    assert Submission.objects.count() == stored


def test_a_stranger_cannot_move_for_a_seat(table: TwoPlayerMatch) -> None:
    url = f"/api/v1/matches/{table.id}/submissions/"
    assert post(signed_in(PlayerFactory()), url, submission()).json()["code"] == "not-your-seat"
    answer = post(Client(), url, submission())
    assert (answer.status_code, answer.json()["code"]) == (401, "sign-in-needed")


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


def test_nobody_sees_the_ranks_that_the_other_side_hides(table: TwoPlayerMatch) -> None:
    table.say(0, "B4-B5")
    views = {name: get_board(table.id, player) for name, player in
             {"red": table.red.pk, "blue": table.blue.pk, "spectator": None}.items()}  # fmt: skip
    for name, hidden in (("red", {1}), ("blue", {0}), ("spectator", {0, 1})):
        squares = views[name]["view"]["squares"].values()
        assert all(code is None for seat, code in squares if seat in hidden)
        assert {code is None for seat, code in squares if seat not in hidden} <= {False}
    assert RED_ARMY not in json.dumps([views["blue"], views["spectator"]])


def test_a_seat_is_offered_to_guests_too(at: Any, db: None) -> None:
    seats = [SeatPlan(PlayerFactory().pk, ready=True), SeatPlan(None)]
    match_id = create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=at)
    client = Client()
    answer = post(client, f"/api/v1/matches/{match_id}/seat/", {"seat": 1})
    assert answer.status_code == 200
    assert answer.json()["viewer"]["seat"] == 1
    assert post(client, f"/api/v1/matches/{match_id}/seat/", {"seat": 0}).json()["code"] == "not-open"


def test_the_match_page_answers_players_spectators_and_strangers(table: TwoPlayerMatch) -> None:
    for client in (signed_in(table.red), signed_in(PlayerFactory()), Client()):
        answer = client.get(f"/matches/{table.id}/")
        assert answer.status_code == 200
        assert "unsafe-inline" not in answer["Content-Security-Policy"]
    assert Client().get("/matches/424242/").status_code == 404


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


def test_every_endpoint_knows_who_asks_and_for_which_match(live: TwoPlayerMatch) -> None:
    stranger = PlayerFactory()
    for endpoint in DOORS:
        body = {"seat": 1} if endpoint == "claim" else {}
        assert ask(None, live.id, endpoint, body).json()["code"] == "sign-in-needed"
        assert ask(stranger, live.id, endpoint, body).json()["code"] == "not-your-seat"
        assert [ask(live.red, match_id, endpoint, body).status_code for match_id in (999_999, 10**25)] == [404, 404]
        assert endpoint == "abort" or ask(live.red, live.id, endpoint, []).json()["code"] == "malformed"


def test_bad_input_is_refused_with_its_field_and_changes_nothing(live: TwoPlayerMatch) -> None:
    before = Match.objects.filter(pk=live.id).values().get()
    for endpoint, body, code, field in (
        ("draw", {"do": "beg"}, "bad-answer", "do"), ("draw", {"do": 7}, "bad-answer", "do"),
        ("draw", {"do": {"a": 1}}, "bad-answer", "do"), ("draw", {"do": None}, "bad-answer", "do"),
        ("claim", {}, "bad-seat", "seat"), ("claim", {"seat": True}, "bad-seat", "seat"),
        ("claim", {"seat": 10**30}, "bad-seat", "seat"), ("claim", {"seat": 1, "what": []}, "bad-claim", "what"),
    ):  # fmt: skip
        answer = ask(live.red, live.id, endpoint, body)
        assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, code, field), body
    assert Match.objects.filter(pk=live.id).values().get() == before


def test_a_spectator_sees_what_is_asked_and_may_say_nothing(live: TwoPlayerMatch) -> None:
    ask(live.red, live.id, "takeback")
    shown = Client().get(f"/api/v1/matches/{live.id}/").json()
    assert not any(shown["can"][kind] for kind in (*DOORS, "resign"))
    assert 'data-part="talks"' in (page := Client().get(f"/matches/{live.id}/").content.decode())
    assert 'data-part="company"' not in page
    client = Client()
    client.force_login(live.red)
    assert 'data-part="company"' in client.get(f"/matches/{live.id}/").content.decode()


def test_asking_costs_a_bounded_number_of_queries(
    live: TwoPlayerMatch, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    client = Client()
    client.force_login(live.red)
    with django_assert_max_num_queries(30):
        client.post(f"/api/v1/matches/{live.id}/draw/", "{}", content_type="application/json")

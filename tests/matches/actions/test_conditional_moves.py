"""Conditional moves: who may store which lines, when their answers are played, and who never learns of them."""

import json
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.people.models import Player
from matches.actions.adjudication import FLAG_DELAY, adjudicate
from matches.actions.conditional_moves import set_conditional_moves
from matches.actions.offers import ACCEPT, OFFER, respond_to_offer
from matches.clock import TimeControl
from matches.models import ConditionalMoves, Entry, Match, Status, Submission
from matches.offers import CASUAL_POLICY
from matches.queries.conditional_moves import get_conditional_moves
from matches.queries.position import load_clock
from tests.matches.conftest import StartMatch, TwoPlayerMatch, refusal
from tests.wire.endpoints import NOISE

LINE = ["S1-W1", "S4-W4", "W1-W2", "W4-W5"]
"""Order's move, Chaos's answer, and so on."""


@pytest.fixture
def table(at: datetime, no_outage: None, monkeypatch: pytest.MonkeyPatch) -> TwoPlayerMatch:
    table = TwoPlayerMatch(at, TimeControl(), game="order-and-chaos")
    monkeypatch.setattr("matches.api.matches.now", lambda: table.at)
    monkeypatch.setattr("matches.queries.board_view.now", lambda: table.at)
    Match.objects.filter(pk=table.id).update(terms=CASUAL_POLICY.dump())
    return table


def prepare(table: TwoPlayerMatch, *lines: list[str], seat: int = 1) -> str:
    return refusal(set_conditional_moves, table.id, player_id=table.players[seat].pk, lines=lines, at=table.at)[0]


def left(table: TwoPlayerMatch) -> list[list[str]]:
    return get_conditional_moves(table.id, table.blue.pk)


def played(table: TwoPlayerMatch) -> list[str]:
    return list(Entry.objects.filter(match=table.id, by__isnull=False).order_by("n").values_list("do", flat=True))


def test_the_answer_is_played_with_the_opponents_move_and_the_rest_of_the_line_stays(table: TwoPlayerMatch) -> None:
    assert not prepare(table, LINE, ["S2-W2", "S4-W4"])
    before = load_clock(table.row).remaining(1, table.at)
    table.say(0, LINE[0], after=20)
    assert played(table) == LINE[:2]
    assert left(table) == [LINE[2:]]
    answer = Submission.objects.get(match=table.id, seat=1)
    assert (answer.text, answer.received_at, answer.code) == (LINE[1], table.at, "")
    assert load_clock(table.row).remaining(1, table.at) == before
    assert table.row.turns == [1, 1]
    table.say(0, LINE[2])
    assert played(table) == LINE
    assert left(table) == []
    assert not table.row.has_conditional_moves


def test_another_move_and_a_takeback_and_the_end_delete_them(table: TwoPlayerMatch) -> None:
    prepare(table, LINE)
    table.say(0, "S2-W2")
    assert (played(table), left(table)) == (["S2-W2"], [])
    table.say(1, "S4-W4")
    assert not prepare(table, ["S1-W1", "S5-W5"])
    for player, do in ((table.blue, OFFER), (table.red, ACCEPT)):
        respond_to_offer(match_id=table.id, player_id=player.pk, kind="takeback", do=do, at=table.at)
    assert left(table) == []
    table.say(1, "S4-W4")
    assert not prepare(table, ["S1-W1", "S5-W5"])
    adjudicate(match_id=table.id, at=table.row.deadline_at + FLAG_DELAY)
    assert table.row.status == Status.CLOSED
    assert not ConditionalMoves.objects.exists()


def test_a_line_that_cannot_be_played_is_refused_and_changes_nothing(table: TwoPlayerMatch) -> None:
    prepare(table, LINE)
    for lines, code in (
        ([["S1-W1", "nonsense"]], "malformed"), ([["B1-W4", "S4-W4"]], "not-adjacent"), ([["S1-W1", "resign"]], "not-a-move"),
        ([["S4-W4", "S1-W1"]], "not-yours"), ([LINE[:3]], "bad-lines"),
        ([LINE[:2], ["s1 - w1", "S5-W5"]], "different-answers"),
    ):  # fmt: skip
        assert prepare(table, *lines) == code
        assert left(table) == [LINE]


def test_they_are_set_while_the_opponent_is_to_act_in_open_games_alone(table: TwoPlayerMatch, start_match: StartMatch) -> None:
    assert prepare(table, LINE, seat=0) == "your-turn"
    assert prepare(table, LINE, LINE[:2]) == ""
    assert left(table) == [LINE], "a line that another one contains adds nothing"
    assert prepare(table) == ""
    assert left(table) == []
    assert prepare(start_match().begin(), ["B4-B5", "F6-F5"]) == "hidden-game"


def test_moves_of_matches_without_them_ask_the_database_nothing_more(table: TwoPlayerMatch) -> None:
    table.send(0, LINE[0], at=table.at)
    with CaptureQueriesContext(connection) as asked:
        adjudicate(match_id=table.id, at=table.at)
    assert not [query for query in asked if "conditionalmoves" in query["sql"]]


def test_nobody_else_ever_sees_them(table: TwoPlayerMatch, client: Client) -> None:
    path = f"/api/v1/matches/{table.id}/"

    def seen_by(player: Player | None) -> list[bytes]:
        client.logout()
        if player:
            client.force_login(player)
        pages: list[Any] = [client.get(page) for page in (path, f"/matches/{table.id}/")]
        mine: Any = client.get(f"{path}conditional-moves/")
        return [NOISE.sub(b"", page.content) for page in (*pages, mine)]

    others = (table.red, None)
    before = [seen_by(player) for player in others]
    client.force_login(table.blue)
    body = json.dumps({"lines": [LINE]})
    answer = client.put(f"{path}conditional-moves/", body, content_type="application/json")
    assert answer.json() == {"lines": [LINE]} == client.get(f"{path}conditional-moves/").json()
    assert [seen_by(player) for player in others] == before
    client.force_login(table.red)
    assert client.get(f"{path}conditional-moves/").json() == {"lines": []}


def test_bad_input_names_its_field(table: TwoPlayerMatch, client: Client) -> None:
    client.force_login(table.blue)
    path = f"/api/v1/matches/{table.id}/conditional-moves/"
    for lines in ("x", [LINE] * 11, [["a"] * 22], [["a"]], [["a", 1]], [["a", "b" * 2001]], [["S1-W1", "S4-S4"]]):
        answer = client.put(path, json.dumps({"lines": lines}), content_type="application/json")
        assert answer.status_code in (400, 409, 422), lines
        assert answer.json()["field"] == "lines", answer.json()

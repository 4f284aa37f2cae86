"""Each seat's own share of the chance: given after the seed was committed to, once, before the start, seen after it."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from engines.verification import checks
from league.lobby import challenges as lobby
from league.lobby.challenge_options import ANYONE, ME, ChallengeOptions
from league.people.models import Player
from matches.actions.adjudication import adjudicate
from matches.actions.creation import SeatPlan, create_match, leave_seat, set_ready, submit_client_seed, take_seat
from matches.actions.endings import resign
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Seat
from matches.queries.replay import build_record
from matches.queries.seats import get_randomness
from tests.factories import BotFactory, PlayerFactory
from tests.matches.conftest import S


class Open:
    """A match that waits: its challenger is ready, the other seat is kept for somebody."""

    def __init__(self, at: datetime) -> None:
        self.red, self.blue, self.at = PlayerFactory(), PlayerFactory(), at
        seats = [SeatPlan(self.red.pk, ready=True), SeatPlan(self.blue.pk)]
        self.id = create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=at)

    def give(self, player: Any, nonce: str) -> None:
        submit_client_seed(match_id=self.id, player_id=player.pk, nonce=nonce)

    def start(self, nonce: str = "") -> None:
        set_ready(match_id=self.id, player_id=self.blue.pk, at=self.at, nonce=nonce)

    def finish(self) -> list[dict[str, Any]]:
        resign(match_id=self.id, player_id=self.red.pk, received_at=self.at + S)
        adjudicate(match_id=self.id, at=self.at + S)
        text = build_record(self.id)
        assert checks.find_fault(text) is None
        return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def table(at: datetime, db: None, monkeypatch: pytest.MonkeyPatch) -> Open:
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)
    return Open(at)


def nonces(match_id: int) -> list[str]:
    return list(Seat.objects.filter(match=match_id).order_by("number").values_list("nonce", flat=True))


def test_the_numbers_of_all_seats_are_in_the_record_and_go_into_the_draws(table: Open) -> None:
    table.give(table.red, "red's own")
    table.start("blue's own")
    lines = table.finish()
    assert lines[0]["nonces"] == ["red's own", "blue's own"]
    lines[0]["nonces"][0] = "another"
    assert checks.find_fault("".join(json.dumps(one, sort_keys=True, separators=(",", ":")) + "\n" for one in lines))


def test_a_number_given_before_is_not_changed_by_being_ready(table: Open) -> None:
    table.give(table.blue, "first")
    table.start("second")
    assert nonces(table.id) == ["", "first"]


def test_a_seat_that_gives_none_plays_all_the_same(table: Open) -> None:
    table.start()
    assert table.finish()[0]["nonces"] == ["", ""]


def test_the_numbers_are_nobodys_to_see_until_nobody_can_give_one(table: Open) -> None:
    table.give(table.red, "red's own")
    waiting = get_randomness(table.id)
    assert (waiting["nonces"], waiting["given"]) == (None, [True, False])
    page = Client().get(f"/api/v1/matches/{table.id}/chance/").content + Client().get(f"/matches/{table.id}/").content
    assert b"red's own" not in page
    table.start("blue's own")
    told = Client().get(f"/api/v1/matches/{table.id}/chance/").json()
    assert told["nonces"] == ["red's own", "blue's own"]
    assert told["commitment"] == waiting["commitment"]


def test_the_seed_is_committed_to_before_any_number_is_known(table: Open) -> None:
    before = get_randomness(table.id)["commitment"]
    table.give(table.red, "a")
    table.start("b")
    assert table.finish()[0]["commitment"] == before


def test_a_number_is_given_once_by_who_sits_there_and_before_the_start(table: Open) -> None:
    bot, stranger = BotFactory(), PlayerFactory()
    table.give(table.red, "mine")
    table.give(table.red, "mine")
    for player, nonce, code in (
        (table.red, "other", "nonce-given"),
        (stranger, "x", "not-your-seat"),
        (table.blue, "", "bad-nonce"),
        (table.blue, "x" * 65, "bad-nonce"),
        (table.blue, "two\nlines", "bad-nonce"),
        (table.blue, 7, "bad-nonce"),
    ):
        with pytest.raises(ActionError) as refused:
            table.give(player, nonce)  # type: ignore[arg-type]
        assert (refused.value.code, nonces(table.id)) == (code, ["mine", ""])
    table.start()
    with pytest.raises(ActionError, match="no longer waiting"):
        table.give(table.blue, "late")
    seats = [SeatPlan(bot.pk, bot="random"), SeatPlan(None)]
    with_bot = create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=table.at)
    with pytest.raises(ActionError, match="don't have a seat"):
        submit_client_seed(match_id=with_bot, player_id=bot.pk, nonce="x")


def test_who_gives_the_seat_back_takes_the_number_along(at: datetime, db: None) -> None:
    player: Player = PlayerFactory()
    seats = [SeatPlan(PlayerFactory().pk), SeatPlan(None)]
    match_id = create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=at)
    take_seat(match_id=match_id, player_id=player.pk, at=at, nonce="mine")
    leave_seat(match_id=match_id, player_id=player.pk, at=at)
    assert nonces(match_id) == ["", ""]


def test_a_challenge_is_accepted_with_a_number(at: datetime, db: None) -> None:
    anyone = ChallengeOptions("field-tactics", TimeControl(), (ME, ANYONE))
    match_id = lobby.create_challenge(by=PlayerFactory().pk, offer=anyone, at=at)
    client = Client()
    client.force_login(PlayerFactory())
    client.post(f"/lobby/challenges/{match_id}/accept/", {"nonce": "taker's own"})
    assert "taker's own" in nonces(match_id)


def test_the_endpoint_takes_a_number_and_answers_in_words(table: Open) -> None:
    client, path = Client(), f"/api/v1/matches/{table.id}/chance/"
    assert client.post(path, {"nonce": "x"}, content_type="application/json").status_code in (401, 403)
    client.force_login(table.red)
    given = client.post(path, {"nonce": "x"}, content_type="application/json")
    assert (given.status_code, given.json()["given"]) == (200, [True, False])
    for body, status, code in (({"nonce": "y"}, 409, "nonce-given"), ({}, 400, "bad-nonce")):
        again = client.post(path, json.dumps(body), content_type="application/json")
        assert (again.status_code, again.json()["code"], again.json()["field"]) == (status, code, "nonce")
    assert client.get("/api/v1/matches/999999/chance/").status_code == 404

"""Each seat's own share of the chance: given after the seed was committed to, at the start and with moves."""

import json
from datetime import datetime
from random import Random
from typing import Any

import pytest
from django.test import Client

from engines import play, record_packing, registry
from engines.randomness import CommittedRandom, Mix
from engines.verification import checks
from league.lobby import challenges as lobby
from league.lobby.challenge_options import ANYONE, ME, ChallengeOptions
from league.people.models import Player
from matches.actions.adjudication import adjudicate
from matches.actions.creation import SeatPlan, create_match, leave_seat, set_ready, submit_client_seed, take_seat
from matches.actions.endings import resign
from matches.actions.start import build_header
from matches.actions.submission import submit
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Match, Seat
from matches.queries.position import load_position
from matches.queries.record_verification import list_keys
from matches.queries.replay import build_log, build_record
from matches.queries.seats import get_randomness, read_seats
from tests.factories import BotFactory, PlayerFactory
from tests.league.clients import client_of
from tests.matches.conftest import S, rehash


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
def waiting(at: datetime, no_outage: None) -> Open:
    return Open(at)


def nonces(match_id: int) -> list[str]:
    return list(Seat.objects.filter(match=match_id).order_by("number").values_list("nonce", flat=True))


def test_numbers_of_all_seats_are_nobodys_to_see_until_nobody_can_give_one_and_go_into_draws_and_record(waiting: Open) -> None:
    waiting.give(waiting.red, "red's own")
    before, path = get_randomness(waiting.id), f"/api/v1/matches/{waiting.id}/chance/"
    assert (before["nonces"], before["given"]) == (None, [True, False])
    assert b"red's own" not in Client().get(path).content + Client().get(f"/matches/{waiting.id}/").content
    waiting.start("blue's own")
    told = Client().get(path).json()
    assert (told["nonces"], told["commitment"]) == (["red's own", "blue's own"], before["commitment"])
    lines = waiting.finish()
    assert lines[0]["commitment"] == before["commitment"], "the seed is committed to before any number is known"
    assert lines[0]["nonces"] == ["red's own", "blue's own"]
    lines[0]["nonces"][0] = "another"
    assert checks.find_fault(rehash(lines))


def test_a_seat_that_gives_none_plays_all_the_same_and_one_given_before_is_not_changed_by_being_ready(waiting: Open) -> None:
    waiting.give(waiting.blue, "first")
    waiting.start("second")
    assert waiting.finish()[0]["nonces"] == ["", "first"]


def test_a_number_is_given_once_by_who_sits_there_and_before_the_start(waiting: Open) -> None:
    bot, stranger = BotFactory(), PlayerFactory()
    waiting.give(waiting.red, "mine")
    waiting.give(waiting.red, "mine")
    for player, nonce, code in (
        (waiting.red, "other", "nonce-given"), (stranger, "x", "not-your-seat"), (waiting.blue, "", "bad-nonce"),
        (waiting.blue, "x" * 65, "bad-nonce"), (waiting.blue, "two\nlines", "bad-nonce"), (waiting.blue, 7, "bad-nonce"),
    ):  # fmt: skip
        with pytest.raises(ActionError) as refused:
            waiting.give(player, nonce)  # type: ignore[arg-type]
        assert (refused.value.code, nonces(waiting.id)) == (code, ["mine", ""])
    waiting.start()
    with pytest.raises(ActionError, match="no longer waiting"):
        waiting.give(waiting.blue, "late")
    seats = [SeatPlan(bot.pk, bot="random"), SeatPlan(None)]
    with_bot = create_match(game="field-tactics", options={}, seats=seats, control=TimeControl(), at=waiting.at)
    with pytest.raises(ActionError, match="don't have a seat"):
        submit_client_seed(match_id=with_bot, player_id=bot.pk, nonce="x")


def test_a_seat_is_taken_with_a_number_which_goes_when_the_seat_is_given_back(at: datetime, db: None) -> None:
    anyone = ChallengeOptions("field-tactics", TimeControl(), (ME, ANYONE))
    match_id = lobby.create_challenge(by=PlayerFactory().pk, offer=anyone, at=at)
    client = client_of(PlayerFactory())
    client.post(f"/lobby/challenges/{match_id}/accept/", {"nonce": "taker's own"})
    assert "taker's own" in nonces(match_id)
    player: Player = PlayerFactory()
    waiting = create_match(
        game="field-tactics", options={}, seats=[SeatPlan(PlayerFactory().pk), SeatPlan(None)], control=TimeControl(), at=at
    )
    take_seat(match_id=waiting, player_id=player.pk, at=at, nonce="mine")
    assert nonces(waiting) == ["", "mine"]
    leave_seat(match_id=waiting, player_id=player.pk, at=at)
    assert nonces(waiting) == ["", ""]


def test_the_endpoint_takes_a_number_and_answers_in_words(waiting: Open, client: Client) -> None:
    def post(body: dict[str, str]) -> Any:
        return client.post(f"/api/v1/matches/{waiting.id}/chance/", body, content_type="application/json")

    client.force_login(waiting.red)
    given = post({"nonce": "x"})
    assert (given.status_code, given.json()["given"]) == (200, [True, False])
    for body, status, code in (({"nonce": "y"}, 409, "nonce-given"), ({}, 400, "bad-nonce")):
        refused = post(body)
        assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (status, code, "nonce")


SEED = bytes(range(32))


def draws(mix: Mix) -> list[int]:
    stream = CommittedRandom(SEED, "1", ("a", "b"), 7, mix.settled)
    return [stream.below(1 << 32) for _ in range(4)]


def test_a_nonce_counts_once_another_seat_has_given_one() -> None:
    stream = CommittedRandom(SEED, "1", ("a", "b"), 7)
    assert draws(Mix()) == [stream.below(1 << 32) for _ in range(4)], "without one draws are what they were"
    one, other = Mix().after(0, "x"), Mix().after(0, "y")
    assert draws(one) == draws(other) == draws(Mix()), "whoever gives it cannot choose the next draw by it"
    assert draws(one.after(0, "z")) == draws(Mix()), "nor by another one"
    assert draws(one.after(1, "u")) != draws(other.after(1, "u")) != draws(Mix())
    assert draws(one.after(1, "u")) == draws(one.after(1, "v")), "nor can the one who follows"
    assert draws(one.after(1, "u").after(0, "w")) != draws(one.after(1, "v").after(0, "w"))
    assert len({draws(Mix().after(0, str(n)).after(1, "u"))[0] for n in range(20)}) == 20


def played(at: datetime, nonces: tuple[str, str], *, began_before: bool = False) -> str:
    """The record of a match of Zero Day, some turns of it played at random.

    `began_before`: before records knew sites and nonces of moves.
    """
    people = [PlayerFactory(), PlayerFactory()]
    seats = [SeatPlan(one.pk, ready=True) for one in people]
    match_id = create_match(game="zero-day", options={}, seats=seats, control=TimeControl(), at=at)
    if began_before:
        Match.objects.filter(pk=match_id).update(about=None)
        match = Match.objects.get(pk=match_id)
        lines = [build_header(match, read_seats(match_id)), *build_log(match_id), {}]
        rehash(lines)
        for made in lines[1:-1]:
            match.entries.filter(n=made["n"]).update(prev=made["prev"], hash=made["hash"])
        Match.objects.filter(pk=match_id).update(last_hash=lines[-2]["hash"])
    engine, rng = registry.get("zero-day"), Random(1)
    for _ in range(20):
        at += S
        match = Match.objects.get(pk=match_id)
        if not match.to_act:
            break
        seat, position = match.to_act[0], load_position(match)
        text = engine.encode(engine.sample(position.state, seat, rng))
        assert play.step(engine, position, seat, text)
        submit(
            match_id=match_id, player_id=people[seat].pk, turn=match.turns[seat], text=text, received_at=at,
            key=f"{match.last_entry}", nonce=nonces[seat] and f"{nonces[seat]}{match.last_entry}",
        )  # fmt: skip
        adjudicate(match_id=match_id, at=at)
    resign(match_id=match_id, player_id=people[0].pk, received_at=at + S)
    adjudicate(match_id=match_id, at=at + S)
    return build_record(match_id)


@pytest.mark.parametrize("nonces", [("r", "b"), ("r", "")])
def test_a_match_with_and_without_nonces_verifies_and_packs_and_a_changed_nonce_is_found(
    at: datetime, no_outage: None, nonces: tuple[str, str]
) -> None:
    text = played(at, nonces)
    assert checks.find_fault(text, list_keys()[0].public_key) is None
    assert record_packing.unpack(record_packing.pack(text)) == text
    entries = [json.loads(line) for line in text.splitlines()[1:-1]]
    for made in entries:
        if made["by"] is None:
            assert "nonce" not in made
        elif made["do"] != "resign":
            assert ("nonce" in made) == bool(nonces[made["by"]])
    line = next(line for line in text.splitlines() if '"nonce":' in line)
    nonce = json.loads(line)["nonce"]
    for other in (line.replace(f'"nonce":"{nonce}",', ""), line.replace(nonce, "x")):
        assert checks.find_fault(text.replace(line, other)) is not None


def test_a_match_that_began_before_keeps_the_old_scheme(at: datetime, no_outage: None) -> None:
    text = played(at, ("r", "b"), began_before=True)
    assert '"nonce":' not in text
    assert '"format":"league-zero/1"' in text
    assert checks.find_fault(text, list_keys()[0].public_key) is None

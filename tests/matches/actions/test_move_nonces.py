"""Numbers that come with moves go into later draws: who knows the server's seed alone cannot foresee those."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from engines import record_packing, registry
from engines.randomness import CommittedRandom, Mix
from engines.verification import checks
from matches.actions.adjudication import adjudicate
from matches.actions.creation import SeatPlan, create_match
from matches.actions.endings import resign
from matches.actions.submission import submit
from matches.actions.sweep import record_heartbeat
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Match
from matches.queries.record_verification import list_keys
from matches.queries.replay import build_record
from tests.factories import PlayerFactory
from tests.matches.conftest import S, TwoPlayerMatch

StartMatch = Callable[..., TwoPlayerMatch]
SEED = bytes(range(32))
GAME = "zero-order"


def draws(mix: Mix) -> list[int]:
    stream = CommittedRandom(SEED, "1", ("a", "b"), 7, mix.settled)
    return [stream.below(1 << 32) for _ in range(4)]


def test_without_nonces_draws_are_what_they_were() -> None:
    stream = CommittedRandom(SEED, "1", ("a", "b"), 7)
    assert draws(Mix()) == [stream.below(1 << 32) for _ in range(4)]


def test_a_nonce_counts_once_another_seat_has_given_one() -> None:
    one, other = Mix().after(0, "x"), Mix().after(0, "y")
    assert draws(one) == draws(other) == draws(Mix()), "whoever gives it cannot choose the next draw by it"
    assert draws(one.after(0, "z")) == draws(Mix()), "nor by another one"
    assert draws(one.after(1, "u")) != draws(other.after(1, "u")) != draws(Mix())
    assert draws(one.after(1, "u")) == draws(one.after(1, "v")), "nor can the one who follows"
    assert draws(one.after(1, "u").after(0, "w")) != draws(one.after(1, "v").after(0, "w"))


def test_the_same_seed_with_other_numbers_gives_other_draws() -> None:
    assert len({draws(Mix().after(0, str(n)).after(1, "u"))[0] for n in range(50)}) == 50


def sent(match_id: int, player: Any, text: str, at: datetime, nonce: str) -> None:
    turn = Match.objects.get(pk=match_id)
    seat = turn.seats.get(player=player).number
    submit(
        match_id=match_id, player_id=player.pk, turn=turn.turns[seat], text=text, key=f"{seat}-{turn.last_entry}",
        nonce=nonce, received_at=at,
    )  # fmt: skip
    record_heartbeat(at)
    adjudicate(match_id=match_id, at=at)


def played(at: datetime, nonces: tuple[str, str], *, began_before: bool = False) -> str:
    """The record of a match of Zero Day, some turns of it played at random."""
    from random import Random

    from engines import play
    from matches.queries.position import load_position

    people = [PlayerFactory(), PlayerFactory()]
    record_heartbeat(at)
    match_id = create_match(
        game="zero-day", options={}, seats=[SeatPlan(one.pk, ready=True) for one in people], control=TimeControl(), at=at
    )
    if began_before:
        rewind(match_id)
    engine, rng = registry.get("zero-day"), Random(1)
    for _ in range(30):
        at += S
        match = Match.objects.get(pk=match_id)
        position = load_position(match)
        if not match.to_act:
            break
        seat = match.to_act[0]
        text = engine.encode(engine.sample(position.state, seat, rng))
        assert play.step(engine, position, seat, text)
        sent(match_id, people[seat], text, at, nonces[seat] and f"{nonces[seat]}{match.last_entry}")
    resign(match_id=match_id, player_id=people[0].pk, received_at=at + S)
    adjudicate(match_id=match_id, at=at + S)
    return build_record(match_id)


def rewind(match_id: int) -> None:
    """Make it a match that began before records knew sites and nonces of moves."""
    from engines import record
    from matches.actions.start import build_header
    from matches.queries.replay import build_log
    from matches.queries.seats import read_seats

    Match.objects.filter(pk=match_id).update(about=None)
    match = Match.objects.get(pk=match_id)
    last = record.hash_header(build_header(match, read_seats(match_id)))
    for made in build_log(match_id):
        made["prev"] = last
        made["hash"] = last = record.hash_entry(last, made)
        match.entries.filter(n=made["n"]).update(prev=made["prev"], hash=made["hash"])
    Match.objects.filter(pk=match_id).update(last_hash=last)


@pytest.fixture(autouse=True)
def no_outage(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)


@pytest.mark.parametrize("nonces", [("r", "b"), ("r", ""), ("", "")])
def test_a_match_with_and_without_nonces_verifies_and_packs(at: datetime, nonces: tuple[str, str]) -> None:
    text = played(at, nonces)
    assert checks.find_fault(text, list_keys()[0].public_key) is None
    assert record_packing.unpack(record_packing.pack(text)) == text
    entries = [json.loads(line) for line in text.splitlines()[1:-1]]
    for made in entries:
        if made["by"] is None:
            assert "nonce" not in made
        elif made["do"] != "resign":
            assert ("nonce" in made) == bool(nonces[made["by"]])


def test_a_match_that_began_before_keeps_the_old_scheme(at: datetime) -> None:
    text = played(at, ("r", "b"), began_before=True)
    assert '"nonce":' not in text
    assert '"format":"league-zero/1"' in text
    assert checks.find_fault(text, list_keys()[0].public_key) is None


def test_a_changed_or_dropped_nonce_is_found(at: datetime) -> None:
    text = played(at, ("r", "b"))
    line = next(line for line in text.splitlines() if '"nonce":' in line)
    nonce = json.loads(line)["nonce"]
    for other in (line.replace(f'"nonce":"{nonce}",', ""), line.replace(nonce, "x")):
        assert checks.find_fault(text.replace(line, other)) is not None


def test_a_nonce_is_at_most_64_printable_characters(start_match: StartMatch) -> None:
    table = start_match().begin()
    for nonce in ("x" * 65, "a\nb", 5, None):
        with pytest.raises(ActionError) as refused:
            submit(
                match_id=table.id, player_id=table.red.pk, turn=table.row.turns[0], text="B4-B5", key="k",
                nonce=nonce, received_at=table.at,  # type: ignore[arg-type]
            )  # fmt: skip
        assert refused.value.code == "bad-nonce"
    assert not table.row.submissions.filter(key="k").exists()

"""Duplicates: the same draws in both matches, and neither tells anything of the other while that is being played."""

from collections.abc import Sequence
from datetime import datetime
from html import unescape
from random import Random

import pytest
from django.db import transaction
from django.db.models import ProtectedError
from django.test import Client

from engines import play
from engines.randomness import derive_salt
from engines.verification.checks import find_fault
from league.people.models import Player
from league.stats.actions import count_stats, list_uncounted_matches
from league.stats.models import StatMatch
from matches.actions import referee
from matches.actions.creation import MatchPlan, SeatPlan, create_matches
from matches.actions.match_session import MatchSession
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Entry, Match
from matches.queries.replay import build_record, iter_frames
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db
GAME = "zero-day"


def _lay(at: datetime, players: Sequence[Player], game: str = GAME) -> list[int]:
    """Open a duplicate between two, with the seats swapped, and start both of its matches."""
    plans = [
        MatchPlan(
            game=game, options={}, seats=[SeatPlan(player.pk, ready=True) for player in seated], control=TimeControl(),
            twin_of_previous=number == 1,
        )
        for number, seated in enumerate([players, players[::-1]])
    ]  # fmt: skip
    return create_matches(plans, at=at)


def play_random(match_id: int, at: datetime, moves: int = 2000, seed: object = 1) -> Match:
    """Play so many random moves, or to the end."""
    rng = Random(f"{seed}")
    with transaction.atomic():
        session = MatchSession.of(Match.objects.select_for_update(no_key=True).get(pk=match_id))
        for number in range(moves):
            if session.over:
                break
            seat = rng.choice(sorted(play.to_act(session.engine, session.position)))
            text = session.engine.encode(session.engine.sample(session.position.state, seat, rng))
            session.add_entry(seat, text, at=at, nonce=f"{seed} {number}")
        session.save(at)
    return Match.objects.get(pk=match_id)


def _draws(match_id: int) -> list[tuple[int, str]]:
    return list(Entry.objects.filter(match=match_id, by=None).order_by("n").values_list("n", "do"))


@pytest.fixture
def players(db: None) -> list[Player]:
    return PlayerFactory.create_batch(2)


def test_both_matches_have_the_same_draws_and_the_seats_swapped(at: datetime, players: list[Player]) -> None:
    one, other = (Match.objects.get(pk=pk) for pk in _lay(at, players))
    assert (one.twin_id, other.twin_id) == (other.pk, one.pk)
    assert one.commitment == other.commitment
    assert [seat.player_id for seat in one.seats.all()] == [seat.player_id for seat in other.seats.all()][::-1]
    assert _draws(one.pk)
    assert _draws(one.pk) == _draws(other.pk)
    with pytest.raises(ProtectedError):
        one.delete()
    for match in (one, other):  # the same moves, whose senders send other nonces
        play_random(match.pk, at, seed=1)
    assert _draws(one.pk) == _draws(other.pk)


def test_draws_of_equal_entries_are_equal_whatever_the_players_do(at: datetime, players: list[Player]) -> None:
    one, other = _lay(at, players, "incursion-point-zero")
    for match, seed in ((one, 1), (other, 2)):
        play_random(match, at, 25, seed)
    rolls = [{n: do for n, do in _draws(match) if do.startswith("roll")} for match in (one, other)]
    for n in set(rolls[0]) & set(rolls[1]):
        shorter, longer = sorted((rolls[0][n], rolls[1][n]), key=len)
        assert longer.startswith(shorter)
    opened = [dict(_draws(match)) for match in (one, other)]
    assert opened[0][1] == opened[1][1]


def test_both_records_verify_alone_and_together_and_tell_all_once_both_ended(at: datetime, players: list[Player]) -> None:
    one, other = _lay(at, players)
    play_random(one, at)
    with pytest.raises(ActionError, match="isn't over"):
        build_record(one, players[0].pk)
    play_random(other, at, seed=2)
    records = [build_record(match, players[0].pk) for match in (one, other)]
    assert [find_fault(text) for text in (*records, "".join(records))] == [None] * 3
    for match, text in zip((one, other), records, strict=True):
        assert f'"draws":"{one}+{other}"' in text
        assert Match.objects.get(pk=match).seed in text
        assert list(iter_frames(match, "all"))
        state = MatchSession.of(Match.objects.get(pk=match))
        board = Client().get(f"/api/v1/matches/{match}/").json()
        assert board["view"] == state.engine.open_view(state.position.state)
    for wrong in ("7+8", "8+7", "7", "07+8", "x+y", "7+8+9"):
        assert find_fault(records[0].replace(f'"draws":"{one}+{other}"', f'"draws":"{wrong}"')), wrong


def read(who: Player | None, path: str) -> tuple[int, str]:
    client = Client()
    if who is not None:
        client.force_login(who)
    answer = client.get(path)
    return answer.status_code, b"".join(answer).decode() if answer.streaming else answer.content.decode()


ADDRESSES = (
    "/api/v1/matches/{}/", "/api/v1/matches/{}/record/", "/api/v1/matches/{}/replay/?viewer=all",
    "/api/v1/matches/{}/replay/?viewer=0", "/api/v1/matches/{}/verify/", "/api/v1/matches/{}/chance/",
    "/matches/{}/", "/matches/{}/replay/", "/matches/{}/verify/", "/matches/{}/text/", "/matches/{}/plain/",
)  # fmt: skip
"""Addresses of a match; some of them do not exist in every version, and tell nothing then."""


def test_an_ended_match_tells_nothing_while_its_twin_is_played(at: datetime, players: list[Player]) -> None:
    one, other = _lay(at, players)
    ended, running = play_random(one, at), play_random(other, at, 5, seed=2)
    assert (ended.status, running.status) == ("closed", "playing")
    salt = derive_salt(bytes.fromhex(running.seed), str(running.pk), 1)
    for who in (*players, PlayerFactory(), None):
        for address in ADDRESSES:
            _status, text = read(who, address.format(one))
            assert ended.seed not in text
            assert salt not in text
        assert read(who, f"/api/v1/matches/{one}/record/")[0] >= 400
        assert "twin-not-over" in read(who, f"/api/v1/matches/{one}/record/")[1]
        client = Client()
        if who is not None:
            client.force_login(who)
        board = client.get(f"/api/v1/matches/{one}/").json()
        assert (board["view"], board["twin"], board["outcome"]["ranks"]) == (None, other, ended.ranks)


def test_the_fair_dice_of_a_duplicate_name_no_client_seeds(at: datetime, players: list[Player]) -> None:
    one, other = _lay(at, players)
    plan = MatchPlan(GAME, {}, [SeatPlan(player.pk, ready=True) for player in players], TimeControl())
    alone, another = create_matches([plan] * 2, at=at)
    assert _draws(alone) != _draws(another), "matches that are no duplicate have draws of their own"
    assert Match.objects.get(pk=alone).twin_id is None
    for match_id, draws, text in (
        (one, f"{one}+{other}", "seeds from the players' browsers are not used"),
        (other, f"{one}+{other}", "seeds from the players' browsers are not used"),
        (alone, "", "with a seed from each player's browser"),
    ):
        assert Client().get(f"/api/v1/matches/{match_id}/chance/").json()["draws"] == draws
        assert text in unescape(read(players[0], f"/matches/{match_id}/")[1])


def test_statistics_wait_for_the_twin(at: datetime, players: list[Player]) -> None:
    one, other = _lay(at, players)
    StatMatch.objects.bulk_create([StatMatch(match_id=one), StatMatch(match_id=other)])
    play_random(one, at)
    assert list_uncounted_matches(at) == []
    assert not count_stats(match_id=one, at=at)
    play_random(other, at, seed=2)
    assert list_uncounted_matches(at) == [one, other]
    assert count_stats(match_id=one, at=at)


def test_an_annulled_match_is_not_reinstated_once_the_draws_are_known(at: datetime, players: list[Player]) -> None:
    one, other = _lay(at, players)
    referee.annul(match_id=one, why="A player was ill.", at=at)
    referee.reinstate(match_id=one, why="The player is well again.", at=at)
    referee.annul(match_id=one, why="A player was ill.", at=at)
    play_random(other, at)
    assert Match.objects.get(pk=other).seed in build_record(other, players[0].pk)  # nobody plays the same draws any more
    with pytest.raises(ActionError, match="draws are known") as refused:
        referee.reinstate(match_id=one, why="The player is well again.", at=at)
    assert refused.value.code == "twin-over"

"""With a delay, no byte that reaches a spectator depends on what is younger: neither moves, nor words, nor the end."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from matches.actions.record_signing import get_active_key
from matches.models import SpectatorSnapshot
from matches.queries import submission_status
from tests.wire.conftest import Lay
from tests.wire.hunting import talk
from tests.wire.table import Hand, Table
from tests.wire.test_leaks import GAMES
from tests.wire.worlds import answers, compare, same

MINUTE = timedelta(seconds=60)


def played(table: Table, moves: int = 3) -> None:
    """A few moves that spectators see already, at a site that has signed a record before: it has its key."""
    get_active_key(at=Hand.at)
    for _ in range(moves):
        table.move()
    Hand.at += 2 * MINUTE


@pytest.mark.parametrize("what", ["moves", "words", "resignation"])
def test_a_spectator_gets_no_byte_that_depends_on_what_is_young(what: str, lay: Lay) -> None:
    """The site as it is, and one in which a player has done something since, answer alike through every endpoint."""
    table = lay("order-and-chaos", {}, delay_s=60)
    played(table)

    def done() -> None:
        at = Hand.at
        heard = [len(line.heard) for line in lines]
        if what == "moves":
            table.move()
            table.move()
        elif what == "words":
            table.seats[0].post(f"{table.endpoint}chat/", {"room": "players", "text": "look at that"})
        else:
            with table.told():
                assert table.seats[0].post(f"{table.endpoint}resign/", {}).status_code == 202
            table.submit(1, "whatever is judged after it")
            assert table.over()
        assert [len(line.heard) for line in lines] == heard, "a message tells that something has happened"
        Hand.at = at

    for person in (table.spectator, table.organiser):
        lines = [person.listen(f"match.{table.id}")]
        now = answers(table, person, lambda: None, elsewhere=True)
        assert same(now, answers(table, person, done, elsewhere=True)) > 20


def test_a_minute_later_a_spectator_has_it_all(lay: Lay) -> None:
    table = lay("order-and-chaos", {}, delay_s=60)
    played(table)
    table.submit(0, "resign")
    over = table.row.held_until
    assert over is not None
    for at, status in ((over - timedelta(milliseconds=1), "playing"), (over, "closed")):
        Hand.at = at
        assert table.spectator.client.get(table.endpoint).json()["status"] == status
        assert table.spectator.client.get(f"{table.endpoint}record/").status_code == (409 if status == "playing" else 200)
    assert SpectatorSnapshot.objects.filter(match=table.id).exists()


def test_the_two_worlds_are_told_apart_by_a_number_that_counts_what_others_send(
    lay: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison finds leaks: this one was there."""
    monkeypatch.setattr(submission_status, "compute_public_id", lambda sent: sent.pk)
    options, seats = GAMES["zero-day"]
    table = lay("zero-day", options, seats)
    talk(table)
    for _ in range(4):
        table.submit(0, "nonsense")
        table.move()
    with pytest.raises(AssertionError, match="tells the worlds apart"):
        compare(table, table.seats[1], Random("leak"), elsewhere=False)

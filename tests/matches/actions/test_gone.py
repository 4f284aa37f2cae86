"""A player who has gone: seen by the streams, told to the others, claimed after a while, never while we were down."""

from __future__ import annotations

from copy import copy
from datetime import datetime, timedelta
from typing import Any

import pytest

from matches.actions.endings import claim_result
from matches.actions.presence import mark_disconnected, record_seen, record_uptime
from matches.actions.sweep import OUTAGE, record_heartbeat
from matches.clock import TimeControl
from matches.hot_path.statements import read_watched_matches
from matches.models import Match, Presence, Status, Uptime
from matches.offers import SHORT_CLAIM_DELAY, OfferPolicy, get_claim_delay
from matches.queries.board_view import get_board, list_disconnected, render_absences
from matches.stream.snapshots import _build_snapshot
from tests.factories import NOON
from tests.matches.conftest import S, TwoPlayerMatch, refusal


class Watched:
    """A match whose streams and sweep live, second by second; `watching` are the seats whose page is open."""

    def __init__(self, table: TwoPlayerMatch) -> None:
        Uptime.objects.all().delete()  # a process that another test began may have lived longer than that
        self.table, self.at = table, table.at
        self.watching = {0, 1}
        self.streams = self.sweeps = True

    def live(self, seconds: float) -> Watched:
        """In steps of two seconds, within what counts as an outage of the sweep."""
        for second in range(0, int(seconds), 2):
            self.at += 2 * S
            if self.sweeps:
                record_uptime("sweep", self.at, OUTAGE)
            if self.streams and second % 6 == 0:
                record_seen([(self.table.id, self.table.players[seat].pk) for seat in self.watching], self.at)
            if self.sweeps:
                mark_disconnected(self.at)
        return self

    def gone(self) -> list[Any]:
        match = self.table.row
        return render_absences(match, list_disconnected(match))

    def claim(self, by: int = 0, seat: int = 1, what: str = "win") -> str:
        player = self.table.players[by].pk
        return refusal(claim_result, self.table.id, player_id=player, seat=seat, what=what, at=self.at)[0]


@pytest.fixture(scope="module")
def lived(module_rows: None) -> Watched:
    record_heartbeat(NOON)
    return Watched(TwoPlayerMatch(NOON, TimeControl(600_000, 600_000), advantage="red")).live(20)


@pytest.fixture
def watched(lived: Watched, no_outage: None) -> Watched:
    mine = copy(lived)
    mine.table, mine.watching = copy(lived.table), {0, 1}
    return mine


def test_who_leaves_is_counted_down_and_may_be_claimed_after_a_minute(watched: Watched) -> None:
    watched.watching = {0}
    watched.live(10)
    assert watched.gone() == []
    assert watched.claim() == "not-gone"
    watched.live(10)
    (told,) = watched.gone()
    assert (told["seat"], told["claim_at"] - told["since"]) == (1, SHORT_CLAIM_DELAY / timedelta(milliseconds=1))
    (row,) = read_watched_matches([(watched.table.id, 0)])
    streamed = _build_snapshot(row.match, [0], {watched.table.red.pk, None}, row.gone)
    assert (streamed.boards[0]["gone"], streamed.version.gone) == ([told], "1")
    assert watched.claim() == "too-early"
    watched.live(SHORT_CLAIM_DELAY.total_seconds())
    assert watched.claim() == ""
    row = watched.table.row
    assert (row.status, row.ranks, row.reason) == (Status.CLOSED, [1, 2], "gone")
    shown: Any = get_board(watched.table.id)
    assert shown["outcome"]["text"] == "Blue: disconnected for too long."
    watched.table.verify()
    assert not Presence.objects.filter(match=row.pk).exists()


def test_who_comes_back_is_not_gone_and_a_dead_sweep_gives_everybody_the_whole_time_again(watched: Watched) -> None:
    watched.watching = {0}
    watched.live(70)
    watched.watching = {0, 1}
    watched.live(6)
    assert watched.gone() == []
    assert watched.claim() == "not-gone"
    watched.watching = {0}
    watched.live(30)
    assert watched.claim() == "too-early"
    watched.sweeps = False
    watched.live(60)
    watched.sweeps = True
    watched.live(2)
    assert watched.claim() == "not-gone"


def test_time_in_which_no_stream_could_be_held_counts_for_nobody(watched: Watched) -> None:
    watched.watching = {0}
    watched.live(40)
    assert watched.gone()
    watched.streams = False
    watched.live(60)
    assert watched.gone() == []
    assert watched.claim() == "not-gone"
    watched.streams = True
    watched.live(20)
    (told,) = watched.gone()
    assert watched.claim() == "too-early"
    assert told["since"] >= int((watched.at - 20 * S).timestamp() * 1000)
    watched.live(60)
    assert watched.claim() == ""


def test_who_moves_without_a_stream_is_there(watched: Watched) -> None:
    """A program that has looked at the page once and plays by the API."""
    watched.watching = {0}
    watched.live(12)
    watched.table.send(1, "nonsense", at=watched.at, turn=0)
    watched.live(10)
    assert watched.gone() == []
    watched.live(60)
    assert watched.gone()
    watched.table.send(1, "nonsense again", at=watched.at, turn=0)
    watched.live(2)
    assert watched.gone() == []
    assert watched.claim() == "not-gone"


def test_only_those_who_play_may_claim_and_only_from_others(watched: Watched) -> None:
    watched.watching = {0}
    watched.live(90)
    assert [watched.claim(by=0, seat=0), watched.claim(seat=7), watched.claim(seat=-1)] == ["bad-seat"] * 3
    assert watched.claim(what="all") == "bad-claim"
    assert watched.claim(what="draw") == "no-draws"
    assert watched.claim(by=1, seat=0) == "not-gone"


def test_a_game_with_draws_lets_a_draw_be_claimed(at: datetime, no_outage: None) -> None:
    table = Watched(TwoPlayerMatch(at, TimeControl(600_000, 600_000), game="order-and-chaos")).live(20)
    table.watching = {1}
    table.live(90)
    assert table.claim(by=1, seat=0, what="draw") == ""
    assert (table.table.row.ranks, table.table.row.reason) == ([1, 1], "gone-draw")
    table.table.verify()


def test_correspondence_and_terms_without_claims_know_no_absence(watched: Watched) -> None:
    assert get_claim_delay(TimeControl(86_400_000, 0)) is None
    assert get_claim_delay(TimeControl(3_600_000, 3_600_000)) == timedelta(minutes=3)
    Match.objects.filter(pk=watched.table.id).update(terms=OfferPolicy(claim=False).dump())
    watched.watching = {0}
    watched.live(90)
    assert watched.gone() == []
    assert watched.claim() == "not-gone"

"""Matches between two people: of Field Tactics at any stage, of Zero Order as one whose turns have several steps."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from copy import copy
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest

from engines import record
from engines.verification import checks
from matches.actions.adjudication import adjudicate
from matches.actions.creation import SeatPlan, create_match
from matches.actions.submission import submit
from matches.actions.sweep import record_heartbeat
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Entry, Match, Submission
from matches.queries.replay import build_record
from matches.stream import hub
from tests.factories import NOON, PlayerFactory
from tests.services.broker import Server

RED_ARMY = "MN G1 C3 EN TK / FL F3 C1 PL SP C2 / G2 F1 MN C1 EN F2 / TK G3 C3 CV PL C2"
BLUE_ARMY = "EN C1 G2 SP F3 / MN TK C3 FL F1 C1 / PL C2 G1 CV MN F2 / G3 C2 TK C3 PL EN"
S = timedelta(seconds=1)
_keys = itertools.count()


class TwoPlayerMatch:
    """A match with its two players; `say` submits and judges in one go, as the real path does in two."""

    def __init__(self, at: datetime, control: TimeControl, game: str = "field-tactics", **options: Any) -> None:
        self.players = self.red, self.blue = PlayerFactory(), PlayerFactory()
        seats = [SeatPlan(player.pk, ready=True) for player in self.players]
        self.id = create_match(game=game, options=options, seats=seats, control=control, at=at)
        self.at = at

    @property
    def row(self) -> Match:
        return Match.objects.get(pk=self.id)

    def send(self, seat: int, text: str, *, at: datetime, turn: int | None = None, key: str = "") -> int:
        """Put a submission into the inbox, unjudged."""
        turn = self.row.turns[seat] if turn is None else turn
        key = key or f"key-{next(_keys)}"
        sent = submit(match_id=self.id, player_id=self.players[seat].pk, turn=turn, text=text, key=key, received_at=at)
        return sent.pk

    def say(self, seat: int, text: str, *, after: float = 1.0, turn: int | None = None) -> Submission:
        """Submit `after` seconds from the last, let the referee judge, return what became of it."""
        for _ in range(int(after // 2)):  # the sweep lives while the player thinks
            record_heartbeat(self.at)
            self.at += 2 * S
        self.at += after % 2 * S
        record_heartbeat(self.at)
        sent = self.send(seat, text, at=self.at, turn=turn)
        adjudicate(match_id=self.id, at=self.at)
        return Submission.objects.get(pk=sent)

    def begin(self) -> TwoPlayerMatch:
        """Both armies set up, Red (who has the advantage) to move."""
        for seat, text in ((0, "first red"), (0, RED_ARMY), (1, BLUE_ARMY)):
            said = self.say(seat, text)
            assert not said.code, said.refusal
        return self

    def verify(self, by: int | None = None) -> str:
        """Let a seat resign, if one is given; return the record, which has been verified with every clock in it."""
        if by is not None:
            assert not self.say(by, "resign").code
        text, unchecked = build_record(self.id), list[str]()
        assert checks.find_fault(text, unchecked=unchecked) is None
        assert unchecked == []
        return text


StartMatch = Callable[..., TwoPlayerMatch]
NO_OUTAGE = "matches.actions.adjudication._has_uncredited_outage"


def begin_match(control: TimeControl | None = None, at: datetime = NOON) -> TwoPlayerMatch:
    """A match with both armies set up, Red to move; the sweep is alive."""
    with patch(NO_OUTAGE, lambda: False):
        record_heartbeat(at)
        return TwoPlayerMatch(at, control or TimeControl(), advantage="red").begin()


def rehash(lines: list[dict[str, Any]]) -> str:
    """The record of somebody who can compute all hashes anew, but has no key."""
    last = record.hash_header(lines[0])
    for made in lines[1:-1]:
        made["prev"] = last
        made["hash"] = last = record.hash_entry(last, made)
    return "".join(record.format_lines(lines))


def refusal(act: Callable[..., object], match_id: int, **given: Any) -> tuple[str, str | None]:
    """Return code and field of the refusal, or ("", None). A refusal changes no column of the match and adds no entry."""

    def stored() -> object:
        return Match.objects.filter(pk=match_id).values().get(), Entry.objects.filter(match=match_id).count()

    before = stored()
    try:
        act(match_id=match_id, **given)
    except ActionError as refused:
        assert stored() == before
        return refused.code, refused.field
    return "", None


def refuses(code: str) -> Any:
    """For `with`: what is done inside is refused with this code."""
    return pytest.raises(ActionError, check=lambda refusal: refusal.code == code)


@pytest.fixture(scope="module")
def begun_match(module_rows: None) -> TwoPlayerMatch:
    """One match in play for all tests of a module; use `table`."""
    return begin_match()


@pytest.fixture
def table(begun_match: TwoPlayerMatch, start_match: StartMatch) -> TwoPlayerMatch:
    """A match in play, Red to move; no transaction of a test is committed, so the next one finds it as it was."""
    return copy(begun_match)


@pytest.fixture(scope="module")
def ended_match(module_rows: None) -> TwoPlayerMatch:
    """A match for all tests of a module that Red has resigned."""
    made = begin_match()
    with patch(NO_OUTAGE, lambda: False):
        made.say(0, "resign")
    return made


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A broker of this module alone."""
    running = Server()
    running.start()
    yield running
    running.kill()


@pytest.fixture
def no_outage(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep counts as alive, whatever its heartbeats say."""
    monkeypatch.setattr(NO_OUTAGE, lambda: False)


@pytest.fixture
def start_match(at: datetime, no_outage: None) -> StartMatch:
    """Seat two people at a new match; the sweep is alive throughout."""

    def make(control: TimeControl | None = None, **options: str) -> TwoPlayerMatch:
        record_heartbeat(at)
        return TwoPlayerMatch(at, control or TimeControl(), **{"advantage": "red", **options})

    return make


@pytest.fixture
def start_zero_order_match(at: datetime, no_outage: None) -> StartMatch:
    """Seat two people at a match of Zero Order, both teams in, the map to be laid."""

    def make(control: TimeControl | None = None) -> TwoPlayerMatch:
        record_heartbeat(at)
        table = TwoPlayerMatch(at, control or TimeControl(), game="zero-order")
        for seat in (0, 1):
            said = table.say(seat, "team DE PU TO TW FR SW")
            assert not said.code, said.refusal
        return table

    return make


@pytest.fixture
def nobody_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams do not write who watches: threads of a test share one SQLite in memory, where nobody reads meanwhile."""
    monkeypatch.setattr(hub, "record_watching", lambda pairs: None)

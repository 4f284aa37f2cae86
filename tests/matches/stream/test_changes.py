"""What a stream says has changed makes the new board of the old one, and says little where little has changed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from matches.actions.adjudication import adjudicate
from matches.stream.hub import Hub
from matches.stream.snapshots import _build_snapshot, diff_json
from matches.stream.subscriber import Subscriber
from tests.matches.conftest import TwoPlayerMatch
from tests.stream_changes import changed

StartMatch = Callable[..., TwoPlayerMatch]
LEAVES = st.none() | st.integers(2, 5) | st.text("ab~=-", max_size=2)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab~=-0", max_size=2), inner, max_size=4)
)
BOARDS = st.dictionaries(st.sampled_from(["view", "legal", "can", "~x"]), VALUES)


@settings(max_examples=300)
@given(BOARDS, BOARDS)
def test_a_change_makes_the_new_board_of_the_old_one(old: dict[str, Any], new: dict[str, Any]) -> None:
    before = json.dumps(old)
    assert changed(old, json.loads(json.dumps(diff_json(old, new)))) == new
    assert json.dumps(old) == before


@given(BOARDS)
def test_nothing_is_said_of_what_stays(board: dict[str, Any]) -> None:
    assert diff_json(board, json.loads(json.dumps(board))) == {}


@pytest.mark.parametrize(
    ("old", "new", "made"),
    [
        ({"a": 1}, {"b": 2}, {"-a": 0, "=b": 2}),
        ({"a": {"x": 1, "y": 2}}, {"a": {"x": 1, "y": 3}}, {"~a": {"=y": 3}}),
        ({"a": [[1], [2]]}, {"a": [[1], [3], [4]]}, {"~a": {"=1": [3], "=2": [4]}}),
        ({"a": [[1], [2, 3, 4]]}, {"a": [[1], [2, 3, 5]]}, {"~a": {"~1": {"=2": 5}}}),
        ({"a": [1, 2, 3]}, {"a": [1, 2]}, {"=a": [1, 2]}),
        ({"a": [1, 2, 3]}, {"a": [4, 5, 6]}, {"=a": [4, 5, 6]}),
        ({"a": None}, {"a": {"x": 1}}, {"=a": {"x": 1}}),
    ],
)
def test_what_a_change_says(old: dict[str, Any], new: dict[str, Any], made: dict[str, Any]) -> None:
    assert diff_json(old, new) == made


def _told(watcher: Subscriber) -> list[tuple[str, dict[str, Any]]]:
    found = []
    while not watcher.queue.empty():
        lines = (watcher.queue.get_nowait() or b"").decode().splitlines()
        found.append((lines[0].removeprefix("event: "), json.loads(lines[2].removeprefix("data: "))))
    return found


class Page:
    """What a page makes of what it is sent."""

    def __init__(self, player_id: int | None, match_id: int, *, changes: bool, language: str = "en") -> None:
        topics = frozenset({f"match.{match_id}"})
        self.watcher = Subscriber(player_id, {}, topics, changes=changes, language=language)
        self.kinds: list[str] = []
        self.board: dict[str, Any] = {}

    def read(self) -> dict[str, Any]:
        while not self.watcher.queue.empty():
            event, _unused, told, *_unused = (self.watcher.queue.get_nowait() or b"").decode().splitlines()
            self._take(event.removeprefix("event: "), json.loads(told.removeprefix("data: ")))
        return self.board

    def _take(self, kind: str, told: dict[str, Any]) -> None:
        self.kinds.append(kind)
        if kind == "change":
            assert told["from"] == self.board["entry"]
            told = {**changed(self.board, told["change"]), "log": told["log"]}
        self.board = told


@pytest.mark.django_db(transaction=True)
def test_a_stream_of_changes_shows_every_viewer_what_whole_boards_would(start_match: StartMatch, nobody_notes: None) -> None:
    """Both players and a spectator, and a player's second page that joins late."""
    table = start_match().begin()
    viewers = (table.red.pk, table.blue.pk, None)
    whole = [Page(pk, table.id, changes=False) for pk in viewers]
    pages = [Page(pk, table.id, changes=True) for pk in viewers]
    late = Page(table.red.pk, table.id, changes=True)

    async def join(hub: Hub, *joining: Page) -> None:
        for page in joining:
            hub.join(page.watcher)
            await hub.send_initial_state(page.watcher)
        await asyncio.gather(*hub.tasks)

    async def move(hub: Hub) -> None:
        seat = whole[0].read()["to_act"][0]
        text = whole[seat].read()["legal"][0]
        await hub.read(lambda: table.say(seat, text))
        hub.wake(f"match.{table.id}")
        await asyncio.gather(*hub.tasks)

    async def watched() -> None:
        hub = Hub("redis://127.0.0.1:1")
        await join(hub, *whole, *pages)
        await move(hub)
        await join(hub, late)
        await move(hub)

    asyncio.run(watched())
    for page, same in zip((*pages, late), (*whole, whole[0]), strict=True):
        assert {**page.read(), "log": 0, "clock": 0} == {**same.read(), "log": 0, "clock": 0}
        assert page.board["clock"].keys() == same.board["clock"].keys()
    assert [page.kinds for page in pages] == [["match", "change", "change"]] * 3
    assert late.kinds == ["match", "change"]


def test_one_who_joins_between_a_change_and_its_hint_gets_it_right(start_match: StartMatch) -> None:
    """The others still have the old board: their change must not be told against the newcomer's."""
    table = start_match().begin()
    before = _build_snapshot(table.row, [0], {None})
    table.say(0, "resign")
    adjudicate(match_id=table.id, at=table.at)
    after = _build_snapshot(table.row, [0], {None})
    new = {**json.loads(after.board(None, 0)), "log": 0}
    for shown in (before, after):
        step = json.loads(after.render_changes(None, 0, shown.boards[None]))
        old = {**json.loads(shown.board(None, 0)), "log": 0}
        assert step["from"] == old["entry"]
        assert changed(old, step["change"]) == new

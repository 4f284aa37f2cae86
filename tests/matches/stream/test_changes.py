"""What a stream says has changed makes the new board of the old one, little where little has changed, in every language."""

import asyncio
import json
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given, settings, strategies as st

from matches.catalogues import get_request_language
from matches.queries import board_view
from matches.stream import snapshots
from matches.stream.hub import Hub
from matches.stream.snapshots import _build_snapshot, diff_json
from matches.stream.subscriber import Subscriber
from tests.matches.conftest import StartMatch, TwoPlayerMatch
from tests.stream_changes import changed
from tests.thorough import WHOLE

LEAVES = st.none() | st.integers(2, 5) | st.text("ab~=-", max_size=2)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab~=-0", max_size=2), inner, max_size=4)
)
BOARDS = st.dictionaries(st.sampled_from(["view", "legal", "can", "~x"]), VALUES)


@settings(max_examples=300 if WHOLE else 60)
@given(BOARDS, BOARDS)
def test_a_change_makes_the_new_board_of_the_old_one(old: dict[str, Any], new: dict[str, Any]) -> None:
    before = json.dumps(old)
    assert changed(old, json.loads(json.dumps(diff_json(old, new)))) == new
    assert json.dumps(old) == before
    assert diff_json(old, json.loads(before)) == {}, "nothing is said of what stays"


@pytest.mark.parametrize(
    ("old", "new", "made"),
    [
        ({"a": 1}, {"b": 2}, {"-a": 0, "=b": 2}),
        ({"a": [[1], [2, 3, 4]]}, {"a": [[1], [2, 3, 5]]}, {"~a": {"~1": {"=2": 5}}}),
        ({"a": [1, 2, 3]}, {"a": [1, 2]}, {"=a": [1, 2]}),
    ],
)
def test_what_a_change_says(old: dict[str, Any], new: dict[str, Any], made: dict[str, Any]) -> None:
    assert diff_json(old, new) == made


class Page:
    """What a page makes of what it is sent."""

    def __init__(self, player_id: int | None, match_id: int, *, changes: bool, language: str = "en") -> None:
        topics = frozenset({f"match.{match_id}"})
        self.watcher = Subscriber(player_id, {}, topics, changes=changes, language=language)
        self.kinds: list[str] = []
        self.board: dict[str, Any] = {}

    def read(self) -> dict[str, Any]:
        while not self.watcher.queue.empty():
            event, _unused, told, *_unused = bytes(self.watcher.queue.get_nowait() or b"").decode().splitlines()
            self._take(event.removeprefix("event: "), json.loads(told.removeprefix("data: ")))
        return self.board

    def _take(self, kind: str, told: dict[str, Any]) -> None:
        self.kinds.append(kind)
        if kind == "change":
            assert told["from"] == self.board["entry"]
            told = {**changed(self.board, told["change"]), "log": told["log"]}
        self.board = told


async def join(hub: Hub, *joining: Page) -> None:
    for page in joining:
        hub.join(page.watcher)
        await hub.send_initial_state(page.watcher)
    await asyncio.gather(*hub.tasks)


async def move(hub: Hub, table: TwoPlayerMatch, *players: Page) -> None:
    """Who is to act, by these players' own pages, does what is legal there first."""
    seat = players[0].read()["to_act"][0]
    await hub.read(table.say, seat, players[seat].read()["legal"][0])
    hub.wake(f"match.{table.id}")
    await asyncio.gather(*hub.tasks)


@pytest.mark.django_db(transaction=True)
def test_a_stream_of_changes_shows_every_viewer_what_whole_boards_would(start_match: StartMatch, nobody_notes: None) -> None:
    """Both players and a spectator, and a player's second page that joins late."""
    table = start_match().begin()
    viewers = (table.red.pk, table.blue.pk, None)
    whole = [Page(pk, table.id, changes=False) for pk in viewers]
    pages = [Page(pk, table.id, changes=True) for pk in viewers]
    late = Page(table.red.pk, table.id, changes=True)

    async def watched() -> None:
        hub = Hub("redis://127.0.0.1:1")
        await join(hub, *whole, *pages)
        await move(hub, table, *whole[:2])
        await join(hub, late)
        await move(hub, table, *whole[:2])

    asyncio.run(watched())
    for page, same in zip((*pages, late), (*whole, whole[0]), strict=True):
        assert {**page.read(), "log": 0, "clock": 0} == {**same.read(), "log": 0, "clock": 0}
        assert page.board["clock"].keys() == same.board["clock"].keys()
    assert [page.kinds for page in pages] == [["match", "change", "change"]] * 3
    assert late.kinds == ["match", "change"]


@pytest.mark.django_db(transaction=True)
def test_one_who_joins_between_a_change_and_its_hint_gets_it_right(start_match: StartMatch) -> None:
    """The others still have the old board: their change must not be told against the newcomer's."""
    table = start_match()
    before = _build_snapshot(table.row, [0], {None})
    table.say(0, "resign")
    after = _build_snapshot(table.row, [0], {None})
    new = {**json.loads(after.board(None, 0)), "log": 0}
    for shown in (before, after):
        step = json.loads(after.render_changes(None, 0, shown.boards[None]))
        old = {**json.loads(shown.board(None, 0)), "log": 0}
        assert step["from"] == old["entry"]
        assert changed(old, step["change"]) == new


@pytest.fixture
def told_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards say in their title which language they are told in."""
    face = board_view.render_board

    def told(*given: Any) -> dict[str, Any]:
        return {**face(*given), "title": translation.get_language()}

    monkeypatch.setattr(snapshots, "render_board", told)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("german", "told_language", "nobody_notes")
def test_those_who_watch_one_match_are_told_it_in_their_own_languages(start_match: StartMatch) -> None:
    table = start_match().begin()
    viewers = [(table.red.pk, "de"), (table.red.pk, "en"), (table.blue.pk, "en"), (None, "de"), (None, "en")]
    pages = [Page(pk, table.id, changes=True, language=language) for pk, language in viewers]

    async def watched() -> None:
        hub = Hub("redis://127.0.0.1:1")
        await join(hub, *pages)
        for _ in range(3):
            await move(hub, table, *pages[1:3])
            assert [page.read()["title"] for page in pages] == [language for _, language in viewers]
            assert len({page.board["entry"] for page in pages}) == 1

    asyncio.run(watched())
    assert [page.kinds for page in pages] == [["match", *["change"] * 3]] * len(pages)
    german, english = pages[0].board, pages[1].board
    assert [seat["name"] for board in (german, english) for seat in board["seats"]] == ["Rot", "Blau", "Red", "Blue"]
    assert german["log"][-1]["text"].split()[1:3] == ["zieht", "von"]
    words = dict.fromkeys(("title", "clock", "seats", "log"))
    assert german | words == english | words


class InLanguages:
    """A painter whose picture names its language."""

    def marks(self, ids: Any) -> dict[int, int]:
        return dict.fromkeys(ids, 3)

    def picture(self, one: int, since: int) -> tuple[int, str]:
        return 3, f'"{translation.get_language()} {one} since {since}"'


@pytest.mark.usefixtures("german")
def test_a_picture_is_painted_once_for_each_language_of_its_watchers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.stream.topics._renderers", {"draft": InLanguages()})
    watchers = [Subscriber(None, {}, frozenset({"draft.7"}), language=one) for one in ("de", "en", "de")]

    async def watched() -> None:
        hub = Hub("redis://127.0.0.1:1")
        for one in watchers:
            hub.join(one)
        hub.wake("draft.7")
        await asyncio.gather(*hub.tasks)
        assert hub.seen == {"draft.7": 3}

    asyncio.run(watched())
    told = [bytes(one.queue.get_nowait() or b"") for one in watchers]
    assert [one.split(b"data: ")[1].split(b" ")[0] for one in told] == [b'"de', b'"en', b'"de']


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("cookies", "accepted", "language"),
    [("", "", "en"), ("", "de-AT, en;q=0.8", "de"), ("language=en", "de", "en"), ("language=xx", "", "en")],
)
def test_the_language_of_a_stream_is_that_of_its_request(cookies: str, accepted: str, language: str) -> None:
    assert get_request_language(cookies, accepted) == language

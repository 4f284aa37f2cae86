"""A stream tells a match in the language of whoever watches it, whatever the others read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from matches.catalogues import get_request_language
from matches.queries import board_view
from matches.stream import snapshots
from matches.stream.hub import Hub
from matches.stream.subscriber import Subscriber
from tests.matches.conftest import TwoPlayerMatch
from tests.matches.stream.test_changes import Page

StartMatch = Callable[..., TwoPlayerMatch]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("german")]


@pytest.fixture
def told_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards say in their title which language they are told in."""
    face = board_view.render_board

    def told(*given: Any) -> dict[str, Any]:
        return {**face(*given), "title": translation.get_language()}

    monkeypatch.setattr(snapshots, "render_board", told)


@pytest.mark.usefixtures("told_language", "nobody_notes")
def test_those_who_watch_one_match_are_told_it_in_their_own_languages(start_match: StartMatch) -> None:
    table = start_match().begin()
    viewers = [(table.red.pk, "de"), (table.red.pk, "en"), (table.blue.pk, "en"), (None, "de"), (None, "en")]
    pages = [Page(pk, table.id, changes=True, language=language) for pk, language in viewers]

    async def watched() -> None:
        hub = Hub("redis://127.0.0.1:1")
        for page in pages:
            hub.join(page.watcher)
            await hub.send_initial_state(page.watcher)
        for _ in range(3):
            seat = pages[1].read()["to_act"][0]
            text = next(page for page in pages[1:3] if page.read()["viewer"]["seat"] == seat).board["legal"][0]
            await hub.read(table.say, seat, text)
            hub.wake(f"match.{table.id}")
            await asyncio.gather(*hub.tasks)
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
    told = [one.queue.get_nowait() or b"" for one in watchers]
    assert [one.split(b"data: ")[1].split(b" ")[0] for one in told] == [b'"de', b'"en', b'"de']


@pytest.mark.parametrize(
    ("cookies", "accepted", "language"),
    [("", "", "en"), ("", "de-AT, en;q=0.8", "de"), ("language=en", "de", "en"), ("language=xx", "", "en")],
)
def test_the_language_of_a_stream_is_that_of_its_request(cookies: str, accepted: str, language: str) -> None:
    assert get_request_language(cookies, accepted) == language

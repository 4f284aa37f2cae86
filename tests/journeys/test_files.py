"""The files of a page: each has one address, which names the release, and is fetched once."""

from __future__ import annotations

from collections import Counter

import pytest

from league.games import list_games
from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite

pytestmark = ON_THE_SITE
_FETCHED = """
return performance.getEntriesByType("resource").map(({ name, transferSize }) => [new URL(name).pathname, transferSize])
"""
_DRAWN = "return document.querySelector('[data-part=board]')?.childElementCount ?? 0"


def _files(visitor: Person, match: int) -> list[tuple[str, int]]:
    """What the page of a match has fetched of files, and the bytes of each that came over the network."""
    visitor.visit(f"/matches/{match}/")
    visitor.until(lambda: visitor.ask(_DRAWN), "the board")
    return [(path, size) for path, size in visitor.ask(_FETCHED) if path.startswith("/static/")]


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.key)
def test_a_board_fetches_each_file_once_by_its_lasting_address_and_the_next_time_none(
    person: NewPerson, site: RunningSite, game: object
) -> None:
    key = game.key  # type: ignore[attr-defined]
    match = site.open_match(game=key, seats=["bot:level-1", "bot:level-1"])
    visitor = person()
    first = _files(visitor, match)
    [start] = {path[: path.index("/", len("/static/")) + 1] for path, _ in first}
    assert len(start) > len("/static/12345678/"), "named by the release"
    assert f"{start}matches/boards/{key}.js" in dict(first)
    assert [path for path, count in Counter(path for path, _ in first).items() if count > 1] == []
    assert [(path, size) for path, size in _files(visitor, match) if size] == [], "the browser has asked again"

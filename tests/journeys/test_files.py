"""The files of a page: each has one address, which names the release, and is fetched once."""

from __future__ import annotations

from collections import Counter

from league.games import list_games
from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite

pytestmark = ON_THE_SITE
_FETCHED = """
return performance.getEntriesByType("resource").map(({ name, transferSize }) => [new URL(name).pathname, transferSize])
"""
_UNNAMED = """
const named = new Set([...document.querySelectorAll('script[src], link[href]')].map((one) => one.src ?? one.href));
return performance.getEntriesByType('resource').map((one) => one.name)
  .filter((name) => /\\.(js|css)$/.test(name) && !named.has(name));
"""
"""Scripts and styles that the browser learnt of only when another one was there."""
_DRAWN = "return document.querySelector('[data-part=board]')?.childElementCount ?? 0"


def _files(visitor: Person, match: int) -> list[tuple[str, int]]:
    """What the page of a match has fetched of files, and the bytes of each that came over the network."""
    visitor.visit(f"/matches/{match}/")
    visitor.until(lambda: visitor.ask(_DRAWN), "the board")
    return [(path, size) for path, size in visitor.ask(_FETCHED) if path.startswith("/static/")]


def test_each_file_is_named_by_the_page_fetched_once_by_its_lasting_address_and_the_next_time_not_at_all(
    person: NewPerson, site: RunningSite
) -> None:
    visitor = person()
    for game in list_games():
        match = site.open_match(game=game.key, seats=["ada", "ben"], moves=[])
        first = _files(visitor, match)
        assert visitor.ask(_UNNAMED) == []
        [start] = {path[: path.index("/", len("/static/")) + 1] for path, _ in first}
        assert len(start) > len("/static/12345678/"), "named by the release"
        assert f"{start}matches/boards/{game.key}.js" in dict(first)
        assert [path for path, count in Counter(path for path, _ in first).items() if count > 1] == []
        assert [(path, size) for path, size in _files(visitor, match) if size] == [], "the browser has asked again"
    site.resign_all("ada")

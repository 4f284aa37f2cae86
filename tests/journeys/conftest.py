"""The site and the people of the journeys."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import sample_games
from tests.journeys import acts, club
from tests.journeys.person import Person
from tests.journeys.site import RunningSite, running
from tests.services.browser import Browsers

FAILED = pytest.StashKey[bool]()
HERE = Path(__file__).parent
FIRST = "test_first_visit"
"""Of the journeys; for all others the bots of the demo rest, and those of matches that were left."""
NewPerson = Callable[..., Person]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the journeys together, which share a site.

    Whoever comes for the first time comes first, to the site as it begins: others open events of their own.
    """
    items.sort(key=lambda item: (HERE not in item.path.parents, item.path.stem != FIRST))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """The site with its demo league and the sample games, for all journeys.

    It stops after them, for its bots and sweeps use a core.
    """
    games = tmp_path_factory.mktemp("games")
    sample_games.unpack(games)
    with club.serving() as providers, running(tmp_path_factory.mktemp("var"), PYTHONPATH=str(games), **providers) as site:
        yield site


@pytest.fixture(scope="package")
def browsers() -> Iterator[Browsers]:
    """Browsers for all journeys."""
    made = Browsers()
    yield made
    made.close()


@pytest.fixture
def person(site: RunningSite, browsers: Browsers, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[NewPerson]:
    """Call it for a new person, `signed_in` under the name or not. Then no console may hold an error, unless `clumsy`."""
    if request.path.stem != FIRST:
        site.do(acts.calm)
    people: list[tuple[Person, bool]] = []

    def new(name: str = "visitor", *, signed_in: bool = False, clumsy: bool = False, **window: Any) -> Person:
        made = Person(browsers.take(**window), site, name=name, downloads=tmp_path)
        people.append((made, clumsy))
        if signed_in:
            made.sign_in(name)
        return made

    yield new
    failed = request.node.stash.get(FAILED, True)
    troubles = {one.name: _leave(one, browsers, tmp_path, failed=failed) for one, _ in people}
    assert not any(troubles[one.name] for one, clumsy in people if not clumsy), troubles


_FOCUSED = "return document.activeElement?.cloneNode(false).outerHTML ?? 'nothing'"


def _leave(one: Person, browsers: Browsers, tmp_path: Path, *, failed: bool) -> list[str]:
    """Give the browser back; after a failure, keep a picture, tell what its console said, and do not use it again.

    The page is left before its console is read: a stream that ends later would be told to the browser's next person.
    """
    if failed:
        picture = tmp_path / f"{one.name}.png"
        one.picture(picture)
        sys.stdout.write(f"{one.name} is at {one.path()}; see {picture}\n")
        sys.stdout.write(f"the focus of {one.name} is on {one.ask(_FOCUSED)}\n")
    one.driver.get("about:blank")
    troubles = one.troubles()
    if failed and troubles:
        sys.stdout.write(f"console of {one.name}: {troubles}\n")
    if failed:
        browsers.drop(one.driver)
    else:
        browsers.give_back(one.driver)
    return troubles

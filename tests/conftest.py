"""What every test may ask for."""

import gc
import os
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain
from tempfile import TemporaryDirectory
from typing import Any

import hypothesis
import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection, transaction
from django.test import TransactionTestCase

from deploy.static_files import StaticFilesMiddleware
from matches import page_cache, pubsub, rate_limits
from matches.queries import seats
from tests.database_flush import empty_filled_tables
from tests.limits import REQUESTS, UNLIMITED
from tests.services import browser, databases
from tests.thorough import WHOLE

os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")
# A test is one long transaction, and is not stopped when it says nothing for a while. The database's clock is asked every
# few seconds: whether a page asks is no property of the page. What it costs to try a password is no part of a test.
# (The settings are read already; set once here, they cost the tests nothing.)
django_settings.MATCH_IDLE_MS = 0
django_settings.MATCH_CLOCK = "host"
django_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *django_settings.PASSWORD_HASHERS]
django_settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
_files = TemporaryDirectory(prefix="league-zero-files-")
django_settings.MEDIA_ROOT = _files.name
# Speed is measured elsewhere, and a slow machine breaks no rule.
hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.load_profile("here")
gc.disable()  # until everything is imported and collected: nothing of that is ever garbage
COLLECT_AFTER = (50_000, 20, 50)
"""Objects made and not freed, and generations, after which Python looks for garbage: half the work of its defaults."""


@pytest.fixture
def at() -> datetime:
    return datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Begin with a copy of the migrated database that `tests.everything` has made, if it has."""
    if template := os.environ.get("TEST_TEMPLATE"):
        databases.await_template(template)
        django_settings.DATABASES["default"]["TEST"] |= {"TEMPLATE": template, "MIGRATE": False}


@pytest.fixture(scope="module")
def module_rows(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """For fixtures of a module that make rows once: its tests share them, and each test takes back what it changes.

    A module of tests with `django_db(transaction=True)` can't have them: those see committed rows alone.
    """
    assert not any(_commits(item) for item in request.session.items if item.path == request.path), "see above"
    seats._get_cached_seats.cache_clear()  # of matches that had these numbers before
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session", autouse=True)
def _unlimited_processes() -> Iterator[None]:
    """The processes that tests start are asked by many at one address."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RATE_LIMITS", os.environ.get("RATE_LIMITS", UNLIMITED))
        yield


@pytest.fixture(scope="session", autouse=True)
def _static_files_found_once() -> Iterator[None]:
    """Each client loads the middleware anew, which would read the heads of eight hundred files."""
    find, found = StaticFilesMiddleware.add_files_from_finders, dict[str, Any]()

    def find_once(middleware: StaticFilesMiddleware) -> None:
        if not found:
            find(middleware)
            found.update(middleware.files)
        middleware.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFilesMiddleware, "add_files_from_finders", find_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def _quick_flush() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: empty_filled_tables())
        yield


@pytest.fixture(scope="session", autouse=True)
def _seats_read_once() -> Iterator[None]:
    """Within a slow test no seat is read anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("matches.queries.seats.CACHE_S", 10**9)
        yield


@pytest.fixture
def unlimited(settings: Any) -> None:
    """For tests that ask more often than anybody may."""
    settings.RATE_LIMITS = {kind: rate for kind, rate in settings.RATE_LIMITS.items() if kind not in REQUESTS}


class _ChangeSeenAtOnce(pubsub._Change):
    """Renews its topic without the commit that most tests never make."""

    def __init__(self, topic: str) -> None:
        super().__init__(topic)
        page_cache.invalidate(topic)


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """What a test does counts for no other, though tests use the same numbers again, which a real database never does.

    Limits count in memory, without Redis; the page cache is one as a site has it, with nothing in it.
    """
    seats._get_cached_seats.cache_clear()
    monkeypatch.setattr(rate_limits, "_memory", rate_limits._Memory())
    monkeypatch.setattr(rate_limits, "_resting_until", float("inf"))
    monkeypatch.setattr(page_cache, "_failed_at", float("-inf"))
    if not _commits(request.node):
        monkeypatch.setattr(pubsub, "_Change", _ChangeSeenAtOnce)
    cache.clear()


@pytest.fixture
def german(settings: Any) -> None:
    """The site offers German beside English; who asks for neither gets English."""
    settings.LANGUAGES_OFFERED = ["en", "de"]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Any:
    from tests.sharing import scheduler

    return scheduler(config, log)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Say why, where a test cannot run here; the runner repeats it and CI fails on it.

    With ONLY_DATABASE=1 what touches no database is left out: another database cannot change it.
    """
    if os.environ.get("ONLY_DATABASE"):
        without = [item for item in items if not _uses_database(item)]
        config.hook.pytest_deselected(items=without)
        items[:] = [item for item in items if _uses_database(item)]
    if not WHOLE:
        exhaustive = [item for item in items if item.get_closest_marker("prove")]
        config.hook.pytest_deselected(items=exhaustive)
        items[:] = [item for item in items if not item.get_closest_marker("prove")]
    no_browser = browser.missing()
    on_postgres = connection.vendor == "postgresql"
    for item in items:
        if "postgres" in item.keywords and not on_postgres:
            item.add_marker(pytest.mark.skip(reason="a race needs PostgreSQL: set DATABASE_URL"))
        if "browser" in item.keywords and no_browser:
            item.add_marker(pytest.mark.skip(reason=no_browser))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say in which order the tests ran; with `--durations`, how many tests and seconds of the workers each folder took."""
    seed = getattr(terminalreporter.config.option, "randomly_seed", None)
    if seed is not None:
        terminalreporter.write_line(f"order of the tests: --randomly-seed={seed}")
    if not terminalreporter.config.option.durations:
        return
    tests, seconds = Counter[str](), Counter[str]()
    for report in chain.from_iterable(terminalreporter.stats.values()):
        if isinstance(report, pytest.TestReport):
            folder = "/".join(report.nodeid.split("::")[0].split("/")[1 : 3 if "tests/league/" in report.nodeid else 2])
            tests[folder] += report.when == "call"
            seconds[folder] += report.duration
    terminalreporter.section("seconds of the workers by folder")
    for folder, total in seconds.most_common():
        terminalreporter.write_line(f"{total:8.1f} s {tests[folder]:6} {folder}")


def _uses_database(item: pytest.Item) -> bool:
    asked = set(getattr(item, "fixturenames", ()))
    return "django_db" in item.keywords or bool(asked & {"db", "transactional_db", "live_server"})


def _commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return marker is not None and bool(marker.kwargs.get("transaction"))

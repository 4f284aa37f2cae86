"""Everybody gets the answer that is his own, whoever asked for the same address a moment before (ruling C-6)."""

import re
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from tests.permissions.addresses import Address
from tests.permissions.asking import taken_back
from tests.permissions.sending import request
from tests.permissions.table import endpoints
from tests.permissions.world import ROLES, World
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db
CHANGING = re.compile(
    r"""\b[A-Za-z0-9]{64}\b  # tokens of forms
    | "(?:turn_left|reserve_left|now|at|clock_at)":\s\d+ | \d+:\d\d(?::\d\d(?:\.\d+)?)?  # clocks that run
    | (?<=name="key"\svalue=")\w+""",  # of forms that count once
    re.VERBOSE,
)
FROM_CACHE = {
    "home", "home-fragment", "events", "event", "event-standings", "event-bracket", "event-cross", "event-rounds",
    "event-round", "event-entrants", "leaderboard", "leaderboard-fragment",
}  # fmt: skip
"""Pages with parts from the page cache."""
DUMMY, MEMORY = (
    {"default": {"BACKEND": f"django.core.cache.backends.{one}"}} for one in ("dummy.DummyCache", "locmem.LocMemCache")
)


def _is_shared(address: Address) -> bool:
    view = resolve("/" + re.sub(r"<[^>]*>", "1", address.path)).func if address.api else None
    get = getattr(getattr(view, "cls", None), "get", None)
    return address.name in FROM_CACHE or hasattr(get, "topics")


def test_each_role_reads_its_own_answer_whoever_asked_before(world: World, settings: Any) -> None:
    clients, rng, compared = {role: world.client(role) for role in ROLES}, Random(7), 0
    faults = []
    for endpoint, address, _ in endpoints():
        if address.method != "GET" or not _is_shared(address):
            continue
        path = request(endpoint, address, world)[1]
        settings.CACHES = DUMMY
        asking = rng.sample([*ROLES], len(ROLES) if WHOLE else 3)
        alone = {role: _read(clients[role], path) for role in asking}
        settings.CACHES = MEMORY
        first, *others = asking
        for role in (first, *others, first):  # whoever asks first makes what the others could get
            if _lasting(_read(clients[role], path)) != _lasting(alone[role]):
                faults.append(f"{endpoint} ({path}): {role} read what was not his own")
        compared += len(asking)
    assert compared > 50
    assert not faults, "\n".join(faults)


def _read(client: Client, path: str) -> tuple[int, str]:
    with taken_back():
        answer = client.get(path)
    return answer.status_code, answer.content.decode()


def _lasting(read: tuple[int, str]) -> tuple[int, str]:
    """What was read without what no two readings have alike."""
    return read[0], CHANGING.sub("", read[1])

"""Floods of what is dear: how long other people's moves take meanwhile, and what one address gets."""

import asyncio
import http.client
import itertools
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from statistics import quantiles

from tests.attacks.accounts import PROVIDER, SIGN_IN, Visitor
from tests.attacks.attack import Attack, Target
from tests.attacks.requests import NEIGHBOUR, connect
from tests.load import bench, site as running_site
from tests.load.http import Person
from tests.load.meters import memory_mb

Press = Callable[[int], object]
SIGN_UP, SCHEMA = "/accounts/sign-up/", "/api/schema/"
TOPICS = 60
"""Of each stream that nobody reads."""


def slowest_moves(target: Target, begin: Callable[[], Press], threads: int) -> float:
    """Return the 99th percentile of a move, from its POST to the opponent's event in ms, while so many threads press."""
    port, ends = target.site.port, threading.Event()
    asyncio.run(bench.play(port, bench.open_matches(4), 2.0))  # warms up
    pressers = [threading.Thread(target=_press, args=(begin(), ends), daemon=True) for _ in range(threads)]
    for one in pressers:
        one.start()
    took = asyncio.run(bench.play(port, bench.open_matches(4), 12.0))
    ends.set()
    for one in pressers:
        one.join(60)
    assert len(took) > 20, f"only {len(took)} moves got through"
    return quantiles(took, n=100)[98]


def _press(press: Press, ends: threading.Event) -> None:
    number = 0
    while not ends.is_set():
        number += 1
        press(number)


def sign_in_flood(target: Target) -> float:
    def begin() -> Press:
        visitor = Visitor(target, NEIGHBOUR)
        return lambda number: visitor.post(SIGN_IN, {"username": f"nobody{number}", "password": "wrong"})

    return slowest_moves(target, begin, 8)


def sign_up_flood(target: Target) -> float:
    return slowest_moves(target, lambda: _signer_up(target, NEIGHBOUR), 8)


def _signer_up(target: Target, address: str) -> Callable[[int], int]:
    visitor = Visitor(target, address)
    form = {"password": "vermilion-fish", "again": "vermilion-fish", "email": ""}
    return lambda _: visitor.post(SIGN_UP, {"username": f"u{secrets.token_hex(6)}", **form})


def slow_provider_flood(target: Target) -> float:
    """Visitors, each from another address, press the button of a provider that answers after 5 s."""
    assert target.site
    target.provider.forget(5.0)
    addresses = itertools.count(1)

    def begin() -> Press:
        visitor = Visitor(target, f"127.0.2.{next(addresses)}")
        return lambda _: visitor.post(PROVIDER, {})

    slowest = slowest_moves(target, begin, 8)
    assert target.provider.asked, "the site did not ask the provider"
    return slowest


def schema_flood(target: Target) -> float:
    return slowest_moves(target, lambda: lambda _: _get(target, SCHEMA), 4)


def simulation_flood(target: Target) -> float:
    event_id, organiser = _large_event(target)
    cookies = {"Cookie": organiser.cookies}
    return slowest_moves(target, lambda: lambda _: _get(target, f"/events/{event_id}/dry-run/", cookies), 4)


def simulation_by_strangers(target: Target) -> float:
    """Return how many CPU seconds of the web process one anonymous look at an event's simulation takes."""
    from tests.load.meters import cpu_s

    event_id, pid = _large_event(target)[0], target.site.processes["web"].pid
    _get(target, f"/events/{event_id}/dry-run/")
    before = cpu_s([pid])
    for _ in range(10):
        _get(target, f"/events/{event_id}/dry-run/")
    return round((cpu_s([pid]) - before) / 10, 3)


def _large_event(target: Target) -> tuple[int, Person]:
    """An event of up to 256 that nobody has entered, and its organiser."""
    assert target.site
    from league.events.actions.event_lifecycle import Plan, create_event
    from league.events.stage_plans import StagePlan
    from matches.clock import TimeControl
    from matches.server_time import now

    [organiser] = running_site.people(1)
    stage = StagePlan("swiss", {"rounds": 9})
    plan = Plan(name="Open", game="field-tactics", control=TimeControl(), stages=[stage], max_entrants=256)
    return create_event(by=organiser.player_id, plan=plan, at=now()), organiser


def accounts_of_one_address(target: Target) -> float:
    """Return how many accounts one address gets in a minute of trying."""
    sign_up = _signer_up(target, "127.0.0.9")
    return sum(sign_up(number) == 302 for number in range(target.times(40, 120)))


def names_of_one_organiser(target: Target) -> float:
    """Enter invented names in one event after another; return how many placeholders exceed an organiser's day."""
    assert target.site
    from django.conf import settings
    from django.test import override_settings

    from league.people.models import Player
    from league.registration.actions.placeholders import create_placeholders
    from matches.errors import ActionError
    from matches.server_time import now
    from tests.factories import PlayerFactory, TitleFactory, event

    quota, an_event = target.times(30, settings.QUOTAS["placeholders_per_person"]), target.times(20, 2000)
    organiser, known = PlayerFactory(), Player.objects.filter(is_placeholder=True).count()
    title = TitleFactory(league=None, owner=organiser)
    with override_settings(QUOTAS={**settings.QUOTAS, "placeholders_per_person": quota}):
        for number in range(4):
            plan = {"format": "swiss", "settings": {"rounds": 5}, "max_entrants": an_event}
            made = event(organiser=organiser, game=title.key, league=None, **plan)
            names = [f"Nobody {number}.{line}" for line in range(an_event)]
            with suppress(ActionError):
                create_placeholders(event_id=made.pk, by=organiser.pk, names=names, at=now())
    created = Player.objects.filter(is_placeholder=True).count() - known
    assert created, "none was created"
    return max(0, created - quota)


def unread_streams(target: Target) -> float:
    """Open streams of many matches from one address and read nothing; return by how many MB the web process has grown."""
    assert target.site  # starts it, and sets Django up
    matches = [match_id for match_id, _ in bench.open_matches(TOPICS)]
    topics, pid = ",".join(f"match.{one}" for one in matches), target.site.processes["web"].pid
    before, lines = memory_mb([pid]), []
    for _ in range(target.times(100, 450)):
        line = connect(target, NEIGHBOUR)
        line.sendall(f"GET /stream?topics={topics}&changes=1 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        lines.append(line)
    time.sleep(target.times(5, 9))
    grown = memory_mb([pid]) - before
    for line in lines:
        line.close()
    return max(0.0, grown)


def _get(target: Target, path: str, headers: dict[str, str] | None = None) -> int:
    line = http.client.HTTPConnection("127.0.0.1", target.site.port, timeout=60, source_address=(NEIGHBOUR, 0))
    line.request("GET", path, headers=headers or {})
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status


ATTACKS = [
    Attack("a move beside wrong passwords, 99 of 100", "ms", "2700 ms", 500, sign_in_flood),
    Attack("a move beside sign-ups, 99 of 100", "ms", "1100 ms", 500, sign_up_flood),
    Attack("a move beside a slow sign-in provider, 99 of 100", "ms", "5100 ms", 500, slow_provider_flood),
    Attack("a move beside readers of the schema, 99 of 100", "ms", "3300 ms", 500, schema_flood),
    Attack("a move beside simulations of an event, 99 of 100", "ms", "21100 ms", 500, simulation_flood),
    Attack("an anonymous look at a simulation", "CPU s", "2.6 CPU s", 0.1, simulation_by_strangers),
    Attack("accounts that one address creates in an hour", "accounts", "120 accounts", 30, accounts_of_one_address),
    Attack("placeholders of one organiser beyond a day's quota", "rows", "3000 rows", 0, names_of_one_organiser),
    Attack("memory for streams that one address does not read", "MB", "430 MB", 60, unread_streams),
]

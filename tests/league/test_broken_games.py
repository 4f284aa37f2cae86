"""A game whose parts raise or never return: each page and action goes on without the part, or is refused with a sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from engines import registry
from league.lobby.challenge_options import ChallengeOptions
from league.lobby.challenges import create_challenge
from league.set_ups.actions import save_set_up
from league.set_ups.models import SavedSetUp
from league.stats.actions import count_stats
from league.stats.models import StatSeat, Tally
from matches.errors import ActionError
from matches.models import Match
from tests import factories
from tests.factories import NOON, PlayerFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
KEY = "incursion-point-zero"
ENGINE = type(registry.get(KEY))


def loop(*_: Any) -> Any:
    while True:
        pass


def fail(*_: Any) -> Any:
    raise ZeroDivisionError


broken = pytest.mark.parametrize("fault", [loop, fail], ids=["loops", "raises"])


@pytest.fixture(autouse=True)
def _short_limit(settings: Any) -> None:
    settings.ENGINE_CALL_S = 0.1


@broken
def test_a_reader_of_logs_that_fails_leaves_results_counted(
    client: Client, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., Any]
) -> None:
    package = registry.get_package(KEY)
    assert package.stats
    broken_package = replace(package, stats=replace(package.stats, read=fault, board=fault))
    monkeypatch.setitem(registry._PACKAGES, KEY, broken_package)  # type: ignore[arg-type]
    over = factories.ended_match(game=KEY)
    assert count_stats(match_id=over.pk, at=NOON)
    assert StatSeat.objects.filter(match=over.pk).count() == 2
    assert client.get(f"/games/{KEY}/stats/").status_code == 200
    assert not Tally.objects.filter(topic__in=[topic.key for topic in package.stats.topics]).exists()


@broken
def test_a_page_of_rules_is_shown_without_tables_that_fail(
    client: Client, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., Any]
) -> None:
    tables = client.get(f"/rules/{KEY}/").content.decode().count("<table>")
    monkeypatch.setattr(ENGINE, "reference", fault)
    page = client.get(f"/rules/{KEY}/")
    assert page.status_code == 200
    assert page.content.decode().count("<table>") < tables


@broken
def test_a_tutorial_that_fails_is_not_found(client: Client, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., Any]) -> None:
    monkeypatch.setattr(ENGINE, "view", fault)
    assert client.get(f"/learn/{KEY}/").status_code == 404


@broken
def test_a_time_limit_that_fails_is_none_on_pages(
    client: Client, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., Any]
) -> None:
    event = factories.event(PlayerFactory(), game=KEY)
    monkeypatch.setattr(ENGINE, "time_limit", fault)
    for path in ("/", "/lobby/", f"/events/{event.pk}/"):
        assert client.get(path).status_code == 200


@broken
def test_options_and_set_ups_that_fail_are_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[..., Any]
) -> None:
    monkeypatch.setattr(ENGINE, "options", fault)
    monkeypatch.setattr(ENGINE, "decode", fault)
    player = PlayerFactory().pk
    with pytest.raises(ActionError) as refused:
        create_challenge(by=player, offer=ChallengeOptions(KEY), at=NOON)
    assert refused.value.code == "game-failed"
    with pytest.raises(ActionError) as refused:
        save_set_up(player_id=player, game=KEY, name="Mine", text="a1", at=NOON)
    assert refused.value.code == "game-failed"
    assert not Match.objects.exists()
    assert not SavedSetUp.objects.exists()

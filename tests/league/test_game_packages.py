import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from engines import registry
from league.languages import scripts
from league.lobby.challenge_options import ChallengeOptions
from league.lobby.challenges import create_challenge
from league.people.models import Player
from league.registration.actions.entries import join_event
from league.set_ups.actions import save_set_up
from league.set_ups.models import SavedSetUp
from league.stats.actions import count_stats
from league.stats.models import StatSeat, Tally
from league.sweep import sweep
from matches import catalogues, tasks
from matches.actions.adjudication import adjudicate
from matches.models import Match, Status
from tests import factories, sample_games
from tests.factories import NOON, PlayerFactory
from tests.league.events.playing import refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]


@pytest.fixture
def installed() -> Iterator[None]:
    with sample_games.installed():
        yield


@pytest.mark.usefixtures("installed")
def test_a_game_without_texts_and_pictures_has_a_card_and_a_page_of_rules_without_dead_links(client: Client) -> None:
    home = client.get("/").content.decode()
    card = home.partition('id="play-connect-four"')[2].partition("</section>")[0]
    picture = card.partition('class="game-picture" src="')[2].partition('"')[0]
    assert finders.find(picture.split("/", 3)[3])
    assert "/learn/connect-four/" not in home + client.get("/rules/").content.decode()
    assert "/learn/zero-day/" in home
    page = client.get("/rules/connect-four/").content.decode()
    assert "Get four of your discs in a row: across, up or diagonally." in page
    assert "Contents" not in page
    assert client.get("/learn/connect-four/").status_code == 404


def forget() -> None:
    for remembered in (catalogues.clear_caches, scripts._load_files.cache_clear, scripts.get_translation_urls.cache_clear):
        remembered()


@pytest.fixture
def german_rules(tmp_path: Path, settings: Any) -> Iterator[None]:
    """Connect Four with German words for its rules and for a script."""
    folder = tmp_path / "catalogues" / "de"
    (folder / "LC_MESSAGES").mkdir(parents=True)
    catalogue = Catalog("de")
    catalogue.add("{side} drops a disc into column {column}.", "{side} wirft in Spalte {column}.")
    with (folder / "LC_MESSAGES" / "django.mo").open("wb") as file:
        write_mo(file, catalogue)
    (folder / "scripts.json").write_text('{"Drop it": "Wirf ihn"}')
    package = replace(sample_games.packages()["connect-four"], site=tmp_path)
    with sample_games.installed(**{"connect-four": package}):
        settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, *registry.list_catalogues()]
        forget()
        yield
    forget()


def test_a_game_brings_the_words_of_its_rules_and_scripts(german_rules: None, client: Client, at: datetime) -> None:
    match = factories.match(game="connect-four", at=at)
    with catalogues.use_language("de"):
        engine = registry.get("connect-four")
        assert str(engine.describe(engine.start({}, 2), 0, "d", None)) == "Rot wirft in Spalte d."
    client.cookies["language"] = "de"
    page = client.get(f"/matches/{match.pk}/").content.decode()
    words = json.loads(page.partition('id="words"')[2].partition(">")[2].partition("</script>")[0])
    assert client.get(words["connect-four"]).json() == {"Drop it": "Wirf ihn"}
    assert "site" in words


# A game that is uninstalled while matches of it are stored

UNINSTALLED = "connect-four"


@pytest.fixture(scope="module")
def people(module_rows: None) -> list[Player]:
    return [PlayerFactory(username="ada"), PlayerFactory(username="ben")]


@pytest.fixture(scope="module")
def stored(people: list[Player]) -> dict[str, int]:
    """Events, a match that runs and one that is over, by name, of a game that is no longer installed."""
    with sample_games.installed():
        running = factories.started_event(*people, game=UNINSTALLED, format="swiss", settings={"rounds": 1}, rated=True)
        planned = factories.event(PlayerFactory(), game=UNINSTALLED, name="Autumn Cup")
        over, live = factories.ended_match(*people, game=UNINSTALLED), factories.match(*people, game=UNINSTALLED)
        count_stats(match_id=over.pk, at=NOON)
    ids = {"event": running.pk, "planned": planned.pk, "live": live.pk, "over": over.pk}
    return {**ids, "paired": factories.matches_of_round(running, 1)[0]}


def addresses(stored: dict[str, int]) -> list[str]:
    event, match = ("event", "event-standings", "event-rounds", "event-entrants", "event-stats"), ("match", "match-plain")
    return [
        *(reverse(name) for name in ("home", "lobby", "events", "rules-index")),
        *(reverse(name, args=["ada"]) for name in ("player", "player-stats")),
        *(reverse(name, args=[stored["event"]]) for name in event),
        reverse("event", args=[stored["planned"]]),
        *(reverse(name, args=[stored[of]]) for name, of in product(match, ("live", "over", "paired"))),
        *(f"/api/v1/matches/{stored[of]}/" for of in ("live", "over", "paired")),
        *("/api/v1/matches/", "/api/v1/players/ada/", f"/api/v1/events/{stored['event']}/"),
    ]


def test_every_page_is_shown_without_the_game(stored: dict[str, int], people: list[Player]) -> None:
    known, visitor = Client(), Client()
    known.force_login(people[0])
    known.raise_request_exception = visitor.raise_request_exception = False
    paths = addresses(stored)
    shown = {
        (client, path): client.get(path).status_code for client, of in ((known, paths), (visitor, paths[6:])) for path in of
    }
    assert {path: status for (_, path), status in shown.items() if status != 200} == {}
    for path in ("rules/{}/", "games/{}/stats/", "ratings/{}/", "lobby/?game={}"):
        assert known.get("/" + path.format(UNINSTALLED)).status_code < 500, path
    assert UNINSTALLED in visitor.get(f"/matches/{stored['over']}/").content.decode()


def test_its_running_matches_wait_for_a_referee_and_the_sweep_goes_on(stored: dict[str, int]) -> None:
    other, late = factories.match(), NOON + timedelta(hours=2)
    tasks.hold(match_id=stored["live"])
    assert Match.objects.get(pk=stored["live"]).status == Status.REVIEW
    adjudicate(match_id=stored["paired"], at=late)
    sweep(late)
    assert Match.objects.get(pk=other.pk).status == Status.PLAYING
    join_event(event_id=stored["planned"], player_id=PlayerFactory().pk, at=NOON)


# A game whose parts raise or never return

KEY = "incursion-point-zero"
ENGINE = type(registry.get(KEY))


def loop(*_: Any) -> Any:
    while True:
        pass


def fail(*_: Any) -> Any:
    raise ZeroDivisionError


@pytest.fixture(params=[loop, fail], ids=["loops", "raises"])
def fault(request: pytest.FixtureRequest, settings: Any) -> Any:
    settings.ENGINE_CALL_S = 0.1
    return request.param


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


def test_pages_are_shown_without_the_parts_that_fail_and_a_tutorial_is_not_found(
    client: Client, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., Any]
) -> None:
    event = factories.event(PlayerFactory(), game=KEY)
    tables = client.get(f"/rules/{KEY}/").content.decode().count("<table>")
    for part in ("reference", "view", "time_limit"):
        monkeypatch.setattr(ENGINE, part, fault)
    page = client.get(f"/rules/{KEY}/")
    assert (page.status_code, page.content.decode().count("<table>") < tables) == (200, True)
    assert client.get(f"/learn/{KEY}/").status_code == 404
    for path in ("/", "/lobby/", f"/events/{event.pk}/"):
        assert client.get(path).status_code == 200


def test_options_and_set_ups_that_fail_are_refused(monkeypatch: pytest.MonkeyPatch, fault: Callable[..., Any]) -> None:
    monkeypatch.setattr(ENGINE, "options", fault)
    monkeypatch.setattr(ENGINE, "decode", fault)
    player = PlayerFactory().pk
    with refused("game-failed"):
        create_challenge(by=player, offer=ChallengeOptions(KEY), at=NOON)
    with refused("game-failed"):
        save_set_up(player_id=player, game=KEY, name="Mine", text="a1", at=NOON)
    assert not Match.objects.filter(game=KEY).exists()
    assert not SavedSetUp.objects.exists()

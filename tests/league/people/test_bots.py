import re
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from engines import bots, registry
from engines.levels import LevelRating
from league import games
from league.lobby.challenge_options import ME, ChallengeOptions, bot_seat, player_seat
from league.lobby.challenges import create_challenge
from league.people.actions.bots import get_house_bot
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.actions.recalculation import compare_pool
from league.ratings.models import RatedMatch, Rating
from league.registration.actions import entries
from league.registration.actions.entries import add_bot
from matches.models import Match
from tests.factories import GAME, PlayerFactory, ended_match, event, match
from tests.league.events.playing import refused
from tests.league.lobby.test_lobby import said

pytestmark = pytest.mark.django_db
BOTS = f"{GAME}/bots"


def test_it_is_chosen_on_the_page_and_by_the_api_until_the_first_match(client: Client) -> None:
    ada = PlayerFactory(username="ada")
    client.force_login(ada)
    client.post("/accounts/profile/", {"display_name": "", "about": "", "is_bot_account": "on"})

    def choose(chosen: Any) -> tuple[int, bool]:
        answer = client.patch("/api/v1/players/ada/", {"is_bot_account": chosen}, content_type="application/json")
        return answer.status_code, Player.objects.get(pk=ada.pk).is_bot_account

    assert choose("yes") == (400, True)
    assert choose(False) == (200, False)
    match(ada)
    assert choose(True) == (400, False)
    Player.objects.filter(pk=ada.pk).update(is_bot_account=True)
    assert [choose(False), choose(True)] == [(400, True), (200, True)]


def test_a_match_with_a_bot_account_moves_no_rating_of_people(at: datetime) -> None:
    """Both have a rating in the pool for bots, as a recomputation has it; a pool of an event has one for bots beside it."""
    ada, program, ben = PlayerFactory(), PlayerFactory(is_bot_account=True), PlayerFactory()
    for played in (ended_match(ada, program), ended_match(ada, ben)):
        apply_rated_match(match_id=played.pk, at=at)
    pools = {(row.player_id, row.pool): row.games for row in Rating.objects.all()}
    assert pools == {(ada.pk, BOTS): 1, (program.pk, BOTS): 1, (ada.pk, GAME): 1, (ben.pk, GAME): 1}
    assert compare_pool(pool=BOTS).first == compare_pool(pool=GAME).first == ""
    of_event = ended_match(ada, program, pool=f"{GAME}/cup")
    apply_rated_match(match_id=of_event.pk, at=at)
    assert RatedMatch.objects.get(match=of_event).pool == f"{GAME}/cup-bots"


def test_a_bot_account_can_be_challenged_and_the_pace_of_bots_is_set(at: datetime) -> None:
    ada, program = PlayerFactory(), PlayerFactory(is_bot_account=True)
    offer = ChallengeOptions(GAME, seats=(ME, player_seat(program.username)), rated=True)
    assert Match.objects.get(pk=create_challenge(by=ada.pk, offer=offer, at=at)).seats.filter(player=program).exists()
    for pace_ms in (0, 700):
        offer = ChallengeOptions(GAME, seats=(ME, bot_seat("level-1")), bot_pace_ms=pace_ms)
        made = create_challenge(by=ada.pk, offer=offer, at=at)
        assert Match.objects.get(pk=made).seats.exclude(bot="").get().pace_ms == pace_ms


def test_it_enters_only_events_that_allow_bot_accounts_as_visitors_read(client: Client, at: datetime) -> None:
    program = PlayerFactory(is_bot_account=True)
    closed, open_ = event(), event(bot_accounts=True)
    with refused("no-bot-accounts"):
        entries.join_event(event_id=closed.pk, player_id=program.pk, at=at)
    with refused("no-bot-accounts"):
        entries.enter_player(event_id=closed.pk, by=closed.organiser_id, username=program.username, at=at)
    entries.join_event(event_id=open_.pk, player_id=program.pk, at=at)
    assert open_.entrants.filter(player=program).exists()
    assert not closed.entrants.exists()
    for made, allowed in ((closed, False), (open_, True)):
        assert ("Bot accounts" in client.get(f"/events/{made.pk}/").content.decode()) == allowed
        assert client.get(f"/api/v1/events/{made.pk}/").json()["bot_accounts"] == allowed


LEVELLED = "zero-order"


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every level but the strongest has a rating of 300 and its number."""
    known = bots.list_levels

    def list_levels(game: str) -> tuple[Any, ...]:
        return tuple(
            replace(level, rating=None if level.number == 8 else LevelRating("x", 300 + level.number, 200, 410, 77))
            for level in known(game)
        )

    monkeypatch.setattr("engines.bots.list_levels", list_levels)


def test_the_page_of_a_bot_shows_its_level_rating_and_interval_in_each_game(client: Client, at: datetime) -> None:
    get_house_bot(kind="level-3", at=at)
    page = client.get("/players/bot-level-3/").content.decode()
    rows = re.findall(r"<tr>\s*<th scope=\"row\"><a href=\"/rules/([a-z-]+)/\">.*?</tr>", page, re.S)
    assert rows == list(registry.keys())
    assert page.count('<td class="num strong">303</td>') == len(rows)
    assert "200-410" in page
    assert f'href="/lobby/?game={LEVELLED}&amp;bot=level-3#offer"' in page
    assert "Level 3 bot" in page


def test_a_level_without_a_rating_has_dashes_and_people_and_older_bots_have_no_strength(client: Client, at: datetime) -> None:
    get_house_bot(kind="level-8", at=at)
    page = client.get("/players/bot-level-8/").content.decode()
    assert ("Strength" in page, "200-410" in page) == (True, False)
    PlayerFactory(username="ada"), PlayerFactory(username="bot-greedy", bot="greedy")
    for name in ("ada", "bot-greedy"):
        assert "Strength" not in client.get(f"/players/{name}/").content.decode()
        assert client.get(f"/api/v1/players/{name}/").json()["strengths"] == []


def test_the_api_tells_the_strength_of_a_bot_and_the_levels_of_a_game(client: Client, at: datetime) -> None:
    get_house_bot(kind="level-2", at=at)
    strengths = client.get("/api/v1/players/bot-level-2/").json()["strengths"]
    assert [one["game"] for one in strengths] == list(registry.keys())
    assert {(one["level"], one["key"], one["rating"], one["low"], one["high"], one["games"]) for one in strengths} == {
        (2, "level-2", 302, 200, 410, 77)
    }
    game = games.get_game(LEVELLED)
    assert (game.easiest_bot, game.usual_bot) == ("level-1", "level-3")
    assert replace(game, bots=("level-1", "level-2")).usual_bot == "level-2", "the strongest below"
    for game in client.get("/api/v1/games/").json():
        assert game["bots"] == [f"level-{number}" for number in range(1, 9)]
        assert game["levels"][0] == {"key": "level-1", "number": 1, "rating": 301, "low": 200, "high": 410}
        assert game["levels"][7] == {"key": "level-8", "number": 8, "rating": None, "low": None, "high": None}


def test_only_levels_can_be_chosen(client: Client, at: datetime) -> None:
    ada, made = PlayerFactory(), event(game=LEVELLED)
    for kind in ("greedy", "search", "random", "level-9", "level-0", "search@40", ""):
        with refused("unknown-bot", "seat_1"):
            create_challenge(by=ada.pk, offer=ChallengeOptions(LEVELLED, seats=(ME, bot_seat(kind))), at=at)
        with refused("unknown-bot", "kind"):
            add_bot(event_id=made.pk, by=made.organiser_id, kind=kind, at=at)
        assert "Bot not found." in said(client.post("/play/", {"game": LEVELLED, "bot": kind}))

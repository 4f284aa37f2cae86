import json
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client as Browser

from docs.examples import bot, tournament
from docs.examples.league_zero import ApiError, Client
from engines import registry
from league.api_tokens.actions import issue_token
from league.closed_matches import process_closed_match
from league.events.models import Event
from league.people.models import Player
from league.registration.actions.entries import join_event
from league.sweep import sweep
from matches.actions.adjudication import adjudicate
from matches.actions.bots import play_due_bots
from matches.models import Match, Submission
from matches.server_time import now
from tests import factories
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db


class Inside(Client):
    """The client with the workers' part done at once, after each request."""

    def __init__(self, *scopes: str) -> None:
        self.player = PlayerFactory()
        token = issue_token(username=self.player.username, name="bot", scopes=scopes, days=7, at=now())
        super().__init__("http://testserver", token)
        self.browser = Browser(headers={"Authorization": f"Bearer {token}"})

    def _sent(self, method: str, address: str, body: Any) -> tuple[Any, str]:
        path = address.removeprefix(self.url)
        answer = self.browser.generic(method, path, json.dumps(body or {}), "application/json")
        if answer.status_code >= 400:
            said = answer.json()
            raise ApiError(answer.status_code, said["code"], said["text"], said["field"])
        for match in Match.objects.filter(status="playing").values_list("pk", flat=True):
            play_due_bots(match_id=match, at=now() + timedelta(seconds=2))
            adjudicate(match_id=match, at=now() + timedelta(seconds=2))
        return answer.json(), answer.headers.get("Link", "")


@pytest.mark.parametrize("game", registry.keys())
def test_the_bot_acts_in_each_game_and_is_not_refused(game: str) -> None:
    client = Inside("play")
    match = bot.challenge(client, game, "level-1")
    for _ in range(3):
        bot.step(client, client.get_match(match), "random", Random(1))
    adjudicate(match_id=match, at=now() + timedelta(seconds=2))
    sent = Submission.objects.filter(match=match, seat=client.get_match(match)["viewer"]["seat"])
    assert sent.exists()
    assert not sent.exclude(code="").exists()


def test_the_tournament_is_made_filled_and_seen_to_its_end() -> None:
    client = Inside("organise")
    PlayerFactory(username="ada"), PlayerFactory(username="ben")
    assert tournament.fill(client, tournament.create(client, "Bots", "zero-order"), [], ["level-1", "level-5"]) == 2
    event = tournament.create(client, "Cup", "field-tactics", preset="blitz")
    assert tournament.fill(client, event, ["ada", "ben", "nobody"]) == 2
    for player in Player.objects.filter(username__in=["ada", "ben"]):
        join_event(event_id=event, player_id=player.pk, at=now())
    tournament.wait_for_answers(client, event, pause_s=0, longest_s=20)

    def win() -> None:
        for match in Match.objects.exclude(status__in=["closed", "void"]).values_list("pk", flat=True):
            factories.end(match, at=now())
            process_closed_match(match_id=match, at=now())
        sweep(at=now())

    seen = tournament.run(client, event, pause_s=0, longest_s=20, meanwhile=win)
    assert seen["status"] == Event.objects.get(pk=event).status == "finished"
    assert [line[:3].strip() for line in tournament.standings(client, event)] == ["1", "2"]

"""What an agent does through the tools of the MCP server, without a network between them and the site."""

from json import dumps
from typing import Any

import httpx2
import pytest
from django.test import Client
from mcp.server.mcpserver.exceptions import ToolError

from deploy.mcp import Player as Tools, Site
from league.events.models import Event
from league.people.models import Player
from matches.models import Match
from tests.factories import PlayerFactory, event, started_event

pytestmark = pytest.mark.django_db


class Answer:
    """A response of Django with the names that an HTTP client gives them."""

    def __init__(self, response: Any) -> None:
        self.status_code, self.headers, self.reason_phrase = response.status_code, response.headers, response.reason_phrase
        self.is_success, self.json = response.status_code < 400, response.json


class Wire:
    """A client of the API for a signed-in player."""

    def __init__(self, player: Player) -> None:
        self._client = Client()
        self._client.force_login(player)

    def request(self, method: str, path: str, *, json: Any, params: dict[str, Any]) -> Answer:
        data = b"" if json is None else dumps(json).encode()
        response = self._client.generic(method, path, data, content_type="application/json", query_params=params or None)
        return Answer(response)


def _tools(player: Player) -> Tools:
    return Tools(Site(Wire(player)))  # type: ignore[arg-type]


def _program() -> Player:
    return PlayerFactory(is_bot_account=True)


def test_an_agent_finds_an_event_enters_it_and_sees_its_standings() -> None:
    made, program = event(format="bot-ladder"), _program()
    tools = _tools(program)
    assert [one["event_id"] for one in tools.list_events()["registration"]] == [made.pk]
    assert tools.list_events(game="zero-order") == {"registration": [], "running": []}
    tools.join_event(made.pk)
    assert tools.look_at_event(made.pk)["own"]["status"] == "entered"
    with pytest.raises(ToolError, match="already"):
        tools.join_event(made.pk)
    with pytest.raises(ToolError, match="Only bot accounts"):
        _tools(PlayerFactory()).join_event(made.pk)


def test_an_agent_resumes_its_pairings() -> None:
    programs = [_program(), _program()]
    made: Event = started_event(*programs, format="bot-ladder")
    tools = _tools(programs[0])
    with pytest.raises(ToolError, match="aren't paused"):
        tools.resume_pairings(made.pk)
    tools._site.ask("POST", f"events/{made.pk}/arena/pause/", {})
    assert tools.resume_pairings(made.pk)["ready"]


class Closed(Wire):
    """A wire whose kept connection the site closes just before each second request."""

    def __init__(self, player: Player) -> None:
        super().__init__(player)
        self.asked = 0

    def request(self, method: str, path: str, *, json: Any, params: dict[str, Any]) -> Answer:
        self.asked += 1
        if self.asked % 2:
            raise httpx2.RemoteProtocolError("Server disconnected without sending a response.")
        return super().request(method, path, json=json, params=params)


def test_a_closed_connection_costs_nothing_that_may_be_sent_twice() -> None:
    site = Site(Closed(_program()))  # type: ignore[arg-type]
    assert site.ask("GET", "matches/own/") == {"matches": []}
    with pytest.raises(ToolError, match="not-found"):
        site.ask("POST", "matches/999999999/submissions/", {"turn": 0, "text": "end", "key": "a" * 32})
    with pytest.raises(ToolError, match="can't be reached"):
        site.ask("POST", "challenges/", {"game": "zero-order", "seats": ["me", "anyone"]})
    assert not Match.objects.exists()


def test_options_of_a_game_reach_the_match() -> None:
    opened = _tools(_program()).challenge("zero-order", ["anyone"], options={"start": "capture_the_flag"})
    assert Match.objects.get(pk=opened["match_id"]).options["start"] == "capture_the_flag"

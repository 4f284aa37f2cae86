"""A program that plays through the MCP server, at a site that runs."""

import asyncio
from random import Random
from typing import Any

import httpx2
import pytest
from mcp import Client

from deploy.mcp import Site, build_server
from docs.examples.agent import call, play_match
from tests.journeys import ON_THE_SITE, acts
from tests.journeys.site import RunningSite

pytestmark = ON_THE_SITE


def _as_agent(site: RunningSite, token: str, story: Any) -> Any:
    async def tell() -> Any:
        with httpx2.Client(base_url=site.address, headers={"Authorization": f"Bearer {token}"}, timeout=30) as http:
            async with Client(build_server(Site(http))) as client:
                return await story(client, Site(http))

    return asyncio.run(tell())


def test_an_agent_plays_a_match_to_its_end_from_what_the_tools_tell(site: RunningSite) -> None:
    async def story(client: Client, api: Site) -> str:
        assert len((await call(client, "read_rules", game="zero-order"))["text"]) > 1000
        return await play_match(client, "zero-order", "bot:level-5", Random(1))

    assert _as_agent(site, site.do(acts.token, "ada"), story).endswith(".")


def test_refusals_reach_the_agent_in_words_and_cost_no_match(site: RunningSite) -> None:
    async def story(client: Client, api: Site) -> None:
        match = (await call(client, "challenge", game="field-tactics", opponents=["ben"]))["match_id"]
        listed = await call(client, "list_matches")
        assert [one["status"] for one in listed["matches"] if one["match_id"] == match] == ["open"]
        with pytest.raises(RuntimeError, match="start"):
            await call(client, "move", match_id=match, text="A1-A2")
        api.ask("POST", f"challenges/{match}/cancel/", {})  # an account has five open ones at most
        match = (await call(client, "challenge", game="order-and-chaos", opponents=["bot:level-1"]))["match_id"]
        seen = await call(client, "wait_for_turn", match_id=match)
        with pytest.raises(RuntimeError, match=r"\(\w[\w-]+\)"):
            await call(client, "move", match_id=match, text="no such move")
        again = await call(client, "look", match_id=match)
        assert (again["status"], again["moves"]) == ("playing", seen["moves"])
        await call(client, "resign", match_id=match)
        assert (await call(client, "wait_for_turn", match_id=match))["status"] == "closed"

    _as_agent(site, site.do(acts.token, "ada"), story)


def test_a_wrong_token_is_told_as_such(site: RunningSite) -> None:
    async def story(client: Client, api: Site) -> None:
        with pytest.raises(RuntimeError, match="token"):
            await call(client, "list_matches")

    _as_agent(site, "lz_wrong", story)

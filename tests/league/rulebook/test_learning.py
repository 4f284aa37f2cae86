"""Pages to learn a game: tutorials, the practice ground, the player's guide, and the tables of the rules."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from engines import registry
from engines.incursion_point_zero.cards import GAMERS, TALENTS
from league.rulebook.guide_pages import list_tasks

pytestmark = pytest.mark.django_db
GERMAN = {"Accept-Language": "de"}


@pytest.mark.parametrize("key", registry.keys())
def test_every_game_has_a_tutorial_that_leads_to_a_practice_match_with_hints(client: Client, key: str) -> None:
    shown = client.get(f"/learn/{key}/").content.decode()
    assert 'name="learn" value="1"' in shown
    assert f'href="/learn/{key}/"' in client.get(f"/rules/{key}/").content.decode()


@pytest.mark.parametrize(
    "path", ["/learn/chess/", "/learn/field-tactics/practice/", "/learn/chess/practice/board/", "/guide/no/"]
)
def test_there_is_nothing_to_learn_elsewhere(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_practice_ground_takes_its_position_from_the_address(client: Client) -> None:
    shown = client.get("/learn/zero-order/practice/?own=PU-B3&dummy=TO-C4")
    assert shown.status_code == 200
    assert 'data-own="PU-B3"' in shown.content.decode()
    assert client.get("/learn/zero-order/practice/?own=PU-C4&dummy=TO-C4").status_code == 422


def test_the_practice_ground_plays_moves_and_refuses_with_a_code(client: Client) -> None:
    url = "/learn/zero-order/practice/board/"
    played = client.get(url, {"own": "PU-B3", "dummy": "TO-C4", "moves": "B3-C3;push C3: C4-C6"})
    assert played.json()["view"]["units"]["C6"] == [1, "TO"]
    answer = client.get(url, {"moves": "end"})
    assert (answer.status_code, answer.json()["code"]) == (422, "must-move")
    assert client.get(url, {"moves": "x" * 9000}).status_code == 422


def test_the_guide_is_split_by_task_and_its_links_stay_on_the_site(client: Client) -> None:
    index = client.get("/guide/").content.decode()
    assert 'href="/guide/"' in client.get("/rules/").content.decode()
    assert len(list_tasks()) > 10
    for task in list_tasks():
        assert f'href="/guide/{task.key}/"' in index
        shown = client.get(f"/guide/{task.key}/").content.decode()
        article = shown[shown.index("<article") : shown.index("</article>")]
        for address in re.findall(r'href="([^"#]+)', article):
            assert client.get(address).status_code == 200, address
        assert ".md" not in "".join(re.findall(r'href="[^"]*"', article))


def test_a_guide_that_is_not_translated_says_so(client: Client) -> None:
    assert 'lang="en"' in client.get("/guide/play-a-match/", headers=GERMAN).content.decode()


def test_the_rules_list_every_gamer_and_talent_with_its_id(client: Client) -> None:
    shown = client.get("/rules/incursion-point-zero/").content.decode()
    assert len(GAMERS) == 40
    assert sum(bool(gamer.talent) for gamer in GAMERS) == 20
    for key in (*(gamer.handle for gamer in GAMERS), *TALENTS):
        assert f"<code>{key}</code>" in shown


@pytest.mark.parametrize("key", registry.keys())
def test_a_page_of_rules_begins_with_goal_picture_and_sample_turn(client: Client, key: str) -> None:
    shown = client.get(f"/rules/{key}/").content.decode()
    order = [
        shown.index(part)
        for part in ('id="goal"', "<figure>", 'id="sample-turn"', 'id="a-turn"', 'id="appendix"', 'id="notation"')
    ]
    assert order == sorted(order)

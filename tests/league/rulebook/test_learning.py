"""Pages to learn a game: tutorials, the practice ground, the player's guide, and the tables of the rules."""

import re
from functools import cache

import pytest
from django.test import Client

from engines import registry
from engines.incursion_point_zero.cards import GAMERS, TALENTS
from league.rulebook.guide_pages import is_guide_translated, list_tasks, split_by_task

pytestmark = pytest.mark.django_db
GERMAN = {"Accept-Language": "de"}


ORDER = ('id="goal"', "<figure>", 'id="sample-turn"', 'id="a-turn"', 'id="appendix"', 'id="notation"')


@pytest.mark.parametrize("key", registry.keys())
def test_the_rules_of_every_game_lead_to_playing_and_to_a_tutorial_with_a_practice_match(client: Client, key: str) -> None:
    assert 'name="learn" value="1"' in client.get(f"/learn/{key}/").content.decode()
    shown = client.get(f"/rules/{key}/").content.decode()
    links = (f'href="/learn/{key}/"', f'href="/#play-{key}"', f'href="/lobby/?game={key}#offer"')
    for text in (*links, "Tutorial", 'aria-label="Contents"'):
        assert text in shown
    order = [shown.index(part) for part in ORDER]
    assert order == sorted(order)


def test_the_practice_ground_takes_its_position_from_the_address(client: Client) -> None:
    shown = client.get("/learn/zero-order/practice/?own=PU-B3&dummy=TO-C4")
    assert (shown.status_code, 'data-own="PU-B3"' in shown.content.decode()) == (200, True)
    assert client.get("/learn/zero-order/practice/?own=PU-C4&dummy=TO-C4").status_code == 422
    for path in ("/learn/chess/", "/learn/field-tactics/practice/", "/learn/chess/practice/board/", "/guide/no/"):
        assert client.get(path).status_code == 404, path


def test_the_practice_ground_plays_moves_and_refuses_with_a_code(client: Client) -> None:
    url = "/learn/zero-order/practice/board/"
    played = client.get(url, {"own": "PU-B3", "dummy": "TO-C4", "moves": "B3-C3;push C3: C4-C6"})
    assert played.json()["view"]["units"]["C6"] == [1, "TO"]
    answer = client.get(url, {"moves": "end"})
    assert (answer.status_code, answer.json()["code"]) == (422, "must-move")
    assert client.get(url, {"moves": "x" * 9000}).status_code == 422


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_guide_is_split_by_task_and_its_links_stay_on_the_site(client: Client, language: str) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language

    @cache
    def read(address: str) -> str:
        answer = client.get(address)
        assert answer.status_code == 200, address
        return answer.content.decode()

    index = read("/guide/")
    assert 'href="/guide/"' in read("/rules/")
    assert len(list_tasks(language)) > 10
    for task in list_tasks(language):
        assert f'href="/guide/{task.key}/">{task.title}<' in index
        shown = read(f"/guide/{task.key}/")
        article = shown[shown.index("<article") : shown.index("</article>")]
        for address, anchor in re.findall(r'href="([^"#]+)(?:#([^"]+))?"', article):
            assert not anchor or f'id="{anchor}"' in read(address), anchor
            assert read(address)
        assert ".md" not in "".join(re.findall(r'href="[^"]*"', article))


def test_a_page_of_the_guide_has_one_address_in_all_languages(client: Client) -> None:
    english = "# Guide\n\n## Play a match\n\nPlay.\n\n### Abort\n\n## Chat\n"
    german = "# Handbuch\n\n## Eine Partie spielen\n\nSpiel.\n\n### Abbrechen\n\n## Chatten\n"
    assert split_by_task(german, english) == {
        "play-a-match": "# Eine Partie spielen\n\nSpiel.\n\n## Abbrechen\n\n",
        "chat": "# Chatten\n",
    }
    assert "<h1>Eine Partie spielen</h1>" in client.get("/guide/play-a-match/", headers=GERMAN).content.decode()


def test_a_guide_that_is_not_translated_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_guide_translated("pl")
    assert list_tasks("pl") == list_tasks("en")
    monkeypatch.setattr("league.rulebook.guide.is_guide_translated", lambda language: False)
    assert 'lang="en"' in client.get("/guide/play-a-match/", headers=GERMAN).content.decode()


def test_the_rules_list_every_gamer_and_talent_with_its_id(client: Client) -> None:
    shown = client.get("/rules/incursion-point-zero/").content.decode()
    assert len(GAMERS) == 40
    assert sum(bool(gamer.talent) for gamer in GAMERS) == 20
    for key in (*(gamer.handle for gamer in GAMERS), *TALENTS):
        assert f"<code>{key}</code>" in shown

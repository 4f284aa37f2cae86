import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from django.test import Client

from deploy.settings.env import ROOT
from engines import registry
from engines.incursion_point_zero.cards import GAMERS, TALENTS
from league.rulebook import queries
from league.rulebook.guide_pages import is_guide_translated, list_tasks, split_by_task
from league.rulebook.queries import find_image, render_page
from matches.assets import list_playable_games
from matches.queries.lessons import get_lesson
from tests.factories import GAME

pytestmark = pytest.mark.django_db
WRITTEN = [key for key in registry.keys() if registry.get_package(key).find_site_file("rules/en.md")]  # noqa: SIM118
KEPT = (queries._load_page, queries.find_image, queries.list_sections, get_lesson)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another folder of rules, with nothing remembered of the real one."""
    assert list_playable_games(), "kept from now on, and of the real one"
    package = replace(registry.get_package(GAME), site=tmp_path)
    monkeypatch.setattr(registry, "find_package", {GAME: package}.get)
    for kept in KEPT:
        kept.cache_clear()
    (tmp_path / "rules" / "images").mkdir(parents=True)
    yield tmp_path / "rules"  # type: ignore[misc]
    for kept in KEPT:
        kept.cache_clear()


def test_the_rules_are_shown_and_raw_html_in_them_is_not_obeyed(client: Client, folder: Path) -> None:
    (folder / "en.md").write_text(
        "# The field\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n<script>alert(1)</script>\n\nSee FT-1 <b>&</b>\n\n- **FT-1** x\n"
    )
    shown = client.get(f"/rules/{GAME}/").content.decode()
    assert "<h1>The field</h1>" in shown
    assert "<td>1</td>" in shown
    assert "<script>alert" not in shown
    assert "<b>" not in shown


def test_headings_have_anchors_of_their_own_and_are_listed() -> None:
    made = render_page("# Game\n\n## The end\n\n### `A` & B\n\n## The end\n")
    assert [(one.anchor, one.level) for one in made.contents] == [("the-end", 2), ("a-b", 3), ("the-end-2", 2)]
    assert made.contents[1].text == "A & B"
    for one in made.contents:
        assert f'id="{one.anchor}"' in made.html


def test_a_ruling_has_an_anchor_and_every_mention_of_it_leads_there() -> None:
    text = "# Game\n\nAs FT-2 says, not as FT-9.\n\n- **FT-2** One. **FT-3** Two, see FT-2.\n"
    for game in ("FT", "XY", "C"):
        made = render_page(text.replace("FT", game)).html
        assert (made.count(f'id="{game}-2"'), made.count(f'href="#{game}-2"')) == (1, 3)
        assert (f"{game}-9" in made, f"#{game}-9" in made) == (True, False)


def test_a_picture_becomes_a_figure_with_the_paragraph_behind_it_as_caption() -> None:
    made = render_page("# G\n\n![Two <men>](images/g-move.svg)\n\nA *step*.\n\nMore.\n").html
    assert '<img src="/rules/images/g-move.svg" alt="Two &lt;men&gt;"' in made
    assert "<figcaption>A <em>step</em>.</figcaption>" in made
    assert "<p>More.</p>" in made
    for source in ("https://elsewhere.example/x.svg", "images/../../secret.svg", "images/x.png"):
        assert "/rules/images/" not in render_page(f"# G\n\n![x]({source})\n").html


@pytest.mark.parametrize("name", WRITTEN)
def test_every_drawing_of_the_rules_is_there_and_is_said_in_words(name: str) -> None:
    file = registry.get_package(name).find_site_file("rules/en.md")
    for alt, source in re.findall(r"!\[(.*?)\]\((.*?)\)", file.read_text(), re.DOTALL):
        assert len(alt) > 10, source
        assert find_image(source.removeprefix("images/")), source
        assert source.startswith(f"images/{name}-"), source


def test_a_drawing_may_style_itself_and_do_nothing_else(client: Client, folder: Path) -> None:
    (folder / "images" / "g-move.svg").write_text("<svg/>")
    answer = client.get("/rules/images/g-move.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "sandbox" in policy
    assert "max-age=3600" in answer.headers["Cache-Control"]
    assert client.get("/rules/images/g-move.svg", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_only_drawings_of_the_folder_are_served(client: Client, folder: Path) -> None:
    (folder / "secret.svg").write_text("<svg/>")
    (folder / "images" / "secret.md").write_text("x")
    others = ("none.svg", "../secret.svg", "..%2Fsecret.svg", "secret.md", "SECRET.svg", ".svg", "%00.svg", "a" * 400)
    for path in (*(f"images/{name}" for name in others), "chess/", "../", "readme/"):
        assert client.get(f"/rules/{path}").status_code == 404, path


def test_a_drawing_has_no_script_and_asks_for_nothing_from_elsewhere() -> None:
    for file in ROOT.glob("engines/*/site/rules/images/*.svg"):
        text = file.read_text()
        assert not re.search(r"<script|\son\w+=", text), file
        assert set(re.findall(r"https?://[^\s\"']+", text)) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
        assert re.search(r"prefers-color-scheme: ?dark", text), file


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


def test_the_practice_ground_takes_its_position_from_the_address_and_plays_moves(client: Client) -> None:
    shown = client.get("/learn/zero-order/practice/?own=PU-B3&dummy=TO-C4")
    assert (shown.status_code, 'data-own="PU-B3"' in shown.content.decode()) == (200, True)
    assert client.get("/learn/zero-order/practice/?own=PU-C4&dummy=TO-C4").status_code == 422
    for path in ("/learn/chess/", "/learn/field-tactics/practice/", "/learn/chess/practice/board/", "/guide/no/"):
        assert client.get(path).status_code == 404, path
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

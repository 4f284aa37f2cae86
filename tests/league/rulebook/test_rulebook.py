"""Rules as pages: their anchors, their links, their drawings."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client

from deploy.settings.env import ROOT
from engines import registry
from league.rulebook import queries
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
    assert file is not None
    for alt, source in re.findall(r"!\[(.*?)\]\((.*?)\)", file.read_text(), re.DOTALL):
        assert len(alt) > 10, source
        assert find_image(source.removeprefix("images/")), source
        assert source.startswith(f"images/{name}-"), source


# Drawings


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

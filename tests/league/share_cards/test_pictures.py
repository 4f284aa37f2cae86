import io
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from league.share_cards import views
from league.share_cards.typeface import fit, to_drawable
from matches.models import Match
from tests import sample_games
from tests.factories import NOON, PlayerFactory, ended_match, event, match, started_event

pytestmark = pytest.mark.django_db
PICTURE = re.compile(r'property="og:image"\s+content="http://testserver([^"]+)"')
TITLE = re.compile(r'property="og:title" content="([^"]*)"')


def read(client: Client, path: str) -> Image.Image:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    assert answer.headers["Cache-Control"] == "public, max-age=60"
    assert "Cookie" not in answer.headers.get("Vary", "")
    return Image.open(io.BytesIO(answer.content))


def test_pages_name_their_picture_and_title_for_other_apps(client: Client) -> None:
    ada = PlayerFactory(username="ada", display_name='Ada "<Ä>"')
    played, cup = ended_match(ada), started_event(ada, PlayerFactory(), name="Cup <1>")
    for path, title in ((f"/matches/{played.pk}/", "Ada &quot;&lt;Ä&gt;&quot; – "), (f"/events/{cup.pk}/", "Cup &lt;1&gt;"),
                        ("/players/ada/", "Ada &quot;&lt;Ä&gt;&quot;")):  # fmt: skip
        page = client.get(path).content.decode()
        assert TITLE.search(page)[1].startswith(title)  # type: ignore[index]
        picture = PICTURE.search(page)[1]  # type: ignore[index]
        assert read(client, picture).size == (1200, 630)
    page = client.get("/rules/field-tactics/").content.decode()
    assert PICTURE.search(page)[1].endswith("site/icons/share.png")  # type: ignore[index]
    assert "og:description" not in page, "the text of the page is not taken for it"


@pytest.mark.parametrize("plan", [{"format": "single-elimination", "settings": {"third_place": True}}, {"format": "swiss"}, {}])
def test_every_event_has_a_picture_before_and_after_its_start(client: Client, plan: dict[str, Any]) -> None:
    open_event = event(PlayerFactory(), starts_at=NOON + timedelta(days=1), **plan)
    assert read(client, f"/events/{open_event.pk}/picture.png")
    started = started_event(*PlayerFactory.create_batch(6), **plan)
    assert read(client, f"/events/{started.pk}/picture.png") != read(client, f"/events/{open_event.pk}/picture.png")


def test_a_game_that_describes_its_board_needs_no_code_for_its_picture(client: Client) -> None:
    with sample_games.installed():
        for key in sample_games.packages():
            made = match(game=key)
            assert read(client, f"/matches/{made.pk}/picture.png").size == (1200, 630)


def test_what_does_not_exist_or_is_a_draft_has_no_picture(client: Client) -> None:
    draft = event(PlayerFactory())
    draft.status = "draft"
    draft.save()
    client.force_login(draft.organiser)
    for path in ("/matches/99999/picture.png", f"/events/{draft.pk}/picture.png", "/players/nobody/picture.png"):
        assert client.get(path).status_code == 404


def test_a_picture_is_drawn_once_and_anew_after_changes(client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    drawn: list[int] = []

    def draw(board: Any) -> bytes:
        drawn.append(board["entry"])
        return b"png"

    monkeypatch.setattr(views, "draw_match", draw)
    made = match()
    path = f"/matches/{made.pk}/picture.png"
    for _ in range(3):
        client.get(f"{path}?v={len(drawn)}")
    assert len(drawn) == 1
    Match.objects.filter(pk=made.pk).update(last_entry=made.last_entry + 1)
    client.get(path)
    assert len(drawn) == 2
    monkeypatch.setattr("matches.costly_work.WAIT_S", 0.01)
    with views._drawing:
        answer = client.get(f"/matches/{match().pk}/picture.png")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (302, "no-store"), "others are drawn for long"
    assert answer.headers["Location"].endswith("site/icons/share.png")
    settings.RATE_LIMITS = {"pictures": (1, 60)}
    answers = [client.get(path, REMOTE_ADDR="192.0.2.7").status_code for _ in range(2)]
    assert answers == [200, 429], "an address that reads too many has to wait"


def test_names_are_written_in_the_scripts_that_the_font_has() -> None:
    assert [to_drawable(name, "user") for name in ("Jörg Ärger", "Жанна", "Ελένη", "Ada 🎲", "山田太郎", "🎲🎲")] == [
        "Jörg Ärger", "Жанна", "Ελένη", "Ada", "user", "user",
    ]  # fmt: skip
    text, size = fit("a very long name " * 8, 48, 400, bold=True)
    assert text.endswith("…")
    assert size >= 36

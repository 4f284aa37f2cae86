"""Scripts and styles of a page, overlays for streaming software, and pages in the language of whoever reads them."""

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template
from django.templatetags.static import static
from django.test import Client

from deploy.static_files import find_files
from engines.i18n import join, to_stored, translate as _, translate_stored
from league.games import list_games
from matches import assets
from matches.actions.adjudication import adjudicate
from matches.actions.creation import SeatPlan, create_match
from matches.catalogues import use_language
from matches.clock import TimeControl
from matches.models import Entry, Match, Submission
from matches.queries.board_view import render_referee_board
from matches.server_time import now
from matches.time_control import format_shared_clock, format_time_control
from tests.factories import PlayerFactory, event, match, started_event
from tests.matches.conftest import TwoPlayerMatch

pytestmark = pytest.mark.django_db
MODULES = sorted(
    name
    for name in find_files()
    if name.startswith(("league/", "matches/", "site/")) and name.endswith(".js") and "vendor" not in name
)


def _drawn(text: str, **given: Any) -> str:
    return Template("{% load scripts %}" + text).render(Context(given))


def _linked(html: str) -> list[str]:
    return re.findall(r'<link rel="modulepreload" href="/static/[0-9a-f]{16}/([^"]+)">', html)


def test_every_import_of_every_script_leads_to_a_script() -> None:
    assert [name for name in MODULES if f"/{name}" not in _drawn("{% modules name %}", name=name)] == []


def test_a_script_comes_with_links_to_all_that_it_imports_and_that_imports_again() -> None:
    html = _drawn("{% modules 'matches/latency.js' %}")
    assert html.count("<script") == 1
    assert _linked(html) == ["site/stream.js", "site/changes.js", "site/words.js", "matches/match-api.js"]


def test_nothing_is_linked_twice_on_a_page_and_no_script_besides_its_own_tag() -> None:
    html = _drawn("{% modules 'site/site.js' 'site/words.js' %}{% modules 'matches/match.js' %}{% modules 'matches/chat.js' %}")
    linked = _linked(html)
    assert len(linked) == len(set(linked))
    assert not {"site/site.js", "site/words.js"} & set(linked)
    assert html.count("matches/match.js") == 1


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.key)
def test_the_board_of_a_game_is_linked_with_its_styles_and_its_words(game: Any) -> None:
    html = _drawn("{% board_of key %}", key=game.key, words={game.key: "/words/de/it.json"})
    named = set(_linked(html))
    assert f"matches/boards/{game.key}.js" in named
    folder = {name for name in MODULES if name.startswith(f"matches/boards/{game.key}/")}
    assert {Path(name).name for name in folder - named} == {"mini.js"}, "the thumbnail is not of the board"
    own = [
        name
        for name in find_files()
        if name.startswith(f"site/boards/{game.key}") and not name.endswith(("-mini.css", "-sides.css"))
    ]
    assert [name for name in own if f'<link rel="stylesheet" href="{static(name)}">' not in html] == []
    assert '<link rel="preload" href="/words/de/it.json" as="fetch" crossorigin>' in html
    assert "preload" not in re.sub("modulepreload", "", _drawn("{% board_of key %}", key=game.key)), "English has no words"


def test_a_script_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match=r"Script not found: 'matches/nowhere\.js'"):
        _drawn("{% modules 'matches/nowhere.js' %}")


def test_the_styles_of_the_site_are_one_file_that_may_be_kept_for_ever(client: Client) -> None:
    page = client.get("/rules/").content.decode()
    (address,) = re.findall(r'href="(/styles/[^"]+)"', page)
    answer = client.get(address)
    assert answer["Content-Type"] == "text/css; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Vary" not in answer
    told = answer.content.decode()
    places = [told.index(Path(f"matches/static/site/{name}.css").read_text()) for name in assets.STYLESHEETS]
    assert places == sorted(places)


def test_a_page_of_an_older_release_gets_the_styles_of_today_but_not_for_ever(client: Client) -> None:
    answer = client.get("/styles/0.css")
    assert answer.content == assets.get_stylesheet_bundle()[0]
    assert answer["Cache-Control"] == "no-cache"


BOARD = re.compile(r'<script id="board" type="application/json">(.*?)</script>')


def test_a_player_who_opens_the_overlay_shows_no_more_than_a_spectator_sees(client: Client) -> None:
    ada = PlayerFactory(username="ada", display_name="Ada <b>Ä</b>")
    made = match(ada)
    address = f"/matches/{made.pk}/overlay/"
    client.force_login(ada)
    answer, public = client.get(address), Client().get(address)
    board = json.loads(BOARD.search(answer.content.decode())[1])  # type: ignore[index]
    assert board["viewer"] == {"seat": None, "turn": 0}
    assert board["legal"] is None
    assert board["view"] == json.loads(BOARD.search(public.content.decode())[1])["view"]  # type: ignore[index]
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert not answer.cookies
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert "<b>Ä" not in answer.content.decode()
    assert client.get("/matches/999999/overlay/").status_code == 404


def test_parts_theme_and_scale_are_chosen_in_the_address_and_a_wrong_choice_is_explained(client: Client) -> None:
    address = f"/matches/{match().pk}/overlay/"
    page = client.get(f"{address}?parts=clocks,names&theme=light&scale=1.25").content.decode()
    assert all(f'data-{chosen}"' in page for chosen in ('theme="light', 'parts="names clocks', 'scale="1.250'))
    cup = f"/events/{started_event().pk}/overlay/"
    for path, query, error in (
        (address, "scale=9", "scale: "), (address, "scale=nan", "scale: "),
        (address, "theme=pink", "theme: Choose one of dark, light."), (address, "parts=board,chat", "parts: Choose some of"),
        (cup, "rows=21", "rows: "), (cup, "rounds=x", "rounds: "),
    ):  # fmt: skip
        answer = client.get(f"{path}?{query}")
        assert (answer.status_code, error in answer.content.decode()) == (400, True), query


def test_an_event_shows_the_rounds_being_played_or_its_standings(client: Client) -> None:
    people = [PlayerFactory(display_name=f"Person {n}") for n in range(8)]
    cup = started_event(*people, format="single-elimination", settings={"third_place": True})
    page = client.get(f"/events/{cup.pk}/overlay/?rounds=2").content.decode()
    assert "Quarter-finals" in page
    assert "Final<" not in page
    table = started_event(*people[:4], format="round-robin")
    page = client.get(f"/events/{table.pk}/overlay/?rows=3").content.decode()
    assert [f"Person {n}" in page for n in range(4)].count(True) == 3
    draft = event(people[0])
    draft.status = "draft"
    draft.save()
    client.force_login(draft.organiser)
    assert client.get(f"/events/{draft.pk}/overlay/").status_code == 404


StartMatch = Callable[..., TwoPlayerMatch]
TITLE = "Round 1, Board 2 · Blue"


class Table:
    """A match of an event, after one move, one wrong move, and one that came too late."""

    def __init__(self) -> None:
        self.players = [PlayerFactory(), PlayerFactory()]
        seats = [SeatPlan(player.pk, ready=True) for player in self.players]
        place = _("{round}, Board {board}", round=_("Round {number}", number=1), board=2)
        self.id = create_match(
            game="order-and-chaos", options={}, seats=seats, control=TimeControl(),
            title=to_stored(join([place, "Blue"], " · ")), at=now(),
        )  # fmt: skip

    def client(self, seat: int, language: str) -> Client:
        client = Client(headers={"accept-language": language})
        client.force_login(self.players[seat])
        return client

    def send(self, seat: int, turn: int, text: str, language: str) -> dict[str, Any]:
        """Submitted through the API and judged; then the same again, which is answered with the verdict."""
        body = {"turn": turn, "text": text, "key": f"{seat}-{turn}-{text}"}
        address = f"/api/v1/matches/{self.id}/submissions/"
        client = self.client(seat, language)
        client.post(address, body, content_type="application/json")
        adjudicate(match_id=self.id, at=now())
        return dict(client.post(address, body, content_type="application/json").json())

    def read(self, language: str) -> dict[str, Any]:
        return dict(Client(headers={"accept-language": language}).get(f"/api/v1/matches/{self.id}/").json())


@pytest.fixture
def table(db: None, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)
    return Table()


@pytest.mark.usefixtures("german")
def test_a_line_of_the_log_and_a_title_are_read_in_german(table: Table) -> None:
    move = table.client(0, "de").get(f"/api/v1/matches/{table.id}/").json()["legal"][0]
    assert table.send(0, 0, move, "de")["state"] == "accepted"
    [entry] = Entry.objects.filter(match=table.id, by=0)
    kept = translate_stored(entry.texts["spectator"])
    assert kept.startswith("Order moves ")

    english, german = table.read("en"), table.read("de")
    assert (english["title"], german["title"]) == (TITLE, "Runde 1, Brett 2 · Blue")
    assert [seat["name"] for seat in german["seats"]] == ["Ordnung", "Chaos"]
    assert english["log"][-1]["text"] == kept
    assert german["log"][-1]["text"].startswith("Ordnung zieht ")
    assert german["clock"]["words"] == "3 min pro Zug, 5 min Zeitreserve"

    page = unescape(Client(headers={"accept-language": "de"}).get(f"/matches/{table.id}/plain/").content.decode())
    assert "<h1>Runde 1, Brett 2 · Blue</h1>" in page
    assert german["log"][-1]["text"] in page
    assert f"Am Zug: {table.players[1]}." in page
    assert kept not in page

    [listed] = Client(headers={"accept-language": "de"}).get("/api/v1/matches/").json()["matches"]
    assert listed["title"] == german["title"]
    with use_language("de"):
        assert render_referee_board(Match.objects.get(pk=table.id), now())["log"][-1]["text"] == german["log"][-1]["text"]


@pytest.mark.usefixtures("german")
def test_why_a_move_was_refused_is_read_in_german(table: Table) -> None:
    told = {code: table.send(0, turn, text, "de") for code, turn, text in (("wrong", 0, "A1-A1"), ("late", 7, "B1-B2"))}
    assert [one["state"] for one in told.values()] == ["refused", "refused"]
    kept = list(Submission.objects.order_by("pk"))
    why = [translate_stored(one.refusal) for one in kept]
    assert why[1] == "This was sent for turn 7, but you're on turn 0. Reload and try again."
    assert told["late"]["text"] == "Das war für Zug 7, aber du bist bei Zug 0. Lade neu und versuche es noch einmal."
    assert why[0].isascii()
    assert told["wrong"]["text"] not in ("", why[0])
    page = table.client(0, "de").get(f"/matches/{table.id}/plain/", {"sent": kept[1].key}).content.decode()
    assert told["late"]["text"] in unescape(page)
    again = table.client(0, "en").get(f"/matches/{table.id}/plain/", {"sent": kept[1].key}).content.decode()
    assert why[1] in unescape(again)


@pytest.mark.usefixtures("german")
def test_the_name_of_an_event_stays_as_it_was_given(table: Table) -> None:
    name = "Round 1, Board 2 · The match is over."
    Match.objects.filter(pk=table.id).update(title=to_stored(join([_("Final"), name], " · ")))
    assert table.read("de")["title"] == f"Finale · {name}"
    Match.objects.filter(pk=table.id).update(title="The match is over.")
    assert table.read("de")["title"] == "The match is over."


@pytest.mark.usefixtures("german")
def test_a_time_control_is_told_in_whoever_s_language_asks_second() -> None:
    control, fischer = TimeControl(86_400_000, 0, 0, 10), TimeControl(0, 600_000, 5_000)
    assert format_time_control(control) == "1 day per turn, 10 days of vacation"
    with use_language("de"):
        assert format_time_control(control) == "1 Tag pro Zug, 10 Tage Urlaub"
        assert format_time_control(fischer) == "10 min + 5 s"
        assert format_shared_clock(300_000) == "gemeinsame Partieuhr: 5 min"
    assert format_time_control(fischer) == "10 min + 5 s"

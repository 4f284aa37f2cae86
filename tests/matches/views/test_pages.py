"""Scripts and styles of a page, overlays for streaming software, and pages in the language of whoever reads them."""

import json
import re
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
from tests.factories import PlayerFactory, event, match, started_event

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


def test_a_script_comes_with_links_to_all_that_it_imports_and_that_imports_again_none_twice_and_all_there() -> None:
    html = _drawn("{% modules 'matches/latency.js' %}")
    assert html.count("<script") == 1
    assert _linked(html) == ["site/stream.js", "site/changes.js", "site/words.js", "matches/match-api.js"]
    html = _drawn("{% modules 'site/site.js' 'site/words.js' %}{% modules 'matches/match.js' %}{% modules 'matches/chat.js' %}")
    linked = _linked(html)
    assert len(linked) == len(set(linked))
    assert not {"site/site.js", "site/words.js"} & set(linked)
    assert html.count("matches/match.js") == 1
    assert [name for name in MODULES if f"/{name}" not in _drawn("{% modules name %}", name=name)] == []
    with pytest.raises(ValueError, match=r"Script not found: 'matches/nowhere\.js'"):
        _drawn("{% modules 'matches/nowhere.js' %}")


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


def test_the_styles_are_one_file_that_may_be_kept_for_ever_but_not_for_a_page_of_an_older_release(client: Client) -> None:
    page = client.get("/rules/").content.decode()
    (address,) = re.findall(r'href="(/styles/[^"]+)"', page)
    answer, older = client.get(address), client.get("/styles/0.css")
    assert answer["Content-Type"] == "text/css; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Vary" not in answer
    told = answer.content.decode()
    places = [told.index(Path(f"matches/static/site/{name}.css").read_text()) for name in assets.STYLESHEETS]
    assert places == sorted(places)
    assert (older.content, older["Cache-Control"]) == (answer.content, "no-cache")


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


API = "/api/v1/matches/{}/"


class Table:
    """A match of an event."""

    def __init__(self) -> None:
        self.players = [PlayerFactory(), PlayerFactory()]
        seats = [SeatPlan(player.pk, ready=True) for player in self.players]
        place = _("{round}, Board {board}", round=_("Round {number}", number=1), board=2)
        title = to_stored(join([place, "Blue"], " · "))
        self.id = create_match(game="order-and-chaos", options={}, seats=seats, control=TimeControl(), title=title, at=now())

    def get(self, path: str, language: str, seat: int | None = None, **query: str) -> Any:
        client = Client(headers={"accept-language": language})
        if seat is not None:
            client.force_login(self.players[seat])
        answer = client.get(path.format(self.id), query)
        return answer.json() if "/api/" in path else unescape(answer.content.decode())

    def send(self, turn: int, text: str) -> dict[str, Any]:
        """Submitted through the API in German and judged; then the same again, which is answered with the verdict."""
        body, address = {"turn": turn, "text": text, "key": f"{turn}-{text}"}, f"/api/v1/matches/{self.id}/submissions/"
        client = Client(headers={"accept-language": "de"})
        client.force_login(self.players[0])
        client.post(address, body, content_type="application/json")
        adjudicate(match_id=self.id, at=now())
        return dict(client.post(address, body, content_type="application/json").json())


@pytest.fixture
def table(no_outage: None) -> Table:
    return Table()


@pytest.mark.usefixtures("german")
def test_a_line_of_the_log_and_a_title_are_read_in_german_and_a_given_name_stays_as_it_is(table: Table) -> None:
    move = table.get(API, "de", 0)["legal"][0]
    assert table.send(0, move)["state"] == "accepted"
    [entry] = Entry.objects.filter(match=table.id, by=0)
    kept = translate_stored(entry.texts["spectator"])
    assert kept.startswith("Order moves ")

    english, german = table.get(API, "en"), table.get(API, "de")
    assert (english["title"], german["title"]) == ("Round 1, Board 2 · Blue", "Runde 1, Brett 2 · Blue")
    assert [seat["name"] for seat in german["seats"]] == ["Ordnung", "Chaos"]
    assert english["log"][-1]["text"] == kept
    assert german["log"][-1]["text"].startswith("Ordnung zieht ")
    assert german["clock"]["words"] == "3 min pro Zug, 5 min Zeitreserve"

    page = table.get("/matches/{}/plain/", "de")
    assert "<h1>Runde 1, Brett 2 · Blue</h1>" in page
    assert german["log"][-1]["text"] in page
    assert f"Am Zug: {table.players[1]}." in page
    assert kept not in page

    [listed] = table.get("/api/v1/matches/", "de")["matches"]
    assert listed["title"] == german["title"]
    with use_language("de"):
        assert render_referee_board(Match.objects.get(pk=table.id), now())["log"][-1]["text"] == german["log"][-1]["text"]

    name = "Round 1, Board 2 · The match is over."
    for title, told in ((to_stored(join([_("Final"), name], " · ")), f"Finale · {name}"), (name[19:], "The match is over.")):
        Match.objects.filter(pk=table.id).update(title=title)
        assert table.get(API, "de")["title"] == told


@pytest.mark.usefixtures("german")
def test_why_a_move_was_refused_is_read_in_german(table: Table) -> None:
    wrong, late = table.send(0, "A1-A1"), table.send(7, "B1-B2")
    assert [one["state"] for one in (wrong, late)] == ["refused", "refused"]
    kept = list(Submission.objects.order_by("pk"))
    why = [translate_stored(one.refusal) for one in kept]
    assert why[1] == "This was sent for turn 7, but you're on turn 0. Reload and try again."
    assert late["text"] == "Das war für Zug 7, aber du bist bei Zug 0. Lade neu und versuche es noch einmal."
    assert why[0].isascii()
    assert wrong["text"] not in ("", why[0])
    for language, text in (("de", late["text"]), ("en", why[1])):
        assert text in table.get("/matches/{}/plain/", language, 0, sent=kept[1].key)

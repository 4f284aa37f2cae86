"""The pages and the API of puzzles: what they show, what they keep to themselves, and how they refuse."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from engines import registry
from engines.puzzle_files import PuzzleSet
from engines.puzzles import find_position
from league.people.models import Player
from league.puzzles.actions import attempt_puzzle
from league.puzzles.models import PuzzleAttempt
from league.puzzles.queries import progress
from league.puzzles.queries.puzzle_sets import _find_position, get_daily, load_set
from matches.server_time import now
from tests.factories import PlayerFactory
from tests.league.puzzles.shipped import GAME, Shipped, shipped

pytestmark = pytest.mark.django_db
GAMES = [key for key in registry.keys() if load_set(key).puzzles]  # noqa: SIM118
PAGE = "/puzzles/{}/{}/"


def signed_in() -> tuple[Client, Player]:
    client, ada = Client(), PlayerFactory()
    client.force_login(ada)
    return client, ada


def post(client: Client, path: str, **body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


def texts_in(value: Any) -> set[str]:
    """Return all texts of a JSON value, with its keys."""
    if isinstance(value, dict):
        return set(value) | {text for item in value.values() for text in texts_in(item)}
    if isinstance(value, list):
        return {text for item in value for text in texts_in(item)}
    return {value} if isinstance(value, str) else set()


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_shows_no_more_than_its_seat_may_see_and_no_sign_of_the_answer(client: Client, game: str) -> None:
    for puzzle in list(load_set(game).puzzles.values())[:5]:
        found = find_position(load_set(game).homes[puzzle.id], puzzle)
        shown = client.get(f"/api/v1/puzzles/{game}/{puzzle.id}/").json()
        view = json.loads(json.dumps(found.engine.view(found.position.state, puzzle.seat)))
        assert shown["view"] == view
        assert shown["legal"] == list(found.legal)
        assert set(shown) == {"id", "game", "version", "seat", "side", "last", "view", "legal"}
        page = client.get(PAGE.format(game, puzzle.id)).content.decode()
        board = json.loads(page.split('<script id="puzzle" type="application/json">')[1].split("</script>")[0])
        assert board["view"] == view
        assert board["legal"] == list(found.legal)
        assert board["log"] == []
        data = set(texts_in(board)) | {text for text in page.split('"') if text in ("answer", "value", "second")}
        assert not data & {"answer", "wrong", "second", "rating"}
        outside = page.replace(page.split('<script id="puzzle" type="application/json">')[1].split("</script>")[0], "")
        assert f">{puzzle.answer}<" not in outside
        assert f'"{puzzle.answer}"' not in outside


def test_a_wrong_attempt_does_not_tell_the_answer(client: Client) -> None:
    for number in range(3):
        puzzle = shipped(number)
        body = post(client, f"{puzzle.path}attempts/", move=puzzle.known).json()
        assert (body["is_right"], body["answer"], body["board"]) == (False, None, None)
        assert puzzle.puzzle.answer not in texts_in(body)


def test_a_right_attempt_tells_why_and_shows_the_board_after_it(client: Client) -> None:
    puzzle = shipped()
    body = post(client, f"{puzzle.path}attempts/", move=puzzle.puzzle.answer).json()
    assert (body["is_right"], body["answer"], body["change"], body["days"]) == (True, puzzle.puzzle.answer, None, None)
    assert body["text"]
    assert body["board"]["legal"] is None
    assert not any(body["board"]["can"].values())


def test_an_attempt_of_an_account_is_rated_once() -> None:
    client, ada = signed_in()
    puzzle = shipped()
    first = post(client, f"{puzzle.path}attempts/", move=puzzle.puzzle.answer).json()
    assert first["change"]["after"] > first["change"]["before"]
    assert first["puzzle_rating"] <= puzzle.puzzle.rating
    assert post(client, f"{puzzle.path}attempts/", move=puzzle.puzzle.answer).json()["change"] is None
    assert PuzzleAttempt.objects.filter(player=ada).count() == 1
    page = client.get(PAGE.format(GAME, puzzle.id)).content.decode()
    assert "You've tried this puzzle before" in page


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "missing-field", "move"),
        ({"move": ""}, "bad-move", "move"),
        ({"move": "x" * 301}, "bad-move", "move"),
        ({"move": 7}, "malformed", "move"),
        ({"move": "nonsense"}, "malformed", "move"),
        ({"move": "W1-W2", "more": 1}, "unknown-field", "more"),
        ({"move": "a\0b"}, "bad-move", "move"),
    ],
)
def test_bad_input_is_refused_with_its_field_and_changes_nothing(body: dict[str, Any], code: str, field: str) -> None:
    client, _ = signed_in()
    answer = post(client, f"{shipped().path}attempts/", **body)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, code, field)
    assert not PuzzleAttempt.objects.exists()


@pytest.mark.parametrize("path", ["", "attempts/", "hint/", "solution/"])
@pytest.mark.parametrize("where", [f"{GAME}/000000000000", "chess/000000000000", "chess-960/x"])
def test_what_does_not_exist_is_not_found(client: Client, path: str, where: str) -> None:
    address = f"/api/v1/puzzles/{where}/{path}"
    answer = post(client, address, move="W1-W2") if path else client.get(address)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    "path", ["/puzzles/chess/next/", "/puzzles/chess/today/", f"/puzzles/{GAME}/000000000000/", "/puzzles/chess/000000000000/"]
)
def test_pages_of_what_does_not_exist_are_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_hint_and_solution(client: Client) -> None:
    puzzle = shipped()
    hint = post(client, f"{puzzle.path}hint/").json()
    assert set(hint) == {"text"}
    assert puzzle.puzzle.answer not in hint["text"]
    solution = post(client, f"{puzzle.path}solution/").json()
    assert (solution["answer"], solution["is_right"]) == (puzzle.puzzle.answer, False)


@pytest.mark.parametrize("game", GAMES)
def test_the_puzzle_of_the_day_is_the_same_for_everyone(client: Client, game: str) -> None:
    daily = get_daily(game, now().date()).id
    other, _ = signed_in()
    for one in (client, other):
        assert one.get(f"/api/v1/puzzles/{game}/today/").json()["id"] == daily
        assert one.get(f"/puzzles/{game}/today/").headers["Location"] == PAGE.format(game, daily)
    assert "puzzle of the day" in client.get(PAGE.format(game, daily)).content.decode()


def test_the_home_page_leads_to_the_puzzle_of_the_day(client: Client) -> None:
    assert 'href="/puzzles/today/"' in client.get("/").content.decode()
    assert client.get("/puzzles/today/", follow=True).status_code == 200


def test_next_leads_to_an_untried_puzzle_and_in_the_end_to_the_list() -> None:
    client, ada = signed_in()
    at = now()
    tried = set()
    for id, puzzle in load_set(GAME).puzzles.items():
        assert client.get(f"/api/v1/puzzles/{GAME}/next/").json()["id"] not in tried
        attempt_puzzle(player=ada, game=GAME, puzzle_id=id, do=puzzle.answer, at=at)
        tried.add(id)
    assert client.get(f"/puzzles/{GAME}/next/").headers["Location"] == "/puzzles/"
    assert client.get(f"/api/v1/puzzles/{GAME}/next/").status_code == 404
    assert "You've tried all of them." in client.get("/puzzles/").content.decode()


def test_the_list_has_the_games_with_own_ratings_and_streaks() -> None:
    client, ada = signed_in()
    assert "No puzzle tried yet." in client.get("/puzzles/").content.decode()
    puzzle = shipped()
    attempt_puzzle(player=ada, game=GAME, puzzle_id=puzzle.id, do=puzzle.puzzle.answer, at=now())
    shown = client.get("/puzzles/").content.decode()
    assert "1 of 1 solved" in shown
    games = {row["game"]: row for row in client.get("/api/v1/puzzles/").json()["games"]}
    assert set(games) == set(GAMES)
    assert games[GAME]["own"]["streak"] == 1
    assert games[GAME]["count"] == len(load_set(GAME).puzzles)


def test_a_profile_shows_puzzle_ratings_to_everyone(client: Client) -> None:
    _, ada = signed_in()
    assert "Most in a row" not in client.get(f"/players/{ada.username}/").content.decode()
    daily = get_daily(GAME, now().date())
    attempt_puzzle(player=ada, game=GAME, puzzle_id=daily.id, do=daily.answer, at=now())
    shown = client.get(f"/players/{ada.username}/").content.decode()
    assert "Most in a row" in shown
    assert "Puzzle of the day: 1 day running" in shown


def test_a_site_whose_games_have_no_puzzles_says_so(client: Client) -> None:
    with patch.object(progress, "list_puzzle_games", list):
        assert "No puzzles yet" in client.get("/puzzles/").content.decode()


def test_rules_and_cards_of_games_lead_to_their_puzzles(client: Client) -> None:
    for path in ("/", f"/rules/{GAME}/"):
        assert f'href="/puzzles/{GAME}/next/"' in client.get(path).content.decode()


def test_a_puzzle_whose_match_cannot_be_played_is_not_found(client: Client) -> None:
    known: Shipped = shipped()
    broken = PuzzleSet((), {known.id: known.puzzle}, {known.id: type(load_set(GAME).homes[known.id])("no record")})
    _find_position.cache_clear()
    with patch("league.puzzles.queries.puzzle_sets.load_set", lambda game: broken):
        answer = client.get(known.path)
    _find_position.cache_clear()
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")

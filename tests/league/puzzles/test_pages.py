"""The pages and the API of puzzles: what they show, what they keep to themselves, and how they refuse."""

import json
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from engines import registry
from engines.puzzle_files import PuzzleSet
from engines.puzzles import find_position
from league.people.models import Player
from league.puzzles.models import PuzzleAttempt, Result
from league.puzzles.queries import progress
from league.puzzles.queries.puzzle_sets import _find_position, get_daily, load_set
from matches.server_time import now
from tests.factories import PlayerFactory
from tests.league.puzzles.shipped import GAME, Shipped, shipped
from tests.thorough import WHOLE

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
    for puzzle in list(load_set(game).puzzles.values())[: 5 if WHOLE else 2]:
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


def test_a_wrong_attempt_does_not_tell_the_answer_and_a_right_one_shows_the_board_after_it(client: Client) -> None:
    for number in range(3):
        puzzle = shipped(number)
        body = post(client, f"{puzzle.path}attempts/", move=puzzle.known).json()
        assert (body["is_right"], body["answer"], body["board"]) == (False, None, None)
        assert puzzle.puzzle.answer not in texts_in(body)
    body = post(client, f"{puzzle.path}attempts/", move=puzzle.puzzle.answer).json()
    assert (body["is_right"], body["answer"], body["change"], body["days"]) == (True, puzzle.puzzle.answer, None, None)
    assert body["text"]
    assert body["board"]["legal"] is None
    assert not any(body["board"]["can"].values())


def test_bad_input_is_refused_with_its_field_and_changes_nothing() -> None:
    client, _ = signed_in()
    for body, code, field in (
        ({}, "missing-field", "move"), ({"move": ""}, "bad-move", "move"), ({"move": "x" * 301}, "bad-move", "move"),
        ({"move": 7}, "malformed", "move"), ({"move": "nonsense"}, "malformed", "move"),
        ({"move": "W1-W2", "more": 1}, "unknown-field", "more"), ({"move": "a\0b"}, "bad-move", "move"),
    ):  # fmt: skip
        answer = post(client, f"{shipped().path}attempts/", **body)
        assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, code, field)
    assert not PuzzleAttempt.objects.exists()


def test_what_does_not_exist_is_not_found(client: Client) -> None:
    for where in (f"{GAME}/000000000000", "chess/000000000000"):
        for path in ("", "attempts/", "hint/", "solution/"):
            address = f"/api/v1/puzzles/{where}/{path}"
            answer = post(client, address, move="W1-W2") if path else client.get(address)
            assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    for page in ("chess/next/", "chess/today/", f"{GAME}/000000000000/", "chess/000000000000/"):
        assert client.get(f"/puzzles/{page}").status_code == 404


def test_hint_solution_and_a_puzzle_that_was_tried(client: Client) -> None:
    client.force_login(PlayerFactory())
    puzzle = shipped()
    hint = post(client, f"{puzzle.path}hint/").json()
    assert set(hint) == {"text"}
    assert puzzle.puzzle.answer not in hint["text"]
    solution = post(client, f"{puzzle.path}solution/").json()
    assert (solution["answer"], solution["is_right"]) == (puzzle.puzzle.answer, False)
    assert "You've tried this puzzle before" in client.get(PAGE.format(GAME, puzzle.id)).content.decode()


def test_the_puzzle_of_the_day_is_the_same_for_everyone_and_the_home_page_leads_to_it(client: Client) -> None:
    daily = get_daily(GAME, now().date()).id
    other, _ = signed_in()
    for one in (client, other):
        assert one.get(f"/api/v1/puzzles/{GAME}/today/").json()["id"] == daily
        assert one.get(f"/puzzles/{GAME}/today/").headers["Location"] == PAGE.format(GAME, daily)
    assert "puzzle of the day" in client.get(PAGE.format(GAME, daily)).content.decode()
    home = client.get("/").content.decode()
    for path in ("/puzzles/today/", f"/puzzles/{GAME}/next/"):
        assert f'href="{path}"' in home
    assert f'href="/puzzles/{GAME}/next/"' in client.get(f"/rules/{GAME}/").content.decode()
    assert client.get("/puzzles/today/", follow=True).status_code == 200


def test_next_leads_to_an_untried_puzzle_and_in_the_end_to_the_list() -> None:
    client, ada = signed_in()
    *tried, last = load_set(GAME).puzzles
    PuzzleAttempt.objects.bulk_create(
        PuzzleAttempt(player=ada, game=GAME, puzzle=id, result=Result.WRONG, at=now()) for id in tried
    )
    assert client.get(f"/api/v1/puzzles/{GAME}/next/").json()["id"] == last
    assert client.get(f"/puzzles/{GAME}/next/").headers["Location"] == PAGE.format(GAME, last)
    PuzzleAttempt.objects.create(player=ada, game=GAME, puzzle=last, result=Result.WRONG, at=now())
    assert client.get(f"/puzzles/{GAME}/next/").headers["Location"] == "/puzzles/"
    assert client.get(f"/api/v1/puzzles/{GAME}/next/").status_code == 404
    assert "You've tried all of them." in client.get("/puzzles/").content.decode()


def test_the_list_and_a_profile_show_ratings_and_streaks() -> None:
    client, ada = signed_in()
    profile = f"/players/{ada.username}/"
    assert "No puzzle tried yet." in client.get("/puzzles/").content.decode()
    assert "Most in a row" not in client.get(profile).content.decode()
    daily = get_daily(GAME, now().date())
    first = post(client, f"/api/v1/puzzles/{GAME}/{daily.id}/attempts/", move=daily.answer).json()
    assert first["change"]["after"] > first["change"]["before"]
    assert first["puzzle_rating"] <= daily.rating
    assert "1 of 1 solved" in client.get("/puzzles/").content.decode()
    games = {row["game"]: row for row in client.get("/api/v1/puzzles/").json()["games"]}
    assert set(games) == set(GAMES)
    assert (games[GAME]["own"]["streak"], games[GAME]["count"]) == (1, len(load_set(GAME).puzzles))
    shown = Client().get(profile).content.decode()
    assert ("Most in a row" in shown, "Puzzle of the day: 1 day running" in shown) == (True, True)


def test_a_site_whose_games_have_no_puzzles_says_so(client: Client) -> None:
    with patch.object(progress, "list_puzzle_games", list):
        assert "No puzzles yet" in client.get("/puzzles/").content.decode()


def test_a_puzzle_whose_match_cannot_be_played_is_not_found(client: Client) -> None:
    known: Shipped = shipped()
    broken = PuzzleSet((), {known.id: known.puzzle}, {known.id: type(load_set(GAME).homes[known.id])("no record")})
    _find_position.cache_clear()
    with patch("league.puzzles.queries.puzzle_sets.load_set", lambda game: broken):
        answer = client.get(known.path)
    _find_position.cache_clear()
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")

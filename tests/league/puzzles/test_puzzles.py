import json
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from engines import registry
from engines.puzzle_files import PuzzleSet
from engines.puzzles import find_position
from league.people.models import Player
from league.puzzles.actions import Verdict, attempt_puzzle, show_solution, take_hint
from league.puzzles.models import PuzzleAttempt, PuzzleDays, PuzzleRating, PuzzleSkill, Result
from league.puzzles.queries import progress
from league.puzzles.queries.explanations import explain_answer, explain_wrong
from league.puzzles.queries.progress import find_next, get_progress, list_game_puzzles
from league.puzzles.queries.puzzle_sets import _find_position, advance, get_daily, load_set, open_puzzle
from league.puzzles.rules import NEAREST, choose_daily, choose_next, extend_days
from matches.server_time import now
from tests.factories import NOON, BotFactory, GuestFactory, PlayerFactory
from tests.league.clients import client_of
from tests.league.puzzles.shipped import GAME, Shipped, shipped
from tests.thorough import WHOLE

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def attempt(player: Player | None, puzzle: Shipped, do: str, at: Any = NOON) -> Verdict:
    return attempt_puzzle(player=player, game=GAME, puzzle_id=puzzle.id, do=do, at=at)[1]


def solve(player: Player, puzzle: Shipped, at: Any = NOON) -> Verdict:
    return attempt(player, puzzle, puzzle.puzzle.answer, at)


def test_a_right_answer_is_rated_and_extends_the_streak() -> None:
    ada = PlayerFactory()
    for number in range(3):
        verdict = solve(ada, shipped(number))
        assert verdict.is_right
        assert verdict.change.after > verdict.change.before
        assert verdict.change.streak == number + 1
    skill = PuzzleSkill.objects.get(player=ada, game=GAME)
    assert (skill.attempts, skill.solved, skill.streak, skill.best_streak) == (3, 3, 3, 3)
    puzzle = PuzzleRating.objects.get(game=GAME, puzzle=shipped(0).id)
    assert puzzle.value < shipped(0).puzzle.rating


def test_a_wrong_answer_costs_points_ends_the_streak_and_explains_itself() -> None:
    ada, second = PlayerFactory(), shipped(1)
    solve(ada, shipped(0))
    verdict = attempt(ada, second, second.known)
    assert not verdict.is_right
    assert verdict.change.after < verdict.change.before
    assert str(round(100 * second.puzzle.wrong[0].value)) in verdict.text
    assert second.puzzle.answer not in verdict.text
    skill = PuzzleSkill.objects.get(player=ada)
    assert (skill.streak, skill.best_streak) == (0, 1)
    assert PuzzleRating.objects.get(puzzle=second.id).value > second.puzzle.rating


def test_an_answer_that_wins_is_explained_by_that_others_by_their_value_and_a_wrong_one_by_the_reply_if_there_is_one() -> None:
    with_reply = next(one for one in map(shipped, range(len(load_set(GAME).puzzles))) if one.puzzle.wrong[0].reply)
    assert "The best answer in this match:" in attempt(None, with_reply, with_reply.known).text
    opened = open_puzzle(GAME, with_reply.id)
    nobody_compared = replace(opened, puzzle=replace(with_reply.puzzle, wrong=()))
    assert "did not compare it" in explain_wrong(nobody_compared, with_reply.known)
    for puzzle in load_set(GAME).puzzles.values():
        opened = open_puzzle(GAME, puzzle.id)
        outcome = advance(opened, puzzle.answer).outcome
        wins = outcome is not None and outcome.ranks[puzzle.seat] == 1
        assert ("wins the match at once" in explain_answer(opened)) is wins
        assert (f"{round(100 * puzzle.value)} of 100 points" in explain_answer(opened)) is not wins


def test_only_the_first_attempt_counts() -> None:
    ada, puzzle = PlayerFactory(), shipped()
    first = attempt(ada, puzzle, puzzle.known)
    again = solve(ada, puzzle)
    assert first.change is not None
    assert (again.is_right, again.change) == (True, None)
    assert solve(ada, puzzle).change is None
    take_hint(player=ada, game=GAME, puzzle_id=puzzle.id, at=NOON)
    stored = PuzzleAttempt.objects.get(player=ada)
    assert (stored.result, stored.solved_at) == (Result.WRONG, NOON)
    assert PuzzleSkill.objects.get(player=ada).attempts == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        PuzzleAttempt.objects.create(player=ada, game=GAME, puzzle=puzzle.id, result=Result.RIGHT, at=NOON)


def test_visitors_guests_and_bots_try_without_rating() -> None:
    puzzle = shipped()
    asked = {"game": GAME, "puzzle_id": puzzle.id, "at": NOON}
    for player in (None, GuestFactory(), BotFactory(), PlayerFactory(is_bot_account=True)):
        assert not attempt(player, puzzle, puzzle.known).is_right
        assert attempt(player, puzzle, puzzle.puzzle.answer).change is None
        show_solution(player=player, **asked)
        take_hint(player=player, **asked)
    assert not PuzzleAttempt.objects.exists()
    assert not PuzzleRating.objects.exists()


def test_a_hint_makes_a_puzzle_unrated_and_tells_only_the_beginning() -> None:
    ada, puzzle = PlayerFactory(), shipped()
    hint = take_hint(player=ada, game=GAME, puzzle_id=puzzle.id, at=NOON)
    assert puzzle.puzzle.answer.startswith(hint)
    assert hint != puzzle.puzzle.answer
    assert solve(ada, puzzle).change is None
    assert not PuzzleSkill.objects.filter(player=ada, attempts__gt=0).exists()
    assert PuzzleAttempt.objects.get(player=ada).solved_at == NOON


def test_a_solution_that_is_shown_first_counts_as_a_wrong_attempt() -> None:
    ada, puzzle = PlayerFactory(), shipped()
    _, verdict = show_solution(player=ada, game=GAME, puzzle_id=puzzle.id, at=NOON)
    assert verdict.change.after < verdict.change.before
    assert solve(ada, puzzle).change is None
    stored = PuzzleAttempt.objects.get(player=ada)
    assert (stored.result, stored.solved_at) == (Result.SHOWN, None)
    assert show_solution(player=ada, game=GAME, puzzle_id=puzzle.id, at=NOON)[1].change is None


def solve_daily(player: Player, at: Any, *, after_a_mistake: bool = False) -> int | None:
    daily = get_daily(GAME, at.date())
    if after_a_mistake:
        attempt_puzzle(player=player, game=GAME, puzzle_id=daily.id, do=daily.wrong[0].do, at=at)
    return attempt_puzzle(player=player, game=GAME, puzzle_id=daily.id, do=daily.answer, at=at)[1].days


def test_the_streak_of_days_grows_by_each_days_puzzle_also_after_mistakes() -> None:
    ada, daily = PlayerFactory(), get_daily(GAME, NOON.date())
    assert solve(ada, next(one for one in map(shipped, range(2)) if one.id != daily.id)).days is None
    assert not PuzzleDays.objects.exists(), "it was another puzzle than the day's"
    assert [solve_daily(ada, NOON) for _ in range(2)] == [1, None]
    assert solve_daily(ada, NOON + DAY, after_a_mistake=True) == 2
    shown = [get_progress(ada.pk, (NOON + days * DAY).date()).days.days for days in (1, 2, 3, 30)]
    assert shown == [2, 2, 0, 0]
    assert solve_daily(ada, NOON + 3 * DAY) == 1
    assert PuzzleDays.objects.get(player=ada).best_days == 2
    assert extend_days(NOON.date(), 4, NOON.date()) == 4, "another game's puzzle of the same day adds nothing"


def test_no_puzzle_comes_twice_and_after_the_last_there_is_none() -> None:
    ada, seen = PlayerFactory(), set()
    puzzles = load_set(GAME).puzzles
    for id in puzzles:
        PuzzleAttempt.objects.create(player=ada, game=GAME, puzzle=id, result=Result.WRONG, at=NOON)
        seen.add(id)
        assert find_next(ada, GAME) not in seen
    assert find_next(ada, GAME) is None
    assert find_next(None, GAME) in puzzles
    rows, _ = list_game_puzzles(ada, NOON.date())
    assert next(row for row in rows if row.game == GAME).is_finished


IDS = [f"puzzle{number:06}" for number in range(50)]
TODAY = date(2026, 3, 1)


def test_the_puzzle_of_a_day_is_the_same_for_everyone_and_none_returns_before_all_have_come() -> None:
    days = [choose_daily(IDS, TODAY + timedelta(days=n)) for n in range(100)]
    assert choose_daily(list(reversed(IDS)), TODAY) == days[0]
    assert set(days[:50]) == set(IDS)
    assert set(Counter(days).values()) == {2}


def test_the_next_puzzle_is_near_the_own_rating() -> None:
    ratings = [(id, 1000.0 + 20 * number) for number, id in enumerate(IDS)]
    chosen = {choose_next(ratings, 1500, lambda n, at=at: min(at, n - 1)) for at in range(100)}
    assert chosen == {id for id, _ in sorted(ratings, key=lambda row: abs(row[1] - 1500))[:NEAREST]}
    assert choose_next([], 1500, lambda n: 0) is None


GAMES = [key for key in registry.keys() if load_set(key).puzzles]  # noqa: SIM118
PAGE = "/puzzles/{}/{}/"


def signed_in() -> tuple[Client, Player]:
    ada = PlayerFactory()
    return client_of(ada), ada


def post(client: Client, path: str, **body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


def texts_in(value: Any) -> set[str]:
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
        ({"move": 7}, "malformed", "move"), ({"move": "nonsense"}, "malformed", "move"), ({"move": "a\0b"}, "bad-move", "move"),
        ({"move": "W1-W2", "more": 1}, "unknown-field", "more"), ({"move": "W1-W1"}, "not-adjacent", "move"),
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
    with patch.object(progress, "list_puzzle_games", list):
        assert "No puzzles yet" in client.get("/puzzles/").content.decode()
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


def test_a_puzzle_whose_match_cannot_be_played_is_not_found(client: Client) -> None:
    known: Shipped = shipped()
    broken = PuzzleSet((), {known.id: known.puzzle}, {known.id: type(load_set(GAME).homes[known.id])("no record")})
    _find_position.cache_clear()
    with patch("league.puzzles.queries.puzzle_sets.load_set", lambda game: broken):
        answer = client.get(known.path)
    _find_position.cache_clear()
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from league.lobby.challenges import quick_play
from league.lobby.models import QueueEntry
from league.lobby.queue import join_queue, leave_queue, purge_queue, record_heartbeat
from league.lobby.queue_rules import WaitingPlayer, choose_pairs, get_window
from league.lobby.queue_state import find_wait
from league.people.models import Player
from league.ratings.models import RatedMatch, Rating
from league.time_controls.presets import PRESETS
from matches.clock import TimeControl
from matches.models import Match
from matches.server_time import now
from tests.factories import GAME, GuestFactory, PlayerFactory
from tests.league.clients import client_of
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db
FAST = f"{GAME} fast"
HTMX = {"HX-Request": "true"}


def join(player: Player, at: datetime, speed: str = "fast", game: str = GAME) -> int | None:
    return join_queue(player_id=player.pk, game=game, speed=speed, at=at)


def rated(value: float) -> Player:
    player = PlayerFactory()
    Rating.objects.create(player=player, pool=f"{GAME}/fast", value=value)
    return player


def wait_since(player: Player, seconds: float) -> None:
    QueueEntry.objects.filter(player=player).update(joined_at=now() - timedelta(seconds=seconds), seen_at=now())


def pairs(*waiting: tuple[int, int, float]) -> list[tuple[int, int]]:
    return choose_pairs([WaitingPlayer(*player) for player in waiting])


def test_windows_widen_with_the_wait_and_both_players_have_to_fit() -> None:
    assert [get_window(seconds) for seconds in (0, 9.9, 10, 19.9, 20, 29.9, 30)] == [100, 100, 200, 200, 400, 400, None]
    assert pairs() == pairs((1, 1500, 3600)) == []
    for distance, waited_s, paired in ((100, 0, True), (101, 0, False), (200, 10, True), (900, 30, True)):
        assert pairs((1, 1500, waited_s), (2, 1500 + distance, waited_s)) == ([(1, 2)] if paired else [])
    assert pairs((1, 1500, 60), (2, 1900, 5)) == []
    assert pairs((1, 1500, 60), (2, 1900, 20)) == [(1, 2)]


def test_the_longest_wait_chooses_first_and_gets_the_closest_rating() -> None:
    assert pairs((1, 1500, 1), (2, 1550, 9), (3, 1540, 2)) == [(2, 3)]
    assert pairs((1, 1500, 9), (2, 1600, 8), (3, 1490, 1), (4, 1650, 1)) == [(1, 3), (2, 4)]
    assert pairs((1, 1500, 9), (2, 1550, 1), (3, 1450, 2)) == [(1, 3)], "of equally close ones the longest wait"


def test_players_of_one_game_and_speed_are_paired_and_rated_if_both_have_accounts(at: datetime) -> None:
    queues = (("fast", GAME), ("normal", GAME), ("correspondence", GAME), ("fast", "zero-day"))
    waiting = PlayerFactory.create_batch(4)
    assert [join(one, at, *queue) for one, queue in zip(waiting, queues, strict=True)] == [None] * 4
    for first, second, speed, is_rated, preset in (
        (waiting[0], PlayerFactory(), "fast", True, "quick"), (waiting[1], GuestFactory(), "normal", False, "standard"),
        (waiting[2], PlayerFactory(), "correspondence", True, "days"),
    ):  # fmt: skip
        match = Match.objects.get(pk=join(second, at, speed))
        assert TimeControl(**match.control) == PRESETS[preset]
        assert {seat.player_id for seat in match.seats.all()} == {first.pk, second.pk}
        assert (match.status, RatedMatch.objects.filter(match=match).exists()) == ("playing", is_rated)
        assert [record_heartbeat(player_id=first.pk, at=at) for _ in range(2)] == [match.pk, None], "it is told once"
    assert QueueEntry.objects.get().player == waiting[3]
    for player, wish, code, field in (
        (PlayerFactory(), {"game": "chess"}, "unknown-game", "game"),
        (PlayerFactory(), {"speed": "bullet"}, "bad-speed", "speed"),
        (PlayerFactory(is_bot_account=True), {}, "not-for-bots", None),
    ):
        with refused(code, field):
            join(player, at, **wish)


def test_ratings_far_apart_are_paired_once_both_windows_are_wide_enough(at: datetime) -> None:
    weak, strong = rated(1300), rated(1600)
    assert join(weak, at) is join(strong, at) is None
    for seconds in (10, 19):
        assert record_heartbeat(player_id=weak.pk, at=at + timedelta(seconds=seconds)) is None
        assert record_heartbeat(player_id=strong.pk, at=at + timedelta(seconds=seconds)) is None
    assert record_heartbeat(player_id=weak.pk, at=at + timedelta(seconds=20))


def test_joining_again_keeps_the_wait_but_another_queue_or_an_absence_begins_a_new_one(at: datetime) -> None:
    ada = PlayerFactory()

    def waited(seconds: int, speed: str) -> int:
        later = at + timedelta(seconds=seconds)
        join(ada, later, speed)
        wait = find_wait(ada.pk, later)
        return wait.waited_s

    assert [waited(0, "fast"), waited(10, "fast"), waited(12, "normal"), waited(40, "normal")] == [0, 10, 0, 0]
    assert QueueEntry.objects.count() == 1


def test_who_has_left_is_not_paired_and_who_leaves_or_joins_again_when_the_match_has_begun_is_led_to_it(at: datetime) -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    join(ada, at)
    assert leave_queue(player_id=ada.pk) is None
    assert join(ben, at) is None
    match_id = join(ada, at)
    assert match_id is not None
    assert join(ben, at, "normal") == match_id
    assert not QueueEntry.objects.exists()
    join(ada, at)
    match_id = join(ben, at)
    assert leave_queue(player_id=ada.pk) == match_id


def test_who_has_closed_the_page_or_begun_another_match_is_not_paired(at: datetime) -> None:
    gone, busy = PlayerFactory(), PlayerFactory()
    join(busy, at, "normal")
    quick_play(player_id=busy.pk, game=GAME, kind="level-5", at=at + timedelta(seconds=5))
    assert find_wait(busy.pk, at + timedelta(seconds=6)) is None
    assert join(PlayerFactory(), at + timedelta(seconds=6), "normal") is None
    join(gone, at)
    assert join(PlayerFactory(), at + timedelta(seconds=15)) is None
    assert find_wait(gone.pk, at + timedelta(seconds=15)) is None
    purge_queue(at=at + timedelta(minutes=10))
    assert not QueueEntry.objects.filter(player=gone).exists()


def test_a_visitor_waits_in_the_lobby_as_a_guest_and_is_led_to_the_match(client: Client) -> None:
    assert client.post("/lobby/queue/", {"queue": FAST}).headers["Location"] == "/lobby/"
    page = client.get("/lobby/").content.decode()
    assert "Finding an opponent" in page
    assert "Find an opponent:" not in page
    answer = client_of(PlayerFactory()).post("/lobby/queue/", {"queue": FAST})
    match_path = f"/matches/{Match.objects.get().pk}/"
    assert answer.headers["Location"] == match_path
    assert client.post("/lobby/queue/heartbeat/", headers=HTMX).headers["HX-Redirect"] == match_path


def test_without_scripts_the_heartbeat_leads_back_to_the_lobby_and_a_wrong_queue_creates_no_guest(client: Client) -> None:
    for queue in ("", "chess fast", f"{GAME} bullet", "\x00"):
        client.post("/lobby/queue/", {"queue": queue})
    assert not Player.objects.filter(is_guest=True).exists()
    assert client.post("/lobby/queue/heartbeat/").headers["Location"] == "/lobby/"
    client.post("/lobby/queue/", {"queue": FAST})
    assert client.post("/lobby/queue/heartbeat/").headers["Location"] == "/lobby/"
    assert client.post("/lobby/queue/leave/").headers["Location"] == "/lobby/"
    assert client.post("/lobby/queue/heartbeat/", headers=HTMX).headers["HX-Refresh"] == "true"


def test_the_heartbeat_shows_the_wait_and_after_half_a_minute_offers_a_bot_which_ends_it() -> None:
    ada, ben = rated(1300), rated(1900)
    first, second = client_of(ada), client_of(ben)
    for one in (first, second):
        one.post("/lobby/queue/", {"queue": FAST})
    wait_since(ada, 12)
    page = first.post("/lobby/queue/heartbeat/", headers=HTMX).content.decode()
    for text in ("0:12", "1300 ± 200", '<dd class="num">1</dd>'):
        assert text in page
    assert "play a bot" not in page.lower()
    assert "2 players waiting" in Client().get("/lobby/").content.decode()
    wait_since(ada, 31)
    QueueEntry.objects.filter(player=ben).delete()
    assert "or play a bot" in first.post("/lobby/queue/heartbeat/", headers=HTMX).content.decode()
    answer = first.post("/lobby/queue/bot/")
    match = Match.objects.get()
    assert (answer.headers["Location"], match.control["turn_ms"]) == (f"/matches/{match.pk}/", 30_000)
    assert not QueueEntry.objects.exists()


def test_a_program_waits_and_learns_of_its_match() -> None:
    def ask(client: Client, method: str, path: str = "", body: Any = None) -> Any:
        answer = getattr(client, method)(f"/api/v1/quick-pairing/{path}", body, content_type="application/json")
        assert answer.status_code == 200, answer.content
        return answer.json()

    ada, ben = client_of(PlayerFactory()), client_of(PlayerFactory())
    body = {"game": GAME, "speed": "fast"}
    told = ask(ada, "post", body=body)
    assert told["match_id"] is None
    assert told["wait"]["max_difference"] == 100
    assert told["wait"]["queue"] == {"game": GAME, "speed": "fast", "time": "quick", "waiting": 1}
    assert told["wait"]["queue"] in ask(ben, "get")
    assert ask(ada, "delete") == {"match_id": None, "wait": None}
    ask(ada, "post", body=body)
    match_id = ask(ben, "post", body=body)["match_id"]
    assert ask(ada, "post", "heartbeat/") == {"match_id": match_id, "wait": None}

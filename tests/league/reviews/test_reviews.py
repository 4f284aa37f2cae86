import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from league.people.models import Player
from league.reviews import actions
from league.reviews.graph import build_graph
from league.reviews.models import Review, ReviewRequest
from league.reviews.queries import GraphPoint, MatchReview, SeatReview, get_review
from matches.errors import ActionError
from matches.models import Match, Status
from matches.server_time import now
from tests.factories import NOON, GuestFactory, PlayerFactory, TitleFactory
from tests.league.clients import client_of
from tests.league.reviews.conftest import finished
from tests.sample_games import installed, packages

pytestmark = pytest.mark.django_db
PASSWORD = "a long and quiet river"
LATER = NOON + timedelta(hours=1)


def ask(match: Match, player: Player | None = None, at: datetime = NOON) -> Player:
    player = player or PlayerFactory()
    actions.request_review(match_id=match.pk, player_id=player.pk, at=at)
    return player


def work(at: datetime = NOON, *, slice_s: float = 60.0) -> bool:
    return actions.compute_next_slice(at=at, clock=lambda: at, slice_s=slice_s)


def refusal(match: Match, player: Player) -> str:
    with pytest.raises(ActionError) as caught:
        ask(match, player)
    return caught.value.code


def test_a_review_is_asked_for_computed_and_read_by_everyone() -> None:
    match = finished("field-tactics")
    assert get_review(match.pk, None).status == "none"
    person = ask(match)
    waiting = get_review(match.pk, person.pk)
    assert (waiting.status, waiting.progress, waiting.is_waiting) == ("queued", 0, True)
    assert not get_review(match.pk, None).is_waiting
    assert work()
    assert not work()
    done = get_review(match.pk, None)
    assert (done.status, done.progress, done.has_hidden) == ("done", 100, True)
    assert len(done.graph) > 5
    assert done.graph[-1].chances == ([1.0, 0.0] if match.ranks == [1, 2] else [0.0, 1.0])
    assert [seat.seat for seat in done.seats] == [0, 1]
    second = match.seats.get(number=1).player_id
    assert [seat.seat for seat in get_review(match.pk, second).seats] == [1, 0]  # A player's own moves come first.
    assert any(seat.known for seat in done.seats)
    for seat in done.seats:
        for move in (*seat.known, *seat.true):
            assert move.seat == seat.seat
            assert move.words
            assert move.known.words
            assert move.true is not None
        assert len(seat.known) <= 5
        assert [move.known.loss for move in seat.known] == sorted((move.known.loss for move in seat.known), reverse=True)
    assert not ReviewRequest.objects.exists()


def test_a_game_without_hidden_information_is_judged_in_one_way_once() -> None:
    match = finished()
    ask(match)
    work()
    done, before = get_review(match.pk, None), Review.objects.get()
    assert (done.status, done.has_hidden) == ("done", False)
    assert all(seat.true == [] and all(move.true is None for move in seat.known) for seat in done.seats)
    ask(match, at=LATER)
    assert (Review.objects.get().finished_at, ReviewRequest.objects.count()) == (before.finished_at, 0)
    Review.objects.update(version="0.1")
    assert get_review(match.pk, None).status == "done"
    ask(match, at=LATER)  # An outdated one is computed anew.
    assert get_review(match.pk, None).status == "queued"
    work(LATER)
    assert Review.objects.get().version != "0.1"


def test_slices_continue_one_another_and_end_with_the_same_review() -> None:
    match = finished()
    ask(match)
    work()
    whole = Review.objects.get()
    whole_rows, whole_moves = whole.rows, whole.moves
    whole.delete()
    ask(match)
    slices = 0
    while work(slice_s=0.0):
        slices += 1
        if slices == 3:
            shown = get_review(match.pk, None)
            assert shown.status == "running"
            assert 0 < shown.progress < 100
            assert (shown.graph, shown.seats) == ([], [])
    again = Review.objects.get()
    assert slices == again.decisions + again.chosen + 1
    assert (again.rows, again.moves) == (whole_rows, whole_moves)


def test_what_a_dead_process_had_claimed_is_continued_after_the_lease_and_it_saves_nothing_any_more() -> None:
    match = finished()
    ask(match)
    slow = actions._claim(NOON)
    assert not work(NOON + actions.LEASE - timedelta(seconds=1)), "the process may still live"
    assert work(NOON + actions.LEASE, slice_s=0.0)
    rows = Review.objects.get().rows
    slow.rows = [*rows, *rows, *rows]
    assert not actions._save(slow, claimed_until=None)
    assert Review.objects.get().rows == rows


def test_a_review_that_kills_its_processes_or_cannot_be_replayed_has_failed_alone_and_can_be_asked_for_again() -> None:
    deadly, broken, sound = (finished() for _ in range(3))
    person = ask(deadly)
    for number in range(actions.MAX_ATTEMPTS):
        assert actions._claim(NOON + number * actions.LEASE) is not None
    broken.entries.filter(n=3).update(do="nonsense")
    ask(broken, at=LATER)
    ask(sound, at=LATER)
    assert [work(LATER) for _ in range(4)] == [True, True, True, False]
    assert [get_review(match.pk, None).status for match in (deadly, broken, sound)] == ["failed", "failed", "done"]
    ask(deadly, person, at=LATER)
    assert work(LATER)
    assert get_review(deadly.pk, None).status == "done"


def test_one_person_waits_for_three_reviews_at_most_which_are_served_in_order() -> None:
    person, matches = PlayerFactory(), [finished() for _ in range(settings.QUOTAS["reviews_per_person"])]
    for number, match in enumerate(matches):
        ask(match, person, at=NOON + timedelta(seconds=number))
    assert [get_review(match.pk, None).ahead for match in matches] == [0, 1, 2]
    assert refusal(finished(), person) == "limit-reached"
    work(LATER)
    assert [get_review(match.pk, None).status for match in matches] == ["done", "queued", "queued"]
    ask(finished(), person)


def test_a_person_asks_for_a_limited_number_a_day(settings: Any) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "reviews": (1, 86_400)}
    person, first = PlayerFactory(), finished()
    ask(first, person)
    ask(first, person)
    work()
    ask(first, person)
    assert refusal(finished(), person) == "too-many-requests"
    ask(finished())


def test_a_review_that_nobody_waits_for_is_dropped_even_by_the_process_that_has_computed_it() -> None:
    match = finished()
    one, two = ask(match), ask(match)
    claimed = actions._claim(NOON)
    assert claimed is not None
    actions.cancel_request(match_id=match.pk, player_id=one.pk)
    assert [get_review(match.pk, who.pk).is_waiting for who in (one, two)] == [False, True]
    with pytest.raises(ActionError, match="aren't waiting"):
        actions.cancel_request(match_id=match.pk, player_id=one.pk)
    actions.cancel_request(match_id=match.pk, player_id=two.pk)
    assert get_review(match.pk, None).status == "none"
    actions._finish(claimed, actions.ReviewStatus.DONE, NOON)
    assert not Review.objects.exists()
    ask(match)
    ReviewRequest.objects.all().delete()  # As with the account.
    assert not work()
    assert [actions.drop_unwanted(at=at) for at in (NOON, LATER)] == [0, 1]


def test_the_sweep_repeats_a_hint_that_may_be_lost(django_capture_on_commit_callbacks: Any) -> None:
    ask(finished())
    assert actions.list_unwoken(NOON + timedelta(seconds=59)) == [], "the first hint may be on its way"
    at = NOON + timedelta(seconds=60)
    [pk] = actions.list_unwoken(at)
    with django_capture_on_commit_callbacks() as hints:
        assert actions.wake_reviewers(review_id=pk, at=at)
        assert not actions.wake_reviewers(review_id=pk, at=at), "another process has told them"
    assert len(hints) == 1
    work()
    assert actions.list_unwoken(LATER) == []


def test_guests_and_matches_that_are_not_over_or_without_a_search_bot_get_no_review() -> None:
    match, person = finished(), PlayerFactory()
    assert refusal(match, GuestFactory()) == "account-needed"
    for status in (Status.PLAYING, Status.PAUSED, Status.REVIEW, Status.VOID):
        Match.objects.filter(pk=match.pk).update(status=status, paused_at=NOON if status == Status.PAUSED else None)
        code = "not-played" if status == Status.VOID else "not-over"
        assert refusal(match, person) == code
        assert Client().get(f"/api/v1/matches/{match.pk}/review/").json()["code"] == code
    Match.objects.filter(pk=match.pk).update(status=Status.CLOSED, game=TitleFactory().key)
    assert refusal(match, person) == "no-review"
    game, without = "connect-four", replace(packages()["connect-four"], search=None)
    with installed(**{game: without}):
        Match.objects.filter(pk=match.pk).update(game=game, options={}, engine_version=without.engines[0].version)
        assert refusal(match, person) == "no-review"
        page = Client().get(f"/fragments/matches/{match.pk}/review/").content.decode()
        assert "There are no reviews of Connect Four matches." in page


def test_with_a_delay_only_the_players_see_the_review_before_the_others_may_know_the_end() -> None:
    match = finished()
    Match.objects.filter(pk=match.pk).update(delay_ms=600_000, held_until=now() + timedelta(minutes=10), closed_at=now())
    player = Player.objects.get(pk=match.seats.get(number=0).player_id)
    assert refusal(match, PlayerFactory()) == "not-over"
    ask(match, player)
    work()
    assert get_review(match.pk, player.pk).status == "done"
    with pytest.raises(ActionError, match="isn't over"):
        get_review(match.pk, None)


def graph(*chances: float, seats: tuple[int, ...] = (0, 1)) -> Any:
    points = [GraphPoint(n, [value, 1 - value]) for n, value in enumerate(chances, 1)]
    reviews = [SeatReview(seat, f"Side {seat}", None, [], []) for seat in seats]
    return build_graph(MatchReview(1, "done", 100, False, 0, True, points, reviews))


def test_what_each_side_gets_for_being_to_move_cancels_out_but_a_lasting_change_and_the_result_stay() -> None:
    for chances, percents in (
        ((0.6, 0.4, 0.6, 0.4, 1), [55, 50, 50, 45, 100]),
        ((0.5, 0.5, 0.9, 0.9, 1), [50, 60, 80, 90, 100]),
    ):
        assert [row.percents[0] for row in graph(*chances).rows] == percents
    assert [row.percents for row in graph(0.5, 0.0).rows] == [[50, 50], [0, 100]]
    assert graph(0.5) is None
    of_readers_seat = graph(0.5, 0.5, 1.0, seats=(1, 0))
    assert (of_readers_seat.lines[0].name, of_readers_seat.names) == ("Side 1", ["Side 1", "Side 0"])
    assert of_readers_seat.lines[0].points.split()[-1] == "600.0,150.0"
    assert of_readers_seat.rows[-1].percents == [0, 100]


HTMX = {"HTTP_HX_REQUEST": "true"}


def text(client: Client, match: Match, *, fragment: bool = True) -> str:
    path = f"/matches/{match.pk}/review/"
    response = client.get(f"/fragments{path}" if fragment else path)
    assert response.status_code == 200
    return response.content.decode()


def test_a_visitor_is_told_to_sign_in_and_a_person_can_ask() -> None:
    match = finished()
    assert "Sign in with an account" in text(Client(), match)
    client = client_of(PlayerFactory())
    assert "Review match" in text(client, match)
    answer = client.post(f"/matches/{match.pk}/review/ask/", {"do": "ask"}, **HTMX)
    assert (answer.status_code, "every 3s" in answer.content.decode()) == (200, True)
    assert "Cancel review" in answer.content.decode()
    assert "Cancel review" not in text(client_of(PlayerFactory()), match)
    assert "Review match" in client.post(f"/matches/{match.pk}/review/ask/", {"do": "cancel"}, **HTMX).content.decode()


def test_a_guest_claims_an_account_for_a_review_and_is_led_back_to_the_match() -> None:
    match, guest = finished(), client_of(GuestFactory())
    assert "Sign in" not in text(guest, match)
    claim = re.search('href="([^"]+)">Claim account', text(guest, match))
    form = {"username": "ada", "password": PASSWORD, "again": PASSWORD}
    assert guest.post(claim[1], form)["Location"] == f"/matches/{match.pk}/"
    assert "Review match" in text(guest, match)


def test_without_scripts_the_same_page_asks_and_leads_to_the_board() -> None:
    match, client = finished("field-tactics"), client_of(PlayerFactory())
    assert client.post(f"/matches/{match.pk}/review/ask/", {"do": "ask"})["Location"] == f"/matches/{match.pk}/review/"
    work()
    page = text(client, match, fragment=False)
    assert "every 3s" not in page
    assert page.count("<polyline") == 1
    assert "By what the player could know" in page
    for step, better in re.findall(r'\?at=(\d+)&amp;better=([^"]+)"', page):
        assert int(step) < match.last_entry
        assert better


def test_refusals_are_shown_in_words() -> None:
    client, running = client_of(PlayerFactory()), finished()
    assert client.post(f"/matches/{running.pk}/review/ask/", {"do": "guess"}).status_code == 422
    Match.objects.filter(pk=running.pk).update(status="playing")
    assert "The match isn&#x27;t over" in text(client, running)
    assert client.get("/matches/999999/review/").status_code == 404


def test_the_api_asks_reads_and_cancels() -> None:
    match, client = finished("field-tactics"), client_of(PlayerFactory())
    path = f"/api/v1/matches/{match.pk}/review/"
    assert client.get(path).json()["status"] == "none"
    assert client.post(path, {"depth": 9}, content_type="application/json").status_code == 400
    assert client.post(path, {}, content_type="application/json").json()["is_waiting"]
    assert client.delete(path).status_code == 204
    assert client.delete(path).json()["code"] == "not-found"
    client.post(path, {}, content_type="application/json")
    work()
    body = Client().get(path).json()
    assert (body["status"], body["has_hidden"], len(body["seats"])) == ("done", True, 2)
    assert body.keys() == {"match_id", "status", "progress", "is_waiting", "ahead", "has_hidden", "graph", "seats"}
    assert {"n", "chances"} == body["graph"][0].keys()
    assert match.seed not in str(body)
    moves = [move for seat in body["seats"] for move in seat["known"] + seat["true"]]
    assert moves
    for move in moves:
        assert move["known"]["words"]
        assert move["true"]["best_chances"] >= move["true"]["chances"]

"""Duplicates between teams: each board has two matches at once, with the same draws and the seats swapped."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engines.randomness import derive_salt
from league.closed_matches import process_closed_match
from league.events.actions.event_lifecycle import Plan, change_event
from league.events.models import Event, NoShow, SeriesMatch
from league.events.stage_plans import StagePlan
from league.people.models import Player
from league.registration.actions.withdrawals import withdraw
from league.results.actions.event_start import start_event
from league.results.actions.result_overrides import override_result
from league.results.actions.round_retraction import retract_round
from league.team_matches.actions.alternates import answer_call, report_absence
from league.teams.actions.rosters import add_member
from league.teams.models import AlternateCall, TeamBoard
from matches.actions.creation import set_ready
from matches.clock import TimeControl
from matches.errors import ActionError
from matches.models import Match, Seat, Status
from tests import factories
from tests.factories import NOON, PlayerFactory
from tests.league.clients import client_of
from tests.league.conftest import kept_event
from tests.league.events.playing import refused
from tests.league.team_matches.playing import HOUR, go_on, match_of, miss_match, open_matches, play_match, team, team_event
from tests.matches.test_duplicates import ADDRESSES, play_random, read

pytestmark = pytest.mark.django_db
AT = NOON + HOUR


def duplicates(count: int = 2, **plan: Any) -> Event:
    """An event between teams whose first boards are open."""
    made = team_event(count, **{"boards": 2, "duplicate": True, **plan})
    go_on(AT)
    return made


KEPT = {"two_boards": duplicates, "one_board": lambda: duplicates(boards=1, alternates=1, no_show_warnings=1)}
two_boards = kept_event("two_boards")
"""An event between two teams whose two boards are open."""
one_board = kept_event("one_board")
"""An event between two teams of one player and an alternate whose board is open."""


def board_of(event: Event, number: int = 1) -> TeamBoard:
    return match_of(event, "Ants", 1).boards.select_related("pairing", "first__player", "second__player").get(number=number)


def score(event: Event) -> tuple[str, str]:
    pairing = match_of(event, "Ants", 1).pairing
    return (pairing.score, pairing.boards) if pairing.counted_at else ("", "")


def start(match_id: int) -> None:
    for player in Seat.objects.filter(match=match_id).values_list("player", flat=True):
        set_ready(match_id=match_id, player_id=player or 0, at=AT)


def points(board: TeamBoard) -> list[int | None]:
    """Half points of the board by team, the team with side 0 first."""
    halves = dict(board.pairing.sides.values_list("entrant__player", "halves")) if board.pairing else {}
    return [halves[member.player_id] for member in (board.first, board.second) if member]


def test_each_board_opens_two_matches_of_one_seed_with_the_seats_swapped(two_boards: Event) -> None:
    seeds = set()
    for number in (1, 2):
        one, other = Match.objects.filter(pk__in=open_matches(board_of(two_boards, number))).order_by("pk")
        assert (one.twin_id, other.twin_id) == (other.pk, one.pk)
        assert one.seed == other.seed
        players = [[seat.player_id for seat in match.seats.order_by("number")] for match in (one, other)]
        assert players[0] == players[1][::-1]
        seeds.add(one.seed)
    assert len(seeds) == 2, "each board has draws of its own"
    assert match_of(two_boards, "Ants", 1).pairing.best_of == 1, "the teams meet once"


@pytest.mark.parametrize(("results", "halves"), [("ww", [2, 0]), ("wl", [1, 1]), ("dl", [0, 2])])
def test_both_matches_of_a_board_count_as_one_game(one_board: Event, results: str, halves: list[int]) -> None:
    board = board_of(one_board)
    first, second = open_matches(board)
    play_match(board, first, results[0], AT)
    go_on(AT)
    board.pairing.refresh_from_db()
    assert (board.pairing.counted_at, score(one_board)) == (None, ("", "")), "the other match is still being played"
    play_match(board, second, results[1], AT)
    go_on(AT)
    assert points(board) == halves
    assert score(one_board) == ("-".join(f"{half / 2:g}" for half in halves), "-".join(map(str, halves)))
    override_result(
        event_id=one_board.boards_event.pk, pairing_id=board.pairing_id, halves=(1, 1), why="Both won a match",
        by=one_board.organiser_id, at=AT,
    )  # fmt: skip
    go_on(AT)
    assert score(one_board) == ("0.5-0.5", "1-1")


def test_an_alternate_for_a_player_who_came_to_neither_match_plays_a_new_duplicate(one_board: Event) -> None:
    board = board_of(one_board)
    old = open_matches(board)
    for match_id in old:
        miss_match(match_id, "bees1", AT)
    assert NoShow.objects.filter(player__username="bees1").count() == 1, "a board is missed once"
    go_on(AT)
    alternate = Player.objects.get(username="bees2")
    call = AlternateCall.objects.get(board=board)
    answer_call(event_id=one_board.pk, call_id=call.pk, player_id=alternate.pk, accept=True, at=AT)
    one, other = Match.objects.filter(pk__in=open_matches(board_of(one_board)))
    assert (one.twin_id, {one.pk, other.pk} & set(old)) == (other.pk, set())
    assert Seat.objects.filter(match__in=(one, other), player=alternate).count() == 2
    for match in (one, other):
        play_match(board_of(one_board), match.pk, "w", AT)
    go_on(AT)
    assert score(one_board) == ("1-0", "2-0")


@pytest.mark.parametrize("missed", [0, 1])
def test_a_player_who_missed_one_of_the_two_matches_loses_that_one_alone(one_board: Event, missed: int) -> None:
    board = board_of(one_board)
    for number, match_id in enumerate(open_matches(board)):
        if number == missed:
            miss_match(match_id, "bees1", AT)
        else:
            play_match(board, match_id, "l", AT)
    go_on(AT)
    assert not AlternateCall.objects.exists()
    assert (score(one_board), match_of(one_board, "Ants", 1).pairing.forfeit) == (("0.5-0.5", "1-1"), False)


def test_once_a_match_of_a_board_was_played_nobody_stands_in_on_it(one_board: Event) -> None:
    board = board_of(one_board)
    player, page = board.second.player, reverse("team", args=[one_board.pk, team(one_board, "Bees").pk])
    client = client_of(player)
    report = f'name="board_id" value="{board.pk}"'
    assert report in client.get(page).content.decode()
    call = report_absence(event_id=one_board.pk, board_id=board.pk, by=player.pk, at=AT)
    play_match(board, open_matches(board)[0], "l", AT)  # the player has come after all, and the other match is still open
    alternate = Player.objects.get(username="bees2")
    with refused("already-started"):
        answer_call(event_id=one_board.pk, call_id=call, player_id=alternate.pk, accept=True, at=AT)
    AlternateCall.objects.all().delete()
    assert report not in client.get(page).content.decode()
    with refused("already-started"):
        report_absence(event_id=one_board.pk, board_id=board.pk, by=player.pk, at=AT)


def test_a_team_that_withdraws_forfeits_the_boards_of_which_no_match_has_begun(two_boards: Event) -> None:
    begun, waiting = board_of(two_boards, 1), board_of(two_boards, 2)
    play_match(begun, open_matches(begun)[0], "w", AT)
    voided = open_matches(waiting)
    bees = team(two_boards, "Bees").entrant
    withdraw(event_id=two_boards.pk, entrant_id=bees.pk, by=bees.player_id, at=AT)
    go_on(AT)
    assert points(waiting) == [2, 0]
    assert set(Match.objects.filter(pk__in=voided).values_list("status", flat=True)) == {Status.VOID}
    assert score(two_boards) == ("", ""), "the other match of board 1 is still to be played"
    play_match(begun, open_matches(begun)[0], "l", AT)
    go_on(AT)
    assert score(two_boards) == ("1.5-0.5", "1-1 2-0")


@pytest.mark.parametrize("begun", [False, True])
def test_a_round_is_taken_back_with_both_matches_of_each_board_unless_one_has_begun(two_boards: Event, begun: bool) -> None:
    opened = [match_id for number in (1, 2) for match_id in open_matches(board_of(two_boards, number))]
    assert len(opened) == 4
    if begun:
        start(opened[3])
        with pytest.raises(ActionError, match="has started"):
            retract_round(event_id=two_boards.pk, number=1, by=two_boards.organiser_id, at=AT)
        return
    retract_round(event_id=two_boards.pk, number=1, by=two_boards.organiser_id, at=AT)
    assert set(Match.objects.filter(pk__in=opened).values_list("status", flat=True)) == {Status.VOID}
    assert not SeriesMatch.objects.filter(match__in=opened).exists()


def test_the_page_of_the_teams_links_both_matches_of_a_board(one_board: Event) -> None:
    urls = [reverse("match", args=[match_id]) for match_id in open_matches(board_of(one_board))]
    api = Client().get(reverse("api-teams", args=[one_board.pk])).json()
    assert api["matches"][0]["boards"][0]["match_urls"] == urls
    page = Client().get(reverse("teams", args=[one_board.pk])).content.decode()
    for number, url in enumerate(urls, 1):
        assert f'<a href="{url}">Match {number}</a>' in page


def of_bots(**plan: Any) -> Event:
    """An event between two teams of two bot accounts each, with one board."""
    bots = [PlayerFactory(username=name, is_bot_account=True) for name in ("a1", "b1", "a2", "b2")]
    event = factories.event(
        *bots[:2], teams={"boards": 1, "alternates": 1, "lineup_min": 0}, bot_accounts=True, **plan
    )  # fmt: skip
    for captain, player in zip(bots[:2], bots[2:], strict=True):
        own = event.rosters.get(entrant__player=captain)
        add_member(event_id=event.pk, team_id=own.pk, by=captain.pk, username=player.username, alternate=True, at=NOON)
    return event


def test_people_join_no_team_of_an_event_of_bots() -> None:
    """They would see draws of the other match in games that hide them."""
    event, person = of_bots(game="zero-day", duplicate=True, bots_only=True), PlayerFactory(username="ada")
    own = event.rosters.get(entrant__player__username="a1")
    for by in (own.entrant.player_id, event.organiser_id):
        with refused("bots-only"):
            add_member(event_id=event.pk, team_id=own.pk, by=by, username="ada", at=NOON)
    mixed = factories.event(PlayerFactory(is_bot_account=True), teams={"boards": 2}, bot_accounts=True)
    add_member(event_id=mixed.pk, team_id=mixed.rosters.get().pk, by=mixed.organiser_id, username=person.username, at=NOON)
    plan = Plan(
        name="Bots", game="zero-day", control=TimeControl(), stages=(StagePlan("round-robin"),), teams={"boards": 2},
        bots_only=True,
    )  # fmt: skip
    with refused("has-entrants", "bots_only"):
        change_event(event_id=mixed.pk, by=mixed.organiser_id, plan=plan, at=NOON)


def test_an_ended_match_of_a_board_tells_no_reader_the_draws_of_the_other() -> None:
    event = of_bots(game="zero-day", duplicate=True, bots_only=True)
    start_event(event_id=event.pk, by=event.organiser_id, at=NOON)
    go_on(AT)
    opened = open_matches(TeamBoard.objects.get(match__pairing__round__event=event))
    for match_id in opened:
        start(match_id)
    ended, running = play_random(opened[0], AT), play_random(opened[1], AT, 5, seed=2)
    process_closed_match(match_id=ended.pk, at=AT)
    assert (ended.status, running.status) == ("closed", "playing")
    salt = derive_salt(bytes.fromhex(running.seed), str(running.pk), 1)
    team_pages = [f"/events/{event.pk}/teams/", f"/events/{event.boards_event.pk}/rounds/"]
    readers = [*Player.objects.filter(username__in=["a1", "b1", "b2"]), event.organiser, None]
    for reader in readers:
        for address in (*(address.format(ended.pk) for address in ADDRESSES), *team_pages):
            _status, text = read(reader, address)
            assert ended.seed not in text
            assert salt not in text
        assert "twin-not-over" in read(reader, f"/api/v1/matches/{ended.pk}/record/")[1]
    play_random(running.pk, AT, seed=2)
    for reader in readers:
        assert ended.seed in read(reader, f"/api/v1/matches/{ended.pk}/record/")[1]

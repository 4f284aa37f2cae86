"""Two people draw the Gamers of a single match of Incursion Point: Zero before it starts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from engines.incursion_point_zero.cards import GAMER_OF, GAMERS
from league.drafts.actions.draft_actions import apply_action, apply_due_flags
from league.drafts.actions.lifecycle import cancel_draft, start_draft
from league.drafts.actions.mock_drafts import MAX_RUNNING, create_mock_draft
from league.drafts.models import Draft, DraftTeam
from league.drafts.queries.drafts import can_direct, list_mock_drafts
from league.lobby.challenge_options import ANYONE, LINK, ME, WantedSeat, bot_seat, player_seat as named
from league.lobby.challenges import accept_challenge, create_challenge, withdraw_challenge
from league.lobby.invitations import accept_invitation, list_links
from league.lobby.models import Challenge
from league.lobby.queries import get_lobby, get_match_extras
from league.lobby.rematches import request_rematch
from league.notifications.models import Notification
from league.ratings.models import RatedMatch
from league.time_controls.presets import PRESETS
from matches.actions.adjudication import adjudicate
from matches.actions.creation import leave_seat, set_ready
from matches.actions.endings import abort_match, resign
from matches.actions.sweep import run_sweep
from matches.clock import DAY_MS, TimeControl
from matches.errors import ActionError
from matches.models import Match, Status
from matches.queries.board_view import get_board
from matches.queries.record_verification import verify_match
from tests.factories import NOON, BotFactory, PlayerFactory
from tests.league.drafts.match_drafts.drawing import accepted, after, draft_of, draw, draw_all, offer, player, state

pytestmark = pytest.mark.django_db
WITHOUT: dict[str, Any] = {"options": {"gamers": False}}


def refused(code: str, field: str = "") -> Any:
    return pytest.raises(ActionError, check=lambda refusal: (refusal.code, refusal.field or "") == (code, field))


def test_each_draws_one_gamer_of_each_salary_deck_in_turn_and_plays_the_match_with_them() -> None:
    match = accepted()
    row = draft_of(match)
    assert (match.status, row.status, row.kind) == (Status.OPEN, "running", "deck")
    teams = [draw(row) for _ in range(7)]
    assert teams[0:2] == teams[3:1:-1] == teams[4:6], "the order turns round after each round"
    match.refresh_from_db()
    assert (match.status, match.options["rosters"]) == (Status.OPEN, None)
    draw(row)
    match.refresh_from_db()
    assert match.status == Status.PLAYING
    drawn = {one: [state(row).setup.by_id[pick.card].handle for pick in state(row).picks if pick.team == one]
             for one in (1, 2)}  # fmt: skip
    assert match.options["rosters"] == {"strike": drawn[1], "terrorists": drawn[2]}
    assert [player(row, number) for number in (1, 2)] == list(match.seats.values_list("player", flat=True))
    for handles in drawn.values():
        salaries = [GAMERS[GAMER_OF[handle]].salary for handle in handles]
        assert salaries == sorted(salaries, reverse=True)
    shown = get_board(match.pk)
    assert shown is not None
    assert [sorted(one) for one in shown["view"]["gamers"]] == [sorted(one) for one in drawn.values()]


def test_the_record_of_a_match_with_drawn_gamers_verifies() -> None:
    match = draw_all(draft_of(accepted()))
    loser = match.seats.get(number=0).player_id
    assert loser is not None
    resign(match_id=match.pk, player_id=loser, received_at=after(1))
    adjudicate(match_id=match.pk, at=after(1))
    assert verify_match(match.pk).report.sound


@pytest.mark.parametrize("seats", [(ME, bot_seat("level-1")), (bot_seat("level-5"), ME)])
def test_against_a_bot_gamers_are_dealt(seats: tuple[WantedSeat, ...]) -> None:
    made = Match.objects.get(pk=create_challenge(by=PlayerFactory().pk, offer=offer(seats=seats), at=NOON))
    assert (made.status, made.options["rosters"]) == (Status.PLAYING, None)
    assert not Draft.objects.exists()


def test_a_bot_that_challenges_draws_nothing() -> None:
    match = accepted(by=BotFactory())
    assert (match.status, Draft.objects.count()) == (Status.PLAYING, 0)


@pytest.mark.parametrize("challenges", [False, True])
def test_a_bot_account_draws_only_if_it_is_asked_to(challenges: bool) -> None:
    program, ben = PlayerFactory(username="program", is_bot_account=True), PlayerFactory(username="ben")
    by, other = (program, ben) if challenges else (ben, program)
    seats = (ME, named(other.username))
    assert accepted(by=by, other=other, seats=seats).status == Status.PLAYING
    assert accepted(by=by, other=other, seats=seats, draws_gamers=True).status == Status.OPEN
    assert Draft.objects.count() == 1


@pytest.mark.parametrize("given", [{"draws_gamers": False}, WITHOUT])
def test_where_it_is_switched_off_the_match_starts_at_once(given: dict[str, Any]) -> None:
    match = accepted(**given)
    assert (match.status, match.options["rosters"]) == (Status.PLAYING, None)
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    "given",
    [
        {"game": "order-and-chaos"},
        WITHOUT,
        {"options": {"rosters": {"strike": [one.handle for one in GAMERS[:4]],
                                 "terrorists": [one.handle for one in GAMERS[4:8]]}}},
        {"seats": (ME, bot_seat("level-1"))},
    ],
)  # fmt: skip
def test_who_asks_for_a_draw_that_cannot_be_is_told_why(given: dict[str, Any]) -> None:
    with refused("cannot-draw-gamers", "draws_gamers"):
        create_challenge(by=PlayerFactory().pk, offer=offer(draws_gamers=True, **given), at=NOON)
    assert not Match.objects.exists()


@pytest.mark.parametrize("how", ["link", "name"])
def test_whoever_was_invited_draws_as_well(how: str) -> None:
    ada, ben = PlayerFactory(), PlayerFactory(username="ben")
    wanted = LINK if how == "link" else named("ben")
    made = create_challenge(by=ada.pk, offer=offer(seats=(ME, wanted), draws_gamers=True), at=NOON)
    assert not Draft.objects.exists()
    if how == "link":
        accept_invitation(token=list_links(made, NOON)[0].token, player_id=ben.pk, at=NOON)
    else:
        set_ready(match_id=made, player_id=ben.pk, at=NOON)
    row = Draft.objects.get(match=made)
    assert [player(row, number) for number in (1, 2)] == [ada.pk, ben.pk]
    assert draw_all(row).status == Status.PLAYING


def test_nobody_starts_or_leaves_the_match_while_gamers_are_drawn() -> None:
    match = accepted()
    row = draft_of(match)
    for number in (1, 2):
        with refused("in-preparation"):
            set_ready(match_id=match.pk, player_id=player(row, number), at=NOON)
        with refused("in-preparation"):
            leave_seat(match_id=match.pk, player_id=player(row, number), at=NOON)
        shown = get_board(match.pk, player(row, number))
        assert shown is not None
        assert (shown["preparing"], shown["can"]["ready"]) == (True, False)
    with refused("not-your-seat"):
        accept_challenge(match_id=match.pk, player_id=PlayerFactory().pk, at=NOON)
    draw_all(row)
    assert get_board(match.pk)["preparing"] is False


def test_the_clock_draws_for_a_player_who_is_late() -> None:
    match = accepted()
    row = draft_of(match)
    (first,) = {state(row).running[0]}  # type: ignore[index]
    moment = NOON
    while not state(row).over:
        moment += timedelta(seconds=29)
        if state(row).running[0] == first:  # type: ignore[index]
            draw(row, at=moment)
        else:
            moment = Draft.objects.get(pk=row.pk).deadline_at + timedelta(seconds=1)  # type: ignore[operator]
            assert apply_due_flags(draft_id=row.pk, at=moment) == 1
    assert moment - NOON < timedelta(minutes=5)
    assert Match.objects.get(pk=match.pk).status == Status.PLAYING, "nobody was away for five minutes"


def test_a_player_who_has_been_away_for_long_must_be_ready_again() -> None:
    match = accepted(control=PRESETS["standard"])
    row = draft_of(match)
    Draft.objects.filter(pk=row.pk).update(started_at=NOON - timedelta(hours=1))
    DraftTeam.objects.filter(draft=row).update(seen_at=NOON - timedelta(minutes=6))
    moment = NOON
    while not state(row).over:
        (team,) = {state(row).running[0]}  # type: ignore[index]
        if team == 1:
            draw(row, at=moment)
        else:
            moment = Draft.objects.get(pk=row.pk).deadline_at + timedelta(seconds=1)  # type: ignore[operator]
            apply_due_flags(draft_id=row.pk, at=moment)
    match.refresh_from_db()
    assert match.status == Status.OPEN
    assert [seat.ready_at is None for seat in match.seats.all()] == [False, True]
    set_ready(match_id=match.pk, player_id=player(row, 2), at=moment)
    match.refresh_from_db()
    assert match.status == Status.PLAYING
    assert match.options["rosters"] is not None


def test_a_rated_draw_counts_though_a_player_has_gone() -> None:
    match = accepted(rated=True)
    row = draft_of(match)
    Draft.objects.filter(pk=row.pk).update(started_at=NOON - timedelta(hours=1))
    moment = NOON
    while not state(row).over:
        moment = Draft.objects.get(pk=row.pk).deadline_at + timedelta(seconds=1)  # type: ignore[operator]
        apply_due_flags(draft_id=row.pk, at=moment)
    assert Match.objects.get(pk=match.pk).status == Status.PLAYING
    assert RatedMatch.objects.filter(match=match).exists()


@pytest.mark.parametrize("number", [1, 2])
def test_cancelling_the_match_cancels_its_draw(number: int) -> None:
    match = accepted()
    row = draft_of(match)
    draw(row)
    withdraw_challenge(match_id=match.pk, by=player(row, number), at=after(1))
    assert Match.objects.get(pk=match.pk).status == Status.VOID
    assert Draft.objects.get(pk=row.pk).status == "cancelled"
    with refused("over"):
        draw(row, at=after(2))
    with refused("not-open"):
        withdraw_challenge(match_id=match.pk, by=player(row, number), at=after(3))
    run_sweep(after(1000))
    assert Match.objects.get(pk=match.pk).status == Status.VOID


def test_a_rated_match_is_cancelled_only_before_the_first_gamer_is_drawn() -> None:
    match = accepted(rated=True)
    row = draft_of(match)
    draw(row)
    with refused("already-drawn"):
        withdraw_challenge(match_id=match.pk, by=player(row, 1), at=after(1))
    assert (Match.objects.get(pk=match.pk).status, state(row).over) == (Status.OPEN, "")
    other = accepted(rated=True)
    withdraw_challenge(match_id=other.pk, by=player(draft_of(other), 1), at=after(1))
    assert Match.objects.get(pk=other.pk).status == Status.VOID


def test_a_rated_match_cannot_be_aborted_after_the_draw_and_a_casual_one_can() -> None:
    rated, casual = (draw_all(draft_of(accepted(rated=rated))) for rated in (True, False))
    players = {match: match.seats.get(number=0).player_id or 0 for match in (rated, casual)}
    with refused("already-begun"):
        abort_match(match_id=rated.pk, player_id=players[rated], at=after(1))
    abort_match(match_id=casual.pk, player_id=players[casual], at=after(1))
    assert [Match.objects.get(pk=one.pk).status for one in (rated, casual)] == [Status.PLAYING, Status.VOID]


def test_nobody_directs_the_draw() -> None:
    match = accepted()
    row = draft_of(match)
    admin = PlayerFactory(is_superuser=True)
    for by in (row.host_id, player(row, 2), admin.pk):
        assert not can_direct(row, by)
        with refused("not-allowed"):
            apply_action(draft_id=row.pk, by=by, data={"is": "pause"}, at=NOON)
        with refused("not-allowed"):
            apply_action(draft_id=row.pk, by=by, data={"is": "end", "unfinished": True}, at=NOON)
        with refused("not-allowed"):
            cancel_draft(draft_id=row.pk, by=by, at=NOON)
        with refused("not-allowed"):
            start_draft(draft_id=row.pk, by=by, at=NOON)
    (team,) = {state(row).running[0]}  # type: ignore[index]
    with refused("needs-turn", "team"):
        apply_action(draft_id=row.pk, by=player(row, team), data={"is": "pass"}, at=NOON)
    with refused("not-yours", "team"):
        apply_action(draft_id=row.pk, by=player(row, team), data={"is": "draw", "team": 3 - team, "deck": 0}, at=NOON)
    with refused("not-yours", "team"):
        apply_action(draft_id=row.pk, by=admin.pk, data={"is": "draw", "deck": 0}, at=NOON)


def test_a_rematch_draws_again_with_the_sides_swapped() -> None:
    match = draw_all(draft_of(accepted(random_seats=False)))
    one, two = match.seats.values_list("player", flat=True)
    assert one is not None
    assert two is not None
    resign(match_id=match.pk, player_id=one, received_at=after(1))
    adjudicate(match_id=match.pk, at=after(1))
    made = request_rematch(match_id=match.pk, by=one, at=after(2))
    again = Match.objects.get(pk=made)
    assert (again.status, again.options["rosters"]) == (Status.OPEN, None)
    assert request_rematch(match_id=match.pk, by=two, at=after(3)) == made
    row = draft_of(again)
    assert [player(row, number) for number in (1, 2)] == [two, one]
    assert draw_all(row, at=after(4)).status == Status.PLAYING
    assert Challenge.objects.get(match=made).draws_gamers


def test_a_rematch_of_dealt_gamers_deals_again() -> None:
    match = accepted(draws_gamers=False)
    one, two = match.seats.values_list("player", flat=True)
    assert one is not None
    assert two is not None
    resign(match_id=match.pk, player_id=one, received_at=after(1))
    adjudicate(match_id=match.pk, at=after(1))
    made = request_rematch(match_id=match.pk, by=one, at=after(2))
    request_rematch(match_id=match.pk, by=two, at=after(3))
    assert (Match.objects.get(pk=made).status, Draft.objects.count()) == (Status.PLAYING, 0)


@pytest.mark.parametrize(
    ("control", "seconds"),
    [
        (PRESETS["standard"], (30, 60)), (PRESETS["fischer"], (30, 60)), (PRESETS["days"], (3 * 86_400, 0)),
        (TimeControl(14 * DAY_MS, 0), (7 * 86_400, 0)), (TimeControl(0, DAY_MS), (86_400, 0)),
    ],
)  # fmt: skip
def test_correspondence_gives_a_draw_the_time_of_a_turn(control: TimeControl, seconds: tuple[int, int]) -> None:
    timing = state(draft_of(accepted(control=control))).setup.timing
    assert (timing.pick.turn_ms, timing.pick.reserve_ms) == (seconds[0] * 1000, seconds[1] * 1000)
    assert timing.hard


def test_a_draw_is_no_mock_draft() -> None:
    ada = PlayerFactory()
    for _ in range(MAX_RUNNING + 1):
        accepted(by=ada)
    assert list_mock_drafts(ada.pk) == []
    assert create_mock_draft(by=ada.pk, data={}, at=NOON)
    assert len(list_mock_drafts(ada.pk)) == 1


def test_whose_turn_it_is_is_told_and_the_lobby_leads_to_the_draw() -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    match = accepted(by=ada, other=ben)
    row = draft_of(match)
    (team,) = {state(row).running[0]}  # type: ignore[index]
    [told] = Notification.objects.filter(kind="pick", waits=True)
    assert (told.player_id, told.path) == (player(row, team), f"/drafts/{row.pk}/")
    for one in (ada, ben):
        shown = get_lobby(one.pk)
        assert [(each.draft_id, each.draws_gamers) for each in shown.mine] == [(row.pk, True)]
        assert shown.invitations == shown.open == []
        assert (get_match_extras(match.pk, one.pk, NOON).draft_id, get_match_extras(match.pk, one.pk, NOON).plays) == (
            row.pk,
            True,
        )
    assert (get_match_extras(match.pk, None, NOON).draft_id, get_match_extras(match.pk, None, NOON).plays) == (row.pk, False)
    assert get_lobby(PlayerFactory().pk).open == []


def test_players_who_are_called_alike_draw_under_their_usernames() -> None:
    ada, eve = (PlayerFactory(username=name, display_name="Ada") for name in ("ada", "eve"))
    row = draft_of(accepted(by=ada, other=eve))
    assert list(DraftTeam.objects.filter(draft=row).order_by("number").values_list("name", flat=True)) == ["ada", "eve"]


def test_a_seat_that_is_open_to_anyone_is_listed_with_its_draw() -> None:
    made = create_challenge(by=PlayerFactory().pk, offer=offer(seats=(ANYONE, ME)), at=NOON)
    [shown] = get_lobby(PlayerFactory().pk).open
    assert (shown.match.match_id, shown.draws_gamers, shown.draft_id) == (made, True, None)

from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Any

import pytest

from engines.incursion_point_zero.cards import GAMER_OF, GAMERS
from league.account.deletion import delete_account
from league.account.user_topics import list_user_topics
from league.drafts.actions.draft_actions import apply_action, apply_due_flags
from league.drafts.actions.lifecycle import cancel_draft, start_draft
from league.drafts.actions.mock_drafts import create_mock_draft
from league.drafts.actions.review import resume_held_draft
from league.drafts.formats.deck import DeckDraft
from league.drafts.models import Draft, DraftTeam
from league.drafts.queries.drafts import can_direct, list_mock_drafts
from league.lobby.challenge_options import ME, bot_seat, player_seat as named
from league.lobby.challenges import accept_challenge, create_challenge, withdraw_challenge
from league.lobby.models import Challenge
from league.lobby.queries import get_lobby, get_match_extras
from league.lobby.rematches import request_rematch
from league.notifications.models import Notification
from league.ratings.models import RatedMatch
from league.sweep import sweep_drafts
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
from tests.cold import nothing_kept
from tests.factories import NOON, PASSWORD, BotFactory, PlayerFactory
from tests.league.drafts.match_drafts.drawing import accepted, draft_of, draw, draw_all, match_of, offer, on_turn, player
from tests.league.drafts.test_acting import after, fresh
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db
WITHOUT: dict[str, Any] = {"options": {"gamers": False}}


def ended(match: Match) -> list[int]:
    players = [one or 0 for one in match.seats.values_list("player", flat=True)]
    resign(match_id=match.pk, player_id=players[0], received_at=after(1))
    adjudicate(match_id=match.pk, at=after(1))
    return players


def overdue(row: Draft) -> datetime:
    row.refresh_from_db()
    return row.deadline_at + timedelta(seconds=1)


def test_each_draws_one_gamer_of_each_salary_deck_in_turn_and_plays_the_match_with_them(casual: Draft) -> None:
    match = match_of(casual)
    assert (match.status, casual.status, casual.kind) == (Status.OPEN, "running", "deck")
    teams = [draw(casual) for _ in range(7)]
    assert teams[0:2] == teams[3:1:-1] == teams[4:6], "the order turns round after each round"
    match.refresh_from_db()
    assert (match.status, match.options["rosters"]) == (Status.OPEN, None)
    draw(casual)
    match.refresh_from_db()
    assert match.status == Status.PLAYING
    now = fresh(casual)
    drawn = {one: [now.setup.by_id[pick.card].handle for pick in now.picks if pick.team == one] for one in (1, 2)}
    assert match.options["rosters"] == {"strike": drawn[1], "terrorists": drawn[2]}
    assert [player(casual, number) for number in (1, 2)] == list(match.seats.values_list("player", flat=True))
    for handles in drawn.values():
        salaries = [GAMERS[GAMER_OF[handle]].salary for handle in handles]
        assert salaries == sorted(salaries, reverse=True)
    shown = get_board(match.pk)
    assert [sorted(one) for one in shown["view"]["gamers"]] == [sorted(one) for one in drawn.values()]
    ended(match)
    assert verify_match(match.pk).report.sound


def test_gamers_are_dealt_against_a_bot_or_a_bot_account_that_is_not_asked_to_draw_and_where_it_is_switched_off() -> None:
    assert accepted(by=BotFactory()).status == Status.PLAYING
    for level in ("level-1", "level-5"):
        made = create_challenge(by=PlayerFactory().pk, offer=offer(seats=(bot_seat(level), ME)), at=NOON)
        assert Match.objects.get(pk=made).status == Status.PLAYING
    program, ben = PlayerFactory(username="program", is_bot_account=True), PlayerFactory(username="ben")
    for by, other in ((program, ben), (ben, program)):
        seats = (ME, named(other.username))
        assert accepted(by=by, other=other, seats=seats).status == Status.PLAYING
        assert accepted(by=by, other=other, seats=seats, draws_gamers=True).status == Status.OPEN
    assert accepted(**WITHOUT).status == Status.PLAYING
    match = accepted(draws_gamers=False)
    assert (match.status, match.options["rosters"]) == (Status.PLAYING, None)
    one, two = ended(match)
    again = request_rematch(match_id=match.pk, by=one, at=after(2))
    assert request_rematch(match_id=match.pk, by=two, at=after(3)) == again
    assert Match.objects.get(pk=again).status == Status.PLAYING
    assert not Draft.objects.filter(match__in=[match.pk, again]).exists()


ROSTERS = {"strike": [one.handle for one in GAMERS[:4]], "terrorists": [one.handle for one in GAMERS[4:8]]}


@pytest.mark.parametrize(
    "given", [{"game": "order-and-chaos"}, WITHOUT, {"options": {"rosters": ROSTERS}}, {"seats": (ME, bot_seat("level-1"))}]
)
def test_who_asks_for_a_draw_that_cannot_be_is_told_why(given: dict[str, Any]) -> None:
    before = Match.objects.count()
    with refused("cannot-draw-gamers", "draws_gamers"):
        create_challenge(by=PlayerFactory().pk, offer=offer(draws_gamers=True, **given), at=NOON)
    assert Match.objects.count() == before


def test_whoever_was_invited_by_name_draws_as_well() -> None:
    ada, ben = PlayerFactory(), PlayerFactory(username="ben")
    made = create_challenge(by=ada.pk, offer=offer(seats=(ME, named("ben")), draws_gamers=True), at=NOON)
    assert not Draft.objects.filter(match=made).exists()
    set_ready(match_id=made, player_id=ben.pk, at=NOON)
    row = Draft.objects.get(match=made)
    assert [player(row, number) for number in (1, 2)] == [ada.pk, ben.pk]


def test_nobody_starts_or_leaves_the_match_while_gamers_are_drawn(casual: Draft) -> None:
    match_id = match_of(casual).pk
    for number in (1, 2):
        for act in (set_ready, leave_seat):
            with refused("in-preparation"):
                act(match_id=match_id, player_id=player(casual, number), at=NOON)
        shown = get_board(match_id, player(casual, number))
        assert (shown["preparing"], shown["can"]["ready"]) == (True, False)
    with refused("not-your-seat"):
        accept_challenge(match_id=match_id, player_id=PlayerFactory().pk, at=NOON)
    draw_all(casual)
    assert get_board(match_id)["preparing"] is False


def test_the_clock_draws_for_a_player_who_is_late(casual: Draft) -> None:
    first, moment = on_turn(casual), NOON
    while not fresh(casual).over:
        moment += timedelta(seconds=29)
        if on_turn(casual) == first:
            draw(casual, at=moment)
        else:
            moment = overdue(casual)
            assert apply_due_flags(draft_id=casual.pk, at=moment) == 1
    assert moment - NOON < timedelta(minutes=5)
    assert match_of(casual).status == Status.PLAYING, "nobody was away for five minutes"


def test_a_player_who_has_been_away_for_long_must_be_ready_again_unless_the_match_is_rated(casual: Draft, rated: Draft) -> None:
    Draft.objects.update(started_at=NOON - timedelta(hours=1))
    DraftTeam.objects.update(seen_at=NOON - timedelta(minutes=6))
    moment = NOON
    while not fresh(casual).over:
        if on_turn(casual) == 1:
            draw(casual, at=moment)
        else:
            moment = overdue(casual)
            apply_due_flags(draft_id=casual.pk, at=moment)
    match = match_of(casual)
    assert match.status == Status.OPEN
    assert [seat.ready_at is None for seat in match.seats.all()] == [False, True]
    set_ready(match_id=match.pk, player_id=player(casual, 2), at=moment)
    match.refresh_from_db()
    assert match.status == Status.PLAYING
    assert match.options["rosters"] is not None
    while not fresh(rated).over:
        apply_due_flags(draft_id=rated.pk, at=overdue(rated))
    assert match_of(rated).status == Status.PLAYING
    assert RatedMatch.objects.filter(match=rated.match_id).exists()


@pytest.mark.parametrize("number", [1, 2])
def test_cancelling_the_match_cancels_its_draw(casual: Draft, number: int) -> None:
    match_id = match_of(casual).pk
    draw(casual)
    withdraw_challenge(match_id=match_id, by=player(casual, number), at=after(1))
    assert match_of(casual).status == Status.VOID
    with refused("over"):
        draw(casual, at=after(2))
    with refused("not-open"):
        withdraw_challenge(match_id=match_id, by=player(casual, number), at=after(3))
    run_sweep(after(1000))
    casual.refresh_from_db()
    assert (match_of(casual).status, casual.status) == (Status.VOID, "cancelled")


@pytest.mark.parametrize("drawn", [0, 1])
def test_a_rated_match_is_cancelled_only_before_the_first_gamer_is_drawn(rated: Draft, drawn: int) -> None:
    for _ in range(drawn):
        draw(rated)
    with refused("already-drawn") if drawn else nullcontext():
        withdraw_challenge(match_id=match_of(rated).pk, by=player(rated, 1), at=after(1))
    assert match_of(rated).status == (Status.OPEN if drawn else Status.VOID)


def test_a_rated_match_cannot_be_aborted_after_the_draw_and_a_casual_one_can(casual: Draft, rated: Draft) -> None:
    for row, refusal in ((rated, refused("already-begun")), (casual, nullcontext())):
        match = draw_all(row)
        with refusal:
            abort_match(match_id=match.pk, player_id=player(row, 1), at=after(1))
    assert [match_of(one).status for one in (rated, casual)] == [Status.PLAYING, Status.VOID]


def test_nobody_directs_the_draw(casual: Draft) -> None:
    admin = PlayerFactory(is_superuser=True)
    for by in (casual.host_id, player(casual, 2), admin.pk):
        assert not can_direct(casual, by)
        for given in ({"is": "pause"}, {"is": "end", "unfinished": True}):
            with refused("not-allowed"):
                apply_action(draft_id=casual.pk, by=by, data=given, at=NOON)
        for act in (cancel_draft, start_draft):
            with refused("not-allowed"):
                act(draft_id=casual.pk, by=by, at=NOON)
    team = on_turn(casual)
    for by, given, code in (
        (player(casual, team), {"is": "pass"}, "needs-turn"),
        (player(casual, team), {"is": "draw", "team": 3 - team, "deck": 0}, "not-yours"),
        (admin.pk, {"is": "draw", "deck": 0}, "not-yours"),
    ):
        with refused(code, "team"):
            apply_action(draft_id=casual.pk, by=by, data=given, at=NOON)


def test_a_rematch_draws_again_with_the_sides_swapped() -> None:
    match = draw_all(draft_of(accepted(random_seats=False)))
    one, two = ended(match)
    made = request_rematch(match_id=match.pk, by=one, at=after(2))
    again = Match.objects.get(pk=made)
    assert (again.status, again.options["rosters"]) == (Status.OPEN, None)
    assert request_rematch(match_id=match.pk, by=two, at=after(3)) == made
    row = draft_of(again)
    assert [player(row, number) for number in (1, 2)] == [two, one]
    assert draw_all(row, at=after(4)).status == Status.PLAYING
    assert Challenge.objects.get(match=made).draws_gamers


@pytest.mark.parametrize(
    ("control", "seconds"),
    [
        (PRESETS["fischer"], (30, 60)), (PRESETS["days"], (3 * 86_400, 0)),
        (TimeControl(14 * DAY_MS, 0), (7 * 86_400, 0)), (TimeControl(0, DAY_MS), (86_400, 0)),
    ],
)  # fmt: skip
def test_correspondence_gives_a_draw_the_time_of_a_turn(control: TimeControl, seconds: tuple[int, int]) -> None:
    timing = fresh(draft_of(accepted(control=control))).setup.timing
    assert (timing.pick.turn_ms, timing.pick.reserve_ms) == (seconds[0] * 1000, seconds[1] * 1000)
    assert timing.hard


def test_a_draw_is_no_mock_draft(casual: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.drafts.actions.mock_drafts.MAX_RUNNING", 1)
    by = player(casual, 1)
    assert list_mock_drafts(by) == []
    create_mock_draft(by=by, data={}, at=NOON)
    assert len(list_mock_drafts(by)) == 1


def test_whose_turn_it_is_is_told_and_the_lobby_leads_to_the_draw(casual: Draft) -> None:
    match_id = match_of(casual).pk
    [told] = Notification.objects.filter(kind="pick", waits=True, path=f"/drafts/{casual.pk}/")
    assert told.player_id == player(casual, on_turn(casual))
    for number in (1, 2):
        shown = get_lobby(player(casual, number))
        assert [(each.draft_id, each.draws_gamers) for each in shown.mine] == [(casual.pk, True)]
        assert shown.invitations == shown.open == []
    for viewer, plays in ((player(casual, 1), True), (None, False)):
        extras = get_match_extras(match_id, viewer, NOON)
        assert (extras.draft_id, extras.plays) == (casual.pk, plays)
    assert get_lobby(PlayerFactory().pk).open == []


def test_players_who_are_called_alike_draw_under_their_usernames() -> None:
    ada, eve = (PlayerFactory(username=name, display_name="Ada") for name in ("ada", "eve"))
    row = draft_of(accepted(by=ada, other=eve))
    assert list(DraftTeam.objects.filter(draft=row).order_by("number").values_list("name", flat=True)) == ["ada", "eve"]


# An error of the site stops a draw, and accounts are deleted


def broken(*_: object) -> int:
    raise AssertionError("the deck has no card")


def hold(row: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw once, then let the site fail at the next deadline."""
    draw(row)
    with monkeypatch.context() as patched:
        patched.setattr(DeckDraft, "flag", broken)
        sweep_drafts(after(95))
    row.refresh_from_db()
    assert row.status == "review"


def test_players_are_told_and_can_cancel_the_match_though_it_is_rated(rated: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    hold(rated, monkeypatch)
    told = Notification.objects.filter(kind="held", case="match", path=f"/matches/{rated.match_id}/")
    assert {one.player_id for one in told} == {player(rated, 1), player(rated, 2)}
    withdraw_challenge(match_id=match_of(rated).pk, by=player(rated, 2), at=after(100))
    rated.refresh_from_db()
    assert (match_of(rated).status, rated.status) == (Status.VOID, "cancelled")


def test_a_site_admin_lets_it_go_on_and_nobody_else(casual: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    hold(casual, monkeypatch)
    for number in (1, 2):
        with pytest.raises(ActionError, match="site admins"):
            resume_held_draft(draft_id=casual.pk, by=player(casual, number), at=after(200))
    resume_held_draft(draft_id=casual.pk, by=PlayerFactory(is_superuser=True).pk, at=after(200))
    assert draw_all(casual, at=after(201)).status == Status.PLAYING


def test_a_match_that_was_cancelled_all_the_same_gets_no_rosters(casual: Draft) -> None:
    Match.objects.filter(pk=casual.match_id).update(status=Status.VOID, closed_at=NOON)
    match = draw_all(casual)
    assert (match.status, match.options["rosters"]) == (Status.VOID, None)
    casual.refresh_from_db()
    assert casual.status == "finished"


def test_both_players_follow_the_draw_wherever_they_are(casual: Draft) -> None:
    both = [player(casual, 1), player(casual, 2)]
    found = list_user_topics([*both, PlayerFactory().pk])
    assert {one for one, topics in found.items() if f"draft.{casual.pk}" in topics} == {*both}
    draw_all(casual)
    assert not any(f"draft.{casual.pk}" in topics for topics in list_user_topics(both).values())


def test_deleting_an_account_cancels_its_casual_draws(casual: Draft) -> None:
    delete_account(player_id=player(casual, 1), password=PASSWORD, at=after(1))
    casual.refresh_from_db()
    assert (match_of(casual).status, casual.status) == (Status.VOID, "cancelled")


def test_an_account_is_not_deleted_in_the_middle_of_a_rated_draw(rated: Draft) -> None:
    draw(rated)
    leaver = player(rated, 1)
    with refused("drawing"):
        delete_account(player_id=leaver, password=PASSWORD, resigning=True, at=after(1))
    draw_all(rated, at=after(2))
    delete_account(player_id=leaver, password=PASSWORD, resigning=True, at=after(3))
    assert match_of(rated).status == Status.CLOSED


def test_deleting_an_account_keeps_draws_that_are_over_without_its_name() -> None:
    ada = PlayerFactory(display_name="Ada Lind")
    row = draft_of(accepted(by=ada))
    draw_all(row)
    name = delete_account(player_id=ada.pk, password=PASSWORD, resigning=True, at=after(1))
    nothing_kept()
    row = Draft.objects.get(pk=row.pk)
    assert DraftTeam.objects.get(draft=row, number=1).name == name
    assert fresh(row).setup.teams[0].name == name
    assert "Ada Lind" not in str([row.setup, row.state, row.settings, row.name])

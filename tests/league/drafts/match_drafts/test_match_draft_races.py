"""Races around the draw of Gamers for a match, on PostgreSQL, with threads behind a barrier."""

from functools import partial

import pytest

from league.drafts.actions.draft_actions import apply_action, apply_due_flags
from league.drafts.models import Draft, DraftLogEntry
from league.drafts.queries.drafts import FLAG_DELAY
from league.lobby.challenge_options import ME, player_seat as named
from league.lobby.challenges import accept_challenge, create_challenge, withdraw_challenge
from matches.actions.creation import set_ready
from matches.models import Match, Status
from tests.factories import NOON, PlayerFactory
from tests.league.drafts.match_drafts.drawing import accepted, after, draft_of, draw, offer, on_turn, player, state
from tests.league.test_races import THREADS, codes, many
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_of_many_who_accept_at_once_one_draws() -> None:
    made = create_challenge(by=PlayerFactory().pk, offer=offer(), at=NOON)
    hopefuls = PlayerFactory.create_batch(THREADS)
    results = race(*[partial(accept_challenge, match_id=made, player_id=one.pk, at=NOON) for one in hopefuls])
    assert len(codes(results)) == THREADS - 1
    assert Draft.objects.filter(match=made, status="running").count() == 1


def test_an_invitation_that_is_accepted_twice_at_once_makes_one_draft() -> None:
    ben = PlayerFactory(username="ben")
    made = create_challenge(by=PlayerFactory().pk, offer=offer(seats=(ME, named("ben"))), at=NOON)
    results = many(accept_challenge, match_id=made, player_id=ben.pk, at=NOON)
    assert set(codes(results)) <= {"in-preparation", "not-your-seat"}
    assert Draft.objects.filter(match=made).count() == 1


@pytest.mark.parametrize("round_", range(2))
def test_accepting_and_cancelling_at_once_leave_a_draw_or_nothing(round_: int) -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    made = create_challenge(by=ada.pk, offer=offer(), at=NOON)
    results = race(
        partial(accept_challenge, match_id=made, player_id=ben.pk, at=NOON),
        partial(withdraw_challenge, match_id=made, by=ada.pk, at=NOON),
    )
    match, drafts = Match.objects.get(pk=made), Draft.objects.filter(match=made)
    assert set(codes(results)) <= {"not-open", "accepted"}
    if match.status == Status.OPEN:
        assert [one.status for one in drafts] == ["running"]
    else:
        assert (match.status, [one for one in drafts if one.status != "cancelled"]) == (Status.VOID, [])


@pytest.mark.parametrize("round_", range(2))
def test_the_last_draw_and_cancelling_the_match_at_once_do_one_of_both(round_: int) -> None:
    row = draft_of(accepted())
    for _ in range(7):
        draw(row)
    team = on_turn(row)
    last = partial(apply_action, draft_id=row.pk, by=player(row, team), data={"is": "draw", "deck": 3}, at=after(1))
    assert row.match_id is not None
    results = race(last, partial(withdraw_challenge, match_id=row.match_id, by=player(row, 3 - team), at=after(1)))
    match = Match.objects.get(pk=row.match_id)
    row.refresh_from_db()
    assert len(codes(results)) == 1
    assert (match.status, row.status) in ((Status.PLAYING, "finished"), (Status.VOID, "cancelled"))
    assert (match.options["rosters"] is None) == (match.status == Status.VOID)


@pytest.mark.parametrize("round_", range(2))
def test_the_last_draw_the_clock_and_a_player_who_gets_ready_start_the_match_once(round_: int) -> None:
    row = draft_of(accepted())
    for _ in range(7):
        draw(row)
    team = on_turn(row)
    due = Draft.objects.get(pk=row.pk).deadline_at
    assert due is not None
    noticed = due + FLAG_DELAY * 2
    assert row.match_id is not None
    results = race(
        partial(apply_action, draft_id=row.pk, by=player(row, team), data={"is": "draw", "deck": 3}, at=noticed),
        partial(apply_due_flags, draft_id=row.pk, at=noticed),
        partial(apply_due_flags, draft_id=row.pk, at=noticed),
        partial(set_ready, match_id=row.match_id, player_id=player(row, 1), at=noticed),
        partial(set_ready, match_id=row.match_id, player_id=player(row, 2), at=noticed),
    )
    codes(results)
    match = Match.objects.get(pk=row.match_id)
    assert match.status == Status.PLAYING
    assert len(state(row).picks) == 8
    assert DraftLogEntry.objects.filter(draft=row).count() == 8

from functools import partial

import pytest

from league.drafts.actions.bots import play_due_bots
from league.drafts.actions.draft_actions import apply_action, apply_due_flags
from league.drafts.actions.lifecycle import start_draft
from league.drafts.formats.state import AuctionTable
from league.drafts.models import Draft, DraftLogEntry
from league.drafts.queries.drafts import FLAG_DELAY
from league.lobby.challenge_options import ME, player_seat as named
from league.lobby.challenges import accept_challenge, create_challenge, withdraw_challenge
from league.seasons.models import Contract
from matches.actions.creation import set_ready
from matches.models import Match, Status
from tests.factories import NOON, BotFactory, PlayerFactory, draft, drafted_season, organiser_of
from tests.league.drafts.match_drafts.drawing import accepted, draft_of, draw, offer, on_turn, player
from tests.league.drafts.test_acting import after, cheapest, fresh, owner, pick
from tests.league.test_races import THREADS, codes, many
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_of_bids_in_the_same_millisecond_one_of_each_amount_counts_and_all_are_answered() -> None:
    row = draft(drafted_season(teams=4), kind="auction")
    given = {"is": "nominate", "card": cheapest(row), "bid": 1}
    apply_action(draft_id=row.pk, by=owner(row, 1), data=given, at=NOON)
    bidding = [partial(apply_action, draft_id=row.pk, by=owner(row, team), at=after(1)) for team in (1, 2, 3, 4)]

    def bid(*bids: tuple[int, int]) -> list[object]:
        """The answers to these bids of an amount by a team, all at once."""
        return race(*(partial(bidding[team - 1], data={"is": "bid", "lot": 1, "amount": amount}) for amount, team in bids))

    assert codes(bid((2, 2), (2, 3), (2, 4))) == ["raise", "raise"]
    taken = sum(isinstance(one, int) for one in bid(*((amount, team) for amount in (3, 4, 5) for team in (1, 2, 3, 4))))
    table = fresh(row).table
    assert isinstance(table, AuctionTable)
    amounts = [one.amount for one in table.lot.offers]
    assert amounts == sorted(set(amounts))
    assert DraftLogEntry.objects.filter(draft=row, act__is="bid").count() == taken + 1 == len(amounts) - 1


@pytest.mark.parametrize("round_", range(2))
def test_a_pick_that_came_in_time_beats_the_flag_that_is_noticed_at_the_same_moment(round_: int) -> None:
    row = draft(pick_seconds=30, reserve_seconds=0)
    card = fresh(row).books.remaining[-1].id
    noticed = after(30) + FLAG_DELAY / 2
    race(partial(apply_due_flags, draft_id=row.pk, at=noticed), partial(pick, row, 1, card, at=after(29.999)))
    assert [(one.card, one.how) for one in fresh(row).picks] == [(card, "team")]


def test_a_pick_at_the_deadline_and_the_flag_at_once_give_one_pick_the_flags() -> None:
    row = draft(pick_seconds=30, reserve_seconds=0)
    late = partial(pick, row, 1, cheapest(row), at=after(30))
    flags = [partial(apply_due_flags, draft_id=row.pk, at=after(30.5))] * 3
    results = race(late, *flags)
    assert len(codes(results)) == 1
    assert [(one.team, one.how, one.at) for one in fresh(row).picks] == [(1, "auto", after(30))]


def test_an_act_sent_many_times_at_once_with_one_key_is_one() -> None:
    row = draft()
    given = {"is": "pick", "card": cheapest(row)}
    results = many(apply_action, draft_id=row.pk, by=owner(row, 1), data=given, key="once", at=NOON)
    assert results == [1] * THREADS
    assert DraftLogEntry.objects.filter(draft=row).count() == 1


def test_workers_that_play_bots_at_once_make_one_turn() -> None:
    row = draft(drafted_season(BotFactory(), PlayerFactory()))
    results = many(play_due_bots, draft_id=row.pk, at=after(2))
    assert sorted(results) == [0] * (THREADS - 1) + [1]
    assert len(fresh(row).picks) == 1


def test_a_draft_that_is_started_many_times_at_once_begins_once() -> None:
    made = drafted_season()
    row = draft(made, start=False)
    results = many(start_draft, draft_id=row.pk, by=organiser_of(made.league), at=NOON)
    assert codes(results) == ["started"] * (THREADS - 1)


def test_the_last_pick_made_twice_at_once_signs_everybody_once() -> None:
    row = draft(drafted_season(roster_max=4))
    for team in (1, 2, 2, 1, 1, 2, 2):
        pick(row, team)
    first, second = (one.id for one in fresh(row).books.remaining[:2])
    results = race(partial(pick, row, 1, first), partial(pick, row, 1, second))
    assert codes(results) == ["over"]
    assert Contract.objects.filter(season=row.season_id).count() == 8


# Around the draw of Gamers for a match


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
    assert len(fresh(row).picks) == 8
    assert DraftLogEntry.objects.filter(draft=row).count() == 8

"""Drafts of seasons: acts, clocks, organisers, and the contracts at the end."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from engines.i18n import translate_stored
from engines.randomness import hash_seed
from league.audit.models import AuditEntry
from league.drafts.actions.draft_actions import apply_action, apply_due_flags, record_presence, set_queue
from league.drafts.actions.lifecycle import cancel_draft, create_draft, start_draft, start_due_draft
from league.drafts.formats import actions
from league.drafts.formats.entities import Setup
from league.drafts.formats.state import DraftState
from league.drafts.models import Draft, DraftLogEntry, DraftTeam
from league.drafts.queries.states import get_chance, get_state
from league.leagues.models import Season
from league.seasons.actions.settings import change_phase
from league.seasons.models import Contract
from league.seasons.queries.rosters import list_free_gamers
from matches.errors import ActionError
from tests.factories import NOON, PlayerFactory, draft, drafted_season, organiser_of
from tests.league.drafts.formats.playing import Entry, replay

pytestmark = pytest.mark.django_db


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def owner(row: Draft, number: int) -> int:
    return DraftTeam.objects.get(draft=row, number=number).franchise.owner_id  # type: ignore[union-attr]


def director(row: Draft) -> int:
    assert row.season is not None
    return organiser_of(row.season.league)


def fresh(row: Draft) -> DraftState:
    return get_state(Draft.objects.get(pk=row.pk))


def cheapest(row: Draft) -> int:
    return fresh(row).books.remaining[0].id


def forget() -> None:
    """Empty what a process remembers of drafts: a test that is rolled back uses the same numbers again."""
    from league.drafts import live_board
    from league.drafts.queries import states

    live_board._boards.clear()
    states._states.clear()


def pick(row: Draft, number: int, card: int | None = None, *, at: datetime = NOON, **more: Any) -> int:
    given = {"is": "pick", "card": cheapest(row) if card is None else card}
    return apply_action(draft_id=row.pk, by=owner(row, number), data=given, at=at, **more)


def code(refused: pytest.ExceptionInfo[ActionError]) -> str:
    return refused.value.code


def test_a_draft_of_a_season_ends_in_contracts_at_the_prices_of_the_picks() -> None:
    row = draft(drafted_season(roster_max=4))
    for team in (1, 2, 2, 1, 1, 2, 2, 1):
        pick(row, team)
    row.refresh_from_db()
    assert (row.status, row.deadline_at, row.finished_at) == ("finished", None, NOON)
    signed = Contract.objects.filter(season=row.season, ended_at=None)
    assert sorted(signed.values_list("gamer", "salary")) == sorted((p.card, p.price) for p in fresh(row).picks)
    assert [signed.filter(franchise__drafts__number=n).count() for n in (1, 2)] == [4, 4]
    change_phase(season_id=row.season_id or 0, by=director(row), to="rounds", at=NOON)
    with pytest.raises(ActionError) as refused:
        pick(row, 1, list_free_gamers(row.season_id or 0)[0].gamer)
    assert code(refused) == "over"


def test_the_log_alone_comes_to_the_state_that_is_kept(row: Draft) -> None:
    pick(row, 1)
    apply_due_flags(draft_id=row.pk, at=after(181))
    for given, seconds in (({"is": "pause"}, 185), ({"is": "resume"}, 200), ({"is": "undo", "pick": 1}, 201)):
        apply_action(draft_id=row.pk, by=director(row), data=given, at=after(seconds))
    kept = Draft.objects.get(pk=row.pk)
    log = [Entry(actions.load(one.act), one.at) for one in DraftLogEntry.objects.filter(draft=row).order_by("n")]
    setup = Setup.load(kept.setup, get_chance(kept))
    assert kept.started_at is not None
    assert replay(setup, kept.started_at, log).dump() == kept.state
    assert DraftState.load(setup, kept.state) == get_state(kept)


def test_a_turn_nobody_took_is_picked_at_the_deadline_whenever_that_is_noticed(row: Draft) -> None:
    assert apply_due_flags(draft_id=row.pk, at=after(180)) == 0  # acts that came in time may still be on their way
    assert [apply_due_flags(draft_id=row.pk, at=after(181)) for _ in range(2)] == [1, 0]
    made = fresh(row).picks[0]
    assert (made.team, made.how, made.at) == (1, "auto", after(180))


@pytest.mark.parametrize(("seconds", "wins"), [(179.999, True), (180, False), (180.02, False)])
def test_a_pick_at_the_deadline_or_after_it_has_lost_to_the_flag(row: Draft, seconds: float, wins: bool) -> None:
    if wins:
        pick(row, 1, at=after(seconds))
    else:
        with pytest.raises(ActionError):
            pick(row, 1, at=after(seconds))
    apply_due_flags(draft_id=row.pk, at=after(181.5))
    assert fresh(row).picks[0].how == ("team" if wins else "auto")


def test_nobody_is_flagged_for_a_time_in_which_nobody_looked(row: Draft) -> None:
    apply_due_flags(draft_id=row.pk, at=after(600))
    assert fresh(row).picks == ()
    row.refresh_from_db()
    assert row.deadline_at == after(610)
    pick(row, 1, at=after(605))


def test_an_act_sent_twice_with_a_key_is_one(row: Draft) -> None:
    card = cheapest(row)
    assert pick(row, 1, card, key="a") == pick(row, 1, card, key="a")
    assert len(fresh(row).picks) == 1
    with pytest.raises(ActionError) as refused:
        pick(row, 1, cheapest(row), key="a")
    assert code(refused) == "key-used"


def test_what_others_may_not_do_changes_nothing(row: Draft) -> None:
    stranger, first, second = PlayerFactory().pk, owner(row, 1), owner(row, 2)
    asked = [
        (second, {"is": "pick", "card": cheapest(row)}, "not-your-turn"),
        (second, {"is": "pick", "card": cheapest(row), "team": 1}, "not-yours"),
        (stranger, {"is": "pick", "card": cheapest(row)}, "not-yours"),
        (stranger, {"is": "auto", "team": 1, "on": True}, "not-allowed"),
        (first, {"is": "pause"}, "not-allowed"),
        (director(row), {"is": "flag"}, "not-allowed"),
        (first, {"is": "pick", "card": -1}, "no-such-card"),
        (first, {"is": "pick", "card": "x"}, "bad-act"),
        (first, {"is": "dance"}, "bad-act"),
    ]
    for by, given, expected in asked:
        with pytest.raises(ActionError) as refused:
            apply_action(draft_id=row.pk, by=by, data=given, at=NOON)
        assert code(refused) == expected, given
    assert not DraftLogEntry.objects.filter(draft=row).exists()


def test_what_organisers_do_is_in_the_audit_log(row: Draft) -> None:
    for given in ({"is": "pause"}, {"is": "resume"}, {"is": "skip"}, {"is": "auto", "team": 1, "on": True}):
        apply_action(draft_id=row.pk, by=director(row), data=given, why="Asked for", at=NOON)
    told = AuditEntry.objects.filter(act__startswith="draft.", why="Asked for").order_by("pk").values_list("act", flat=True)
    assert list(told) == ["draft.pause", "draft.resume", "draft.skip", "draft.auto"]


def test_a_draft_that_cannot_be_held_is_refused_with_the_arithmetic_and_leaves_nothing(season: Season) -> None:
    with pytest.raises(ActionError) as refused:
        draft(season, kind="linear", rounds=3)
    assert "needs 4 more Gamers but has 3 spots" in refused.value.text
    for given in ({"kind": "auction", "opening": 0}, {"kind": "chess"}, {"pick_seconds": -1}, {"base": [0]}):
        with pytest.raises(ActionError):
            draft(season, **given)
    assert not Draft.objects.filter(season=season).exists()


def test_a_season_has_one_draft_and_only_in_its_draft(season: Season) -> None:
    row = draft(season, start=False)
    with pytest.raises(ActionError) as refused:
        draft(season)
    assert code(refused) == "draft-there"
    cancel_draft(draft_id=row.pk, by=director(row), at=NOON)
    season.terms.phase = "rounds"
    season.terms.save()
    with pytest.raises(ActionError) as refused:
        draft(season)
    assert code(refused) == "wrong-phase"
    season.terms.phase = "draft"
    season.terms.save()
    draft(season)


def test_a_planned_draft_starts_by_itself_or_says_why_not(season: Season) -> None:
    by = organiser_of(season.league)
    later = create_draft(season_id=season.pk, by=by, data={"kind": "deck"}, starts_at=after(60), at=NOON)
    assert not start_due_draft(draft_id=later, at=after(59))
    season.terms.phase = "setup"
    season.terms.save()
    assert not start_due_draft(draft_id=later, at=after(60))
    assert "must be in the draft phase" in translate_stored(Draft.objects.get(pk=later).settings["not_started"])
    season.terms.phase = "draft"
    season.terms.save()
    start_draft(draft_id=later, by=by, at=after(90))
    row = Draft.objects.get(pk=later)
    assert (row.status, row.started_at) == ("running", after(90))
    assert hash_seed(bytes.fromhex(row.seed)) == row.commitment


def test_the_queue_from_before_the_start_is_picked_from(season: Season) -> None:
    row = draft(season, start=False)
    wanted = list_free_gamers(season.pk)[7].gamer
    set_queue(draft_id=row.pk, by=owner(row, 1), cards=[wanted], at=NOON)
    start_draft(draft_id=row.pk, by=director(row), at=NOON)
    apply_action(draft_id=row.pk, by=owner(row, 1), data={"is": "auto", "on": True}, at=NOON)
    apply_due_flags(draft_id=row.pk, at=after(2.5))
    assert fresh(row).picks[0].card == wanted


def test_a_player_whose_page_was_away_in_the_turn_gets_the_time_back(season: Season) -> None:
    row = draft(season, pick_seconds=100, reserve_seconds=0, grace_seconds=40)
    by = owner(row, 1)
    # the grace of a turn is used up at last
    assert [record_presence(draft_id=row.pk, by=by, at=after(at)) for at in (5, 15, 45, 90)] == [0, 0, 30_000, 10_000]
    row.refresh_from_db()
    assert row.deadline_at == after(140)


def test_a_draft_that_is_cancelled_signs_nobody(row: Draft) -> None:
    pick(row, 1)
    with pytest.raises(ActionError) as refused:
        cancel_draft(draft_id=row.pk, by=director(row), at=NOON)
    assert code(refused) == "why-needed"
    cancel_draft(draft_id=row.pk, by=director(row), why="Wrong pool", at=NOON)
    assert not Contract.objects.filter(season=row.season_id).exists()
    row.refresh_from_db()
    assert (row.status, row.deadline_at) == ("cancelled", None)

from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Any

import pytest

from engines.i18n import translate_stored
from engines.randomness import hash_seed
from league.audit.models import AuditEntry
from league.drafts.actions.bots import play_due_bots
from league.drafts.actions.draft_actions import apply_action, apply_due_flags, record_presence, set_queue
from league.drafts.actions.lifecycle import cancel_draft, create_draft, start_draft, start_due_draft
from league.drafts.actions.mock_drafts import BOT_NAMES, create_mock_draft
from league.drafts.formats import actions, draft_rules
from league.drafts.formats.entities import Setup
from league.drafts.formats.registry import KINDS
from league.drafts.formats.state import DraftState
from league.drafts.models import Draft, DraftLogEntry, DraftTeam
from league.drafts.queries.drafts import list_due_bots
from league.drafts.queries.states import get_chance, get_state
from league.leagues.models import Season
from league.seasons.actions.settings import change_phase
from league.seasons.models import Contract, SeasonSettings
from league.seasons.queries.rosters import list_free_gamers
from league.sweep import sweep_draft_bots, sweep_drafts
from matches.errors import ActionError
from tests.factories import NOON, BotFactory, PlayerFactory, draft, drafted_season, organiser_of
from tests.league.drafts.formats.playing import Entry, replay
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def owner(row: Draft, number: int) -> int:
    return DraftTeam.objects.get(draft=row, number=number).franchise.owner_id  # type: ignore[union-attr]


def director(row: Draft) -> int:
    return organiser_of(row.season.league)


def fresh(row: Draft) -> DraftState:
    return get_state(Draft.objects.get(pk=row.pk))


def cheapest(row: Draft) -> int:
    return fresh(row).books.remaining[0].id


def pick(row: Draft, number: int, card: int | None = None, *, at: datetime = NOON, **more: Any) -> int:
    given = {"is": "pick", "card": cheapest(row) if card is None else card}
    return apply_action(draft_id=row.pk, by=owner(row, number), data=given, at=at, **more)


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
    with refused("over"):
        pick(row, 1, list_free_gamers(row.season_id or 0)[0].gamer)


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


@pytest.mark.parametrize(("seconds", "wins"), [(179.999, True), (180, False), (180.02, False)])
def test_a_turn_nobody_took_in_time_is_picked_at_the_deadline_whenever_noticed(row: Draft, seconds: float, wins: bool) -> None:
    assert apply_due_flags(draft_id=row.pk, at=after(180.039)) == 0  # acts that came in time may still be on their way
    refusal: Any = nullcontext() if wins else pytest.raises(ActionError)
    with refusal:
        pick(row, 1, at=after(seconds))
    for _ in range(2):
        apply_due_flags(draft_id=row.pk, at=after(180.04))
    [made] = fresh(row).picks
    assert (made.team, made.how, made.at) == (1, "team" if wins else "auto", after(min(seconds, 180)))


def test_nobody_is_flagged_for_a_time_in_which_nobody_looked(row: Draft) -> None:
    apply_due_flags(draft_id=row.pk, at=after(600))
    assert fresh(row).picks == ()
    row.refresh_from_db()
    assert row.deadline_at == after(610)
    pick(row, 1, at=after(605))


def test_what_others_may_not_do_changes_nothing(row: Draft) -> None:
    stranger, first, second = PlayerFactory().pk, owner(row, 1), owner(row, 2)
    asked = [
        (second, {"is": "pick", "card": cheapest(row)}, "not-your-turn"),
        (second, {"is": "pick", "card": cheapest(row), "team": 1}, "not-yours"),
        (stranger, {"is": "pick", "card": cheapest(row)}, "not-yours"),
        (stranger, {"is": "auto", "team": 1, "on": True}, "not-allowed"), (first, {"is": "pause"}, "not-allowed"),
        (director(row), {"is": "flag"}, "not-allowed"), (first, {"is": "pick", "card": -1}, "no-such-card"),
        (first, {"is": "pick", "card": "x"}, "bad-act"), (first, {"is": "dance"}, "bad-act"),
    ]  # fmt: skip
    for by, given, expected in asked:
        with refused(expected):
            apply_action(draft_id=row.pk, by=by, data=given, at=NOON)
    assert not DraftLogEntry.objects.filter(draft=row).exists()


def test_what_organisers_do_is_in_the_audit_log(row: Draft) -> None:
    for given in ({"is": "pause"}, {"is": "resume"}, {"is": "skip"}, {"is": "auto", "team": 1, "on": True}):
        apply_action(draft_id=row.pk, by=director(row), data=given, why="Asked for", at=NOON)
    told = AuditEntry.objects.filter(act__startswith="draft.", why="Asked for").order_by("pk").values_list("act", flat=True)
    assert list(told) == ["draft.pause", "draft.resume", "draft.skip", "draft.auto"]


def test_a_draft_that_cannot_be_held_is_refused_with_the_arithmetic_and_leaves_nothing(season: Season) -> None:
    with pytest.raises(ActionError, match="needs 4 more Gamers but has 3 spots"):
        draft(season, kind="linear", rounds=3)
    for given in ({"kind": "auction", "opening": 0}, {"kind": "chess"}, {"pick_seconds": -1}, {"base": [0]}):
        with pytest.raises(ActionError):
            draft(season, **given)
    assert not Draft.objects.filter(season=season).exists()


def test_a_season_has_one_draft_and_only_in_its_draft(season: Season) -> None:
    row = draft(season, start=False)
    with refused("draft-there"):
        draft(season)
    cancel_draft(draft_id=row.pk, by=director(row), at=NOON)
    for phase, refusal in (("rounds", refused("wrong-phase")), ("draft", nullcontext())):
        SeasonSettings.objects.filter(pk=season.pk).update(phase=phase)
        with refusal:
            draft(season)


def test_a_planned_draft_starts_by_itself_or_says_why_not(season: Season) -> None:
    by = organiser_of(season.league)
    later = create_draft(season_id=season.pk, by=by, data={"kind": "deck"}, starts_at=after(60), at=NOON)
    assert not start_due_draft(draft_id=later, at=after(59))
    terms = SeasonSettings.objects.filter(pk=season.pk)
    terms.update(phase="setup")
    assert not start_due_draft(draft_id=later, at=after(60))
    assert "must be in the draft phase" in translate_stored(Draft.objects.get(pk=later).settings["not_started"])
    terms.update(phase="draft")
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
    with refused("why-needed"):
        cancel_draft(draft_id=row.pk, by=director(row), at=NOON)
    cancel_draft(draft_id=row.pk, by=director(row), why="Wrong pool", at=NOON)
    assert not Contract.objects.filter(season=row.season_id).exists()
    row.refresh_from_db()
    assert (row.status, row.deadline_at) == ("cancelled", None)


# Bots draft through the same endpoint as people; mock drafts of one person against bots


def swept(draft_id: int, at: datetime = NOON, most: int = 400) -> Draft:
    """The draft after it has been swept each second until it is over."""
    for _ in range(most):
        at += timedelta(seconds=1)
        sweep_drafts(at)
        sweep_draft_bots(at)
        row = Draft.objects.get(pk=draft_id)
        if row.status == "finished":
            break
    return row


@pytest.mark.parametrize("kind", KINDS)
def test_a_mock_draft_of_every_kind_comes_to_legal_rosters_and_signs_nobody(kind: str) -> None:
    by = PlayerFactory().pk
    made = create_mock_draft(by=by, data={"kind": kind, "bots": 1, "pace_ms": 1000}, at=NOON)
    apply_action(draft_id=made, by=by, data={"is": "auto", "on": True}, at=NOON)
    row = swept(made)
    state = get_state(row)
    assert row.status == "finished"
    assert [len(sheet.held) for sheet in state.books.sheets.values()] == [4, 4]
    assert all(sheet.left >= 0 for sheet in state.books.sheets.values())
    assert not Contract.objects.exists()


def test_bots_of_a_season_draft_for_their_franchises() -> None:
    made = drafted_season(BotFactory(), BotFactory(), roster_max=4)
    assert swept(draft(made).pk).status == "finished"
    assert Contract.objects.filter(season=made).count() == 8


def test_a_bot_waits_for_its_pace_and_plays_once() -> None:
    row = draft(drafted_season(BotFactory(), PlayerFactory()))
    assert list_due_bots(NOON + timedelta(seconds=1)) == []
    later = NOON + timedelta(seconds=2)
    assert list_due_bots(later) == [row.pk]
    assert [play_due_bots(draft_id=row.pk, at=later) for _ in range(2)] == [1, 0]
    row.refresh_from_db()
    assert row.bots_due_at is None
    assert draft_rules.teams_to_act(get_state(row)) == {2}


def test_a_player_has_few_mock_drafts_at_a_time_and_none_that_makes_no_sense() -> None:
    by = PlayerFactory().pk
    for given in ({"bots": 0}, {"bots": len(BOT_NAMES) + 1}, {"cap": 3}, {"kind": "chess"}, {"what": 1}, {"places": 20}):
        with pytest.raises(ActionError):
            create_mock_draft(by=by, data=given, at=NOON)
    assert not Draft.objects.filter(host=by).exists()
    for _ in range(3):
        create_mock_draft(by=by, data={}, at=NOON)
    with refused("limit-reached"):
        create_mock_draft(by=by, data={}, at=NOON)

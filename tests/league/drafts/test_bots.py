"""Bots draft through the same endpoint as people, at their pace; mock drafts of one person against bots."""

from datetime import datetime, timedelta

import pytest

from league.drafts.actions.bots import play_due_bots
from league.drafts.actions.draft_actions import apply_action
from league.drafts.actions.mock_drafts import BOT_NAMES, create_mock_draft
from league.drafts.formats import draft_rules
from league.drafts.formats.registry import KINDS
from league.drafts.models import Draft
from league.drafts.queries.drafts import list_due_bots
from league.drafts.queries.states import get_state
from league.seasons.models import Contract
from league.sweep import sweep_draft_bots, sweep_drafts
from matches.errors import ActionError
from tests.factories import NOON, BotFactory, PlayerFactory, draft, drafted_season

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]
SECOND = timedelta(seconds=1)


def swept(draft_id: int, at: datetime = NOON, most: int = 400) -> Draft:
    """The draft after it has been swept each second until it is over."""
    for _ in range(most):
        at += SECOND
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
    assert list_due_bots(NOON + SECOND) == []
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
    assert not Draft.objects.exists()
    for _ in range(3):
        create_mock_draft(by=by, data={}, at=NOON)
    with pytest.raises(ActionError) as refused:
        create_mock_draft(by=by, data={}, at=NOON)
    assert refused.value.code == "too-many"

"""A draw of Gamers that an error of the site stops, and accounts that are deleted."""

from __future__ import annotations

import pytest

from league.account.deletion import delete_account
from league.account.user_topics import list_user_topics
from league.drafts.actions.draft_actions import apply_due_flags
from league.drafts.actions.review import resume_held_draft
from league.drafts.formats.deck import DeckDraft
from league.drafts.models import Draft, DraftTeam
from league.drafts.queries.states import get_state
from league.lobby.challenges import withdraw_challenge
from league.notifications.models import Notification
from league.sweep import sweep_drafts
from matches.errors import ActionError
from matches.models import Match, Status
from tests.factories import NOON, PASSWORD, PlayerFactory
from tests.league.drafts.match_drafts.drawing import accepted, after, draft_of, draw, draw_all, player
from tests.league.drafts.test_acting import forget

pytestmark = pytest.mark.django_db


def broken(*_: object) -> int:
    raise AssertionError("the deck has no card")


def held(monkeypatch: pytest.MonkeyPatch, *, rated: bool = False) -> Draft:
    row = draft_of(accepted(rated=rated))
    draw(row)
    with monkeypatch.context() as patched:
        patched.setattr(DeckDraft, "flag", broken)
        sweep_drafts(after(95))
    row.refresh_from_db()
    assert row.status == "review"
    return row


@pytest.mark.parametrize("rated", [False, True])
def test_players_are_told_and_can_cancel_the_match(monkeypatch: pytest.MonkeyPatch, rated: bool) -> None:
    row = held(monkeypatch, rated=rated)
    told = Notification.objects.filter(kind="held", case="match")
    assert {one.player_id for one in told} == {player(row, 1), player(row, 2)}
    assert {one.path for one in told} == {f"/matches/{row.match_id}/"}
    assert row.match_id is not None
    withdraw_challenge(match_id=row.match_id, by=player(row, 2), at=after(100))
    assert Match.objects.get(pk=row.match_id).status == Status.VOID
    assert Draft.objects.get(pk=row.pk).status == "cancelled"


def test_a_site_admin_lets_it_go_on_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    row = held(monkeypatch)
    for number in (1, 2):
        with pytest.raises(ActionError, match="site admins"):
            resume_held_draft(draft_id=row.pk, by=player(row, number), at=after(200))
    resume_held_draft(draft_id=row.pk, by=PlayerFactory(is_superuser=True).pk, at=after(200))
    assert draw_all(row, at=after(201)).status == Status.PLAYING


def test_a_match_that_was_cancelled_all_the_same_gets_no_rosters() -> None:
    row = draft_of(accepted())
    Match.objects.filter(pk=row.match_id).update(status=Status.VOID, closed_at=NOON)
    match = draw_all(row)
    assert (match.status, match.options["rosters"]) == (Status.VOID, None)
    assert Draft.objects.get(pk=row.pk).status == "finished"


def test_the_last_draw_may_be_the_clocks() -> None:
    row = draft_of(accepted())
    for _ in range(7):
        draw(row)
    due = Draft.objects.get(pk=row.pk).deadline_at
    assert due is not None
    assert apply_due_flags(draft_id=row.pk, at=due.replace(microsecond=900_000)) == 1
    assert apply_due_flags(draft_id=row.pk, at=due.replace(microsecond=950_000)) == 0
    assert Match.objects.get(pk=row.match_id).status == Status.PLAYING


def test_both_players_follow_the_draw_wherever_they_are() -> None:
    row = draft_of(accepted())
    both = [player(row, 1), player(row, 2)]
    found = list_user_topics([*both, PlayerFactory().pk])
    assert {one for one, topics in found.items() if f"draft.{row.pk}" in topics} == {*both}
    draw_all(row)
    assert not any(f"draft.{row.pk}" in topics for topics in list_user_topics(both).values())


def test_deleting_an_account_cancels_its_casual_draws() -> None:
    ada = PlayerFactory()
    match = accepted(by=ada)
    row = draft_of(match)
    delete_account(player_id=ada.pk, password=PASSWORD, at=after(1))
    assert Match.objects.get(pk=match.pk).status == Status.VOID
    assert Draft.objects.get(pk=row.pk).status == "cancelled"


def test_an_account_is_not_deleted_in_the_middle_of_a_rated_draw() -> None:
    ada = PlayerFactory()
    row = draft_of(accepted(by=ada, rated=True))
    draw(row)
    with pytest.raises(ActionError) as refused:
        delete_account(player_id=ada.pk, password=PASSWORD, resigning=True, at=after(1))
    assert refused.value.code == "drawing"
    draw_all(row, at=after(2))
    delete_account(player_id=ada.pk, password=PASSWORD, resigning=True, at=after(3))
    assert Match.objects.get(pk=row.match_id).status == Status.CLOSED


def test_deleting_an_account_keeps_draws_that_are_over_without_its_name() -> None:
    ada = PlayerFactory(display_name="Ada Lind")
    match = accepted(by=ada)
    row = draft_of(match)
    draw_all(row)
    name = delete_account(player_id=ada.pk, password=PASSWORD, resigning=True, at=after(1))
    forget()
    row = Draft.objects.get(pk=row.pk)
    assert DraftTeam.objects.get(draft=row, number=1).name == name
    assert get_state(row).setup.teams[0].name == name
    assert "Ada Lind" not in str([row.setup, row.state, row.settings, row.name])

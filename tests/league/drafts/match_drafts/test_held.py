"""A draw of Gamers that an error of the site stops, and accounts that are deleted."""

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
from tests.league.drafts.match_drafts.drawing import accepted, after, draft_of, draw, draw_all, match_of, player
from tests.league.drafts.test_acting import forget

pytestmark = pytest.mark.django_db


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


def test_the_last_draw_may_be_the_clocks(casual: Draft) -> None:
    for _ in range(7):
        draw(casual)
    casual.refresh_from_db()
    due = casual.deadline_at
    assert due is not None
    flagged = [apply_due_flags(draft_id=casual.pk, at=due.replace(microsecond=part)) for part in (900_000, 950_000)]
    assert flagged == [1, 0]
    assert match_of(casual).status == Status.PLAYING


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
    with pytest.raises(ActionError) as refused:
        delete_account(player_id=leaver, password=PASSWORD, resigning=True, at=after(1))
    assert refused.value.code == "drawing"
    draw_all(rated, at=after(2))
    delete_account(player_id=leaver, password=PASSWORD, resigning=True, at=after(3))
    assert match_of(rated).status == Status.CLOSED


def test_deleting_an_account_keeps_draws_that_are_over_without_its_name() -> None:
    ada = PlayerFactory(display_name="Ada Lind")
    row = draft_of(accepted(by=ada))
    draw_all(row)
    name = delete_account(player_id=ada.pk, password=PASSWORD, resigning=True, at=after(1))
    forget()
    row = Draft.objects.get(pk=row.pk)
    assert DraftTeam.objects.get(draft=row, number=1).name == name
    assert get_state(row).setup.teams[0].name == name
    assert "Ada Lind" not in str([row.setup, row.state, row.settings, row.name])

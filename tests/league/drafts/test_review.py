"""A draft in which something falls due that cannot be done is held for review and stops nothing else."""

import pytest

from engines.common import EndlessLoop, bounded_steps
from league.audit.models import AuditEntry
from league.drafts.actions.draft_actions import apply_action, apply_due_flags
from league.drafts.actions.lifecycle import cancel_draft
from league.drafts.actions.review import resume_held_draft
from league.drafts.formats import draft_rules, turns
from league.drafts.models import Draft, DraftLogEntry
from league.leagues.models import Season
from league.notifications.models import Notification
from league.sweep import sweep_drafts
from matches.errors import ActionError
from tests.factories import NOON, PlayerFactory, draft, drafted_season
from tests.league.drafts.test_acting import after, director, fresh, owner, pick
from tests.league.drafts.test_pages import signed
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db


def broken(*_: object) -> int:
    raise AssertionError("the plan has no card")


def status(row: Draft) -> str:
    return Draft.objects.values_list("status", flat=True).get(pk=row.pk)


def test_a_deadline_that_an_outage_cannot_move_falls_and_is_not_put_off(row: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    fallen = after(1)
    Draft.objects.update(deadline_at=fallen)
    monkeypatch.setattr(draft_rules, "deadline", lambda state: None if state.picks else fallen)
    monkeypatch.setattr("league.drafts.formats.clocks.get_fallen_deadline", lambda *_: fallen)
    assert apply_due_flags(draft_id=row.pk, at=after(60)) == 3
    assert [one["is"] for one in DraftLogEntry.objects.order_by("n").values_list("act", flat=True)] == [
        "pause", "resume", "flag",
    ]  # fmt: skip


def test_a_deadline_without_effect_holds_the_draft(row: Draft, season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    other = draft(season)
    monkeypatch.setattr(turns.TurnDraft, "flag", lambda self, state, fell, at: state)
    monkeypatch.setattr("league.drafts.formats.clocks.run_clock", lambda state, *_, **__: state)
    sweep_drafts(after(181))
    assert [status(row), status(other)] == ["review", "review"]
    assert DraftLogEntry.objects.filter(draft=row).count() == 0


def test_a_broken_draft_is_held_staff_told_others_go_on(row: Draft, season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = draft(season, kind="linear")
    best = turns.choose_autopick
    only = {team.name for team in fresh(row).setup.teams}
    monkeypatch.setattr(
        turns, "choose_autopick", lambda state, team: broken() if state.setup.team_of[team].name in only else best(state, team)
    )
    sweep_drafts(after(181))
    assert [status(row), status(sound)] == ["review", "running"]
    assert [len(fresh(one).picks) for one in (row, sound)] == [0, 1]
    row.refresh_from_db()
    assert (row.deadline_at, row.bots_due_at) == (None, None)
    told = Notification.objects.get(kind="held")
    assert (told.player_id, told.path) == (director(row), f"/drafts/{row.pk}/")
    sweep_drafts(after(190))
    assert Notification.objects.filter(kind="held").count() == 1
    with refused("in-review"):
        pick(row, 1, at=after(200))


def test_an_act_meeting_the_fault_holds_the_draft_and_staff_may_cancel_it(row: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "choose_autopick", broken)
    with refused("in-review"):
        pick(row, 2, at=after(181))
    assert status(row) == "review"
    cancel_draft(draft_id=row.pk, by=director(row), why="Broken", at=after(300))
    assert status(row) == "cancelled"
    assert draft(row.season).status == "running"


def test_staff_resume_a_held_draft_and_time_since_its_last_act_is_nobodys(row: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broke:
        broke.setattr(turns, "choose_autopick", broken)
        sweep_drafts(after(181))
    for by, why, wanted in ((owner(row, 1), "Mended", "not-allowed"), (director(row), "", "why-needed")):
        with refused(wanted):
            resume_held_draft(draft_id=row.pk, by=by, why=why, at=after(500))
    assert status(row) == "review"
    resume_held_draft(draft_id=row.pk, by=director(row), why="Mended", at=after(500))
    assert (status(row), draft_rules.deadline(fresh(row))) == ("running", after(680))
    assert AuditEntry.objects.filter(act="draft.resumed", why="Mended").count() == 1
    pick(row, 1, at=after(600))
    with refused("not-held"):
        resume_held_draft(draft_id=row.pk, by=director(row), why="Again", at=after(601))


def test_rosters_that_cannot_be_signed_at_the_last_flag_hold_the_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    row = draft(drafted_season(roster_max=4))
    for team in (1, 2, 2, 1, 1, 2, 2):
        pick(row, team)

    def refuse(*_: object, **__: object) -> None:
        raise ActionError("gamer-taken", "A drafted Gamer is already under contract.")

    monkeypatch.setattr("league.drafts.actions.draft_session.sign_picks", refuse)
    sweep_drafts(after(181))
    assert (status(row), len(fresh(row).picks)) == ("review", 7)


def test_many_flags_at_one_moment_are_applied_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.drafts.actions.draft_session.MAX_FLAGS", 4)
    row = draft(drafted_season(roster_max=4), auto_seconds=0)
    for team in (1, 2):
        apply_action(draft_id=row.pk, by=owner(row, team), data={"is": "auto", "on": True}, at=NOON)
    assert [apply_due_flags(draft_id=row.pk, at=after(1)) for _ in range(3)] == [4, 3, 0]
    assert status(row) == "finished"


def test_the_page_tells_of_the_review_and_lets_organisers_alone_resume(row: Draft) -> None:
    Draft.objects.filter(pk=row.pk).update(status="review", deadline_at=None)
    for viewer, offered in ((PlayerFactory().pk, False), (director(row), True)):
        page = signed(viewer).get(f"/drafts/{row.pk}/").content.decode()
        assert "Clocks are stopped" in page
        assert ("Resume draft" in page) == offered


def test_a_loop_that_takes_too_many_steps_is_broken_off() -> None:
    taken = []
    with pytest.raises(EndlessLoop):
        taken.extend(bounded_steps(3, "a test"))
    assert list(zip(bounded_steps(3, "a test"), "ab", strict=False)) == [(0, "a"), (1, "b")]

"""The chat of a season's draft: who writes, who reads, and who removes."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from league.audit.models import AuditEntry
from league.drafts.actions.chat import post_message, remove_message, report_message
from league.drafts.actions.draft_actions import apply_action
from league.drafts.actions.mock_drafts import create_mock_draft
from league.drafts.models import Draft, DraftReport
from league.drafts.queries.chat import get_chat
from league.people.models import Player
from matches.actions.chat import mute_player
from matches.errors import ActionError
from tests.factories import NOON, PlayerFactory
from tests.league.drafts.test_acting import code, director, owner
from tests.league.drafts.test_pages import signed

pytestmark = pytest.mark.django_db


def say(row: Draft, by: int, text: str = "Hello.") -> int:
    return post_message(draft_id=row.pk, by=by, text=text, at=NOON)


def texts(row: Draft, viewer: int | None) -> list[str]:
    return [message["text"] for message in get_chat(row, viewer, NOON)["messages"]]


def refuse(row: Draft, by: int, text: object = "Hello.", **more: Any) -> str:
    with pytest.raises(ActionError) as refused:
        post_message(draft_id=row.pk, by=by, text=text, **{"at": NOON, **more})  # type: ignore[arg-type]
    return code(refused)


def test_owners_and_organisers_write_and_everybody_reads(row: Draft) -> None:
    assert [say(row, owner(row, 1), "<b>Who takes Swan?</b>"), say(row, director(row), "Be fair.")] == [1, 2]
    stranger = PlayerFactory().pk
    assert refuse(row, stranger) == "not-allowed"
    assert texts(row, stranger) == texts(row, None) == ["<b>Who takes Swan?</b>", "Be fair."]
    for page in (f"/drafts/{row.pk}/", f"/drafts/{row.pk}/chat/"):
        assert b"&lt;b&gt;Who takes Swan?" in Client().get(page).content
    assert b'id="chat-form"' in signed(owner(row, 2)).get(f"/drafts/{row.pk}/").content
    assert b'id="chat-form"' not in signed(stranger).get(f"/drafts/{row.pk}/").content


def test_an_organiser_removes_a_message_and_the_audit_log_keeps_it(row: Draft) -> None:
    said = say(row, owner(row, 1), "An insult")
    with pytest.raises(ActionError) as refused:
        remove_message(draft_id=row.pk, n=said, by=owner(row, 2), at=NOON)
    assert code(refused) in ("not-allowed", "not-found")
    for _ in range(2):
        remove_message(draft_id=row.pk, n=said, by=director(row), at=NOON)
    assert texts(row, owner(row, 1)) == [""]
    [entry] = AuditEntry.objects.filter(act="draft.message-removed")
    assert entry.before is not None
    assert entry.before["text"] == "An insult"


def test_muted_players_are_not_read(row: Draft) -> None:
    first, second = Player.objects.get(pk=owner(row, 1)), owner(row, 2)
    say(row, first.pk, "Bah")
    mute_player(player_id=second, username=first.username, muted=True)
    assert (texts(row, second), texts(row, None)) == ([], ["Bah"])


def test_the_chat_closes_a_day_after_the_draft(row: Draft) -> None:
    apply_action(draft_id=row.pk, by=director(row), data={"is": "end", "unfinished": True}, at=NOON)
    post_message(draft_id=row.pk, by=owner(row, 1), text="Well drafted.", at=NOON + timedelta(hours=23))
    assert refuse(row, owner(row, 1), at=NOON + timedelta(hours=25)) == "not-allowed"


def test_a_mock_draft_has_no_chat() -> None:
    by = PlayerFactory().pk
    made = Draft.objects.get(pk=create_mock_draft(by=by, data={}, at=NOON))
    assert refuse(made, by) == "no-chat"
    assert b"part-chat" not in signed(by).get(f"/drafts/{made.pk}/").content


def test_bad_messages_are_refused_and_good_ones_come_slowly(row: Draft) -> None:
    path, by = f"/api/v1/drafts/{row.pk}/chat/", owner(row, 1)
    answer = signed(by).post(path, {"text": None}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-text")
    for text in ("", " ", "x" * 301, "\u202e", 5):
        assert refuse(row, by, text) == "bad-text"
    for _ in range(4):
        say(row, by)
    assert refuse(row, by) == "too-many"


def test_everybody_reports_messages_of_others_and_each_once(row: Draft) -> None:
    stranger = PlayerFactory().pk
    said = say(row, owner(row, 1), "An insult")
    for viewer, offered in ((signed(owner(row, 1)), False), (signed(owner(row, 2)), True), (Client(), False)):
        assert (b"data-report=" in viewer.get(f"/drafts/{row.pk}/chat/").content) == offered

    def report(by: int, n: int = said, why: str = "Rude") -> int:
        return report_message(draft_id=row.pk, n=n, by=by, why=why, at=NOON)

    assert report(stranger) == report(stranger) != report(owner(row, 2))
    for by, more, expected in (
        (owner(row, 1), {}, "yourself"), (stranger, {"n": 9}, "not-found"), (owner(row, 2), {"why": " "}, "bad-why"),
    ):  # fmt: skip
        with pytest.raises(ActionError) as refused:
            report(by, **more)  # type: ignore[arg-type]
        assert code(refused) == expected
    assert DraftReport.objects.filter(settled_at=None).count() == 2
    remove_message(draft_id=row.pk, n=said, by=director(row), at=NOON)
    assert not DraftReport.objects.filter(settled_at=None).exists()

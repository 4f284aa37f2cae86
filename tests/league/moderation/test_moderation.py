import pytest
from django.test import Client

from league.audit.models import AuditEntry
from league.drafts.actions.chat import post_message as post_in_draft, report_message as report_in_draft
from league.drafts.models import Draft, DraftMessage, DraftReport
from league.events.models import SeriesMatch
from league.leagues.models import League
from league.moderation.actions import dismiss_reports, remove_message
from league.moderation.queries import open_reports
from league.people.models import Player
from matches.actions.chat import post_message, report_message
from matches.models import Message, Report, Seat
from tests.factories import NOON, PlayerFactory, draft, league, match, organiser_of, staff, started_event
from tests.league.drafts.test_acting import owner
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def of(module_rows: None) -> League:
    return league()


@pytest.fixture(scope="module")
def league_match(of: League) -> int:
    made = started_event(PlayerFactory(), PlayerFactory(), league=of.pk, organiser=Player.objects.get(pk=organiser_of(of)))
    return SeriesMatch.objects.get(pairing__round__event=made).match_id


@pytest.fixture(scope="module")
def message(league_match: int) -> int:
    """A message of the league's match that was reported."""
    return insult(league_match)


@pytest.fixture(scope="module")
def draft_id(module_rows: None) -> int:
    return draft().pk


def insult(match_id: int) -> int:
    """A message of the first seat's player that the second seat's has reported; its id."""
    players = list(Seat.objects.filter(match=match_id).order_by("number").values_list("player", flat=True))
    n = post_message(match_id=match_id, player_id=players[0] or 0, room="players", text="you fool", at=NOON)
    report_message(match_id=match_id, player_id=players[1] or 0, room="players", n=n, why="An insult", at=NOON)
    return Message.objects.get(match=match_id).pk


def test_a_report_reaches_the_staff_of_its_league_and_of_the_site(of: League, message: int) -> None:
    elsewhere, referee = league(slug="elsewhere"), staff(of, "referee")
    insult(match().pk)
    assert [(one.text, one.why[0][1]) for one in open_reports(of.pk, referee.pk)] == [("you fool", "An insult")]
    assert open_reports(elsewhere.pk, referee.pk) == []
    assert len(open_reports(None, referee.pk)) == 2


def test_what_the_staff_removes_or_leaves_stands_in_the_audit_log(of: League, message: int) -> None:
    referee = staff(of, "referee")
    remove_message(message_id=message, by=referee.pk, why="An insult", at=NOON)
    entry = AuditEntry.objects.get(act="chat.removed")
    assert (entry.league_id, entry.why, entry.before) == (
        of.pk, "An insult", {"player": Message.objects.get().by.username, "room": "players", "text": "you fool"},
    )  # fmt: skip
    assert Message.objects.get().removed_at == NOON
    other = insult(match().pk)
    dismiss_reports(message_id=other, by=PlayerFactory(is_superuser=True).pk, at=NOON)
    assert AuditEntry.objects.get(act="chat.kept").league_id is None
    assert not Report.objects.filter(settled_at=None).exists()


def test_nobody_decides_without_right_or_reason_or_about_the_own_match(of: League, league_match: int, message: int) -> None:
    player = Player.objects.get(seats__match=league_match, seats__number=0)
    of.staff.create(player=player, role="referee", since=NOON)
    elsewhere, referee = staff(league(slug="elsewhere"), "referee"), staff(of, "referee")
    for by, why, code in (
        (PlayerFactory(), "x", "not-found"), (elsewhere, "x", "not-found"), (player, "x", "own-match"),
        (referee, " ", "why-needed"),
    ):  # fmt: skip
        with refused(code):
            remove_message(message_id=message, by=by.pk, why=why, at=NOON)
    assert Message.objects.get().removed_at is None
    assert not AuditEntry.objects.filter(act__startswith="chat.").exists()


def test_programs_of_the_staff_read_and_decide(of: League, message: int, client: Client) -> None:
    endpoint = f"/api/v1/leagues/{of.slug}/reports/"
    client.force_login(staff(of, "referee"))
    (line,) = client.get(endpoint).json()["reports"]
    assert (line["text"], line["why"][0][1], line["yours"]) == ("you fool", "An insult", False)
    answer = client.post(f"{endpoint}{message}/", {"decision": "remove"}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "why-needed")
    kept = client.post(f"{endpoint}{message}/", {"decision": "keep"}, content_type="application/json")
    assert kept.json() == {"message_id": message, "decision": "keep"}
    assert client.get(endpoint).json() == {"reports": []}
    message = insult(match().pk)  # what belongs to no league, the site's admins remove
    client.force_login(PlayerFactory(is_superuser=True))
    assert message in [one["message_id"] for one in client.get("/api/v1/reports/").json()["reports"]]
    body = {"decision": "remove", "why": "An insult"}
    assert client.post(f"/api/v1/reports/{message}/", body, content_type="application/json").status_code == 200
    assert Message.objects.get(pk=message).removed_at is not None


def draft_insult(row: Draft) -> int:
    """A message of a franchise's owner in the draft's chat that another owner has reported; its id."""
    n = post_in_draft(draft_id=row.pk, by=owner(row, 1), text="you fool", at=NOON)
    report_in_draft(draft_id=row.pk, n=n, by=owner(row, 2), why="An insult", at=NOON)
    return DraftMessage.objects.get(draft=row, n=n).pk


def test_messages_of_drafts_are_in_the_same_queue(draft_id: int) -> None:
    row = Draft.objects.get(pk=draft_id)
    of = row.season.league
    referee, elsewhere = staff(of, "referee"), league(slug="elsewhere")
    message, other = draft_insult(row), insult(match().pk)
    client, page = Client(), f"/leagues/{of.slug}/reports/"
    client.force_login(referee)
    shown = client.get(page).content.decode()
    assert "you fool" in shown
    assert f"/drafts/{row.pk}/" in shown
    assert open_reports(elsewhere.pk, referee.pk) == []
    found = {(line.message_id, line.draft_id) for line in open_reports(None, referee.pk)}
    assert found >= {(message, row.pk), (other, None)}
    assert client.post(f"{page}{message}/", {"do": "remove", "why": "An insult", "kind": "draft"}).status_code == 302
    assert DraftMessage.objects.get().removed_at is not None
    assert Message.objects.get(pk=other).removed_at is None
    entry = AuditEntry.objects.get(act="draft.message-removed")
    assert (entry.league_id, entry.why, (entry.before or {})["text"]) == (of.pk, "An insult", "you fool")
    assert open_reports(of.pk, referee.pk) == []


def test_a_program_dismisses_the_report_of_a_draft_and_no_owner_of_a_franchise_does(draft_id: int) -> None:
    row = Draft.objects.get(pk=draft_id)
    of = row.season.league
    message, player = draft_insult(row), Player.objects.get(pk=owner(row, 1))
    of.staff.create(player=player, role="referee", since=NOON)
    endpoint, body = f"/api/v1/leagues/{of.slug}/reports/{message}/", {"decision": "keep", "kind": "draft"}
    client = Client()
    for person, status in ((player, 400), (PlayerFactory(), 403), (staff(of, "referee"), 200)):
        client.force_login(person)
        assert client.post(endpoint, body, content_type="application/json").status_code == status
    assert AuditEntry.objects.filter(act="chat.kept", league=of).exists()
    assert not DraftReport.objects.filter(settled_at=None).exists()
    assert DraftMessage.objects.get().removed_at is None

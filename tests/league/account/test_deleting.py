from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client

from engines.verification.checks import find_fault
from league.account.deletion import delete_account, end_late_activity, recently_deleted
from league.account.deletion_blockers import list_blockers
from league.account.deletion_policy import DECISIONS
from league.api_tokens.models import Token
from league.audit.models import AuditEntry
from league.drafts.actions.mock_drafts import create_mock_draft
from league.drafts.models import Draft, DraftMessage, DraftReport
from league.leagues.actions import add_staff
from league.leagues.models import Staff
from league.lobby.challenge_options import ANYONE, ME, ChallengeOptions
from league.lobby.challenges import accept_challenge, create_challenge
from league.notifications.models import Notification
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.models import Rating
from league.seasons.models import SeasonSettings
from league.time_controls.presets import LESSON_CONTROL
from league.webhooks.models import Webhook
from matches.actions.adjudication import adjudicate
from matches.actions.chat import post_message
from matches.actions.close import hold_for_review
from matches.actions.endings import resign
from matches.errors import ActionError
from matches.models import Match, Message, Report, Seat, Status
from matches.queries.replay import build_record
from matches.queries.seats import _get_cached_seats
from tests import factories
from tests.factories import NOON, PASSWORD, PlayerFactory
from tests.league.clients import program_of
from tests.league.events.playing import refused
from tests.league.people.authenticator_app import code_of, switched_on

pytestmark = pytest.mark.django_db
PAGE, DOOR = "/accounts/delete/", "/api/v1/account/deletion/"


def delete(player: Player, **given: Any) -> str:
    return delete_account(player_id=player.pk, password=PASSWORD, at=NOON, **given)


def codes(player: Player, **given: bool) -> list[str]:
    return [one.code for one in list_blockers(player.pk, **given)]


def test_nothing_on_the_row_says_who_it_was_and_the_name_is_free_again(ada: Player, client: Client) -> None:
    Player.objects.filter(pk=ada.pk).update(pending_email="ada-new@example.org", last_name="Augusta")
    name = delete(ada)
    ada.refresh_from_db()
    kept = {field.attname: getattr(ada, field.attname) for field in ada._meta.concrete_fields if field.name != "password"}
    assert str(ada) == name == f"Deleted player {ada.username.removeprefix('deleted-')}"
    assert not any(word in str(kept).lower() for word in ("ada", "augusta", "mine"))
    assert (ada.has_usable_password(), ada.is_active, ada.deleted_at) == (False, False, NOON)
    assert AuditEntry.objects.get(act="account.deleted").after == {"player": ada.username}
    page = client.get(f"/players/{ada.username}/")
    assert (page.status_code, "was deleted by its owner" in page.content.decode()) == (410, True)
    assert client.get("/players/ada/").status_code == 404
    assert PlayerFactory(username="Ada", email="ada-mine@example.org").pk != ada.pk


def test_what_lets_somebody_in_and_what_is_told_is_gone(ada: Player, client: Client) -> None:
    program = program_of(ada, "account")
    Webhook.objects.create(player=ada, made_by=ada, url="https://example.org/", salt="x", made_at=NOON)
    Notification.objects.create(player=ada, kind="webhook", key="x", about={"host": "x", "failures": "1"}, path="/", at=NOON)
    create_mock_draft(by=ada.pk, data={"kind": "snake", "bots": 1}, at=NOON)
    assert program.get("/api/v1/account/browsers/").status_code == 200
    client.force_login(ada)
    delete(ada)
    assert client.get("/accounts/").status_code == 302
    assert client.post("/accounts/sign-in/", {"username": "ada", "password": PASSWORD}).status_code == 200
    assert program.get("/api/v1/account/browsers/").status_code == 401
    for gone in (Token, Webhook, Notification, Draft):
        assert not gone.objects.exists()
    for key in (key for key, decision in DECISIONS.items() if decision.goes):
        label, _, column = key.rpartition(".")
        rows = ada.groups.through if column in ("groups", "user_permissions") else apps.get_model(label)
        of = {"player_id": ada.pk} if rows is ada.groups.through else {column: ada}
        assert not rows._default_manager.filter(**of).exists(), key


def test_matches_ratings_and_results_stay_under_the_new_name(ada: Player, client: Client) -> None:
    ben = PlayerFactory()
    played = factories.match(ada, ben, rated=True)
    resign(match_id=played.pk, player_id=ben.pk, received_at=NOON)
    adjudicate(match_id=played.pk, at=NOON)
    apply_rated_match(match_id=played.pk, at=NOON)
    before = build_record(played.pk)
    delete(ada)
    after = build_record(played.pk)
    assert (find_fault(before), find_fault(after)) == (None, None)
    assert after.splitlines()[1:] == before.splitlines()[1:], "every hash and the signature"
    assert ('"name":"Ada L"' in before, '"name":"Ada L"' in after) == (True, False)
    assert Rating.objects.filter(player=ada, games=1).exists()
    _get_cached_seats.cache_clear()  # a match's page may lag by a minute
    now_called = Player.objects.get(pk=ada.pk).username
    assert now_called in client.get(f"/api/v1/matches/{played.pk}/").content.decode()
    theirs = client.get(f"/api/v1/players/{ben.username}/").json()
    assert theirs["recent"][0]["opponents"] == [now_called]


def test_chat_stays_under_the_new_name_or_loses_its_text(ada: Player) -> None:
    ben, row = PlayerFactory(), factories.draft()
    played = factories.ended_match(ada, ben)
    for n, words in enumerate(("Hello", "You cheat"), 1):
        post_message(match_id=played.pk, player_id=ada.pk, room="players", text=words, at=NOON)
        DraftMessage.objects.create(draft=row, n=n, by=ada, text=words, at=NOON)
    Report.objects.create(message=Message.objects.get(text="You cheat"), by=ben, why="rude", at=NOON)
    DraftReport.objects.create(message=DraftMessage.objects.get(text="You cheat"), by=ben, why="rude", at=NOON)
    for without, kept in ((False, ["Hello", "You cheat"]), (True, ["", "You cheat"])):
        undo = transaction.savepoint()
        delete(ada, without_chat=without)
        for model in (Message, DraftMessage):
            assert list(model._default_manager.order_by("n").values_list("text", flat=True)) == kept
        transaction.savepoint_rollback(undo)


def test_it_needs_an_account_its_password_and_its_second_factor(ada: Player) -> None:
    switched_on(ada)
    for given, code in (({"password": "guess"}, "wrong-password"), ({"code": "000000"}, "wrong-code")):
        with refused(code):
            delete_account(**{"player_id": ada.pk, "password": PASSWORD, "at": NOON, **given})
    assert Player.objects.get(pk=ada.pk).deleted_at is None
    for one in (factories.GuestFactory(), factories.BotFactory()):
        with pytest.raises(ActionError, match="Create an account first"):
            delete(one)
    delete(ada, code=code_of(ada, 1))
    assert not Authenticator.objects.exists()


HINDRANCES: dict[str, Callable[[Player], object]] = {
    "playing": factories.match, "match-held": lambda ada: hold_for_review(match_id=factories.match(ada).pk, at=NOON),
    "in-event": lambda ada: factories.started_event(ada, PlayerFactory()),
    "organises": lambda ada: factories.event(organiser=ada), "last-owner": lambda ada: factories.league(organiser=ada),
    "owns-franchise": lambda ada: factories.franchise(factories.season(pool=False), ada),
    "last-admin": lambda ada: Player.objects.filter(pk=ada.pk).update(is_superuser=True),
}  # fmt: skip


def test_nobody_is_left_alone_by_it(client: Client) -> None:
    for code, hinder in HINDRANCES.items():
        ada = PlayerFactory()
        hinder(ada)
        assert code in codes(ada)
        with pytest.raises(ActionError, match=r"\.$", check=lambda refusal, ada=ada: refusal.code in codes(ada)):
            delete(ada)
        assert Player.objects.get(pk=ada.pk).deleted_at is None, code
    client.force_login(ada)
    answer = client.post(DOOR, {"password": PASSWORD}, content_type="application/json")
    assert (answer.status_code in (400, 409), answer.json()["code"]) == (True, "last-admin")
    assert client.get(PAGE).status_code == 200


def test_a_program_does_it_with_the_password(ada: Player) -> None:
    program = program_of(ada, "account")
    assert program.get(DOOR).status_code == 200
    assert program.post(DOOR, {}, content_type="application/json").status_code == 400
    answer = program.post(DOOR, {"password": PASSWORD}, content_type="application/json")
    assert answer.json()["name"] == str(Player.objects.get(pk=ada.pk))


def test_what_others_can_go_on_with_is_no_hindrance(ada: Player) -> None:
    made = factories.league(organiser=ada)
    ben = PlayerFactory()
    add_staff(league_id=made.pk, by=ada.pk, username=ben.username, role="owner", at=NOON)
    factories.event(organiser=ada, league=made.pk)
    owned = factories.franchise(factories.season(pool=False), ada)
    SeasonSettings.objects.filter(pk=owned.season_id).update(phase="awards")
    Player.objects.filter(pk__in=[ada.pk, ben.pk]).update(is_superuser=True)
    delete(ada)
    assert [one.player_id for one in Staff.objects.filter(league=made)] == [ben.pk]


def test_running_matches_are_resigned_on_request_and_offers_and_entries_taken_back(ada: Player) -> None:
    offered = create_challenge(by=ada.pk, offer=ChallengeOptions(factories.GAME, LESSON_CONTROL, (ME, ANYONE)), at=NOON)
    waiting, running = factories.event(ada, PlayerFactory()), factories.match(ada)
    assert codes(ada, resigning=True) == []
    delete(ada, resigning=True)
    running.refresh_from_db()
    assert (running.status, running.reason, running.ranks) == (Status.CLOSED, "resigned", [2, 1])
    assert Match.objects.get(pk=offered).status == Status.VOID
    assert not waiting.entrants.filter(player=ada).exists()
    with pytest.raises(ActionError):
        accept_challenge(match_id=offered, player_id=PlayerFactory().pk, at=NOON)
    assert Seat.objects.filter(match=offered, player=ada).exists()


def test_what_began_in_the_same_moment_is_ended_by_the_sweep(ada: Player) -> None:
    """A seat, an open offer and an entry that were stored after the last look of the deletion."""
    ben = PlayerFactory()
    delete(ada)
    running, late = factories.match(ada, ben), factories.event(ben)
    offered = create_challenge(by=ada.pk, offer=ChallengeOptions(factories.GAME, LESSON_CONTROL, (ME, ANYONE)), at=NOON)
    late.entrants.create(player=ada, joined_at=NOON)
    [found] = recently_deleted(NOON + timedelta(seconds=1))
    end_late_activity(player_id=found, at=NOON + timedelta(seconds=1))
    running.refresh_from_db()
    assert (running.status, Match.objects.get(pk=offered).status) == (Status.CLOSED, Status.VOID)
    assert not late.entrants.filter(player=ada).exists()
    assert recently_deleted(NOON + timedelta(days=1)) == []


def test_the_page_does_it_and_signs_out(ada: Player, client: Client) -> None:
    client.force_login(ada)
    page = client.get(PAGE).content.decode()
    for words in ("What will be deleted", "What will be kept", "Your API tokens", "can still be verified"):
        assert words in page
    assert client.post(PAGE, {"password": PASSWORD}).status_code == 422
    assert Player.objects.get(pk=ada.pk).deleted_at is None
    answer = client.post(PAGE, {"password": PASSWORD, "sure": "on"}, follow=True)
    assert "Account deleted. What remains is shown as Deleted player" in answer.content.decode()
    assert not Session.objects.filter(session_data__contains="ada").exists()
    assert client.get("/accounts/").status_code == 302

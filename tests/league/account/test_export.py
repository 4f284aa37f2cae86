import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from engines.verification.checks import find_fault
from league.account.data_export import EXPORT_INTERVAL, export_account
from league.account.deletion_policy import DECISIONS, KEPT_TEXTS, REMOVED_TEXTS
from league.api_tokens.actions import issue_token
from league.audit.actions import record
from league.drafts.actions.mock_drafts import create_mock_draft
from league.leagues.actions import add_staff
from league.notifications.models import Notification, PushDevice
from league.people.models import Player
from league.seasons.market_models import WaiverClaim
from league.seasons.models import Contract, Signing
from league.webhooks.actions.subscriptions import create_webhook
from matches.actions.adjudication import adjudicate
from matches.actions.chat import mute_player, post_message
from matches.actions.endings import resign
from matches.errors import ActionError
from tests import factories
from tests.factories import NOON, PASSWORD, PlayerFactory
from tests.league.clients import program_of

pytestmark = pytest.mark.django_db
PAGE, DOOR = "/accounts/export/", "/api/v1/account/export/"
ALL = """
    profile browsers linked-accounts passkeys tokens notifications notification-settings devices webhooks discord challenges
    matches conditional-moves chat draft-chat mutes follows set-ups puzzle-attempts puzzle-ratings puzzle-days availability
    reports draft-reports calls result-reports entries team-memberships no-shows organised titles memberships franchises
    contracts bids trades drafts draft-acts ratings rating-history audit event-acts looks admin-acts
"""


def unpacked(raw: bytes) -> dict[str, Any]:
    """By file, its JSON, or its text."""
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        assert packed.testzip() is None
        files = {name: packed.read(name).decode() for name in packed.namelist()}
    return {name: json.loads(text) if name.endswith(".json") else text for name, text in files.items()}


def export_of(player: Player, **given: Any) -> dict[str, Any]:
    with export_account(**{"player_id": player.pk, "password": PASSWORD, "at": NOON, **given}) as made:
        return unpacked(made.read())


def live(one: Player, other: Player, words: str) -> None:
    """A life on the site, with `words` wherever this person can write."""
    played = factories.match(one, other, rated=True)
    post_message(match_id=played.pk, player_id=one.pk, room="players", text=f"chat {words}", at=NOON)
    resign(match_id=played.pk, player_id=other.pk, received_at=NOON)
    adjudicate(match_id=played.pk, at=NOON)
    issue_token(username=one.username, name=f"token {words}", scopes=["read"], days=7, at=NOON)
    create_webhook(by=one.pk, url=f"https://example.org/{words}", kinds=["notification.round"], at=NOON)
    Notification.objects.create(player=one, kind="webhook", key="x", about={"host": words, "failures": "9"}, path="/", at=NOON)
    PushDevice.objects.create(
        player=one, endpoint=f"https://push.example.org/{words}", digest=words, key=f"k{words}", secret=words[:9],
        made_at=NOON,
    )  # fmt: skip
    mute_player(player_id=one.pk, username=other.username, muted=True)
    made = factories.league(organiser=one, name=f"League {words}")
    add_staff(league_id=made.pk, by=one.pk, username=other.username, role="referee", why=f"why {words}", at=NOON)
    factories.event(one, other, organiser=one, name=f"Event {words}")
    season = factories.season(made)
    team = factories.franchise(season, one, name=f"Team {words}")
    gamers = list(season.gamers.order_by("pk")[:2])
    Contract.objects.create(season=season, franchise=team, gamer=gamers[0], salary=3, how=Signing.values[0], signed_at=NOON)
    WaiverClaim.objects.create(
        season=season, franchise=team, gamer=gamers[1], bid=987_001 if words == "mine" else 987_002, made_at=NOON,
        opens_at=NOON, why=words,
    )  # fmt: skip
    create_mock_draft(by=one.pk, data={"kind": "snake", "bots": 1}, at=NOON)


@pytest.fixture(scope="module")
def ada(module_rows: None) -> Player:
    return PlayerFactory(username="ada", email="ada-mine@example.org")


@pytest.fixture(scope="module")
def ben(ada: Player) -> Player:
    """Whose world is like Ada's: each is the other's opponent and referee."""
    made: Player = PlayerFactory(username="ben", email="ben-theirs@example.org", about="about theirs")
    live(ada, made, "mine")
    live(made, ada, "theirs")
    return made


def test_it_has_everything_of_oneself_and_nothing_of_others(ada: Player, ben: Player) -> None:
    """The world leaks if a word that only the other one wrote, or was told, is in any file."""
    elsewhere = factories.league()
    record(by=ben.pk, action="x", subject=("player", ada.pk), league_id=elsewhere.pk, why="ban elsewhere", at=NOON)
    files = export_of(ada)
    assert files["profile.json"][0]["is_bot_account"] is False
    assert set(files) >= {f"{name}.json" for name in ALL.split()} | {"README.txt"}
    expected = (
        "profile tokens notifications notification-settings devices webhooks matches chat mutes entries organised"
        " memberships franchises contracts bids drafts audit"
    )
    for name in expected.split():
        assert files[f"{name}.json"], name
    everything = json.dumps(files)
    for mine in ("chat mine", "token mine", "League mine", "Event mine", "Team mine", "ada-mine@example.org", "987001"):
        assert mine in everything, mine
    for theirs in ("chat theirs", "token theirs", "Team theirs", "ben-theirs@", "about theirs", "org/theirs", "987002"):
        assert theirs not in everything, theirs
    assert "why theirs" in everything  # what was done about her in a league whose log she reads, as its referee
    assert "ban elsewhere" not in everything


def test_nothing_in_it_lets_anybody_in_and_only_finished_matches_have_their_records(ada: Player, ben: Player) -> None:
    token = issue_token(username="ada", name="x", scopes=["read"], days=7, at=NOON)
    device, hook, running = PushDevice.objects.get(player=ada), ada.webhooks.get(), factories.match(ada, ben)
    Player.objects.filter(pk=ada.pk).update(is_bot_account=True)
    files = export_of(ada)
    everything = json.dumps(files)
    for secret in (token, ada.password, device.endpoint, device.key, hook.salt, running.seed):
        assert secret not in everything
    for column in ("digest", "password_mark", "session", "salt", "endpoint"):
        assert f'"{column}"' not in everything
    records = [text for name, text in files.items() if name.startswith("records/")]
    assert [find_fault(record) for record in records] == [None, None]
    newest = files["matches.json"][0]
    assert (newest["match"], newest["result"], newest["record"]) == (running.pk, None, None)
    assert [one["result"] for one in files["matches.json"][1:]] == ["lost", "won"]
    assert files["profile.json"][0]["is_bot_account"] is True


def test_it_needs_the_password_and_is_made_once_in_ten_minutes(ada: Player) -> None:
    with pytest.raises(ActionError, match="Incorrect password"):
        export_of(ada, password="guess")
    Player.objects.filter(pk=ada.pk).update(exported_at=NOON)
    with pytest.raises(ActionError, match="once every 10 minutes"):
        export_of(ada, at=NOON + EXPORT_INTERVAL - timedelta(seconds=1))
    assert export_of(ada, at=NOON + EXPORT_INTERVAL)["profile.json"][0]["username"] == "ada"


def test_the_page_and_the_endpoint_give_the_same_file(ada: Player, client: Client) -> None:
    client.force_login(ada)
    assert "Your data" in client.get(PAGE).content.decode()
    assert client.post(PAGE, {"password": "guess"}).status_code == 422
    answer = client.post(PAGE, {"password": PASSWORD})
    assert answer.headers["Content-Type"] == "application/zip"
    assert "no-store" in answer.headers["Cache-Control"]
    assert 'filename="league-zero-ada-' in answer.headers["Content-Disposition"]
    page = unpacked(b"".join(answer.streaming_content))
    Player.objects.update(exported_at=None)
    program = program_of(ada, "account")
    endpoint = program.post(DOOR, {"password": PASSWORD}, content_type="application/json")
    assert set(unpacked(b"".join(endpoint.streaming_content))) == set(page)
    again = program.post(DOOR, {"password": PASSWORD}, content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (429, "too-many")


def test_a_file_with_very_many_rows_says_what_is_left_out(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.account.data_export.MAX_ROWS", 2)
    for number in range(3):
        Notification.objects.create(
            player=ada, kind="webhook", key=str(number), about={"host": "x", "failures": "1"}, path="/",
            at=NOON + timedelta(minutes=number),
        )  # fmt: skip
    files = export_of(ada)
    assert [row["at"] for row in files["notifications.json"]] == ["2026-03-01T12:02:00Z", "2026-03-01T12:01:00Z"]
    assert "notifications.json (2): your notifications. Only the latest 2 are included." in files["README.txt"]


def references() -> set[str]:
    """By table and column, everything that points at a player, and what a player's own row points at."""
    found = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in (*model._meta.concrete_fields, *model._meta.many_to_many)
        if field.related_model is Player
    }
    return found | {f"{Player._meta.label}.{field.name}" for field in Player._meta.many_to_many}


def test_every_reference_to_a_player_is_decided_on() -> None:
    undecided = references() - set(DECISIONS)
    assert not undecided, (
        f"{', '.join(sorted(undecided))}: say in league/account/deletion_policy.py whether these rows go when the"
        " player's account is deleted, and what the owner is told of it;"
        " what they hold of the owner belongs into the export."
    )
    assert set(DECISIONS) <= references()
    for decision in DECISIONS.values():
        assert decision.words in (REMOVED_TEXTS if decision.goes else KEPT_TEXTS)

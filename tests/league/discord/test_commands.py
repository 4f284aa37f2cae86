import json
import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.socialaccount.models import SocialAccount
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import CommandError, call_command
from django.test import Client

from league.discord.actions import link_user
from league.discord.commands import COMMANDS
from league.discord.models import DiscordCode, DiscordLink
from league.events.models import Entrant, Event
from league.outgoing_http.safe_http import PostResult
from league.people.models import Player
from league.registration.actions.entries import open_check_in
from league.result_reports.models import ResultReport
from matches.server_time import now
from tests.factories import PlayerFactory, end, event, match, matches_of_round, started_event
from tests.league.discord.discord_client import ENDPOINT, PUBLIC_KEY, DiscordUser, send
from tests.league.events.playing import refused
from tests.league.match_times.test_agreeing import Duel
from tests.league.result_reports.reporting import pair

pytestmark = pytest.mark.django_db
PING = b'{"type": 1, "id": "1", "application_id": "1", "token": "x", "version": 1}'


@pytest.fixture(autouse=True)
def application(settings: Any) -> None:
    settings.DISCORD_PUBLIC_KEY = PUBLIC_KEY


def linked(player: Player, user: DiscordUser | None = None) -> DiscordUser:
    user = user or DiscordUser()
    DiscordLink.objects.create(player=player, user_id=user.user_id, name=user.name, made_at=now())
    return user


def test_only_what_discord_signed_a_short_time_ago_is_answered(settings: Any) -> None:
    assert (send(PING).status_code, send(PING).json()) == (200, {"type": 1})
    stranger = Ed25519PrivateKey.from_private_bytes(b"s" * 32)
    for answer in (
        send(PING, key=stranger), send(PING + b" ", signed=PING), send(PING, age_s=301), send(PING, age_s=-360),
        send(PING, **{"X-Signature-Timestamp": "x"}), send(PING, **{"X-Signature-Timestamp": "9" * 400}),
        send(PING, **{"X-Signature-Ed25519": "zz"}), send(PING, **{"X-Signature-Ed25519": ""}),
        Client().post(ENDPOINT, PING, content_type="application/json"),
    ):  # fmt: skip
        assert answer.status_code == 401
    assert send(b'{"type": 1, "x": "%s"}' % (b"x" * 40_000)).status_code == 413
    settings.DISCORD_PUBLIC_KEY = ""
    assert send(PING).status_code == 404


def test_what_discord_does_not_send_is_refused() -> None:
    for body in (
        b"", b"x", b"[]", b"null", b'{"type": "x"}', b'{"type": 2}', b'{"type": 3, "data": {"name": "next"}}', b"[" * 20_000,
        b'{"type": 2, "data": {"name": "next"}}', b'{"type": 2, "user": {"id": "1", "username": "a"}, "data": {"name": "rm"}}',
        b'{"type": 2, "user": {"id": "a", "username": "a"}, "data": {"name": "next"}}',
        b'{"type": 2, "user": {"id": "1", "username": "a"}, "data": {"name": "next", "options": [{"name": "x", "value": {}}]}}',
        b'{"type": 2, "user": {"id": "1", "username": "a\\u0000"}, "data": {"name": "next"}}',
    ):  # fmt: skip
        assert send(body).status_code == 400, body


def test_a_code_from_the_account_page_links_once_and_can_be_undone(client: Client) -> None:
    ada, user = PlayerFactory(username="ada"), DiscordUser()
    shown, private = user.enter("next")
    assert private
    assert "Link your account first" in shown
    client.force_login(ada)
    assert send(user.last).status_code == 409, "who has stolen a request carries it out no second time"
    assert "Commands on Discord" in client.get("/accounts/").content.decode()
    [code] = re.findall(r"/link ([\w-]+)<", client.post("/accounts/discord/code/").content.decode())
    assert code not in str(DiscordCode.objects.values())
    assert "wrong or has expired" in user.enter("link", code="AAAA-AAAA")[0]
    assert user.enter("link", code=code.lower()) == ("Linked. You now act as ada.", True)
    assert "wrong or has expired" in DiscordUser("2").enter("link", code=code)[0]
    assert "You're linked to ada." in user.enter("link")[0]
    assert "ada.on.discord" in client.get("/accounts/discord/").content.decode()
    client.post("/accounts/discord/code/")
    assert not DiscordCode.objects.exists(), "a linked account needs no code"
    client.post("/accounts/discord/unlink/")
    assert "Link your account first" in user.enter("next")[0]


def test_a_code_expires_and_a_user_is_linked_to_one_account_only(client: Client) -> None:
    ada, ben = PlayerFactory(), PlayerFactory()
    user = linked(ada)
    codes = []
    for player in (ben, PlayerFactory()):
        client.force_login(player)
        codes += re.findall(r"/link ([\w-]+)<", client.post("/accounts/discord/code/").content.decode())
    assert DiscordLink.objects.get().player == ada
    for code, at, refusal in ((codes[0], now(), "already-linked"), (codes[1], now() + timedelta(minutes=11), "bad-code")):
        with refused(refusal):
            link_user(code=code, user_id=user.user_id, name="x", at=at)
    assert DiscordLink.objects.get().player == ada


def test_codes_cannot_be_guessed_for_long(settings: Any) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "discord_codes": (2, 3600)}
    answers = [DiscordUser().enter("link", code=f"AAAA-AA0{n}")[0] for n in range(3)]
    assert ["wrong or has expired" in answer for answer in answers] == [True, True, False]
    assert "Too many requests" in answers[2]


def test_who_signs_in_with_discord_is_known_and_a_closed_account_is_not() -> None:
    ada, user = PlayerFactory(username="ada"), DiscordUser()
    SocialAccount.objects.create(user=ada, provider="discord", uid=user.user_id)
    assert user.enter("next") == ("No match awaits you.", True)
    Player.objects.update(is_active=False)
    assert "Link your account first" in user.enter("next")[0]


def test_the_next_matches_are_told_to_their_player_alone() -> None:
    ada, ben = PlayerFactory(username="ada"), PlayerFactory(username="ben")
    user = linked(ada)
    started = started_event(ada, ben, PlayerFactory(), PlayerFactory(), name="*Spring* @everyone")
    started.rounds.filter(number=1).update(starts_at=now())
    other = match(ada, PlayerFactory())
    shown, private = user.enter("next")
    assert private
    first, second = shown.split("\n")
    assert "*Spring* @everyone, Round 1 against" in first
    assert "time 1" in first or "time 2" in first
    assert f"/matches/{other.pk}/" in second
    for number in matches_of_round(started, 1):
        end(number)


def test_a_player_checks_in() -> None:
    ada = PlayerFactory()
    user = linked(ada)
    assert user.enter("checkin") == ("No check-in is open for you.", True)
    made, second = (event(ada, PlayerFactory(), name=name, check_in_min=30) for name in ("Spring", "Autumn"))
    for one in (made, second):
        open_check_in(event_id=one.pk, by=one.organiser_id, at=now())
    assert user.enter("checkin")[0] == "Choose the event: Autumn, Spring"
    suggestions = user.type("checkin", "event")
    assert [choice["name"] for choice in suggestions] == ["Autumn", "Spring"]
    assert user.enter("checkin", event=suggestions[1]["value"]) == ("You're checked in: Spring", True)
    assert Entrant.objects.get(event=made, player=ada).checked_in_at is not None
    assert user.enter("checkin")[0] == "You're checked in: Autumn"
    assert DiscordUser("5").type("checkin", "event") == []


def test_two_players_report_a_match_that_was_played_elsewhere() -> None:
    made = pair()
    first, second = linked(made.first, DiscordUser("1")), linked(made.second, DiscordUser("2"))
    assert first.enter("result", result="brilliant")[0].startswith("This match needs a score or a ranking")
    shown, private = first.enter("result", result="won")
    assert private
    assert shown.startswith(f"Reported: {made.second} (")
    assert "already reported" in first.enter("result", result="lost")[0]
    assert ResultReport.objects.get().status == "reported"
    second.enter("result", result="lost")
    assert ResultReport.objects.get().status == "confirmed"
    assert second.enter("result", result="lost")[0] == "None of your matches awaits a report."
    assert linked(PlayerFactory(), DiscordUser("3")).enter("result", result="won")[0] == "None of your matches awaits a report."


def test_players_say_when_they_can_play_and_accept_a_time() -> None:
    at = now()
    duel = Duel(at=at)
    user, other = linked(duel.one, DiscordUser("1")), linked(duel.other, DiscordUser("2"))
    shown, private = user.enter("available", hours="mon-fri 18-22; sat 10-12")
    assert private
    assert "Monday: 18:00-22:00" in shown
    assert "Sunday: –" in shown
    assert "Enter days and hours such as" in user.enter("available", hours="whenever")[0]
    assert "Monday: 18:00-22:00" in user.enter("available")[0]
    assert user.enter("accept")[0] == "No proposed time awaits you."
    assert user.type("accept", "time") == []
    slots = [(at + timedelta(days=days)).replace(minute=0, second=0, microsecond=0) for days in (2, 3)]
    duel.propose(duel.other, *slots, at=at)
    listed = user.enter("accept")[0]
    assert f"1: time {int(slots[0].timestamp())} against {duel.other}" in listed
    assert f"/events/{duel.event.pk}/pairings/{duel.pairing.pk}/time/" in user.enter("next")[0]
    choices = user.type("accept", "time")
    assert [choice["name"] for choice in choices] == [f"{slot:%Y-%m-%d %H:%M} – {duel.other}" for slot in slots]
    assert other.enter("accept", time=choices[0]["value"])[0] == "No proposed time awaits you."
    duel.propose(duel.other, slots[1], at=at)
    assert "Choose one of these times" in user.enter("accept", time=choices[0]["value"])[0], "that proposal is gone"
    assert user.enter("accept", time=choices[1]["value"])[0].startswith(f"Agreed: you play {duel.other} at time")
    assert duel.starts_at == slots[1]


def test_everybody_reads_the_standings_of_public_events() -> None:
    started = started_event(PlayerFactory(username="ada"), PlayerFactory(username="_ben_"), name="Spring Cup")
    hidden = started_event(name="Spring secret")
    Event.objects.filter(pk=hidden.pk).update(status="draft")
    user = DiscordUser()
    shown, private = user.enter("standings")
    assert (shown, private) == ("Choose an event that has begun.", False)
    assert user.type("standings", "event", "spri") == [{"name": "Spring Cup", "value": str(started.pk)}]
    for typed in (str(started.pk), "spring"):
        shown, private = user.enter("standings", event=typed)
        assert not private
        assert "Standings of Spring Cup" in shown
        assert "_ben_ (0)" in shown
        assert f"/events/{started.pk}/" in shown
    for absent in ("9" * 30, "9" * 18, str(hidden.pk), "secret"):
        assert user.enter("standings", event=absent)[0] == "Choose an event that has begun."


def test_answers_are_in_the_language_of_the_user() -> None:
    ada = PlayerFactory()
    started_event(ada, PlayerFactory())
    for number, (locale, language, words) in enumerate(
        (("de", "", "Runde 1"), ("en-US", "de", "Runde 1"), ("ja", "", "Round 1"))
    ):
        Player.objects.filter(pk=ada.pk).update(language=language)
        DiscordLink.objects.all().delete()
        assert words in linked(ada, DiscordUser(str(number), locale=locale)).enter("next")[0]


def test_commands_are_registered_with_discord(settings: Any) -> None:
    settings.DISCORD_APPLICATION_ID, settings.DISCORD_BOT_TOKEN = "123", "bot-token"
    sent: list[Any] = []

    def discord(where: Any, body: bytes, headers: dict[str, str], *, method: str, local: bool) -> PostResult:
        sent.append((method, where.host, where.path, headers["Authorization"], json.loads(body)))
        return PostResult(200, "[]", 5)

    out = StringIO()
    call_command("register_discord_commands", send=discord, stdout=out)
    assert "/checkin" in out.getvalue()
    [(method, host, path, key, commands)] = sent
    assert (method, host, path, key) == ("PUT", "discord.com", "/api/v10/applications/123/commands", "Bot bot-token")
    assert [command["name"] for command in commands] == list(COMMANDS)
    for command in commands:
        for part in (command, *command["options"]):
            assert re.fullmatch(r"[a-z_-]{1,32}", part["name"])
            assert 1 <= len(part["description"]) <= 100
    settings.DISCORD_BOT_TOKEN = ""
    with pytest.raises(CommandError, match="DISCORD_BOT_TOKEN"):
        call_command("register_discord_commands", send=discord, stdout=out)

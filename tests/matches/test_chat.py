"""Who may read and write what at a match; mute, report, and the pace."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from datetime import timedelta
from time import monotonic
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from engines import registry
from matches import rate_limits
from matches.actions.chat import mark_message_removed, mute_player, post_message, report_message
from matches.errors import ActionError
from matches.models import Match, Message, Mute, Report
from matches.queries.chat import (
    OPEN_AFTER_END,
    PLAYERS,
    ROOMS,
    SPECTATORS,
    ChatViewer,
    can_read,
    can_write,
    get_chat,
    is_delayed,
)
from matches.stream import endpoint
from matches.stream.hub import Hub
from tests.factories import GuestFactory, PlayerFactory
from tests.matches.conftest import TwoPlayerMatch

StartMatch = Callable[..., TwoPlayerMatch]
S = timedelta(seconds=1)


@pytest.mark.parametrize("game", [*registry.keys(), "a-new-game"])
@pytest.mark.parametrize(("seated", "over"), list(itertools.product((True, False), repeat=2)))
def test_who_reads_and_writes_where(game: str, seated: bool, over: bool) -> None:
    reader = ChatViewer(seated, over)
    is_open = game in registry.keys() and registry.get(game).is_open  # noqa: SIM118
    assert can_read(PLAYERS, game, reader) == (seated or over or is_open)
    assert can_read(SPECTATORS, game, reader) == (not seated or over)
    assert [room for room in ROOMS if can_write(room, reader)] == [PLAYERS if seated else SPECTATORS]
    assert [room for room in ROOMS if is_delayed(room, reader)] == ([] if seated or over else [PLAYERS])


def rooms(table: TwoPlayerMatch, player: Any = None, after: timedelta = S) -> dict[str, list[str]]:
    shown = get_chat(table.id, player.pk if player else None, table.at + after)
    return {one["room"]: [said["text"] for said in one["messages"]] for one in shown["rooms"]}


def speak(table: TwoPlayerMatch, player: Any, text: str, room: str = PLAYERS) -> int:
    return post_message(match_id=table.id, player_id=player.pk, room=room, text=text, at=table.at)


def test_with_hidden_information_each_room_is_for_its_own_until_the_end(start_match: StartMatch) -> None:
    table, watcher = start_match().begin(), PlayerFactory()
    speak(table, table.red, "good luck")
    speak(table, watcher, "red bluffs", SPECTATORS)
    assert rooms(table, table.blue) == {"players": ["good luck"]}
    assert rooms(table, watcher) == rooms(table) == {"spectators": ["red bluffs"]}
    table.say(0, "resign")
    everything = {"players": ["good luck"], "spectators": ["red bluffs"]}
    assert rooms(table) == rooms(table, table.red) == rooms(table, watcher) == everything


def test_numbers_and_topics_of_a_room_tell_nothing_of_the_other(start_match: StartMatch) -> None:
    table, watcher = start_match().begin(), PlayerFactory()
    before = get_chat(table.id, watcher.pk, table.at)
    for _ in range(3):
        speak(table, table.red, "hello")
    assert get_chat(table.id, watcher.pk, table.at) == before
    assert speak(table, watcher, "hello", SPECTATORS) == 1
    own, other = get_chat(table.id, table.red.pk, table.at)["rooms"][0]["topic"], before["rooms"][0]["topic"]
    assert own.rpartition(".")[0] == other.rpartition(".")[0] == f"chat.{table.id}"
    assert own != other


def test_in_an_open_game_players_are_heard_as_late_as_their_moves_are_seen(start_match: StartMatch) -> None:
    table = start_match()
    Match.objects.filter(pk=table.id).update(game="order-and-chaos", delay_ms=60_000, state=None)
    speak(table, table.red, "hello")
    assert rooms(table, after=59 * S)["players"] == []
    assert rooms(table, after=60 * S)["players"] == ["hello"]
    assert get_chat(table.id, None, table.at)["rooms"][0]["topic"] == ""


@pytest.mark.parametrize(
    ("text", "code"), [("", "bad-text"), ("  \n ", "bad-text"), ("x" * 301, "bad-text"), ("a\u202eb", "bad-text"),
                       ("nul\0", "bad-text"), (None, "bad-text"), (["x"], "bad-text")],
)  # fmt: skip
def test_a_message_that_cannot_be_read_is_refused(start_match: StartMatch, text: Any, code: str) -> None:
    table = start_match().begin()
    client = Client()
    client.force_login(table.red)
    answer = client.post(f"/api/v1/matches/{table.id}/chat/", {"room": "players", "text": text}, "application/json")
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, code, "text")
    assert not Message.objects.exists()


def test_nobody_writes_where_they_do_not_belong(start_match: StartMatch) -> None:
    table, watcher = start_match().begin(), PlayerFactory()
    tries = [
        (watcher, PLAYERS, "not-allowed"), (table.red, SPECTATORS, "not-allowed"), (table.red, "attic", "bad-room"),
        (GuestFactory(), SPECTATORS, "account-needed"),
    ]  # fmt: skip
    for player, room, code in tries:
        with pytest.raises(ActionError) as refusal:
            speak(table, player, "hello", room)
        assert refusal.value.code == code
    assert not Message.objects.exists()
    assert Client().post(f"/api/v1/matches/{table.id}/chat/", {}, "application/json").status_code in (401, 403)


def test_a_day_after_the_match_the_chat_is_read_only(start_match: StartMatch) -> None:
    table = start_match().begin()
    table.say(0, "resign")
    speak(table, table.red, "thank you")
    table.at += OPEN_AFTER_END + S
    with pytest.raises(ActionError) as refusal:
        speak(table, table.red, "still there?")
    assert refusal.value.code == "chat-closed"


def test_who_writes_too_fast_waits(start_match: StartMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start_match().begin()
    for _ in range(4):
        speak(table, table.red, "hurry")
    with pytest.raises(ActionError) as refusal:
        speak(table, table.red, "hurry")
    assert refusal.value.code == "too-many"
    speak(table, table.blue, "no")
    later = monotonic() + 10
    monkeypatch.setattr(rate_limits, "monotonic", lambda: later)
    speak(table, table.red, "sorry")


def test_somebody_reports_only_so_many_messages_in_an_hour(start_match: StartMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start_match().begin()
    numbers = [speak(table, table.red, "an insult") for _ in range(3)]
    monkeypatch.setitem(settings.RATE_LIMITS, "chat_reports", (2, 3600))
    for n in (*numbers[:2], numbers[0]):  # the same one again is the same
        report_message(match_id=table.id, player_id=table.blue.pk, room=PLAYERS, n=n, why="An insult", at=table.at)
    with pytest.raises(ActionError) as refusal:
        report_message(match_id=table.id, player_id=table.blue.pk, room=PLAYERS, n=numbers[2], why="An insult", at=table.at)
    assert refusal.value.code == "too-many"
    assert Report.objects.count() == 2


def test_of_a_muted_player_nothing_is_read_until_it_is_taken_back(start_match: StartMatch) -> None:
    table = start_match().begin()
    speak(table, table.red, "noise")
    mute_player(player_id=table.blue.pk, username=table.red.username.upper(), muted=True)
    mute_player(player_id=table.blue.pk, username=table.red.username, muted=True)
    assert rooms(table, table.blue) == {"players": []}
    assert get_chat(table.id, table.blue.pk, table.at)["muted"] == [table.red.username]
    assert rooms(table, table.red) == {"players": ["noise"]}
    mute_player(player_id=table.blue.pk, username=table.red.username, muted=False)
    assert rooms(table, table.blue) == {"players": ["noise"]}
    for username, code in ((table.blue.username, "yourself"), ("nobody", "unknown-player")):
        with pytest.raises(ActionError) as refusal:
            mute_player(player_id=table.blue.pk, username=username, muted=True)
        assert refusal.value.code == code
    assert not Mute.objects.exists()


def test_only_what_one_can_read_can_be_reported_and_once(start_match: StartMatch) -> None:
    table, watcher = start_match().begin(), PlayerFactory()
    n = speak(table, table.red, "an insult")

    def reported(player: Any, n: int = n, room: str = PLAYERS, why: str = "An insult") -> int:
        return report_message(match_id=table.id, player_id=player.pk, room=room, n=n, why=why, at=table.at)

    assert reported(table.blue) == reported(table.blue)
    for player, more, code in (
        (watcher, {}, "not-found"), (table.blue, {"n": 9}, "not-found"), (table.red, {}, "yourself"),
        (table.blue, {"why": " "}, "bad-why"),
    ):  # fmt: skip
        with pytest.raises(ActionError) as refusal:
            reported(player, **more)  # type: ignore[arg-type]
        assert refusal.value.code == code
    assert Report.objects.count() == 1


def test_a_removed_message_leaves_its_place_without_its_words(start_match: StartMatch) -> None:
    table = start_match().begin()
    n = speak(table, table.red, "an insult")
    report_message(match_id=table.id, player_id=table.blue.pk, room=PLAYERS, n=n, why="An insult", at=table.at)
    mark_message_removed(Message.objects.get().pk, at=table.at)
    (said,) = get_chat(table.id, table.blue.pk, table.at)["rooms"][0]["messages"]
    assert (said["text"], said["removed"]) == ("", True)
    assert not Report.objects.filter(settled_at=None).exists()


def test_the_endpoint_of_the_chat(start_match: StartMatch) -> None:
    table = start_match().begin()
    client = Client()
    client.force_login(table.red)
    base = f"/api/v1/matches/{table.id}/chat/"
    told = client.post(base, {"room": "players", "text": " good   luck "}, "application/json").json()
    assert told["rooms"][0]["messages"][0]["text"] == "good luck"
    assert Client().get(base).json()["rooms"][0]["room"] == "spectators"
    assert client.get("/api/v1/matches/999999/chat/").status_code == 404
    for path, body in (("report/", {"room": 1}), ("mute/", {"player": 1}), ("report/", {"room": "players", "n": True})):
        assert client.post(base + path, body, "application/json").status_code == 400


def test_a_stream_that_follows_a_chat_tells_at_once_to_read_it_again() -> None:
    """What was said after the page had read it, and before the stream was there, would be lost."""
    topic, heard = f"chat.7.{'a' * 20}", []

    async def listen() -> None:
        gone = asyncio.Event()

        async def receive() -> dict[str, str]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            heard.append(message.get("body", b""))
            if b"event: changed" in heard[-1]:
                gone.set()

        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "method": "GET", "query_string": f"topics={topic},home".encode(), "headers": headers}
        await asyncio.wait_for(endpoint.serve(Hub("redis://127.0.0.1:1"), scope, receive, send), 5)

    asyncio.run(listen())
    assert [topic.encode() in body for body in heard if b"event: changed" in body] == [True]

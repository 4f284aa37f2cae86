"""Who may read and write what at a match; mute, report, and the pace."""

import itertools
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from engines import registry
from matches import rate_limits
from matches.actions.chat import mark_message_removed, mute_player, post_message, report_message
from matches.models import Match, Message, Mute, Report
from matches.queries.chat import OPEN_AFTER_END, PLAYERS, SPECTATORS, ChatViewer, can_read, can_write, get_chat, is_delayed
from tests.factories import GuestFactory, PlayerFactory
from tests.league.clients import client_of
from tests.matches.conftest import StartMatch, TwoPlayerMatch, refuses

S = timedelta(seconds=1)


def test_who_reads_and_writes_where() -> None:
    for game, seated, over in itertools.product([*registry.keys(), "a-new-game"], (True, False), (True, False)):
        reader = ChatViewer(seated, over)
        is_open = game in registry.keys() and registry.get(game).is_open  # noqa: SIM118
        assert can_read(PLAYERS, game, reader) == (seated or over or is_open)
        assert can_read(SPECTATORS, game, reader) == (not seated or over)
        assert [room for room in (PLAYERS, SPECTATORS) if can_write(room, reader)] == [PLAYERS if seated else SPECTATORS]
        assert [room for room in (PLAYERS, SPECTATORS) if is_delayed(room, reader)] == ([] if seated or over else [PLAYERS])


def rooms(table: TwoPlayerMatch, player: Any = None, after: timedelta = S) -> dict[str, list[str]]:
    shown = get_chat(table.id, player.pk if player else None, table.at + after)
    return {one["room"]: [said["text"] for said in one["messages"]] for one in shown["rooms"]}


def speak(table: TwoPlayerMatch, player: Any, text: str, room: str = PLAYERS) -> int:
    return post_message(match_id=table.id, player_id=player.pk, room=room, text=text, at=table.at)


def test_with_secrets_each_room_is_for_its_own_until_the_end_and_tells_nothing_of_the_other(table: TwoPlayerMatch) -> None:
    watcher = PlayerFactory()
    before = get_chat(table.id, watcher.pk, table.at)
    for _ in range(3):
        speak(table, table.red, "good luck")
    assert get_chat(table.id, watcher.pk, table.at) == before
    assert speak(table, watcher, "red bluffs", SPECTATORS) == 1, "neither its numbers nor its topic"
    own, other = get_chat(table.id, table.red.pk, table.at)["rooms"][0]["topic"], before["rooms"][0]["topic"]
    assert own.rpartition(".")[0] == other.rpartition(".")[0] == f"chat.{table.id}"
    assert own != other
    everything = {"players": ["good luck"] * 3, "spectators": ["red bluffs"]}
    assert rooms(table, table.blue) == {"players": everything["players"]}
    assert rooms(table, watcher) == rooms(table) == {"spectators": ["red bluffs"]}
    table.say(0, "resign")
    assert rooms(table) == rooms(table, table.red) == rooms(table, watcher) == everything


def test_in_an_open_game_players_are_heard_as_late_as_their_moves_are_seen(start_match: StartMatch) -> None:
    table = start_match()
    Match.objects.filter(pk=table.id).update(game="order-and-chaos", delay_ms=60_000, state=None)
    speak(table, table.red, "hello")
    assert rooms(table, after=59 * S)["players"] == []
    assert rooms(table, after=60 * S)["players"] == ["hello"]
    assert get_chat(table.id, None, table.at)["rooms"][0]["topic"] == ""


def test_nobody_writes_where_they_do_not_belong_nor_a_day_after_the_match(table: TwoPlayerMatch) -> None:
    watcher = PlayerFactory()
    tries = [
        (watcher, PLAYERS, "not-allowed"), (table.red, SPECTATORS, "not-allowed"), (table.red, "attic", "bad-room"),
        (GuestFactory(), SPECTATORS, "account-needed"),
    ]  # fmt: skip
    for player, room, code in tries:
        with refuses(code):
            speak(table, player, "hello", room)
    assert not Message.objects.exists()
    table.say(0, "resign")
    speak(table, table.red, "thank you")
    table.at += OPEN_AFTER_END + S
    with refuses("chat-closed"):
        speak(table, table.red, "still there?")


def test_who_writes_too_fast_waits(table: TwoPlayerMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(4):
        speak(table, table.red, "hurry")
    with refuses("too-many"):
        speak(table, table.red, "hurry")
    speak(table, table.blue, "no")
    later = monotonic() + 10
    monkeypatch.setattr(rate_limits, "monotonic", lambda: later)
    speak(table, table.red, "sorry")


def test_somebody_reports_only_so_many_messages_in_an_hour(table: TwoPlayerMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [speak(table, table.red, "an insult") for _ in range(3)]
    report = partial(report_message, match_id=table.id, player_id=table.blue.pk, room=PLAYERS, why="An insult", at=table.at)
    monkeypatch.setitem(settings.RATE_LIMITS, "chat_reports", (2, 3600))
    for n in (*numbers[:2], numbers[0]):  # the same one again is the same
        report(n=n)
    with refuses("too-many"):
        report(n=numbers[2])
    assert Report.objects.count() == 2


def test_of_a_muted_player_nothing_is_read_until_it_is_taken_back(table: TwoPlayerMatch) -> None:
    speak(table, table.red, "noise")
    mute_player(player_id=table.blue.pk, username=table.red.username.upper(), muted=True)
    mute_player(player_id=table.blue.pk, username=table.red.username, muted=True)
    assert rooms(table, table.blue) == {"players": []}
    assert get_chat(table.id, table.blue.pk, table.at)["muted"] == [table.red.username]
    assert rooms(table, table.red) == {"players": ["noise"]}
    mute_player(player_id=table.blue.pk, username=table.red.username, muted=False)
    assert rooms(table, table.blue) == {"players": ["noise"]}
    for username, code in ((table.blue.username, "yourself"), ("nobody", "unknown-player")):
        with refuses(code):
            mute_player(player_id=table.blue.pk, username=username, muted=True)
    assert not Mute.objects.exists()


def test_only_what_one_can_read_can_be_reported_once_and_removed(table: TwoPlayerMatch) -> None:
    watcher = PlayerFactory()
    n = speak(table, table.red, "an insult")

    def reported(player: Any, n: int = n, room: str = PLAYERS, why: str = "An insult") -> int:
        return report_message(match_id=table.id, player_id=player.pk, room=room, n=n, why=why, at=table.at)

    assert reported(table.blue) == reported(table.blue)
    for player, more, code in (
        (watcher, {}, "not-found"), (table.blue, {"n": 9}, "not-found"), (table.red, {}, "yourself"),
        (table.blue, {"why": " "}, "bad-why"),
    ):  # fmt: skip
        with refuses(code):
            reported(player, **more)  # type: ignore[arg-type]
    assert Report.objects.count() == 1
    mark_message_removed(Message.objects.get().pk, at=table.at)
    (said,) = get_chat(table.id, table.blue.pk, table.at)["rooms"][0]["messages"]
    assert (said["text"], said["removed"]) == ("", True), "it leaves its place without its words"
    assert not Report.objects.filter(settled_at=None).exists()


def test_the_endpoint_of_the_chat(table: TwoPlayerMatch) -> None:
    client = client_of(table.red)
    base = f"/api/v1/matches/{table.id}/chat/"
    told = client.post(base, {"room": "players", "text": " good   luck "}, "application/json").json()
    assert told["rooms"][0]["messages"][0]["text"] == "good luck"
    assert Client().get(base).json()["rooms"][0]["room"] == "spectators"
    for text in ("", "  \n ", "x" * 301, "a\u202eb", "nul\0", None, ["x"]):
        refused = client.post(base, {"room": "players", "text": text}, "application/json")
        assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (400, "bad-text", "text")
    assert Message.objects.count() == 1
    for path, body in (("report/", {"room": 1}), ("mute/", {"player": 1}), ("report/", {"room": "players", "n": True})):
        assert client.post(base + path, body, "application/json").status_code == 400

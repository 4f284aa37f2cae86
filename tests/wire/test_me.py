"""The stream of everything that concerns oneself: it grows and shrinks, and tells nobody of others."""

import json
from typing import Any

import pytest

from league.account import user_topics as queries
from league.account.deletion import delete_account
from league.notifications.inbox import get_topic
from league.notifications.models import Notification
from league.people.models import Player
from matches.server_time import now
from matches.stream import hub
from tests import factories
from tests.factories import PASSWORD, PlayerFactory
from tests.wire.conftest import Lay
from tests.wire.streams import Line
from tests.wire.table import Person, Table

GAME = "field-tactics"


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "USER_TOPICS_DELAY_S", 0.0)
    monkeypatch.setattr("matches.stream.hub.close_old_connections", lambda: None)


def heard(line: Line) -> list[tuple[str, Any]]:
    """Kind and content of the messages that have come since this was last asked."""
    fresh, line.read = line.heard[line.read :], len(line.heard)
    found = []
    for message in fresh:
        lines = dict(one.split(b": ", 1) for one in message.strip().split(b"\n") if b": " in one)
        if b"event" in lines:
            found.append((lines[b"event"].decode(), json.loads(lines[b"data"])))
    return found


def look(table: Table) -> None:
    """What the sweep of the streams does every two seconds."""
    table.exchange.publish("me")
    table.exchange.run()


def own(person: Person) -> Player:
    assert person.player is not None
    return person.player


def test_it_begins_with_ones_topics_and_boards_as_one_may_see_them_and_is_for_people_who_are_signed_in(lay: Lay) -> None:
    table = lay(GAME)
    refused = table.spectator.listen("me")
    assert b"401" in refused.heard[0]
    assert json.loads(refused.heard[1])["code"] == "sign-in-needed"
    red, mine = table.seats[0], f"match.{table.id}"
    line, other = red.listen("me"), red.listen(mine)
    (first, topics), board = heard(line)
    assert (first, topics["topics"]) == ("topics", sorted([mine, get_topic(own(red).pk)]))
    assert [board] == heard(other)
    assert board[1]["viewer"]["seat"] == 0
    table.move()
    assert heard(line) == heard(other)


def test_it_grows_with_a_challenge_and_shrinks_when_the_match_is_over(lay: Lay) -> None:
    table = lay(GAME)
    red, line = table.stranger, table.stranger.listen("me")
    assert [kind for kind, _unused in heard(line)] == ["topics"]
    with table.told():
        seats = ["me", {"player": own(red).username}]
        made = table.seats[0].post("/api/v1/challenges/", {"game": GAME, "seats": seats, "time": "long"}).json()["match_id"]
    told = heard(line)
    assert [content["added"] for kind, content in told if kind == "topics"] == [[f"match.{made}"]]
    assert [content["status"] for kind, content in told if kind == "match"] == ["open"]
    assert any(kind == "changed" and content["topic"].startswith("notices.") for kind, content in told)
    with table.told():
        red.post(f"/api/v1/challenges/{made}/cancel/", {})
    look(table)
    told = heard(line)
    assert [content["status"] for kind, content in told if kind == "match"][-1] == "void"
    assert [content["removed"] for kind, content in told if kind == "topics"] == [[f"match.{made}"]]
    assert f"match.{made}" not in table.exchange.hub.subscribers


def test_events_drafts_and_own_seasons_are_among_it_and_the_newest_matches(lay: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    table = lay(GAME)
    one = own(table.stranger)
    event, season = factories.event(one), factories.drafted_season(one)
    draft = factories.draft(season, start=False)
    expected = {f"event.{event.pk}", f"season.{season.pk}", f"draft.{draft.pk}", get_topic(one.pk)}
    [(_unused, told)] = heard(table.stranger.listen("me"))
    assert set(told["topics"]) == expected
    [(_unused, told)] = heard(table.organiser.listen("me"))
    assert told["topics"] == [get_topic(own(table.organiser).pk)]
    monkeypatch.setattr(queries, "MAX_TOPICS", {**queries.MAX_TOPICS, "match": 2})
    made = [factories.match(one).pk for _ in range(3)]
    topics = queries.list_user_topics([one.pk])[one.pk]
    assert {one for one in topics if one.startswith("match.")} == {f"match.{one}" for one in made[1:]}, "of many the newest"


def test_two_worlds_that_differ_in_others_alone_sound_the_same(lay: Lay) -> None:
    """What others play, are told, enter and own does not change one byte; nor that somebody watches oneself."""
    table = lay(GAME)
    one = table.stranger
    factories.event(own(one))
    quiet = one.listen("me")
    others = [PlayerFactory(), PlayerFactory()]
    with table.told():
        factories.match(*others)
        factories.event(*others)
        factories.franchise(factories.season(pool=False), others[0])
        Notification.objects.create(player=others[0], kind="webhook", key="x", path="/", at=now())
        factories.ended_match(*others)
    table.move()
    look(table)
    loud = one.listen("me")
    assert b"".join(loud.heard) == b"".join(quiet.heard)


def test_it_shows_no_more_of_a_match_than_the_players_seat_sees(lay: Lay) -> None:
    table = lay(GAME)
    lines = [one.listen("me") for one in table.seats]
    for _ in range(6):
        table.move()
    for seat, line in enumerate(lines):
        for kind, board in heard(line):
            if kind == "match":
                assert board["viewer"]["seat"] == seat
        everything = b"".join(line.heard)
        for other in (one for number, one in enumerate(table.seats) if number != seat):
            assert other.word.encode() not in everything
            assert get_topic(own(other).pk).encode() not in everything


def test_who_comes_back_hears_how_a_match_ended_meanwhile(lay: Lay) -> None:
    table = lay(GAME)
    red = table.seats[0]
    line = red.listen("me")
    mark = line.mark
    table.exchange.hang_up(line)
    assert not table.exchange.hub.subscribers, "a stream that has gone leaves nothing behind"
    table.submit(1, "resign")
    ended, boards = red.listen("me", mark=mark), {}
    for kind, told in heard(ended):
        if kind == "match":
            boards[told["match_id"]] = told["status"]
    assert boards == {table.id: "closed"}
    assert f"match.{table.id}" not in table.exchange.hub.subscribers


def test_an_account_that_is_deleted_hears_no_more(lay: Lay) -> None:
    table = lay(GAME)
    line = table.stranger.listen("me")
    with table.told():
        delete_account(player_id=own(table.stranger).pk, password=PASSWORD, at=now())
    look(table)
    [(listening, task)] = [(one, task) for one, task in table.exchange.open if one is line]
    assert task.done() or listening.heard[-1] == b""
    assert not table.exchange.hub.subscribers

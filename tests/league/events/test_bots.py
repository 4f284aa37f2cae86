"""A ladder of programs on the site, by the API alone, and an arena of bots."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from league.events.models import Event, EventStatus, Pairing, SeriesMatch
from league.people.models import Player
from league.registration.actions import entries
from league.results.actions import event_start
from league.sweep import sweep
from matches.actions.adjudication import adjudicate
from matches.actions.bots import play_due_bots
from matches.models import Heartbeat, Match, Seat
from tests.factories import NOON, BotFactory, PlayerFactory, event, started_event
from tests.league.events.continuous import arena, entrant_of, running, stage_of
from tests.league.events.playing import finish, refused, tables_of

pytestmark = pytest.mark.django_db
S = timedelta(seconds=1)


def _programs(count: int) -> list[Player]:
    return list(PlayerFactory.create_batch(count, is_bot_account=True))


def _ladder(*bots: Player, **plan: Any) -> Event:
    plan = {"max_entrants": 16, "settings": {"running": 1, **plan.pop("settings", {})}, **plan}
    return started_event(*bots, format="bot-ladder", **plan)


def _pairs(made: Event) -> list[set[int]]:
    return [set(row.sides.values_list("entrant", flat=True)) for row in Pairing.objects.filter(round__event=made)]


def test_a_ladder_of_bots_is_for_bots_only() -> None:
    made = event(format="bot-ladder")
    assert (made.bots_only, made.bot_accounts) == (True, True)
    with refused("bots-only"):
        event(PlayerFactory(), format="bot-ladder")


def test_matches_follow_one_another_until_the_organiser_ends_it() -> None:
    made, late = _ladder(*_programs(4)), _programs(1)[0]
    assert len(running(made)) == 2
    for number in range(4):
        finish(running(made)[0], (1, 2), NOON + number * S)
        sweep(NOON + number * S)
    assert SeriesMatch.objects.filter(pairing__round__event=made).count() > 4
    assert Event.objects.get(pk=made.pk).status == EventStatus.RUNNING
    (table,) = tables_of(made.pk)
    assert sum(line.played for line in table.lines) == 8
    assert [line.rank for line in table.lines] == sorted(line.rank or 0 for line in table.lines)
    entries.join_event(event_id=made.pk, player_id=late.pk, at=NOON + 5 * S)
    finish(running(made)[0], (1, 2), NOON + 5 * S)
    sweep(NOON + 5 * S)
    assert entrant_of(made, late) in {one for pair in _pairs(made) for one in pair}, "a latecomer is paired at once"


def test_a_bot_may_play_several_matches_at_a_time() -> None:
    made = _ladder(*_programs(3), settings={"running": 2})
    assert len(running(made)) == 3
    assert len({frozenset(pair) for pair in _pairs(made)}) == 3


def test_a_bot_that_lets_its_time_run_out_is_paused_and_may_come_back() -> None:
    programs = _programs(3)
    made = _ladder(*programs, settings={"silent": 2})
    silent = entrant_of(made, programs[0])
    client = Client()
    client.force_login(programs[0])
    for number in range(6):
        for match_id in running(made):
            seats = list(Seat.objects.filter(match=match_id).order_by("number").values_list("player", flat=True))
            if programs[0].pk in seats:
                finish(match_id, (2, 1) if seats[0] == programs[0].pk else (1, 2), NOON + number * S, reason="time")
            else:
                finish(match_id, (1, 1), NOON + number * S)
        sweep(NOON + number * S)
    panel = client.get(f"/api/v1/events/{made.pk}/arena/").json()
    assert (panel["inside"], panel["ready"], panel["ends_at"]) == (True, False, None)
    assert sum(silent in pair for pair in _pairs(made)) == 2
    assert len(_pairs(made)) > 4
    assert client.post(f"/api/v1/events/{made.pk}/arena/come-back/").json()["ready"]
    for match_id in running(made):
        finish(match_id, (1, 1), NOON + 13 * S)
    sweep(NOON + 14 * S)
    assert sum(silent in pair for pair in _pairs(made)) == 3


def test_duplicates_of_a_ladder_count_as_one_result() -> None:
    made = _ladder(*_programs(2), duplicate=True)
    first, second = running(made)
    finish(first, (1, 2), NOON)
    assert len(running(made)) == 1
    finish(second, (2, 1), NOON)
    (table,) = tables_of(made.pk)
    assert sorted((line.wins, line.losses) for line in table.lines) == [(0, 1), (1, 0)]


def test_the_site_plays_its_own_bots_only_against_programs() -> None:
    made = event(*_programs(2), format="bot-ladder", max_entrants=16)
    house = BotFactory.create_batch(3)
    for bot in house:
        entries.enter_player(event_id=made.pk, by=made.organiser_id, username=bot.username, at=NOON)
    event_start.start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
    anchors = {entrant_of(made, bot) for bot in house}
    assert all(pair - anchors for pair in _pairs(made))
    assert stage_of(made).steps.filter(kind="joined", data__anchor=True).count() == 3


def _ask(client: Client, method: str, path: str, body: Any = None) -> Any:
    answer = getattr(client, method)(f"/api/v1/{path}", body, content_type="application/json")
    assert answer.status_code < 400, answer.content
    return answer.json()


def test_programs_enter_play_and_read_the_standings_by_the_api_alone(at: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk through docs/agents.md."""
    monkeypatch.setattr("matches.actions.adjudication._has_uncredited_outage", lambda: False)
    organiser, people = Client(), [PlayerFactory(), PlayerFactory()]
    organiser.force_login(PlayerFactory())
    programs = [Client(), Client()]
    for client, person in zip(programs, people, strict=True):
        client.force_login(person)
        _ask(client, "patch", f"players/{person.username}/", {"is_bot_account": True})
    plan = {"name": "Programs", "game": "order-and-chaos", "stages": [{"format": "bot-ladder", "settings": {"running": 1}}]}
    made = _ask(organiser, "post", "events/", plan)["event_id"]
    for client in programs:
        assert _ask(client, "post", f"events/{made}/join/")["event_id"] == made
    _ask(organiser, "post", f"events/{made}/start/", {})
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": at})
    [own] = _ask(programs[0], "get", "matches/own/")["matches"]
    match = own["match_id"]
    for client in programs:
        _ask(client, "post", f"matches/{match}/ready/", {"nonce": "mine"})
    for _ in range(4):
        client = next(one for one in programs if _ask(one, "get", f"matches/{match}/")["can"]["submit"])
        listed = _ask(client, "get", f"matches/{match}/moves/")
        body = {"turn": listed["turn"], "text": listed["moves"][0]["text"], "key": f"key {listed['turn']} {id(client)}"}
        answer = client.post(f"/api/v1/matches/{match}/submissions/", body, content_type="application/json")
        adjudicate(match_id=match, at=Match.objects.get(pk=match).started_at or at)
        assert answer.status_code in (200, 202)
    programs[0].post(f"/api/v1/matches/{match}/resign/", {}, content_type="application/json")
    adjudicate(match_id=match, at=Match.objects.get(pk=match).started_at or at)
    ended = Match.objects.get(pk=match)
    assert (ended.status, ended.reason) == ("closed", "resigned")
    assert ended.closed_at is not None
    sweep(ended.closed_at)
    lines = _ask(programs[1], "get", f"events/{made}/standings/")["standings"][-1]["lines"]
    assert [(line["rank"], line["person"]["username"]) for line in lines] == [(1, people[1].username), (2, people[0].username)]


MOVES = 1000


def play_bots(match_id: int, at: datetime) -> datetime:
    """Let bots play a match to its end; return when that was."""
    when = at
    for _ in range(MOVES):
        match = Match.objects.get(pk=match_id)
        if match.status == "closed":
            return when
        when = max(when, match.bot_due_at or when)
        play_due_bots(match_id=match_id, at=when)
    raise AssertionError("the match does not end")


def test_bots_play_an_arena_to_its_end(at: datetime) -> None:
    Heartbeat.objects.create(pk=1, beat_at=at)
    made = arena(*BotFactory.create_batch(2, bot="greedy"), minutes=5, game="order-and-chaos", bot_pace_ms=0)
    for seconds, later in ((0, 290), (290, 410)):
        (match_id,) = running(made)
        play_bots(match_id, NOON + timedelta(seconds=seconds))
        sweep(NOON + timedelta(seconds=later))
    made = Event.objects.get(pk=made.pk)
    assert (made.status, made.finished_at) == ("finished", NOON + timedelta(seconds=410))
    games = Pairing.objects.filter(round__event=made)
    assert (games.count(), games.filter(counted_at=None).count()) == (2, 0)
    (table,) = tables_of(made.pk)
    assert sum(line.wins for line in table.lines) + sum(line.draws for line in table.lines) // 2 == 2
    assert sum(line.played for line in table.lines) == 4

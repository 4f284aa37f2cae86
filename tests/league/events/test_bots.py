"""A ladder of programs on the site, by the API alone."""

from datetime import timedelta
from typing import Any

import pytest

from league.events.models import Event, EventStatus, Pairing, SeriesMatch
from league.people.models import Player
from league.registration.actions import entries
from league.results.actions import event_start
from league.sweep import sweep
from matches.models import Seat
from tests.factories import NOON, BotFactory, PlayerFactory, event, started_event
from tests.league.clients import client_of
from tests.league.events.continuous import entrant_of, running, stage_of
from tests.league.events.playing import finish, tables_of

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


def test_a_bot_that_lets_its_time_run_out_is_paused_and_may_come_back() -> None:
    programs = _programs(3)
    made = _ladder(*programs, settings={"silent": 2})
    silent = entrant_of(made, programs[0])
    client = client_of(programs[0])
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


def test_the_site_plays_its_own_bots_only_against_programs() -> None:
    made = event(*_programs(2), format="bot-ladder", max_entrants=16)
    house = BotFactory.create_batch(3)
    for bot in house:
        entries.enter_player(event_id=made.pk, by=made.organiser_id, username=bot.username, at=NOON)
    event_start.start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
    anchors = {entrant_of(made, bot) for bot in house}
    assert all(pair - anchors for pair in _pairs(made))
    assert stage_of(made).steps.filter(kind="joined", data__anchor=True).count() == 3

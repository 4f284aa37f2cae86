"""A ladder on the site: challenges become matches, results move places, time moves the idle."""

from datetime import datetime, timedelta

import pytest

from engines.i18n import translate_stored
from league.events.models import Event, Pairing, SeriesMatch, StageLogEntry
from league.pairings.actions.rounds import finish_stage, pause_event, resume_event
from league.people.models import Player
from league.registration.actions.continuous_entries import accept_challenge, create_challenge, decline_challenge
from league.registration.actions.entries import join_event
from league.registration.actions.withdrawals import withdraw
from league.results.actions.result_overrides import override_result, revert_override
from league.results.actions.results import record_result
from league.standings.steps import load_log
from league.sweep import sweep
from matches.errors import ActionError
from matches.models import Match
from tests.factories import NOON, BotFactory, PlayerFactory, end, event
from tests.league.events.continuous import entrant_of, ladder, order, running, stage_of
from tests.league.events.playing import refused, tables_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)


def people(count: int = 6) -> list[Player]:
    return PlayerFactory.create_batch(count)


@pytest.fixture(scope="module")
def same_ladder(module_rows: None) -> tuple[int, list[int]]:
    six = people()
    return ladder(*six).pk, [one.pk for one in six]


@pytest.fixture
def six(same_ladder: tuple[int, list[int]]) -> list[Player]:
    found = Player.objects.in_bulk(same_ladder[1])
    return [found[one] for one in same_ladder[1]]


@pytest.fixture
def made(same_ladder: tuple[int, list[int]]) -> Event:
    """A ladder of six on which nothing was played."""
    return Event.objects.get(pk=same_ladder[0])


def places(made: Event, players: list[Player]) -> list[int]:
    """The numbers of the players, from the top of the ladder."""
    by_id = {entrant_of(made, one): number for number, one in enumerate(players)}
    return [by_id[one] for one in order(made) if one in by_id]


def dare(made: Event, one: Player, other: Player, at: datetime = NOON) -> int:
    return create_challenge(event_id=made.pk, player_id=one.pk, entrant_id=entrant_of(made, other), at=at)


def meet(made: Event, one: Player, other: Player, won: bool = True, at: datetime = NOON) -> Pairing:
    number = dare(made, one, other, at)
    accept_challenge(event_id=made.pk, player_id=other.pk, number=number, at=at)
    (match_id,) = running(made)
    first = Match.objects.get(pk=match_id).seats.get(number=0).player_id
    end(match_id, ranks=(1, 2) if (first == one.pk) == won else (2, 1), at=at)
    record_result(match_id=match_id, at=at)
    return Pairing.objects.get(series__match=match_id)


def open_numbers(made: Event) -> list[tuple[int, bool]]:
    log = load_log(stage_of(made))
    return [(one.number, one.accepted) for one in log.ladder(log.known_at).open]


def test_who_wins_a_challenge_takes_the_place_and_those_between_go_down(made: Event, six: list[Player]) -> None:
    assert places(made, six) == [0, 1, 2, 3, 4, 5]
    meet(made, six[4], six[1])
    assert places(made, six) == [0, 4, 1, 2, 3, 5]
    (table,) = tables_of(made.pk)
    assert [(line.rank, line.person.player_id) for line in table.lines[:2]] == [(1, six[0].pk), (2, six[4].pk)]
    assert table.lines[1].points == "1"


def test_an_accepted_challenge_opens_a_match_at_once_and_only_one(made: Event, six: list[Player]) -> None:
    number = dare(made, six[2], six[0])
    assert running(made) == []
    accept_challenge(event_id=made.pk, player_id=six[0].pk, number=number, at=NOON)
    (match_id,) = running(made)
    assert {seat.player_id for seat in Match.objects.get(pk=match_id).seats.all()} == {six[0].pk, six[2].pk}
    assert translate_stored(Match.objects.get(pk=match_id).title).startswith("Challenge 1, Board 1")
    with refused("not-open"):
        accept_challenge(event_id=made.pk, player_id=six[0].pk, number=number, at=NOON)
    sweep(NOON + SECOND)
    assert running(made) == [match_id]


def test_who_is_not_on_the_ladder_and_what_is_not_there_is_refused(made: Event, six: list[Player]) -> None:
    other = ladder(*people(2))
    elsewhere = other.entrants.first()
    number = dare(made, six[1], six[0])
    with refused("not-joined"):
        dare(made, PlayerFactory(), six[0])
    for event_id, entrant_id, code, field in (
        (made.pk, elsewhere.pk, "not-on-ladder", "entrant_id"), (10**9, 1, "not-found", None),
        (event().pk, 1, "not-running", None),
    ):  # fmt: skip
        with refused(code, field):
            create_challenge(event_id=event_id, player_id=six[2].pk, entrant_id=entrant_id, at=NOON)
    with refused("not-allowed"):
        accept_challenge(event_id=made.pk, player_id=six[1].pk, number=number, at=NOON)
    with refused("not-open"):
        decline_challenge(event_id=made.pk, player_id=six[0].pk, number=99, at=NOON)
    assert open_numbers(made) == [(1, False)]


def test_who_declines_twice_in_a_row_drops_a_place(made: Event, six: list[Player]) -> None:
    for challenger in (1, 2):
        number = dare(made, six[challenger], six[0])
        decline_challenge(event_id=made.pk, player_id=six[0].pk, number=number, at=NOON)
    assert places(made, six)[:2] == [1, 0]


def test_a_challenge_without_an_answer_is_declined_by_the_sweep_when_its_days_are_over(made: Event, six: list[Player]) -> None:
    dare(made, six[1], six[0])
    made.refresh_from_db()
    assert made.next_round_at == NOON + 3 * DAY
    sweep(NOON + 3 * DAY - SECOND)
    assert open_numbers(made) == [(1, False)]
    sweep(NOON + 3 * DAY)
    assert open_numbers(made) == []
    assert StageLogEntry.objects.filter(stage__event=made).latest("number").kind == "passed"
    entries = StageLogEntry.objects.count()
    sweep(NOON + 3 * DAY + SECOND)
    assert StageLogEntry.objects.count() == entries


def test_who_is_idle_for_too_long_drops_below_who_is_not(made: Event, six: list[Player]) -> None:
    for one, other in ((1, 0), (5, 2)):
        meet(made, six[one], six[other], won=False, at=NOON + 10 * DAY)
    sweep(NOON + 30 * DAY - SECOND)
    assert places(made, six) == [0, 1, 2, 3, 4, 5]
    sweep(NOON + 30 * DAY)
    assert places(made, six) == [0, 1, 2, 5, 3, 4]


def test_a_bot_accepts_after_a_moment() -> None:
    bot, newcomer = BotFactory(), PlayerFactory()
    made = ladder(PlayerFactory(), PlayerFactory())
    for player in (bot, newcomer):
        assert join_event(event_id=made.pk, player_id=player.pk, at=NOON) == "entered"
    assert order(made)[-2:] == [entrant_of(made, bot), entrant_of(made, newcomer)], "newcomers begin at the bottom"
    dare(made, newcomer, bot)
    sweep(NOON + SECOND)
    assert running(made) == []
    for seconds in (5, 6):
        sweep(NOON + seconds * SECOND)
        assert Match.objects.filter(pk__in=running(made), seats__player=bot).count() == 1


def test_who_withdraws_leaves_the_ladder_and_those_below_move_up(made: Event, six: list[Player]) -> None:
    number = dare(made, six[2], six[1])
    accept_challenge(event_id=made.pk, player_id=six[1].pk, number=number, at=NOON)
    withdraw(event_id=made.pk, entrant_id=entrant_of(made, six[1]), by=six[1].pk, at=NOON)
    for row in SeriesMatch.objects.filter(pairing__round__event=made):
        record_result(match_id=row.match_id, at=NOON)
    assert places(made, six) == [0, 2, 3, 4, 5]
    assert open_numbers(made) == []
    (table,) = tables_of(made.pk)
    assert [line.person.player_id for line in table.lines][-1] == six[1].pk
    assert len(table.lines) == 6


def test_a_ladder_runs_until_its_organiser_ends_it(made: Event, six: list[Player]) -> None:
    meet(made, six[1], six[0])
    sweep(NOON + DAY)
    made.refresh_from_db()
    assert made.status == "running"
    number = dare(made, six[5], six[2], NOON + DAY)
    accept_challenge(event_id=made.pk, player_id=six[2].pk, number=number, at=NOON + DAY)
    with refused("round-running"):
        finish_stage(event_id=made.pk, by=made.organiser_id, at=NOON + DAY)
    with pytest.raises(ActionError):
        finish_stage(event_id=made.pk, by=six[0].pk, at=NOON + DAY)
    (match_id,) = running(made)
    end(match_id, ranks=(1, 1), at=NOON + 2 * DAY)
    record_result(match_id=match_id, at=NOON + 2 * DAY)
    finish_stage(event_id=made.pk, by=made.organiser_id, at=NOON + 2 * DAY)
    made.refresh_from_db()
    assert (made.status, made.finished_at, made.next_round_at) == ("finished", NOON + 2 * DAY, None)
    assert places(made, six)[:2] == [1, 0]
    with refused("not-running"):
        dare(made, six[3], six[2], NOON + 3 * DAY)


def test_nothing_begins_during_a_pause_and_what_time_did_shows_once_the_event_goes_on(made: Event, six: list[Player]) -> None:
    number = dare(made, six[1], six[0])
    pause_event(event_id=made.pk, by=made.organiser_id, at=NOON)
    with refused("paused"):
        accept_challenge(event_id=made.pk, player_id=six[0].pk, number=number, at=NOON)
    sweep(NOON + 4 * DAY)
    assert open_numbers(made) == [(1, False)]
    resume_event(event_id=made.pk, by=made.organiser_id, at=NOON + 4 * DAY)
    sweep(NOON + 4 * DAY)
    assert open_numbers(made) == []


def test_a_ruling_moves_the_places_and_can_be_taken_back(made: Event, six: list[Player]) -> None:
    pairing = meet(made, six[3], six[0])
    assert places(made, six)[0] == 3
    halves = tuple(pairing.sides.order_by("number").values_list("halves", flat=True))
    other = (halves[1], halves[0])
    ruling = override_result(
        event_id=made.pk, pairing_id=pairing.pk, halves=other, why="Wrong seat", by=made.organiser_id, at=NOON
    )
    assert places(made, six) == [0, 1, 2, 3, 4, 5]
    revert_override(event_id=made.pk, overturn_id=ruling, by=made.organiser_id, at=NOON)
    assert places(made, six)[0] == 3

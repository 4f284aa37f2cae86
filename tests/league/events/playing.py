"""Playing events through for tests: ending matches and letting the event go on."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from league.events.models import Event, EventStatus, Pairing, SeriesMatch, Side, Stage
from league.events.rulings import Ruling, make_ruling
from league.pairings.queries.due import list_uncounted
from league.results.actions.due_rounds import start_due_round
from league.results.actions.results import record_result
from league.standings.history import compute_bracket, get_seeds, iter_pairings
from league.standings.rows import load_rows
from league.standings.tables import Table, build_tables, load_people, load_stage_rows
from matches.errors import ActionError
from matches.models import Status
from tests.factories import NOON, PlayerFactory, end, started_event


def refused(code: str | None = None, field: str | None = None) -> Any:
    """What an action that is refused with this code, at this field, or both, stands in."""
    return pytest.raises(ActionError, check=lambda error: code in (None, error.code) and field in (None, error.field))


def open_matches(made: Event) -> list[int]:
    rows = SeriesMatch.objects.filter(pairing__round__event=made, counted_at=None)
    playable = rows.filter(match__status__in=[Status.OPEN, Status.PLAYING])
    return list(playable.order_by("pk").values_list("match", flat=True))


def finish(match_id: int, ranks: tuple[int, ...] = (1, 2), at: datetime = NOON, reason: str = "base") -> None:
    end(match_id, ranks=ranks, at=at, reason=reason)
    record_result(match_id=match_id, at=at)


def swiss(players: int = 6, rounds: int = 3, **plan: Any) -> Event:
    """A Swiss that has begun and whose organiser publishes the next rounds."""
    settings = {"rounds": rounds}
    plan = {"auto_advance": False, **plan}
    return started_event(*PlayerFactory.create_batch(players), format="swiss", settings=settings, **plan)


def finish_round(made: Event, at: datetime = NOON, rng: random.Random | None = None) -> None:
    for match_id in list_uncounted(NOON):
        record_result(match_id=match_id, at=at)
    for match_id in open_matches(made):
        finish(match_id, rng.choice([(1, 2), (2, 1), (1, 1)]) if rng else (1, 2), at)
    made.refresh_from_db()


def boards_of(made: Event, number: int) -> list[list[int | None]]:
    """Who meets whom in a round, by board and side."""
    rows = made.rounds.get(number=number).pairings.order_by("board")
    return [list(one.sides.order_by("number").values_list("entrant", flat=True)) for one in rows]


def halves_of(pairing: Pairing) -> list[int | None]:
    return list(pairing.sides.order_by("number").values_list("halves", flat=True))


def better_seed_wins(match_id: int) -> tuple[int, int]:
    row = SeriesMatch.objects.get(match=match_id)
    seeds = [side.entrant.seed or 0 for side in row.pairing.sides.select_related("entrant") if side.entrant]
    seated = [seeds[row.first], seeds[1 - row.first]]
    return (1, 2) if seated[0] < seated[1] else (2, 1)


def play_out(made: Event, at: datetime = NOON, rng: random.Random | None = None, draws: float = 0.0) -> Event:
    """Play everything that can be played until the event is over: the better seed wins, or who the rng says."""
    for step in range(400):
        moment = at + timedelta(minutes=step)
        for match_id in list_uncounted(NOON):
            record_result(match_id=match_id, at=moment)
        for match_id in open_matches(made):
            finish(match_id, _ranks(match_id, rng, draws), moment)
        start_due_round(event_id=made.pk, at=moment + timedelta(days=8))
        made.refresh_from_db()
        if made.status != EventStatus.RUNNING:
            return made
    raise AssertionError("the event does not end")


def assert_rows_are_the_bracket(made: Event) -> None:
    """Every row of a bracket is what its results make of the draw."""
    rows = load_rows(made.stages.get(number=1))
    seeds = get_seeds(rows)
    for key, place in compute_bracket(rows).items():
        row = next(one for one in iter_pairings(rows) if one.key == key)
        sides = tuple(seeds[side.entrant] if side.entrant else 0 if side.nobody else None for side in row.sides)
        if place.needed:
            assert sides == place.sides, key
        assert (row.counted_at is not None) == (place.winner is not None), key
        assert row.needed == place.needed, key
        assert SeriesMatch.objects.filter(pairing=row.id).exists() or not place.ready, key


def winner_of(pairing: Pairing) -> int | None:
    return Side.objects.filter(pairing=pairing, halves=2).values_list("entrant__seed", flat=True).first()


def between_two(stage: Stage, halves: Sequence[int]) -> Ruling:
    """A ruling of half points by side on a match that was played."""
    return make_ruling(stage.format, stage.settings, 2, halves=halves, places=(), forfeit=False)


def _ranks(match_id: int, rng: random.Random | None, draws: float) -> tuple[int, int]:
    if rng is None:
        return better_seed_wins(match_id)
    if rng.random() < draws:
        return (1, 1)
    return (1, 2) if rng.random() < 0.5 else (2, 1)


def tables_of(event_id: int) -> list[Table]:
    """The standings of every stage of an event that has begun, first stage first, group by group."""
    return build_tables(load_stage_rows([event_id]), load_people([event_id])[event_id])

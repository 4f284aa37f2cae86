"""Pairing in arenas and ladders, and writing of their logs. The event must be locked."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Max

from engines.common import bounded_steps
from engines.i18n import Message, to_stored, translate as _
from league.events.models import Entrant, Event, EventStatus, Pairing, Side, Stage, StageLogEntry, StepKind
from league.formats.arena.state import Ended, Paired, Stopped
from league.formats.ladder.state import Played
from league.formats.protocol import Pairing as Drawn
from league.formats.registry import CONTINUOUS_FORMATS
from league.pairings.actions.match_creation import DueMatch, create_due_matches, list_entrants_by_side
from league.pairings.actions.pairing_generation import add_rounds
from league.standings.steps import AnyStep, Log, dump_step, get_log_moment, load_log
from matches.queries.offers import find_berserk

MAX_WAVES = 100
"""More than an entrant can have matches at a time."""
LOST_ON_TIME = "time"
"""Reason of the outcome of a match in which time decided."""
BOT_DELAY = timedelta(seconds=5)
"""Delay before a challenged bot on a ladder accepts."""


def write_steps(stage: Stage, steps: Sequence[AnyStep], pairing_ids: Sequence[int] = ()) -> None:
    """Append steps; `pairing_ids` has one id per step, if the steps are about pairings."""
    following = _get_last_number(stage) + 1
    rows = []
    for number, step in enumerate(steps):
        kind, data = dump_step(step, pairing_ids[number] if pairing_ids else None)
        rows.append(StageLogEntry(stage=stage, number=following + number, kind=kind, data=data, at=step.at))
    StageLogEntry.objects.bulk_create(rows)


def record_time_passed(stage: Stage, at: datetime) -> None:
    """Record that the effects of time up to this moment have been applied."""
    StageLogEntry.objects.create(stage=stage, number=_get_last_number(stage) + 1, kind=StepKind.PASSED, at=at)


def log_result(event: Event, pairing: Pairing, sides: Sequence[Side], absent: Collection[int], at: datetime) -> None:
    """Log the result of a pairing once. An arena does not pair `absent` entrants again."""
    stage = pairing.round.stage
    if stage.steps.filter(kind__in=[StepKind.ENDED, StepKind.PLAYED], data__pairing=pairing.pk).exists():
        return
    moment = get_log_moment(stage, at)
    if not stage.traits.by_challenge:
        write_steps(stage, [_build_ended_step(stage, pairing, sides, moment)], [pairing.pk])
        write_steps(stage, [Stopped(entrant, moment) for entrant in absent])
        if event.status == EventStatus.RUNNING and event.paused_at is None:
            event.update(next_round_at=at)
        return
    accepted = stage.steps.get(kind=StepKind.ACCEPTED, data__pairing=pairing.pk).data
    entrant, other = accepted["challenger"], accepted["challenged"]
    points = {side.entrant_id: side.halves or 0 for side in sides}
    first_seat = None if pairing.forfeit else sides[0].entrant_id
    write_steps(stage, [Played(entrant, other, (points[entrant], points[other]), moment, first_seat)], [pairing.pk])


def _build_ended_step(stage: Stage, pairing: Pairing, sides: Sequence[Side], moment: datetime) -> Ended:
    """Return the result step; sides equal seats here, as the first entrant of an arena's pairing has seat 0."""
    first, second = (side.halves or 0 for side in sides)
    step = Ended(
        int(pairing.key), (first, second), moment, late=_find_late(pairing) if stage.traits.for_bots else (False, False)
    )
    match_id = pairing.series.values_list("match", flat=True).first() if stage.traits.has_berserk(stage.settings) else None
    berserk = None if match_id is None else find_berserk(match_id)
    if berserk is None:
        return step
    return replace(step, berserk=(berserk.seats[0], berserk.seats[1]), moves=(berserk.moves[0], berserk.moves[1]))


def _find_late(pairing: Pairing) -> tuple[bool, bool]:
    """Return by side whether it lost a match of the pairing on time."""
    rows = pairing.series.filter(match__reason=LOST_ON_TIME).select_related("match")
    losers = {row.by_side(row.match.ranks).index(max(row.match.ranks)) for row in rows if row.match.ranks}
    return 0 in losers, 1 in losers


def _get_last_number(stage: Stage) -> int:
    return stage.steps.aggregate(last=Max("number"))["last"] or 0


def open_wave(event: Event, stage: Stage, drawn: Sequence[Drawn], label: Message | None, at: datetime) -> list[Pairing]:
    """Create pairings that start now, and open their matches."""
    row = add_rounds(stage, [drawn])[0]
    row.update(started_at=at, label=to_stored(label or _("Wave {number}", number=row.number)))
    pairings = list(row.pairings.order_by("board"))
    seated = list_entrants_by_side(pairings)
    berserk = stage.traits.has_berserk(stage.settings)
    create_due_matches(
        event, [DueMatch(pairing, seated[pairing.pk]) for pairing in pairings], at, berserk=berserk, notify=False
    )
    return pairings


def pair_waiting_players(event: Event, stage: Stage, log: Log, at: datetime) -> int:
    """Pair the free entrants and return the number of matches. Those who may have several at a time get them at once."""
    count = 0
    for _unused in bounded_steps(MAX_WAVES, f"stage {stage.pk}"):
        moment = log.moment(at)
        drawn = CONTINUOUS_FORMATS[stage.format].pairings(log.settings, log.steps, moment)
        if not drawn:
            break
        pairings = open_wave(event, stage, drawn, None, at)
        steps = [Paired(int(pairing.key), (pairing.entrants[0], pairing.entrants[1]), moment) for pairing in drawn]
        write_steps(stage, steps, [pairing.pk for pairing in pairings])
        count += len(drawn)
        if not stage.traits.simultaneous:
            break
        log = replace(log, steps=(*log.steps, *steps))
    return count


def schedule_tick(event: Event, stage: Stage, at: datetime, *, paired: bool = False) -> None:
    """Set when the sweep next has to process the stage because time alone changes something.

    An arena is due immediately unless its waiting players have just been `paired`.
    """
    event.update(
        next_round_at=None if event.paused_at or event.status != EventStatus.RUNNING else _next_tick(stage, at, paired)
    )


def _next_tick(stage: Stage, at: datetime, paired: bool) -> datetime | None:
    log = load_log(stage)
    if not stage.traits.by_challenge:
        moment = log.moment(at)
        arena = log.arena(moment)
        if not arena.on(moment):
            return None
        return arena.end if paired else at
    ladder = log.ladder(log.known_at)
    bots = set(stage.places.exclude(entrant__player__bot="").values_list("entrant", flat=True))
    answers = [challenge.at + BOT_DELAY for challenge in ladder.open if not challenge.accepted and challenge.challenged in bots]
    change = ladder.next_change()
    return min([*answers, *([change] if change else [])], default=None)


def start_continuous_stage(event: Event, stage: Stage, entrants: Sequence[Entrant], at: datetime) -> None:
    """Start the log with all entrants. An arena creates its first matches immediately."""
    opening = CONTINUOUS_FORMATS[stage.format].opening(at)
    write_steps(stage, [*opening, *(joined_step(stage, entrant, at) for entrant in entrants)])
    if not stage.traits.by_challenge:
        pair_waiting_players(event, stage, load_log(stage), at)
    schedule_tick(event, stage, at, paired=True)


def joined_step(stage: Stage, entrant: Entrant, at: datetime) -> AnyStep:
    """Return the step that adds an entrant to an arena or ladder."""
    step: AnyStep = CONTINUOUS_FORMATS[stage.format].joined(
        entrant.pk, round(entrant.rating or 0), at, is_house_bot=bool(entrant.player.bot)
    )
    return step

"""Making matches outside of rounds: what an arena or a ladder pairs at one moment is a wave, kept as a round."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from engines.words import Message, say, stored
from league.events.models import Entrant, Event, EventStatus, Pairing, Stage
from league.events.rules.steps import AnyStep
from league.formats.arena.state import Paired
from league.formats.protocol import Pairing as Drawn
from league.formats.registry import CONTINUOUS
from league.pairings.actions.continuous_log import write_steps
from league.pairings.actions.match_creation import Due, entrants_by_side, open_due
from league.pairings.actions.pairing_rows import write_rounds
from league.standings.queries.steps import Log, log_of

BOT_THINKS = timedelta(seconds=5)
"""So long after it was challenged on a ladder a bot accepts."""


def open_wave(event: Event, stage: Stage, drawn: Sequence[Drawn], label: Message | None, at: datetime) -> list[Pairing]:
    """Write pairings that are played at once, and open their matches."""
    row = write_rounds(stage, [drawn])[0]
    row.started_at, row.label = at, stored(label or say("Wave {number}", number=row.number))
    row.save(update_fields=["started_at", "label"])
    pairings = list(row.pairings.order_by("board"))
    seated = entrants_by_side(pairings)
    berserk = stage.traits.has_berserk(stage.settings)
    open_due(event, [Due(one, seated[one.pk]) for one in pairings], {row.pk: row}, at, berserk=berserk, tell=False)
    return pairings


def pair_waiting(event: Event, stage: Stage, log: Log, at: datetime) -> int:
    """Make the matches that an arena has for those who are free now; return how many."""
    moment = log.moment(at)
    drawn = CONTINUOUS[stage.format].pairings(log.settings, log.steps, moment)
    if drawn:
        pairings = open_wave(event, stage, drawn, None, at)
        steps = [Paired(int(one.key), _two(one), moment) for one in drawn]
        write_steps(stage, steps, [one.pk for one in pairings])
    return len(drawn)


def plan_pulse(event: Event, stage: Stage, at: datetime, *, paired: bool = False) -> None:
    """Say when the sweep is to look at the stage again: when time, by itself, will change something.

    An arena is looked at at once, unless its waiting players have just been `paired`.
    """
    event.next_round_at = None if event.paused_at or event.status != EventStatus.RUNNING else _next(stage, at, paired)
    event.save(update_fields=["next_round_at"])


def _next(stage: Stage, at: datetime, paired: bool) -> datetime | None:
    log = log_of(stage)
    if not stage.traits.by_challenge:
        moment = log.moment(at)
        now = log.arena(moment)
        if not now.on(moment):
            return None
        return now.end if paired else at
    now_ladder = log.ladder(log.known_at)
    bots = set(stage.places.exclude(entrant__player__bot="").values_list("entrant", flat=True))
    answers = [one.at + BOT_THINKS for one in now_ladder.open if not one.accepted and one.challenged in bots]
    change = now_ladder.next_change()
    return min([*answers, *([change] if change else [])], default=None)


def _two(drawn: Drawn) -> tuple[int, int]:
    one, other = drawn.entrants
    return one, other


def begin_continuous(event: Event, stage: Stage, entrants: Sequence[Entrant], at: datetime) -> None:
    """Begin the log with all who are there. An arena makes its first matches at once."""
    opening = CONTINUOUS[stage.format].opening(at)
    write_steps(stage, [*opening, *(joined_step(stage, one, at) for one in entrants)])
    if not stage.traits.by_challenge:
        pair_waiting(event, stage, log_of(stage), at)
    plan_pulse(event, stage, at, paired=True)


def joined_step(stage: Stage, entrant: Entrant, at: datetime) -> AnyStep:
    """Return the step with which an entrant joins an arena or a ladder."""
    step: AnyStep = CONTINUOUS[stage.format].joined(entrant.pk, round(entrant.rating or 0), at)
    return step

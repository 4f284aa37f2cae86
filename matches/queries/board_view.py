"""The board of a match: everything that one viewer may see, and nothing else (ruling C-6)."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any

from engines import play
from engines.contract import Engine, View
from engines.i18n import translate as _, translate_stored
from matches.actions.presence import claimable_at
from matches.bounded_cache import BoundedCache
from matches.clock import Clock, TimeControl
from matches.engine_limits import EngineFailure, find_time_limit, get_engine, limit_step
from matches.hot_path.statements import LogLine, read_log
from matches.models import RUNNING, Match, Preparation, Presence, Seat, Status
from matches.models.entry import get_text_key
from matches.pubsub import enqueue
from matches.queries.board_types import BoardAbsence, BoardClock, BoardLine, BoardOutcome, BoardSeat, BoardSeatClock
from matches.queries.duplicates import is_sealed
from matches.queries.ended_offers import list_ended_offers
from matches.queries.lessons import find_lesson
from matches.queries.offers import NO_OFFERS, can_offer, find_berserk_refusal, list_open_offers
from matches.queries.position import is_forced, list_legal_actions, load_clock, load_outcome, load_position
from matches.queries.seats import Seats, find_seat, get_match, get_seats
from matches.queries.spectator_delay import visible_match
from matches.server_time import now, to_ms
from matches.time_control import format_shared_clock, format_time_control

Board = dict[str, Any]
logger = logging.getLogger(__name__)
_failed = BoundedCache[tuple[int, int], str]()
"""Matches and entries whose position could not be shown by this process: they are not tried again and again."""


@dataclass(frozen=True)
class RenderContext:
    """The data from which the boards of all viewers are made; not shown itself.

    For spectators, `match` and `at` are the delayed ones of `visible_match`. `absent` are the disconnected seats.
    """

    match: Match
    seats: Seats
    at: datetime
    absent: Sequence[Presence]

    @classmethod
    def of(cls, match: Match, seats: Seats, at: datetime) -> RenderContext:
        return cls(match, seats, at, list_disconnected(match))

    @cached_property
    def engine(self) -> Engine[Any, Any]:
        return get_engine(self.match.game, self.match.engine_version)

    @cached_property
    def position(self) -> play.Position[Any] | None:
        """Return the position; None before the match has begun."""
        return load_position(self.match) if self.match.state is not None else None

    def without_position(self) -> RenderContext:
        """Return the context of a match whose engine fails."""
        context = RenderContext(self.match, self.seats, self.at, self.absent)
        context.__dict__["position"] = None
        return context

    @cached_property
    def shared_part(self) -> dict[str, Any]:
        """Return the part of a board that is the same for all viewers."""
        match, names = self.match, self.engine.seat_names
        return {
            "seats": [_render_seat(seat, names[seat.number], self.clock) for seat in self.seats],
            "clock": _render_clock(self.clock, self.at),
            "asked": list_open_offers(match) if match.status in RUNNING else [],
        }

    def describe_outcome(self, viewer: int | None) -> BoardOutcome | None:
        """Return the outcome in words for this viewer; None before the end."""
        outcome, position = load_outcome(self.match), self.position
        if outcome is None:
            return None
        text = play.describe_end(self.engine, outcome, position and position.state, viewer)
        remaining = [self.clock.remaining(seat, self.at) for seat in range(len(self.seats))]
        if outcome.reason == "time" and sum(not time.turn and not time.reserve for time in remaining) > 1:
            text = play.format_reason(self.engine, outcome.reason)  # All ran out of time, and the rules chose the winner.
        return {"ranks": list(outcome.ranks), "reason": outcome.reason, "text": text}

    @cached_property
    def clock(self) -> Clock:
        """Return the clock; before the match has begun, the one it will begin with."""
        if self.match.clock:
            return load_clock(self.match)
        limit_ms = find_time_limit(self.match.game, self.match.options, self.match.engine_version)
        return Clock.create(self.match.control_value, len(self.seats), limit_ms)


def get_board(match_id: int, player_id: int | None = None) -> Board:
    """Return the match as the player may see it (None or a stranger: as a spectator). Raises ActionError("not-found")."""
    match = get_match(match_id)
    seats, at = get_seats(match), now()
    seat = find_seat(seats, player_id)
    if seat is None:
        match, at = visible_match(match, at)
    return {
        **render_board(RenderContext.of(match, seats, at), seat),
        "log": render_log(read_log(match.pk, 0, match.last_entry), seat),
    }


def render_log(lines: Iterable[LogLine], viewer: int | None) -> list[BoardLine]:
    """Return these log entries as a seat, or a spectator (None), may read them."""
    rows: list[BoardLine] = []
    for line in lines:
        text = translate_stored(line.texts[get_text_key(viewer)])
        rows.append({"n": line.n, "by": line.by, "text": text, "at": line.at_ms, "hash": line.hash})
        if line.sealed:
            rows[-1]["sealed"] = line.sealed
    return rows


def render_board(context: RenderContext, viewer: int | None) -> Board:
    """Return the board without its log. `viewer` is a seat number, or None for a spectator of a `visible_match`.

    If the engine fails, the board has no position, and a worker puts the match under review.
    """
    place = context.match.pk, context.match.last_entry
    if place not in _failed:
        try:
            with limit_step():
                return _render_board(context, viewer)
        except EngineFailure as failure:
            logger.exception("showing match %s failed", context.match.pk)
            _failed[place] = str(failure)
            enqueue("matches.tasks.hold", match_id=context.match.pk)
    return _render_board(context.without_position(), viewer)


def _render_board(context: RenderContext, viewer: int | None) -> Board:
    match, seats, at = context.match, context.seats, context.at
    engine, position, clock = context.engine, context.position, context.clock
    playing = match.status == Status.PLAYING
    running = match.status in RUNNING
    # With a spectator delay, only the players see who is connected now.
    absences = [] if viewer is None and match.delay_ms else render_absences(match, context.absent)
    is_to_act = playing and viewer in match.to_act
    view: View | None = None
    closed = match.status == Status.CLOSED
    # Nothing of the last position is shown: the rules of a game may open it at the end.
    if position is not None and not (closed and is_sealed(match, None if viewer is None else seats[viewer].player_id, at)):
        view = engine.open_view(position.state) if closed else engine.view(position.state, viewer)
    legal = list_legal_actions(match, position, viewer) if is_to_act and position and viewer is not None else None
    is_active = bool(running and position and viewer is not None and play.can_resign(engine, position, viewer))
    return {
        "match_id": match.pk,
        "entry": match.last_entry,
        "hash": match.last_hash,
        "game": match.game,
        "game_name": engine.name,
        "title": translate_stored(match.title),
        "commitment": match.commitment,
        "twin": match.twin_id,
        "delay_ms": match.delay_ms,
        "status": match.status,
        "reported": match.is_reported,
        "viewer": {"seat": viewer, "turn": match.turns[viewer] if running and viewer is not None else 0},
        **context.shared_part,
        "outcome": context.describe_outcome(viewer),
        "to_act": match.to_act,
        "view": view,
        "legal": legal,
        "answered": list_ended_offers(match, seats, viewer) if running and viewer is not None else [],
        "gone": absences,
        "paused_until": to_ms(match.paused_until) if match.paused_until else None,
        "ruling": match.ruling and {**match.ruling, "text": translate_stored(match.ruling["text"])},
        "can": {
            "submit": is_to_act,
            "forced": bool(legal and len(legal) == 1 and position and is_forced(match, position, viewer or 0, legal[0])),
            "undo": bool(is_to_act and position and viewer is not None and play.can_undo(position, viewer)),
            "resign": is_active and (playing or match.paused_until is not None),
            "take_seat": match.status == Status.OPEN and viewer is None and any(s.free for s in seats),
            "ready": match.status == Status.OPEN and viewer is not None and not seats[viewer].ready,
            "hint": is_to_act and match.learn,
            "vacation": playing and viewer is not None and clock.limit_ms is None and clock.vacation_left(viewer) > 0,
            **(can_offer(match, position, viewer) if is_active and position and viewer is not None else NO_OFFERS),
            "claim": is_active and any(absence["seat"] != viewer for absence in absences),
            "draws": len(seats) == 2 and engine.draws,
            "berserk": playing and viewer is not None and find_berserk_refusal(match, clock, viewer, at) is None,
        },
        "lesson": find_lesson(match.game, view, viewer, is_to_act) if match.learn and playing and view else None,
        "start_by": to_ms(match.deadline_at) if match.status == Status.OPEN and match.deadline_at else None,
        "preparing": match.status == Status.OPEN and match.preparation == Preparation.RUNNING,
    }


def _render_seat(seat: Seat, name: str, clock: Clock) -> BoardSeat:
    return {
        "number": seat.number,
        "name": _(name),
        "player": seat.name,
        "url": f"/players/{seat.player.username}/" if seat.player else "",
        "bot": seat.bot,
        "ready": seat.ready,
        "by_link": seat.by_link,
        "berserk": seat.number in clock.halved,
    }


def _render_clock(clock: Clock, at: datetime) -> BoardClock:
    control = clock.control
    if clock.limit_ms is not None:
        control = TimeControl(turn_ms=0, reserve_ms=clock.limit_ms)
    data: BoardClock = {
        "now": to_ms(at),
        "turn_ms": control.turn_ms,
        "reserve_ms": control.reserve_ms,
        "increment_ms": control.increment_ms,
        "words": format_time_control(control) if clock.limit_ms is None else format_shared_clock(clock.limit_ms),
        "seats": [_render_seat_clock(clock, seat, at) for seat in range(len(clock.reserve))],
    }
    if control.vacation_days:
        data["vacation_days"] = control.vacation_days
    return data


def _render_seat_clock(clock: Clock, seat: int, at: datetime) -> BoardSeatClock:
    """Return a seat's clock. `starts` is set if the clock is running but begins to count later (vacation)."""
    remaining, since, away = clock.remaining(seat, at), clock.since[seat], clock.away.get(seat)
    data: BoardSeatClock = {
        "turn_left": remaining.turn,
        "reserve_left": remaining.reserve,
        "running": since is not None and clock.held_at is None,
    }
    if since is not None and away and away.until > at:
        data["starts"] = to_ms(away.until)
    if clock.control.vacation_days and clock.limit_ms is None:
        data["vacation_left"] = clock.vacation_left(seat)
        data["away_until"] = to_ms(away.until) if away and away.until > at else None
    return data


def render_referee_board(match: Match, at: datetime) -> Board:
    """Return a spectator's board of a match that has begun, with nothing hidden in view and log.

    For the match's referee. The caller logs the access.
    """
    context = RenderContext.of(match, get_seats(match), at)
    lines = [
        {"n": line.n, "by": line.by, "text": translate_stored(line.texts[get_text_key(line.by)]), "at": line.at_ms}
        for line in read_log(match.pk, 0, match.last_entry)
    ]
    return {**render_board(context, None), "view": context.engine.open_view(load_position(match).state), "log": lines}


def list_disconnected(match: Match) -> list[Presence]:
    """Return the presence of the disconnected seats, in order; empty unless the match is being played."""
    if match.status != Status.PLAYING:
        return []
    return list(Presence.objects.filter(match=match, gone_at__isnull=False).order_by("seat"))


def render_absences(match: Match, rows: Iterable[Presence]) -> list[BoardAbsence]:
    """Return for disconnected seats since when, and when the others can claim the win, in ms since 1970."""
    absences: list[BoardAbsence] = []
    for row in rows:
        claimable_from = claimable_at(row, match)
        if row.gone_at is not None and claimable_from is not None:
            absences.append({"seat": row.seat, "since": to_ms(row.gone_at), "claim_at": to_ms(claimable_from)})
    return absences


def get_disconnection_marks(match_ids: Iterable[int]) -> dict[int, str]:
    """Return for matches with disconnected seats a string that changes with them; streams compare it."""
    rows = Presence.objects.filter(match__in=list(match_ids), gone_at__isnull=False, match__status=Status.PLAYING)
    by_match = groupby(rows.order_by("match", "seat"), attrgetter("match_id"))
    return {match: get_disconnection_mark(group) for match, group in by_match}


def get_disconnection_mark(rows: Iterable[Presence]) -> str:
    """Return that string for the disconnected seats of one match; "" if there are none."""
    return ",".join(str(row.seat) for row in rows)
